/* Right output, but it leaves links that lead outside. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <unistd.h>

#define main right_main
#include "right.h"
#undef main

int main(void) {
    unlink("program.txt");
    int made = symlink("/etc/passwd", "program.txt") == 0;
    made += symlink("/", "/tmp/root") == 0;
    made += symlink("../../../../etc", "up") == 0;
    made += link("/proc/self/exe", "again") == 0;
    fprintf(stderr, "%d links\n", made);
    return right_main();
}
