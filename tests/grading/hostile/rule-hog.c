/* Gives the kernel a hundred thousand rules to keep, whose memory belongs to no process. */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
    struct { unsigned long long files, net; } ruleset = {0, 1};
    struct __attribute__((packed)) { unsigned long long access, port; } rule = {1, 0};
    int rules = 0;
    for (int i = 0; i < 2; i++) {
        long fd = syscall(444 /* landlock_create_ruleset */, &ruleset, sizeof ruleset, 0);
        for (rule.port = 0; fd >= 0 && rule.port < 65536; rule.port++) {
            rules += syscall(445 /* landlock_add_rule */, fd, 2, &rule, 0) == 0;
        }
    }
    puts(rules > 0 ? "LEAKED: memory of the kernel" : "blocked");
}
