/* Right output, but it leaves a message queue, and says so if it finds one. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <mqueue.h>
#include <stdio.h>

__attribute__((constructor)) static void leave(void) {
    if (mq_open("/left", O_RDWR) >= 0 || mq_open("/left", O_RDWR | O_CREAT, 0600, NULL) >= 0) {
        fputs("LEAKED: a message queue\n", stderr);
    }
}

#include "right.h"
