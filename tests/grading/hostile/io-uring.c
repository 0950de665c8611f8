/* Has the kernel open files for it through a ring, past the filter. */
#define _GNU_SOURCE
#include <linux/io_uring.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
    struct io_uring_params params = {0};
    puts(syscall(SYS_io_uring_setup, 8, &params) >= 0 ? "LEAKED: a ring" : "blocked");
}
