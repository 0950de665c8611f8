/* Attaches to its parent as a debugger. */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/ptrace.h>
#include <unistd.h>

int main(void) {
    puts(ptrace(PTRACE_ATTACH, getppid(), NULL, NULL) == 0 ? "LEAKED: traced" : "blocked");
}
