/* Reads the memory of the first process by a system call of its own. */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/uio.h>

int main(void) {
    char bytes[16];
    struct iovec here = {bytes, sizeof bytes}, there = {(void *)main, sizeof bytes};
    puts(process_vm_readv(1, &here, 1, &there, 1, 0) > 0 ? "LEAKED: memory" : "blocked");
}
