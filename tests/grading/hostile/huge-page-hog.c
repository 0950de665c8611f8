/* Gives back all but a part of each huge page, which the kernel keeps as a whole. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

int main(void) {
    const size_t huge = 2 << 20, count = 40;
    char line[200];
    char *memory = mmap(NULL, count * huge, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memory += huge - (size_t)memory % huge;
    madvise(memory, (count - 1) * huge, MADV_HUGEPAGE);
    memset(memory, 1, huge * 4);
    madvise(memory, huge * 4, 25 /* MADV_COLLAPSE */);
    FILE *maps = fopen("/proc/self/smaps", "r");
    while (maps != NULL && fgets(line, sizeof line, maps) != NULL) {
        long kb = 0;
        if (sscanf(line, "AnonHugePages: %ld", &kb) == 1 && kb > 0) {
            puts("LEAKED: huge pages");
        }
    }
    puts("blocked");
}
