/* Raises its own limits. */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/resource.h>

int main(void) {
    static const int limits[] = {RLIMIT_CPU, RLIMIT_FSIZE, RLIMIT_NPROC, RLIMIT_NOFILE, RLIMIT_CORE};
    for (int i = 0; i < 5; i++) {
        struct rlimit none = {RLIM_INFINITY, RLIM_INFINITY};
        if (setrlimit(limits[i], &none) == 0) {
            printf("LEAKED: limit %d is gone\n", limits[i]);
        }
    }
    puts("blocked");
}
