/* Has the kernel itself send the signals that kill and stop the first process. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    const int signals[] = {0, SIGKILL, SIGSTOP, SIGTERM, SIGSEGV};
    int ends[2];
    for (int i = 0; i < 5 && pipe(ends) == 0; i++) {
        fcntl(ends[0], F_SETOWN, 1);
        fcntl(ends[0], F_SETSIG, signals[i]);
        fcntl(ends[0], F_SETFL, O_ASYNC);
        if (write(ends[1], "x", 1) != 1) {
            return 1;
        }
    }
    puts("blocked");
}
