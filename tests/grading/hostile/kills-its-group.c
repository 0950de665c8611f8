/* Right output, then kills its process group. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static void leave(void) {
    fflush(stdout);
    kill(0, SIGKILL);
}

__attribute__((constructor)) static void prepare(void) { atexit(leave); }

#include "right.h"
