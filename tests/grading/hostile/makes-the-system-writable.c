/* Makes the mounts of the system writable again. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
    struct { unsigned long long set, clear, propagation, namespace; } writable = {.clear = 1};
    long done = syscall(442 /* mount_setattr */, AT_FDCWD, "/", 0x8000, &writable, sizeof writable);
    puts(done == 0 ? "LEAKED: writable" : "blocked");
}
