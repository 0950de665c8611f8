/* Reads from a pipe of its own that nobody writes to. */
#include <unistd.h>

int main(void) {
    int ends[2];
    char byte;
    return pipe(ends) == 0 && read(ends[0], &byte, 1) == 1;
}
