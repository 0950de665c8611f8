/* Right output, but it leaves semaphores, and says so if it finds some. */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/ipc.h>
#include <sys/sem.h>

__attribute__((constructor)) static void leave(void) {
    if (semget(0x746f7765, 1, 0) >= 0 || semget(0x746f7766, 200, IPC_CREAT | 0600) >= 0) {
        fputs("LEAKED: semaphores\n", stderr);
    }
}

#include "right.h"
