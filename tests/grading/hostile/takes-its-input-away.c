/* Takes all rights from its input, lest the next one can open it. */
#include <stdio.h>
#include <sys/stat.h>

int main(void) {
    puts(fchmod(0, 0) == 0 ? "done" : "blocked");
    return 0;
}
