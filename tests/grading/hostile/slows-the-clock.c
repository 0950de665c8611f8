/* Makes the clock of the machine slower. */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/timex.h>
#include <time.h>

int main(void) {
    struct timex nothing = {.modes = 0};
    puts(clock_adjtime(CLOCK_REALTIME, &nothing) >= 0 ? "LEAKED: the clock" : "blocked");
}
