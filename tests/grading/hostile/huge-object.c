/* Makes the assembler write zeros without an end. */
__asm__(".data\n.fill 1 << 40, 1, 7\n.text");

int main(void) {
}
