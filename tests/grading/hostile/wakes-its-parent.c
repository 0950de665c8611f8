/* Wakes the first process with signals, so that it has no time to watch. */
#define _GNU_SOURCE
#include <signal.h>
#include <unistd.h>

int main(void) {
    fork();
    for (;;) {
        kill(1, SIGCHLD);
        kill(1, SIGTERM);
    }
}
