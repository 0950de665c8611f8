/* Kills its parent and the first process. */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    for (int number = 1; number < 32; number++) {
        kill(getppid(), number);
        kill(1, number);
    }
    puts("blocked");
}
