/* Sleeps, while children in sessions of their own burn CPU time. */
#include <unistd.h>

int main(void) {
    for (int i = 0; i < 4; i++) {
        if (fork() == 0) {
            setsid();
            for (volatile unsigned j = 0;; j++) {
            }
        }
    }
    sleep(600);
}
