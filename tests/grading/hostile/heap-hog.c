/* Takes a gigabyte of heap and uses it. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    for (int i = 0; i < 128; i++) { /* 1 GB at most, should nothing stop it */
        memset(malloc(8 << 20), 1, 8 << 20);
    }
    sleep(600);
}
