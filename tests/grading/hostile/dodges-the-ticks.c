/* A thread that is never on a core when the clock ticks, where time is counted by ticks. */
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static long now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000L + t.tv_nsec;
}

static void *dodge(void *unused) {
    const struct timespec moment = {0, 1};
    for (;;) {
        for (long start = now(); now() - start < 800000;) {
        }
        nanosleep(&moment, NULL);
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, dodge, NULL);
    for (;;) {
        pause();
    }
}
