/* Fills the working folder. */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    static char block[512 << 10];
    int files = 0;
    for (; files < 1024; files++) { /* half a gigabyte at most, should nothing stop it */
        char name[64];
        snprintf(name, sizeof name, "./fill-%d", files);
        int fd = open(name, O_WRONLY | O_CREAT, 0600);
        if (fd < 0 || write(fd, block, sizeof block) != sizeof block) {
            break;
        }
        close(fd);
    }
    puts(files == 1024 ? "LEAKED: half a gigabyte of files" : "blocked");
}
