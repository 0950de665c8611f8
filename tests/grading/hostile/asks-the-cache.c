/* Asks which pages of a file of the system others have used. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
    struct { unsigned long long start, length; } all = {0, 1 << 20};
    unsigned long long counts[5] = {0};
    int file = open("/usr/bin/env", O_RDONLY);
    puts(syscall(451 /* cachestat */, file, &all, counts, 0) == 0 ? "LEAKED: the cache" : "blocked");
}
