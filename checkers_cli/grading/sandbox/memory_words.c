/* Linked into a program for the memory check, so that what the sanitizers say comes apart from what
 * the program prints: they have the descriptor that was standard error, and the program has none.
 *
 * A line tells that the program has come to its end by itself, which is when leaks are looked for;
 * without it, nobody has looked. WORD stands for what no program can know beforehand.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

void __sanitizer_set_report_fd(void *);

static const char ending[] = "checkers: at the end, WORD\n";
static int words; /* where they go */

static void tell_the_end(void) {
    if (write(words, ending, sizeof ending - 1) < 0)
        words = -1;
}

/* What the C library keeps for itself is not the program's to free: environment, time zone, locale. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) {
    return "leak:setenv\nleak:putenv\nleak:__GI___tsearch\nleak:__tz\nleak:_nl_\n";
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
    atexit(tell_the_end); /* the first to be registered is called last, but for LeakSanitizer's own */
}
