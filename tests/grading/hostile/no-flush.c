/* Leaves by _exit, before anything is flushed. */
#include <stdio.h>
#include <unistd.h>

int main(void) {
    printf("BOARD SIZE: 8x8\n");
    _exit(0);
}
