/* Right output, then a broken pipe of its own making. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <unistd.h>

#define main right_main
#include "right.h"
#undef main

int main(void) {
    right_main();
    fflush(stdout);
    int ends[2];
    return pipe(ends) + close(ends[0]) + (write(ends[1], "x", 1) < 0);
}
