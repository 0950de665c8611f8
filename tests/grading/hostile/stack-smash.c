/* Writes over the end of an array on the stack. */
#include <stdio.h>
#include <string.h>

static void smash(size_t length) {
    char small[8];
    memset(small, 'A', length);
    puts(small);
}

int main(void) {
    smash(256);
}
