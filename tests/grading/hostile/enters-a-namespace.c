/* Enters the namespace of another process. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>

int main(void) {
    puts(setns(open("/proc/self/ns/user", O_RDONLY), 0) == 0 ? "LEAKED: entered" : "blocked");
}
