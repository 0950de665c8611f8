/* Runs itself again with a library of its choice before all others. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int count, char **words) {
    (void)count;
    if (getenv("LD_PRELOAD") == NULL) {
        setenv("LD_PRELOAD", "/proc/self/exe:/tmp/none.so", 1);
        setenv("GCONV_PATH", "/tmp", 1);
        execv("/proc/self/exe", words);
    }
    puts("blocked");
}
