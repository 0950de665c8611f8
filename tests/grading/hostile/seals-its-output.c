/* Seals its output and its input, so that nobody else can use them. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>

int main(void) {
    for (int fd = 0; fd < 3; fd++) {
        if (fcntl(fd, F_ADD_SEALS, F_SEAL_SHRINK) == 0) {
            puts("LEAKED: sealed");
        }
    }
    puts("blocked");
}
