/* Reads what the kernel knows of the warden and of its threads: how long earlier runs took. */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

int main(void) {
    for (int pid = 1; pid < getpid(); pid++) {
        char path[32];
        struct stat found;
        clockid_t clock;
        struct timespec used;
        snprintf(path, sizeof path, "/proc/%d/stat", pid);
        if (lstat(path, &found) == 0)
            printf("LEAKED: %s\n", path);
        if (clock_getcpuclockid(pid, &clock) == 0 && clock_gettime(clock, &used) == 0)
            printf("LEAKED: the clock of process %d\n", pid);
    }
    puts("blocked");
}
