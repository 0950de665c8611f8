/* Right output with bytes of zero between. */
#include <stdio.h>

#define main right_main
#include "right.h"
#undef main

int main(void) {
    fwrite("BOARD\0SIZE\0\0\0\n", 1, 14, stdout);
    return right_main();
}
