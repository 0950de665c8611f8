#if 0 /* A program that is right in C, and another one for the assembler. */
.globl main
main:
    leaq text(%rip), %rdi
    jmp puts@PLT
text:
    .string "LEAKED: assembled"
.section .note.GNU-stack
.if 0
#endif
int main(void) { return 0; }
#if 0
.endif
#endif
