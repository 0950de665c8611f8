/* Rewrites its code through its memory as a file, which ignores what is read-only. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

static const volatile char text[] = "blocked";

int main(void) {
    int memory = open("/proc/self/mem", O_RDWR);
    if (memory >= 0 && pwrite(memory, "LEAKED", 6, (off_t)(size_t)text) == 6) {
        puts("LEAKED: wrote to memory that is read-only");
    }
    puts((const char *)text);
}
