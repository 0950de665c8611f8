/* Makes folders in one another, deeper than a path can be. */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    int depth = 0;
    if (chdir("/tmp") == 0) {
        while (depth < 3000 && mkdir("folder-in-a-folder", 0700) == 0 && chdir("folder-in-a-folder") == 0) {
            depth++;
        }
    }
    printf("%d deep\n", depth);
}
