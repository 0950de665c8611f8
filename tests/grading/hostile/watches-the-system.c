/* Has the kernel tell when others use a file of the system. */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/fanotify.h>
#include <sys/inotify.h>

int main(void) {
    int watches = 0, watcher = inotify_init1(0);
    for (int i = 0; i < 10; i++) {
        watches += inotify_add_watch(watcher, "/usr/bin", IN_ALL_EVENTS) >= 0;
    }
    if (watches > 0 || fanotify_init(FAN_REPORT_FID, 0) >= 0) {
        puts("LEAKED: the files of others");
    }
    puts("blocked");
}
