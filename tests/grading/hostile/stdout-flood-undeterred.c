/* Prints until it cannot, ignoring the signal. */
#include <signal.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    static char block[64 << 10];
    signal(SIGXFSZ, SIG_IGN);
    memset(block, '=', sizeof block);
    for (int i = 0; i < 4096; i++) { /* 256 MB at most, should nothing stop it */
        if (write(1, block, sizeof block) < 0) {
            break;
        }
    }
}
