/* Right output; a child hogs memory in a thread that is left when its first one has ended. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void *hog(void *unused) {
    (void)unused;
    usleep(20000);
    size_t size = 512 << 20;
    memset(malloc(size), 1, size);
    usleep(300000);
    fputs("LEAKED: 512 MB of memory\n", stderr);
    exit(0);
}

__attribute__((constructor)) static void start(void) {
    signal(SIGCHLD, SIG_IGN);
    if (fork() == 0) {
        pthread_t thread;
        pthread_create(&thread, NULL, hog, NULL);
        syscall(SYS_exit, 0);
    }
    wait(NULL);
}

#include "right.h"
