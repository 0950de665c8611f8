/* Burns CPU time in children that each end soon. */
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    for (;;) {
        if (fork() == 0) {
            for (volatile unsigned i = 0; i < 5000000; i++) {
            }
            _exit(0);
        }
        wait(NULL);
    }
}
