/* Right output, then writes through a null pointer. */
#include <stdio.h>

#define main right_main
#include "right.h"
#undef main

int main(void) {
    right_main();
    fflush(stdout);
    int *volatile nowhere = NULL;
    *nowhere = 1;
}
