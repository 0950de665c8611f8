/* Looks at the files that the first process sees. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    static const char *const ways[] = {"/proc/1/root/home", "/proc/1/root/root", "/proc/1/cwd/home",
                                       "/proc/1/root/etc/passwd", "/proc/1/root/var"};
    struct stat found;
    for (int i = 0; i < 5; i++) {
        if (stat(ways[i], &found) == 0) {
            printf("LEAKED: %s\n", ways[i]);
        }
    }
    puts("nothing more found");
}
