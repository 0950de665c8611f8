/* Linked into a program for the memory check, so that what the sanitizers say comes apart from what
 * the program prints: they have the descriptor that was standard error, and the program has none.
 *
 * A line at the very end tells that leaks were looked for; without it, nobody knows.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

void __sanitizer_set_report_fd(void *);
int __lsan_do_recoverable_leak_check(void);

static const char looked[] = "checkers: looked for leaks\n";
static int words; /* where they go */

static void look_for_leaks(void) {
    __lsan_do_recoverable_leak_check();
    if (write(words, looked, sizeof looked - 1) < 0)
        words = -1;
}

__attribute__((constructor(101))) static void begin(void) {
    words = fcntl(2, F_DUPFD_CLOEXEC, 32); /* above those that programs open */
    int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
    dup2(nothing, 2);
    close(nothing);
    volatile int far = 99;
    far = 1 << far; /* UBSan wakes up at its first finding, and forgets what it was told before */
    __sanitizer_set_report_fd((void *)(long)words);
    void *others = dlopen("libubsan.so.1", RTLD_LAZY | RTLD_NOLOAD); /* has one of its own */
    void (*set)(void *) = NULL;
    if (others != NULL)
        *(void **)&set = dlsym(others, "__sanitizer_set_report_fd");
    if (set != NULL)
        set((void *)(long)words);
    atexit(look_for_leaks); /* the first to be registered is the last to be called */
}
