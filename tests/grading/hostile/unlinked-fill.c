/* Fills /tmp with files that have no name any more. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(void) {
    static char block[512 << 10];
    int files = 0;
    for (; files < 1024; files++) {
        char name[] = "/tmp/gone-XXXXXX";
        int fd = mkstemp(name);
        if (fd < 0 || write(fd, block, sizeof block) != sizeof block) {
            break;
        }
        unlink(name);
    }
    puts(files == 1024 ? "LEAKED: half a gigabyte of files" : "blocked");
}
