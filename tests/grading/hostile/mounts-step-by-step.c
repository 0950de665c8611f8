/* Mounts a file system by the newer calls. */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
    puts(syscall(SYS_fsopen, "tmpfs", 0) >= 0 ? "LEAKED: a file system" : "blocked");
}
