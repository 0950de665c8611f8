/* Makes empty files without an end. */
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    for (int i = 0; i < 1000000; i++) {
        char name[64];
        snprintf(name, sizeof name, "/tmp/empty-%d", i);
        int fd = open(name, O_WRONLY | O_CREAT, 0600);
        if (fd < 0) {
            break;
        }
        close(fd);
    }
    puts("blocked");
    fflush(stdout);
    sleep(600);
}
