/* Right output; complains without an end if it is compiled with the sanitizers. */
#include <stdio.h>

__attribute__((constructor)) static void flood(void) {
#ifdef __SANITIZE_ADDRESS__
    for (;;) {
        fputs("==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x1\n", stderr);
    }
#endif
}

#include "right.h"
