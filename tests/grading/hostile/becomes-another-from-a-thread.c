/* Computes in a thread which then becomes the program again, so that its time looks new. */
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static void *burn(void *words) {
    struct timespec used = {0, 0};
    while (used.tv_nsec < 200000000 && used.tv_sec == 0) {
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    }
    execv("/proc/self/exe", words);
    return NULL;
}

int main(int count, char **words) {
    pthread_t thread;
    (void)count;
    pthread_create(&thread, NULL, burn, words);
    for (;;) {
        pause();
    }
}
