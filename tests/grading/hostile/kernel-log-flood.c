/* Has the kernel write a line to its log for each call. */
#define _GNU_SOURCE
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
    struct sock_filter log[] = {BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_LOG)};
    struct sock_fprog program = {1, log};
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program) == 0 ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0) {
        puts("LEAKED: the log of the kernel");
    }
    for (int i = 0; i < 10000; i++) {
        getppid();
    }
    puts("blocked");
}
