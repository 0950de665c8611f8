/* Reads other files than its own through the streams that it was given. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <unistd.h>

int main(void) {
    char text[256];
    for (int fd = 1; fd <= 2; fd++) {
        ssize_t length = pread(fd, text, sizeof text, 0);
        if (length > 0) {
            printf("LEAKED: %zd bytes that were there before\n", length);
        }
    }
    puts("nothing more found");
}
