/* Right output; children crash, one after the other, each for a line in the kernel's log. */
#define _GNU_SOURCE
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

__attribute__((constructor)) static void flood(void) {
    for (int i = 0; i < 300; i++) {
        pid_t child = fork();
        if (child == 0) {
            *(volatile int *)8 = 1;
        }
        waitpid(child, NULL, 0);
    }
}

#include "right.h"
