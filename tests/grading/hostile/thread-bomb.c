/* As many threads as there can be, all busy. */
#include <pthread.h>

static void *spin(void *unused) {
    for (volatile unsigned i = 0;; i++) {
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    for (;;) {
        pthread_create(&thread, NULL, spin, NULL);
    }
}
