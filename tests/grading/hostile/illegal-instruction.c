/* Right output, then an instruction that there is not. */
#include <stdio.h>

#define main right_main
#include "right.h"
#undef main

int main(void) {
    right_main();
    fflush(stdout);
    __builtin_trap();
}
