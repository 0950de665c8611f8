/* The same by a call whose flags no filter can read. */
#define _GNU_SOURCE
#include <linux/sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
    struct clone_args flags = {.flags = CLONE_NEWUSER | CLONE_NEWNS, .exit_signal = SIGCHLD};
    puts(syscall(SYS_clone3, &flags, sizeof flags) >= 0 ? "LEAKED: a namespace" : "blocked");
}
