/* Takes a part of the kernel away. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
    puts(syscall(SYS_delete_module, "no-such-module", O_NONBLOCK) == 0 ? "LEAKED" : "blocked");
}
