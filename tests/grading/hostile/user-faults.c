/* Handles page faults itself, which stops the kernel in the middle of a call. */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
    const int user_mode_only = 1;
    puts(syscall(SYS_userfaultfd, user_mode_only) >= 0 ? "LEAKED: page faults" : "blocked");
}
