/* Keeps answers for others, and memory that nobody counts, in attributes of its input. */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/xattr.h>

static char value[65536];

int main(void) {
    char name[40];
    if (fgetxattr(0, "user.1", value, sizeof value) > 0)
        puts("LEAKED: what another run has left");
    for (int i = 0; i < 1000; i++) {
        snprintf(name, sizeof name, "user.%d", i);
        if (fsetxattr(0, name, value, sizeof value, 0) != 0) {
            puts("blocked");
            return 0;
        }
    }
    puts("LEAKED: 64 MB of attributes");
    return 0;
}
