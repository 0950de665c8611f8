/* Asks to run before all others. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <sys/resource.h>

int main(void) {
    struct sched_param most = {.sched_priority = 1};
    if (sched_setscheduler(0, SCHED_FIFO, &most) == 0 || sched_setscheduler(0, SCHED_RR, &most) == 0 ||
        setpriority(PRIO_PROCESS, 0, -5) == 0 || setpriority(PRIO_USER, 0, 19) == 0) {
        puts("LEAKED: a priority");
    }
    puts("blocked");
}
