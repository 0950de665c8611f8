/* Gives the kernel code to run. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
    int file = open("/proc/self/exe", O_RDONLY);
    puts(syscall(SYS_finit_module, file, "", 0) == 0 ? "LEAKED: loaded" : "blocked");
}
