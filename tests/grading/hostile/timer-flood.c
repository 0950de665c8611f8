/* Makes as many timers as there can be, each as fast as it can be. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <time.h>

int main(void) {
    struct itimerspec fast = {{0, 1000}, {0, 1000}};
    int timers = 0;
    signal(SIGALRM, SIG_IGN);
    for (timer_t timer; timers < 100000 && timer_create(CLOCK_MONOTONIC, NULL, &timer) == 0;) {
        timer_settime(timer, 0, &fast, NULL);
        timers++;
    }
    puts(timers > 1000 ? "LEAKED: the timers of all runs" : "blocked");
}
