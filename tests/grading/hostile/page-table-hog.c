/* Reads one byte of every two megabytes: the kernel needs a page for each to remember that. */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/mman.h>

int main(void) {
    size_t size = 1UL << 40, step = 2UL << 20;
    volatile char *memory =
        mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) {
        puts("blocked");
        return 0;
    }
    madvise((void *)memory, size, MADV_NOHUGEPAGE);
    for (size_t i = 0; i < 300000; i++)
        (void)memory[i * step];
    puts("LEAKED: a gigabyte of page tables");
    return 0;
}
