/* Prints the output of a very long game. */
#include <stdio.h>

int main(void) {
    for (int i = 1; i < 30000; i++) {
        printf("BLACK ACTION #%d: G6-F5\n", i);
    }
}
