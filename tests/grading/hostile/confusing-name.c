/* Takes a name that looks like the numbers which follow it in /proc, then hogs memory. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

int main(void) {
    const size_t size = 300 << 20;
    prctl(PR_SET_NAME, "x) Z 0 0 0 0 0", 0, 0, 0);
    memset(malloc(size), 1, size);
    sleep(6);
}
