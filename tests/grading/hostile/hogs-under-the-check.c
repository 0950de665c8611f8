/* Right output; takes all memory if it is compiled with the sanitizers. */
#include <stdlib.h>
#include <string.h>

__attribute__((constructor)) static void hog(void) {
#ifdef __SANITIZE_ADDRESS__
    for (;;) {
        memset(malloc(64 << 20), 1, 64 << 20);
    }
#endif
}

#include "right.h"
