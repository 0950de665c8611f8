/* Right output, but it leaves shared memory, and says so if it finds some. */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/ipc.h>
#include <sys/shm.h>

#define main right_main
#include "right.h"
#undef main

int main(void) {
    if (shmget(0x746f7765, 4096, 0) >= 0) {
        puts("LEAKED: shared memory was left");
    }
    shmget(0x746f7765, 4096, IPC_CREAT | 0600);
    return right_main();
}
