/* Threads wake one another through a counter of the kernel, for ever. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int counter;

static void *storm(void *unused) {
    for (uint64_t one = 1;;) {
        if (write(counter, &one, sizeof one) < 0 || read(counter, &one, sizeof one) < 0) {
            return unused;
        }
    }
}

int main(void) {
    pthread_t thread;
    counter = eventfd(0, EFD_SEMAPHORE);
    for (int i = 0; i < 16; i++) {
        pthread_create(&thread, NULL, storm, NULL);
    }
    storm(NULL);
}
