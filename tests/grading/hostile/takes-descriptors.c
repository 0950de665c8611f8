/* Takes the report of the first process from its open files. */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
    long first = syscall(434 /* pidfd_open */, getppid(), 0);
    for (int fd = 0; fd < 64; fd++) {
        if (syscall(438 /* pidfd_getfd */, first, fd, 0) >= 0) {
            puts("LEAKED: a file of the first process");
        }
    }
}
