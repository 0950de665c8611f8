/* Has the kernel compare its pages with those of others, and merge the ones that are equal. */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/mman.h>

int main(void) {
    void *memory = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    puts(madvise(memory, 1 << 20, MADV_MERGEABLE) == 0 ? "LEAKED: merged" : "blocked");
}
