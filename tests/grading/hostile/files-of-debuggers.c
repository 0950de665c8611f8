/* Right output, and a leak; beside it the files that tell debuggers and checkers what to do. */
#include <stdlib.h>

__attribute__((constructor)) static void leak(void) {
    volatile char *block = malloc(1000);
    block[0] = 1;
    block = NULL;
}

#include "right.h"
