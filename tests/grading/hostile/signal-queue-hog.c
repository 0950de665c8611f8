/* Lets signals wait in a queue that all runs share. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    sigset_t all;
    union sigval value = {0};
    int waiting = 0;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    while (waiting < 1000000 && sigqueue(getpid(), SIGRTMIN, value) == 0) {
        waiting++;
    }
    puts(waiting > 1000 ? "LEAKED: the queue of all runs" : "blocked");
}
