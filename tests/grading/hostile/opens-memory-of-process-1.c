/* Opens the memory of the first process, to read it or to write to it. */
#include <fcntl.h>
#include <stdio.h>

int main(void) {
    int opened = open("/proc/1/mem", O_RDWR) >= 0 || open("/proc/1/mem", O_RDONLY) >= 0;
    puts(opened ? "LEAKED: the memory of process 1" : "blocked");
}
