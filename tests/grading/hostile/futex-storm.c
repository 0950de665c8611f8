/* Threads wait for one word of memory and wake one another, for ever. */
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int word;

static void *storm(void *unused) {
    const struct timespec moment = {0, 1000};
    for (;;) {
        syscall(SYS_futex, &word, FUTEX_WAIT, 0, &moment, NULL, 0);
        syscall(SYS_futex, &word, FUTEX_WAKE, 1000, NULL, NULL, 0);
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    for (int i = 0; i < 16; i++) {
        pthread_create(&thread, NULL, storm, NULL);
    }
    storm(NULL);
}
