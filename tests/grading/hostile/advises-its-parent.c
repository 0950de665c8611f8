/* Has the kernel write the memory of its parent to disk, again and again. */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

int main(void) {
    struct iovec all = {(void *)0x10000, 1 << 20};
    long first = syscall(434 /* pidfd_open */, getppid(), 0);
    long done = syscall(440 /* process_madvise */, first, &all, 1, 21 /* MADV_PAGEOUT */, 0);
    puts(done >= 0 ? "LEAKED: the memory of its parent" : "blocked");
}
