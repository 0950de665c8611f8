/* Sets the clock of the machine (to what it is, so that nothing is lost if it could). */
#define _GNU_SOURCE
#include <stdio.h>
#include <time.h>

int main(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    puts(clock_settime(CLOCK_REALTIME, &now) == 0 ? "LEAKED: the clock" : "blocked");
}
