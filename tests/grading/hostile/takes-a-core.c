/* Asks that no other program runs beside it on a core. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <sys/prctl.h>

int main(void) {
    const int core = 62 /* PR_SCHED_CORE */, create = 1;
    int done = prctl(core, create, 0, 1, 0);
    puts(done == 0 || errno != EPERM ? "LEAKED: asked the kernel for a core" : "blocked");
}
