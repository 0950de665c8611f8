/* Fills System V shared memory and detaches from it. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/shm.h>
#include <time.h>

int main(void) {
    const size_t part = 16 << 20;
    struct timespec moment = {0, 30000000};
    int parts = 0;
    for (; parts < 48; parts++) {
        char *hog = shmat(shmget(IPC_PRIVATE, part, IPC_CREAT | 0600), NULL, 0);
        if (hog == (char *)-1) {
            break;
        }
        memset(hog, 1, part);
        shmdt(hog);
        nanosleep(&moment, NULL);
    }
    puts(parts == 48 ? "LEAKED: 768 MB of memory" : "blocked");
}
