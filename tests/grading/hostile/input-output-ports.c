/* Asks for the ports of the hardware. */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
#ifdef SYS_iopl
    puts(syscall(SYS_iopl, 3) == 0 ? "LEAKED: the hardware" : "blocked");
#else
    syscall(SYS_reboot, 0, 0, 0, 0); /* other machines have no ports */
#endif
}
