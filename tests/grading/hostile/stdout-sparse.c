/* Makes its output a file of 2 GB by seeking in it. */
#define _GNU_SOURCE
#include <stdio.h>
#include <unistd.h>

int main(void) {
    if (pwrite(1, "", 1, 2L << 30) == 1 || ftruncate(1, 2L << 30) == 0) {
        fputs("LEAKED: an output of 2 GB", stderr);
    }
}
