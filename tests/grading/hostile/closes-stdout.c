/* Closes its output before it prints. */
#include <stdio.h>
#include <unistd.h>

int main(void) {
    close(1);
    puts("into nothing");
}
