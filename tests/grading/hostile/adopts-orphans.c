/* Becomes the parent of all orphans, which burn CPU time and are never waited for. */
#define _GNU_SOURCE
#include <sys/prctl.h>
#include <unistd.h>

int main(void) {
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    for (int i = 0; i < 4; i++) {
        if (fork() == 0) {
            setsid();
            if (fork() == 0) {
                for (;;) {
                }
            }
            _exit(0);
        }
    }
    for (;;) {
        pause();
    }
}
