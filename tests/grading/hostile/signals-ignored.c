/* Computes for ever and ignores every signal that can be ignored. */
#include <signal.h>

int main(void) {
    for (int number = 1; number < 32; number++) {
        signal(number, SIG_IGN);
    }
    for (volatile unsigned i = 0;; i++) {
    }
}
