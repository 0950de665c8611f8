/* The same, but ignores the signal. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    signal(SIGXFSZ, SIG_IGN);
    int fd = open("/tmp/sparse", O_RDWR | O_CREAT, 0600);
    int grown = ftruncate(fd, 2L << 30) == 0 || pwrite(fd, "", 1, 2L << 30) == 1;
    puts(grown ? "LEAKED: a file of 2 GB" : "blocked");
}
