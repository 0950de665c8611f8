/* Mounts a file system over another. */
#include <stdio.h>
#include <sys/mount.h>

int main(void) {
    puts(mount("none", "/tmp", "tmpfs", 0, NULL) == 0 ? "LEAKED: mounted" : "blocked");
}
