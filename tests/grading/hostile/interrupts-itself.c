/* Right output, then sends itself what Ctrl-C sends. */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdio.h>

#define main right_main
#include "right.h"
#undef main

int main(void) {
    right_main();
    fflush(stdout);
    raise(SIGINT);
}
