/* Linked into a program for the memory check, to separate the reports of the sanitizers from the
 * program's output: the sanitizers get the original standard error, the program gets /dev/null.
 *
 * A line at the end says that leaks were looked for; without this line there was no leak check. WORD is
 * replaced by a secret, so that no program can simply print it, and so is the exit status.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
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
static int has_reports; /* whether they go there */
static pid_t program; /* not one of its children, which may end before it leaks */

/* Completed when they are used: a program that contains a whole name has it from the submission. */
static char set_report_fd[] = "._sanitizer_set_report_fd";
static char check_leaks[] = "._lsan_do_recoverable_leak_check";

static void *function_in(void *library, char *name) {
    name[0] = '_';
    return dlsym(library, name);
}

static int set_in(void *library) {
    void (*set)(void *) = NULL;
    *(void **)&set = function_in(library, set_report_fd);
    if (set != NULL)
        set((void *)(long)words);
    return set != NULL;
}

/* The exit status of a program with leaks; the grader replaces this text as it does in the options. */
enum {exitcode=1};

/* Looks for leaks before it says so: LeakSanitizer would do it after all that is registered to be called at
 * exit, and a program can register something that ends it before. As a destructor this comes after what
 * programs do at exit, such as freeing memory. */
__attribute__((destructor(101))) static void tell_the_end(void) {
    if (getpid() != program)
        return;
    fflush(NULL); /* else the end below would lose what is in the buffer */
    int (*check)(void) = NULL;
    *(void **)&check = function_in(RTLD_DEFAULT, check_leaks);
    int leaks = check != NULL && check();
    if (check != NULL && has_reports && write(words, ending, sizeof ending - 1) < 0)
        words = -1;
    if (leaks)
        _exit(exitcode); /* else LeakSanitizer would report them again */
}

/* Blocks that the C library keeps are not leaks of the program: environment, time zone, locale. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) {
    return "leak:setenv\nleak:putenv\nleak:__GI___tsearch\nleak:__tz\nleak:_nl_\n";
}

__attribute__((constructor(101))) static void begin(void) {
    program = getpid();
    words = fcntl(2, F_DUPFD_CLOEXEC, 32); /* above the descriptors that programs use */
    int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
    dup2(nothing, 2);
    close(nothing);
    volatile int far = 99;
    far = 1 << far; /* UBSan resets the descriptor at its first finding */
    has_reports = set_in(RTLD_DEFAULT);
    void *others = dlopen("libubsan.so.1", RTLD_LAZY | RTLD_NOLOAD); /* a separate copy with its own setting */
    if (others != NULL)
        set_in(others);
}
