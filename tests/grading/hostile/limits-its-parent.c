/* Takes from its parent the right to write, so that it cannot report. */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/resource.h>

int main(void) {
    struct rlimit none = {0, 0};
    puts(prlimit(1, RLIMIT_FSIZE, &none, NULL) == 0 ? "LEAKED: limited" : "blocked");
    prlimit(1, RLIMIT_CPU, &none, NULL);
    prlimit(1, RLIMIT_AS, &none, NULL);
    prlimit(1, RLIMIT_STACK, &none, NULL);
    return 0;
}
