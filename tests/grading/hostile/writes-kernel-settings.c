/* Changes settings of the kernel, of its namespace and of itself. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    static const char *const names[] = {
        "/proc/sys/kernel/core_pattern", "/proc/sys/kernel/ns_last_pid", "/proc/sysrq-trigger",
        "/proc/sys/vm/drop_caches", "/proc/sys/kernel/hostname", "/proc/sys/fs/mqueue/msg_max",
        "/proc/self/uid_map", "/proc/self/oom_score_adj", "/proc/self/autogroup",
        "/proc/self/coredump_filter", "/proc/self/timerslack_ns", "/proc/self/clear_refs",
        "/proc/pressure/cpu", "/proc/self/attr/current"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (open(names[i], O_WRONLY) >= 0) {
            printf("LEAKED: may write to %s\n", names[i]);
        }
    }
    puts("blocked");
}
