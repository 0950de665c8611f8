/* Reads the memory and the addresses of the kernel, and what devices there are. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    static const char *const names[] = {"/proc/kcore", "/dev/mem", "/dev/kmsg", "/proc/kmsg",
                                        "/dev/port", "/proc/timer_list", "/sys/kernel", "/dev/cpu",
                                        "/sys/fs/cgroup", "/proc/self/pagemap"};
    unsigned long long entry = 0;
    for (int i = 0; i < 9; i++) {
        if (open(names[i], O_RDONLY) >= 0) {
            printf("LEAKED: %s\n", names[i]);
        }
    }
    off_t place = (off_t)((size_t)&entry / (size_t)getpagesize() * sizeof entry);
    if (pread(open(names[9], O_RDONLY), &entry, sizeof entry, place) > 0 && entry << 9 >> 9) {
        puts("LEAKED: where its pages are");
    }
    unsigned long address = 0;
    FILE *symbols = fopen("/proc/kallsyms", "r");
    if (symbols != NULL && fscanf(symbols, "%lx", &address) == 1 && address != 0) {
        puts("LEAKED: addresses of the kernel");
    }
    puts("blocked");
}
