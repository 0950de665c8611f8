/* Keeps its memory from being swapped out, which takes it from all others. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

int main(void) {
    const size_t size = 1 << 20;
    int locked = mlock(malloc(size), size) == 0;
    puts(locked || mlockall(MCL_CURRENT | MCL_FUTURE) == 0 ? "LEAKED: locked" : "blocked");
}
