/* Asks the file system which files anybody has read, and marks the folders that runs share. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/fiemap.h>
#include <linux/fs.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
    static struct fiemap map = {.fm_length = ~0ULL};
    const unsigned long cache = _IOWR('f', 42, struct fiemap); /* EXT4_IOC_GET_ES_CACHE */
    int file = open("/usr/bin/env", O_RDONLY), folder = open("/tmp", O_RDONLY | O_DIRECTORY);
    if (ioctl(file, cache, &map) == 0 || ioctl(file, FS_IOC_FIEMAP, &map) == 0)
        puts("LEAKED: what has been read");
    long attributes[4] = {0};
    int flags = FS_NODUMP_FL;
    if (ioctl(folder, FS_IOC_SETFLAGS, &flags) == 0 ||
        syscall(469 /* file_setattr */, folder, "", attributes, sizeof attributes, AT_EMPTY_PATH) == 0 ||
        errno != ENOSYS)
        puts("LEAKED: a mark on a folder");
    puts("blocked");
}
