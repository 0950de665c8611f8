/* Watches watchers that watch watchers, which takes the kernel long to check. */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/epoll.h>
#include <unistd.h>

int main(void) {
    int watchers[50], depth = 0, ends[2];
    struct epoll_event event = {.events = EPOLLIN};
    if (pipe(ends) != 0) {
        return 1;
    }
    for (int i = 0; i < 50; i++) {
        watchers[i] = epoll_create1(0);
        for (int j = 0; j < i; j++) {
            epoll_ctl(watchers[i], EPOLL_CTL_ADD, watchers[j], &event);
        }
        depth += epoll_ctl(watchers[i], EPOLL_CTL_ADD, ends[0], &event) == 0;
    }
    puts(depth >= 0 && write(ends[1], "x", 1) == 1 ? "done" : "blocked");
}
