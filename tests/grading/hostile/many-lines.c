/* Prints 400,000 empty lines before the right output. */
#include <stdio.h>

#define main right_main
#include "right.h"
#undef main

int main(void) {
    for (int i = 0; i < 400000; i++) {
        putchar('\n');
    }
    return right_main();
}
