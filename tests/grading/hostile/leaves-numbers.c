/* Right output; leaves a gap in the numbers of processes and inodes for the next run to read. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

__attribute__((constructor)) static void look(void) {
    if (getpid() > 20)
        fputs("LEAKED: a run before this one made processes\n", stderr);
    for (int i = 0; i < 40; i++) {
        pid_t child = fork();
        if (child == 0)
            _exit(0);
        waitpid(child, NULL, 0);
        close(open("/tmp", O_TMPFILE | O_RDWR, 0600));
    }
}

#include "right.h"
