/* A daemon by the book: forks twice, gives up the session, closes everything, stays. */
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    if (fork() == 0) {
        setsid();
        if (fork() == 0) {
            for (int fd = 0; fd < 64; fd++) {
                close(fd);
            }
            for (;;) {
                sleep(600);
            }
        }
        _exit(0);
    }
    wait(NULL);
    puts("a daemon was left behind");
    return 0;
}
