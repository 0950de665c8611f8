/* Writes to its standard input, for those who read it after. */
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    int again = open("/proc/self/fd/0", O_RDWR);
    int written = write(0, "P\n", 2) == 2 || (again >= 0 && write(again, "P\n", 2) == 2);
    int cut = ftruncate(0, 0) == 0 || (again >= 0 && ftruncate(again, 0) == 0);
    puts(written || cut ? "LEAKED: the input was changed" : "blocked");
}
