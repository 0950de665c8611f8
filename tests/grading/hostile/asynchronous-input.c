/* Takes requests for asynchronous input, whose memory belongs to no process. */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
    unsigned long context = 0;
    puts(syscall(SYS_io_setup, 10000, &context) == 0 ? "LEAKED: requests" : "blocked");
}
