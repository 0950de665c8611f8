/* Counts events of the processor, which tell what other programs do. */
#define _GNU_SOURCE
#include <linux/perf_event.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
    struct perf_event_attr event = {.size = sizeof event, .exclude_kernel = 1, .exclude_hv = 1};
    puts(syscall(SYS_perf_event_open, &event, 0, -1, -1, 0) >= 0 ? "LEAKED: events" : "blocked");
}
