/* Reads the environment of the first process and of its parent. */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <unistd.h>

static void look(int pid) {
    char name[64];
    snprintf(name, sizeof name, "/proc/%d/environ", pid);
    FILE *stream = fopen(name, "r");
    if (stream != NULL && fgetc(stream) != EOF) {
        printf("LEAKED: %s\n", name);
    }
}

int main(void) {
    look(1);
    look(getppid());
    puts("nothing more found");
}
