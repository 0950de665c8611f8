/* Puts huge pages into pipes and lets go of them: then they belong to no process. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

int main(void) {
    const size_t huge = 2 << 20;
    int pages = 0, ends[2];
    for (int i = 0; i < 3 && pipe(ends) == 0; i++) {
        fcntl(ends[1], F_SETPIPE_SZ, 1 << 20);
        for (int j = 0; j < 120; j++) {
            char *memory = mmap(NULL, 2 * huge, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            char *page = memory + (huge - (size_t)memory % huge);
            madvise(page, huge, MADV_HUGEPAGE);
            *page = 1;
            struct iovec byte = {page, 1};
            pages += vmsplice(ends[1], &byte, 1, SPLICE_F_NONBLOCK) == 1;
            munmap(memory, 2 * huge);
        }
    }
    puts(pages > 0 ? "LEAKED: 720 MB of memory" : "blocked");
}
