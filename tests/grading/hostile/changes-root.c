/* Leaves its root folder by the old trick. */
#define _DEFAULT_SOURCE
#include <stdio.h>
#include <unistd.h>

int main(void) {
    puts(chroot("/tmp") == 0 ? "LEAKED: another root" : "blocked");
}
