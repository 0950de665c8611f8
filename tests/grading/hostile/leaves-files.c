/* Right output, but it leaves files, and says so if it finds those of an earlier case. */
#include <stdio.h>

#define main right_main
#include "right.h"
#undef main

int main(void) {
    static const char *const files[] = {"/tmp/left", "/dev/shm/left", "left"};
    for (int i = 0; i < 3; i++) {
        FILE *stream = fopen(files[i], "r");
        if (stream != NULL) {
            printf("LEAKED: %s was left\n", files[i]);
        }
        stream = fopen(files[i], "w");
        if (stream != NULL) {
            fputs("left\n", stream);
            fclose(stream);
        }
    }
    return right_main();
}
