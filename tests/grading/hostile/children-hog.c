/* Each child is modest, all together are not. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    for (int i = 0; i < 16; i++) {
        if (fork() == 0) {
            memset(malloc(48 << 20), 1, 48 << 20);
            sleep(600);
        }
    }
    sleep(600);
}
