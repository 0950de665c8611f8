/* Prints one line of 900 KB. */
#include <stdio.h>

int main(void) {
    for (int i = 0; i < 900 << 10; i++) {
        putchar('.');
    }
}
