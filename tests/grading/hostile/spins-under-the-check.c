/* Right output; computes for ever, in all processes, if it is compiled with the sanitizers. */
#define _GNU_SOURCE
#include <unistd.h>

__attribute__((constructor)) static void spin(void) {
#ifdef __SANITIZE_ADDRESS__
    for (;;) {
        fork();
    }
#endif
}

#include "right.h"
