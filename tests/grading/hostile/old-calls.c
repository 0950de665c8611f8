/* Calls the kernel as 32-bit programs do, whose calls have other numbers. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>

int main(void) {
#ifdef __x86_64__
    int number = 20 /* getpid */, result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(number) : "memory");
    printf("LEAKED: process %d\n", result);
#else
    raise(SIGSYS); /* other machines have no such calls */
#endif
}
