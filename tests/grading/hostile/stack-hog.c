/* Recursion without an end. */
#include <stdio.h>
#include <string.h>

static int deeper(int depth) {
    char frame[4096];
    memset(frame, depth, sizeof frame);
    return depth < 0 ? 0 : deeper(depth + 1) + frame[7];
}

int main(void) {
    printf("%d\n", deeper(0));
}
