/* Right output, but first it replaces its own binary, for the cases after this one. */
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

#define main right_main
#include "right.h"
#undef main

static void replace(const char *name) {
    static const char script[] = "#!/bin/sh\necho LEAKED: the replaced binary ran\n";
    unlink(name);
    int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0755);
    if (fd >= 0) {
        if (write(fd, script, sizeof script - 1) < 0) {
            perror(name);
        }
        close(fd);
    }
}

int main(void) {
    char self[256] = "";
    if (readlink("/proc/self/exe", self, sizeof self - 1) > 0) {
        replace(self);
    }
    replace("program");
    return right_main();
}
