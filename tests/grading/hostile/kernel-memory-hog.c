/* Has the kernel take memory for it that belongs to no process: a table of futexes, names of areas. */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <sys/prctl.h>

static int refused(int option, unsigned long what, unsigned long size) {
    return prctl(option, what, size, 0, 0) == -1 && errno == EPERM;
}

int main(void) {
    const int futex_hash = 78, set_slots = 1, merge = 67, area = 0x53564d41;
    puts(refused(futex_hash, set_slots, 1 << 23) ? "blocked" : "LEAKED: half a gigabyte");
    puts(refused(merge, 1, 0) ? "blocked" : "LEAKED: merges its pages");
    puts(refused(area, 0, (unsigned long)"name") ? "blocked" : "LEAKED: names an area");
}
