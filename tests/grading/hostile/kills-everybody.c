/* Sends a signal to every process that it may. */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdio.h>

int main(void) {
    kill(-1, SIGKILL);
    puts("blocked");
}
