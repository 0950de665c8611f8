/* Linked into a program for the memory check, to separate the reports of the sanitizers from the
 * program's output: the sanitizers get the original standard error, the program gets /dev/null.
 *
 * A line at the end says that the program ended by itself, which is when LeakSanitizer runs; without
 * this line there was no leak check. WORD is replaced by a secret, so that no program can forge it, and so
 * is the exit status.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

/* Options are not in the environment, where a program would see that it is checked. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
    return "detect_leaks=1:color=never:quarantine_size_mb=16:allocator_may_return_null=1:handle_segv=1:"
           "allow_user_segv_handler=0:exitcode=1";
}

/* A block counts as leaked even if a variable still points to it: all memory must be freed. */
const char *__lsan_default_options(void);
const char *__lsan_default_options(void) {
    return "use_globals=0:use_stacks=0:use_registers=0:print_suppressions=0:exitcode=1";
}

const char *__ubsan_default_options(void);
const char *__ubsan_default_options(void) { return "print_stacktrace=1:color=never"; }

static const char ending[] = "checkers: at the end, WORD\n";
static int words; /* descriptor of the reports */

/* Completed when it is used: a program that contains the whole name has it from the submission. */
static char set_report_fd[] = "._sanitizer_set_report_fd";

static int set_in(void *library) {
    void (*set)(void *) = NULL;
    *(void **)&set = dlsym(library, set_report_fd);
    if (set != NULL)
        set((void *)(long)words);
    return set != NULL;
}

static void tell_the_end(void) {
    if (write(words, ending, sizeof ending - 1) < 0)
        words = -1;
}

/* Blocks that the C library keeps are not leaks of the program: environment, time zone, locale. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) {
    return "leak:setenv\nleak:putenv\nleak:__GI___tsearch\nleak:__tz\nleak:_nl_\n";
}

__attribute__((constructor(101))) static void begin(void) {
    words = fcntl(2, F_DUPFD_CLOEXEC, 32); /* above the descriptors that programs use */
    int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
    dup2(nothing, 2);
    close(nothing);
    volatile int far = 99;
    far = 1 << far; /* UBSan resets the descriptor at its first finding */
    set_report_fd[0] = '_';
    int told = set_in(RTLD_DEFAULT);
    void *others = dlopen("libubsan.so.1", RTLD_LAZY | RTLD_NOLOAD); /* a separate copy with its own setting */
    if (others != NULL)
        set_in(others);
    if (told)
        atexit(tell_the_end); /* registered first, so called last, just before LeakSanitizer */
}
