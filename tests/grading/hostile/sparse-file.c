/* Makes a file of 2 GB that takes no room. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    int fd = open("/tmp/sparse", O_RDWR | O_CREAT, 0600);
    if (ftruncate(fd, 2L << 30) == 0) {
        puts("LEAKED: a file of 2 GB");
    }
}
