/* Right output; a child keeps it open and sleeps. */
#include <unistd.h>

#define main right_main
#include "right.h"
#undef main

int main(void) {
    if (fork() == 0) {
        sleep(600);
        return 0;
    }
    return right_main();
}
