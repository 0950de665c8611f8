/* Looks at the open files of all processes, and for those that it inherited. */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void look(long pid) {
    char name[64], target[256];
    for (int fd = 0; fd < 64; fd++) {
        snprintf(name, sizeof name, "/proc/%ld/fd/%d", pid, fd);
        if (readlink(name, target, sizeof target) >= 0 || open(name, O_RDONLY) >= 0) {
            printf("LEAKED: %s\n", name);
        }
    }
}

int main(void) {
    for (int fd = 3; fd < 1024; fd++) {
        if (fcntl(fd, F_GETFD) >= 0) {
            printf("LEAKED: inherited descriptor %d\n", fd);
        }
    }
    DIR *processes = opendir("/proc");
    for (struct dirent *entry; processes != NULL && (entry = readdir(processes)) != NULL;) {
        long pid = strtol(entry->d_name, NULL, 10);
        if (pid > 0 && pid != getpid()) {
            look(pid);
        }
    }
    puts("nothing more found");
}
