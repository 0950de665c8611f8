/* Shared memory that is made writable only later, and dropped from what is resident. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

int main(void) {
    size_t size = 600UL << 20, step = 1UL << 20;
    char *memory = mmap(NULL, size, PROT_READ, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED || mprotect(memory, size, PROT_READ | PROT_WRITE) != 0) {
        puts("blocked");
        return 0;
    }
    for (size_t i = 0; i < size; i += step) {
        memset(memory + i, 1, step);
        madvise(memory + i, step, MADV_DONTNEED);
    }
    puts("LEAKED: memory beyond the limit");
    return 0;
}
