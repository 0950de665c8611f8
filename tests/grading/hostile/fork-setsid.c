/* Right output; a child in a session of its own sleeps on, then writes to the output. */
#include <stdio.h>
#include <unistd.h>

#define main right_main
#include "right.h"
#undef main

int main(void) {
    if (fork() == 0) {
        setsid();
        sleep(1);
        if (write(1, "LEAKED: a child outlived its parent\n", 36) < 0) {
            return 1;
        }
        sleep(600);
        return 0;
    }
    return right_main();
}
