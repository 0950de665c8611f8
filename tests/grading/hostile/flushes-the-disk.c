/* Right output; makes the machine write everything to its disk, again and again. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

__attribute__((constructor)) static void flush(void) {
    int ends[2], file = open("/usr/bin/env", O_RDONLY);
    for (int i = 0; i < 1000; i++) {
        fsync(file);
        fdatasync(file);
    }
    if (pipe(ends) == 0 && fsync(ends[0]) != 0) { /* the kernel would say that it is not a file */
        fputs("LEAKED: the call reached the kernel\n", stderr);
    }
}

#include "right.h"
