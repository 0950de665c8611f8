/* Children print too much, each a part of it. */
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    for (int i = 0; i < 8; i++) {
        if (fork() == 0) {
            for (;;) {
                puts("BOARD COST: 0");
            }
        }
    }
    while (wait(NULL) > 0) {
    }
}
