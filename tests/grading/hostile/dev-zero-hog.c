/* Fills a shared mapping of /dev/zero, which is memory too, and lets go of the pages. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

int main(void) {
    const size_t part = 16 << 20, whole = 768 << 20;
    struct timespec moment = {0, 30000000};
    int zero = open("/dev/zero", O_RDWR);
    char *hog = mmap(NULL, whole, PROT_READ | PROT_WRITE, MAP_SHARED, zero, 0);
    for (size_t done = 0; hog != MAP_FAILED && done < whole; done += part) {
        memset(hog + done, 1, part);
        madvise(hog + done, part, MADV_DONTNEED);
        nanosleep(&moment, NULL);
    }
    puts(hog != MAP_FAILED && hog[whole - 1] == 1 ? "LEAKED: 768 MB of memory" : "blocked");
}
