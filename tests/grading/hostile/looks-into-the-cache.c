/* Right output; asks which files others have read, which the machine keeps in memory. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/uio.h>

__attribute__((constructor)) static void listen(void) {
    char byte;
    struct iovec part = {&byte, 1};
    if (preadv2(open("/usr/bin/env", O_RDONLY), &part, 1, 0, RWF_NOWAIT) >= 0 || errno == EAGAIN)
        fputs("LEAKED: heard\n", stderr);
}

#include "right.h"
