/* Fills files in memory, in many processes. */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static int fill(void) {
    static char block[1 << 19];
    int files = 0;
    for (; files < 50; files++) {
        int fd = memfd_create("hog", 0);
        if (fd < 0 || write(fd, block, sizeof block) < 0) {
            break;
        }
    }
    sleep(1);
    return files;
}

int main(void) {
    int sum = 0, status;
    for (int i = 0; i < 20; i++) {
        if (fork() == 0) {
            _exit(fill());
        }
    }
    while (wait(&status) > 0) {
        sum += WEXITSTATUS(status);
    }
    puts(sum > 700 ? "LEAKED: 350 MB of memory" : "blocked");
}
