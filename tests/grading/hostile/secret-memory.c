/* Takes memory that the kernel itself cannot see, so that nobody counts it. */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
    puts(syscall(447 /* memfd_secret */, 0) >= 0 ? "LEAKED: secret memory" : "blocked");
}
