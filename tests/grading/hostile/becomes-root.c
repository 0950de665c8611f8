/* Becomes root, or finds that it is, or that it has powers. */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    char line[256];
    if (getuid() == 0 || geteuid() == 0 || setuid(0) == 0 || setgid(0) == 0) {
        puts("LEAKED: root");
    }
    FILE *status = fopen("/proc/self/status", "r");
    while (status != NULL && fgets(line, sizeof line, status) != NULL) {
        if (strncmp(line, "CapEff:", 7) == 0 && strtoull(line + 7, NULL, 16) != 0) {
            printf("LEAKED: %s", line);
        }
    }
    puts("blocked");
}
