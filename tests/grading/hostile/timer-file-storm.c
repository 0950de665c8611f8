/* Waits for fifty fast timers, again and again. */
#define _GNU_SOURCE
#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>

int main(void) {
    const struct itimerspec fast = {{0, 1}, {0, 1}};
    int timers[50];
    for (int i = 0; i < 50; i++) {
        timers[i] = timerfd_create(CLOCK_MONOTONIC, 0);
        timerfd_settime(timers[i], 0, &fast, NULL);
    }
    uint64_t count = 0;
    for (int i = 0; read(timers[i], &count, sizeof count) > 0; i = (i + 1) % 50) {
    }
}
