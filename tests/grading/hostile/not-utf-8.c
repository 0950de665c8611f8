/* Prints bytes that are no text in any way. */
#include <stdio.h>

int main(void) {
    for (int byte = 255; byte >= 0; byte--) {
        putchar(byte);
    }
    puts("\xc3\x28 \xed\xa0\x80 \xf4\x90\x80\x80 \xff\xfe");
}
