/* Prints what would rewrite a terminal. */
#include <stdio.h>

int main(void) {
    puts("\x1b[2J\x1b[H\x1b[32mAccepted\x1b[0m");
    puts("\x1b]0;owned\x07\x1b]52;c;cm0gLXJm\x07\x1b]8;;http://example.invalid\x07link\x1b]8;;\x07");
    puts("\x9b" "31m\x90q\x9c\r\b\b\b\v\f\x7f");
}
