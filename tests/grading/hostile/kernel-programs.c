/* Makes a map for programs in the kernel, whose memory belongs to no process. */
#define _GNU_SOURCE
#include <linux/bpf.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
    union bpf_attr map = {.map_type = BPF_MAP_TYPE_ARRAY, .key_size = 4, .value_size = 1 << 20,
                          .max_entries = 256};
    puts(syscall(SYS_bpf, BPF_MAP_CREATE, &map, sizeof map) >= 0 ? "LEAKED: a map" : "blocked");
}
