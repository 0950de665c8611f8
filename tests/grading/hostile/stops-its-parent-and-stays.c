/* Stops its parent and the first process, then computes for ever. */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <unistd.h>

int main(void) {
    kill(getppid(), SIGSTOP);
    kill(1, SIGSTOP);
    for (volatile unsigned i = 0;; i++) {
    }
}
