/* Reads the log of the kernel, which has lines about the programs of others. */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/klog.h>

int main(void) {
    static char log[1 << 16];
    puts(klogctl(3, log, sizeof log) >= 0 ? "LEAKED: the log of the kernel" : "blocked");
}
