/* Right output; makes children of the first process, which end in other ways than it. */
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

__attribute__((constructor)) static void make(void) {
    for (int i = 0; i < 8; i++) {
        if (syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0) == 0) {
            if (i % 2) {
                abort();
            }
            _exit(i);
        }
    }
    usleep(50000);
}

#include "right.h"
