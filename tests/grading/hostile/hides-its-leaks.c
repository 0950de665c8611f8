/* Right output, and a leak; tells the sanitizers not to look for it. */
#include <stdlib.h>

const char *__asan_default_options(void) { return "detect_leaks=0:log_path=/dev/null"; }
const char *__lsan_default_suppressions(void) { return "leak:*"; }
int __lsan_is_turned_off(void) { return 1; }

__attribute__((constructor)) static void leak(void) {
    volatile char *block = malloc(1000);
    block[0] = 1;
    block = NULL;
}

#include "right.h"
