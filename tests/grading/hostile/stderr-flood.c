/* Complains without an end. */
#include <stdio.h>

int main(void) {
    for (;;) {
        fputs("BOARD COST: 0\n", stderr);
    }
}
