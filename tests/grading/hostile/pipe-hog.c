/* Fills pipes, whose memory belongs to no process. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

/* Fills as many pipes as there can be; the result is in megabytes. */
static int fill(void) {
    static char block[1 << 20];
    long bytes = 0, length;
    for (int ends[2]; pipe2(ends, O_NONBLOCK) == 0;) {
        fcntl(ends[1], F_SETPIPE_SZ, sizeof block);
        while ((length = write(ends[1], block, sizeof block)) > 0) {
            bytes += length;
        }
    }
    sleep(1);
    return (int)(bytes >> 20);
}

int main(void) {
    int sum = 0, status;
    for (int i = 0; i < 25; i++) {
        if (fork() == 0) {
            _exit(fill());
        }
    }
    while (wait(&status) > 0) {
        sum += WEXITSTATUS(status);
    }
    puts(sum > 128 ? "LEAKED: more memory than the limit" : "blocked");
}
