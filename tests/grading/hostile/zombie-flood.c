/* Leaves as many dead children as there can be. */
#define _GNU_SOURCE
#include <stdio.h>
#include <unistd.h>

int main(void) {
    int children = 0;
    for (pid_t child; children < 5000 && (child = fork()) >= 0; children++) {
        if (child == 0) {
            _exit(0);
        }
    }
    puts(children > 1000 ? "LEAKED: more processes than the limit" : "blocked");
}
