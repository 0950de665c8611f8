/* An executable that calls the kernel without the C library. */
#include <sys/syscall.h>

void _start(void) {
#ifdef __x86_64__
    long call = SYS_ptrace, done;
    register long fourth __asm__("r10") = 0;
    __asm__ volatile("syscall" : "=a"(done) : "a"(call), "D"(0), "S"(0), "d"(0), "r"(fourth)
                     : "rcx", "r11", "memory");
#else
    register long call __asm__("x8") = SYS_ptrace;
    __asm__ volatile("svc #0" : : "r"(call) : "memory", "x0");
#endif
    for (;;) {
    }
}
