/* Right output, and a leak; takes the memory away in which the sanitizers keep their notes. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/mman.h>

__attribute__((constructor)) static void leak(void) {
    volatile char *block = malloc(1000);
    block[0] = 1;
    block = NULL;
}

__attribute__((destructor)) static void take(void) {
    munmap((void *)0x7fff8000, 1UL << 32);
}

#include "right.h"
