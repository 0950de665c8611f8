/* Asks for a core file, then crashes. */
#include <stdlib.h>
#include <sys/resource.h>

int main(void) {
    struct rlimit all = {RLIM_INFINITY, RLIM_INFINITY};
    setrlimit(RLIMIT_CORE, &all);
    abort();
}
