/* Prints a byte each tenth of a second, for ever. */
#define _POSIX_C_SOURCE 200809L
#include <time.h>
#include <unistd.h>

int main(void) {
    for (;;) {
        struct timespec moment = {0, 100000000};
        nanosleep(&moment, NULL);
        if (write(1, ".", 1) < 0) {
            return 1;
        }
    }
}
