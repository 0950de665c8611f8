/* Right output, then aborts. */
#include <stdio.h>
#include <stdlib.h>

#define main right_main
#include "right.h"
#undef main

int main(void) {
    right_main();
    fflush(stdout);
    abort();
}
