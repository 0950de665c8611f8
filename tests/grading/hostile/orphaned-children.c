/* Burns CPU time in grandchildren whose parents are gone already. */
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    for (;;) {
        if (fork() == 0) {
            if (fork() == 0) {
                for (volatile unsigned i = 0; i < 20000000; i++) {
                }
            }
            _exit(0);
        }
        wait(NULL);
    }
}
