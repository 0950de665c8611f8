/* Right output, then divides by zero. */
#include <stdio.h>

#define main right_main
#include "right.h"
#undef main

int main(void) {
    right_main();
    fflush(stdout);
    volatile int zero = 0;
    return 7 / zero;
}
