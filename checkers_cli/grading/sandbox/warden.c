/* The warden runs one untrusted command, enforces its limits, kills its processes and reports.
 *
 * It is the first process in the sandbox (process 1 of its own PID namespace), so no process of the
 * command can outlive or signal it. It is in C because a shell cannot tell exit(139) from a crash, and
 * starting Python costs more time than most of the commands.
 *
 *   warden NAME=VALUE... -- COMMAND...
 *
 *   run=FD,FD,FD  standard input, output and error of a run. May be repeated for several runs, one
 *                 after the other; without it there is one run, with the streams of the warden
 *   report=FD     receives a line after each run: why status cpu_us wall_us peak_kb
 *   proc=FD       the folder /proc, if it is mounted read-only
 *   artifact=FD   receives the content of the file `take` if the exit status is 0
 *   take=NAME     a file in the working directory
 *   cpu=MS wall=MS memory=KB inodes=N   limits of all processes of a run together
 *   starved=MS    by how much the wall time may be longer because no core is free
 *   processes=N files=N size=BYTES stack=BYTES   limits that the kernel enforces on each process
 *   filter=N      bits: 1 forbids system calls that programs do not need, 2 allows ptrace,
 *                 4 allows the calls that builds need and runs do not
 *
 * `why` is one of ended, cpu, wall, memory, inodes, start; `status` is the status of wait(), or for
 * start (the command cannot be started) the errno.
 *
 * A run must not learn anything about earlier runs. So another run follows only if the last one ended
 * by itself, printed little and left nothing behind. Otherwise the warden exits, and the grader starts
 * a new sandbox for the remaining runs.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

#define POLL_MS 10           /* limits are checked this often; an exit is noticed at once */
#define ENDING_MS 4000       /* processes not gone by then are left to the kernel */
#define ARTIFACT_MOST (64 << 20)
#define WATCHED_MOST 3
#define RUNS_MOST 64
#define OUTPUT_MUCH (1 << 20)
#define SEEN_MOST 512        /* processes whose CPU time is tracked; far above the process limit */

static struct {
    long report, proc, artifact, cpu, wall, starved, memory, inodes, processes, files, size, stack,
        filter;
    const char *take;
} options = {.report = -1, .proc = -1, .artifact = -1};

static int runs[RUNS_MOST][3] = {{0, 1, 2}}, run_count;

/* Private file systems in the sandbox (tmpfs): their content counts as memory. */
static const char *const watched[WATCHED_MOST] = {"/tmp", "/work", "/dev/shm"};
static int alone; /* as process 1: all other processes belong to the command */

static void fail(const char *what) {
    fprintf(stderr, "warden: %s: %s\n", what, strerror(errno));
    exit(125);
}

static int read_option(const char *word) {
    static const struct { const char *name; long *value; } numbers[] = {
        {"report=", &options.report},       {"artifact=", &options.artifact},
        {"cpu=", &options.cpu},             {"wall=", &options.wall},
        {"memory=", &options.memory},       {"inodes=", &options.inodes},
        {"processes=", &options.processes}, {"files=", &options.files},
        {"size=", &options.size},           {"stack=", &options.stack},
        {"filter=", &options.filter},       {"proc=", &options.proc},
        {"starved=", &options.starved},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        size_t length = strlen(numbers[i].name);
        if (strncmp(word, numbers[i].name, length) == 0) {
            *numbers[i].value = strtol(word + length, NULL, 10);
            return 1;
        }
    }
    if (run_count < RUNS_MOST && sscanf(word, "run=%d,%d,%d", &runs[run_count][0],
                                        &runs[run_count][1], &runs[run_count][2]) == 3) {
        run_count++;
        return 1;
    }
    if (strncmp(word, "take=", 5) == 0) {
        options.take = word + 5;
        return 1;
    }
    return 0;
}

static long now_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000L + t.tv_nsec / 1000;
}

static long cpu_us(const struct rusage *usage) {
    return (usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) * 1000000L +
           usage->ru_utime.tv_usec + usage->ru_stime.tv_usec;
}

/* ---- in the child process, before exec ---- */

static void limit(int what, long soft, long hard) {
    struct rlimit r = {(rlim_t)soft, (rlim_t)hard};
    if (setrlimit(what, &r) != 0 && errno != EPERM)
        fail("setrlimit");
}

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#define HIGHEST_CALL 0x3fffffff /* higher numbers are x32 calls, which would bypass the filter */
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#define HIGHEST_CALL 0x7fffffff
#endif

static void filter_calls(int with_ptrace, int for_build) {
#ifdef ARCHITECTURE
    static const int forbidden[] = {
        SYS_process_vm_readv, SYS_process_vm_writev, SYS_mount, SYS_umount2, SYS_pivot_root,
        SYS_chroot, SYS_unshare, SYS_setns, SYS_bpf, SYS_perf_event_open,
        SYS_userfaultfd, SYS_keyctl, SYS_add_key, SYS_request_key, SYS_kexec_load, SYS_reboot,
        SYS_init_module, SYS_finit_module, SYS_swapon, SYS_acct, SYS_quotactl, SYS_settimeofday,
        SYS_clock_settime, SYS_sethostname, SYS_io_uring_setup, SYS_open_by_handle_at, SYS_fsopen,
        SYS_open_tree, SYS_move_mount, SYS_fsconfig, SYS_fsmount, SYS_fspick, SYS_swapoff,
        SYS_delete_module, SYS_kexec_file_load, SYS_setdomainname, SYS_clock_adjtime,
        SYS_syslog, /* reads the kernel's log, which has lines about crashes of other programs */
        426 /* io_uring_enter */, 427 /* io_uring_register */, 438 /* pidfd_getfd */,
        440 /* process_madvise */, 442 /* mount_setattr */, 443 /* quotactl_fd */,
        448 /* process_mrelease */, 467 /* open_tree_attr */,
#ifdef SYS_iopl /* x86 only */
        SYS_iopl, SYS_ioperm,
#endif
        SYS_ptrace, /* must be last: left out if `with_ptrace` */
    };
    enum { COUNT = sizeof forbidden / sizeof *forbidden };
    struct sock_filter code[2 * COUNT + 250];
    int n = 0, count = with_ptrace ? COUNT - 1 : COUNT;
#define CODE(...) code[n++] = (struct sock_filter)__VA_ARGS__
#define DATA(field) (unsigned)offsetof(struct seccomp_data, field)
    CODE(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, DATA(arch)));
    CODE(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0));
    CODE(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS));
    CODE(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, DATA(nr)));
    CODE(BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, HIGHEST_CALL, 0, 1));
    CODE(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS));
    /* Filters cannot read the flags of clone3; after ENOSYS the C library uses clone. */
    CODE(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone3, 0, 1));
    CODE(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS));
    for (int i = 0; i < count; i++) {
        CODE(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)forbidden[i], 0, 1));
        CODE(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS));
    }
    /* Only local sockets fail without killing: the C library tries one to look up a user name. */
    CODE(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 4));
    CODE(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, DATA(args[0])));
    CODE(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_UNIX, 1, 0));
    CODE(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS));
    CODE(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES));
    /* The warden cannot attribute shared memory to a process, and System V objects outlive their
     * processes: both are refused. */
    static const int unshared[] = {
        SYS_memfd_create, SYS_shmget, SYS_msgget, SYS_semget, SYS_socketpair,
        /* Memory that the warden cannot see: pages in pipes, secret pages, AIO requests. */
        SYS_vmsplice, 447 /* memfd_secret */, SYS_io_setup, 444 /* landlock_create_ruleset */,
        /* A filter of its own could write a line to the kernel's log for each call. */
        SYS_seccomp,
#ifdef SYS_modify_ldt
        SYS_modify_ldt,
#endif
    };
    for (size_t i = 0; i < sizeof unshared / sizeof *unshared; i++) {
        CODE(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)unshared[i], 0, 1));
        CODE(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES));
    }
    /* Extended attributes take memory that is not counted, also on the standard streams. Tools that
     * copy files go on without them. */
    static const int attributes[] = {
        SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr, 463 /* setxattrat */,
    };
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++) {
        CODE(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)attributes[i], 0, 1));
        CODE(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EOPNOTSUPP));
    }
    /* All runs share the system files and /dev/null, so a change of their locks, times or cache could
     * pass a message to another run. These calls do nothing; the ones that honest programs may use
     * report success. Builds may use them: they have no secrets to pass on. */
    static const struct { int call; unsigned answer; } telling[] = {
        {SYS_flock, 0}, {SYS_utimensat, 0}, {SYS_sync, 0}, {SYS_syncfs, 0}, {SYS_fadvise64, 0},
        /* On a system file they flush the disk of the machine; files of a run are in memory. */
        {SYS_fsync, 0}, {SYS_fdatasync, 0}, {SYS_sync_file_range, 0},
        {SYS_readahead, 0}, {SYS_inotify_init1, EPERM}, {SYS_inotify_add_watch, EPERM},
        {SYS_fanotify_init, EPERM}, {451 /* cachestat */, EPERM},
#ifdef SYS_utime /* x86 only, like the others here */
        {SYS_utime, 0}, {SYS_utimes, 0}, {SYS_futimesat, 0}, {SYS_inotify_init, EPERM},
#endif
    };
    for (size_t i = 0; !for_build && i < sizeof telling / sizeof *telling; i++) {
        CODE(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)telling[i].call, 0, 1));
        CODE(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | telling[i].answer));
    }
    /* The flags of preadv2 can ask what is in the page cache. */
    CODE(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_preadv2, 0, 4));
    CODE(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, DATA(args[5])));
    CODE(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0));
    CODE(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EOPNOTSUPP));
    CODE(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, DATA(nr)));
    /* Calls that are refused for some arguments only; huge pages: see `become`. */
    static const struct { int call, argument; unsigned value, answer; } uses[] = {
        {SYS_prctl, 0, PR_SET_THP_DISABLE, EPERM},
        {SYS_prctl, 0, PR_SET_SECCOMP, EACCES},
        {SYS_prctl, 0, 62 /* PR_SCHED_CORE */, EPERM}, /* takes half a core from other runs */
        {SYS_madvise, 2, MADV_MERGEABLE, EINVAL}, /* tells which pages other runs have, by time */
        {SYS_setrlimit, 0, RLIMIT_CORE, EPERM},
#define FOR_BUILDS_TOO 5 /* of these; the others are for runs only */
        {SYS_fcntl, 1, F_SETLK, 0},            {SYS_fcntl, 1, F_SETLKW, 0},
        {SYS_fcntl, 1, F_OFD_SETLK, 0},        {SYS_fcntl, 1, F_OFD_SETLKW, 0},
        {SYS_fcntl, 1, F_SETLEASE, EPERM},     {SYS_fcntl, 1, F_NOTIFY, EPERM},
        {SYS_fcntl, 1, F_SET_RW_HINT, EPERM},  {SYS_fcntl, 1, F_SET_FILE_RW_HINT, EPERM},
    };
    for (size_t i = 0; i < (for_build ? FOR_BUILDS_TOO : sizeof uses / sizeof *uses); i++) {
        CODE(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)uses[i].call, 0, 4));
        CODE(BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
                      (unsigned)(offsetof(struct seccomp_data, args) + 8 * uses[i].argument)));
        CODE(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, uses[i].value, 0, 1));
        CODE(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | uses[i].answer));
        CODE(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, DATA(nr)));
    }
    /* A lower RLIMIT_CORE: see `become`. The sanitizers need it, which run with ptrace. */
    CODE(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prlimit64, 0, 8));
    CODE(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, DATA(args[1])));
    CODE(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, with_ptrace ? ~0u : RLIMIT_CORE, 0, 5));
    CODE(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, DATA(args[2]))); /* the new limit: NULL to read it */
    CODE(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 2));
    CODE(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, DATA(args[2]) + 4));
    CODE(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0));
    CODE(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM));
    CODE(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, DATA(nr)));
    /* Shared mappings, also read-only ones: mprotect could make them writable. */
    CODE(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 0, 4));
    CODE(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, DATA(args[3])));
    CODE(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, MAP_SHARED, 0, 1));
    CODE(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EACCES));
    CODE(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, DATA(nr)));
    /* Limits, priority and affinity of other processes: the warden has the same user, and the next
     * run inherits its settings. A process may change its own: argument 0 in `whose`. */
    static const struct { int call, whose; } own_only[] = {
        {SYS_prlimit64, 0},          {SYS_sched_setaffinity, 0}, {SYS_sched_setscheduler, 0},
        {SYS_sched_setparam, 0},     {SYS_sched_setattr, 0},     {SYS_setpriority, 1},
        {SYS_ioprio_set, 1},
    };
    for (size_t i = 0; i < sizeof own_only / sizeof *own_only; i++) {
        CODE(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)own_only[i].call, 0, 4));
        CODE(BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
                      (unsigned)(offsetof(struct seccomp_data, args) + 8 * own_only[i].whose)));
        CODE(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0));
        CODE(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM));
        CODE(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, DATA(nr)));
    }
    /* The same for all processes of a user, which include the warden. */
    for (int i = 0; i < 2; i++) {
        unsigned call = (unsigned)(i ? SYS_ioprio_set : SYS_setpriority);
        CODE(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 4));
        CODE(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, DATA(args[0])));
        CODE(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)(i ? 3 : PRIO_USER), 0, 1));
        CODE(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM));
        CODE(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, DATA(nr)));
    }
    /* A new user namespace would give new capabilities. */
    CODE(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3));
    CODE(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, DATA(args[0])));
    CODE(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_NEWUSER, 0, 1));
    CODE(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS));
    CODE(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
    struct sock_fprog program = {(unsigned short)n, code};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
        fail("seccomp");
#else
    (void)with_ptrace, (void)for_build;
#endif
}

static void become(char **command, const int *streams, int trouble) {
    setsid();
    for (int i = 0; i < 3; i++)
        if (streams[i] != i && dup2(streams[i], i) < 0)
            fail("dup2");
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0); /* if the warden is killed */
    prctl(PR_SET_DUMPABLE, 1, 0, 0, 0); /* else /proc/self belongs to root and cannot be opened */
    int first = options.proc >= 0 ? openat((int)options.proc, "self/oom_score_adj", O_WRONLY)
                                  : open("/proc/self/oom_score_adj", O_WRONLY);
    if (first >= 0) { /* if the machine runs out of memory, the kernel kills this process first */
        if (write(first, "1000", 4) < 0)
            errno = 0;
        close(first);
    }
    prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0); /* the kernel may keep a huge page of which little counts */
    close((int)options.report); /* closed explicitly: the command must not be able to forge a report */
    close((int)options.artifact);
    close((int)options.proc);
    if (syscall(SYS_close_range, 3u, (unsigned)trouble - 1, 0u) != 0 ||
        syscall(SYS_close_range, (unsigned)trouble + 1, ~0u, 0u) != 0)
        for (int fd = 3; fd < 1024; fd++) /* kernels before 5.9 */
            if (fd != trouble)
                close(fd);
    long seconds = options.cpu / 1000 + 2; /* in case the warden, which is stricter, is late */
    limit(RLIMIT_CPU, seconds, seconds + 1);
    limit(RLIMIT_CORE, 1, 1); /* with 0, the kernel still starts a program that handles crashes */
    limit(RLIMIT_FSIZE, options.size, options.size);
    limit(RLIMIT_STACK, options.stack, options.stack);
    limit(RLIMIT_NOFILE, options.files, options.files);
    limit(RLIMIT_MSGQUEUE, 0, 0);
    limit(RLIMIT_MEMLOCK, 65536, 65536);
    limit(RLIMIT_SIGPENDING, 256, 256); /* all runs have one user, and the sum is limited too */
    if (options.processes > 0)
        limit(RLIMIT_NPROC, options.processes, options.processes);
    sigset_t none;
    sigemptyset(&none);
    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (options.filter)
        filter_calls(options.filter & 2, options.filter & 4);
    /* For a file that is no program, execvp would start a shell with it. */
    if (strchr(command[0], '/') != NULL)
        execv(command[0], command);
    else
        execvp(command[0], command);
    int error = errno;
    _exit(write(trouble, &error, sizeof error) < 0);
}

/* ---- watching ---- */

/* The content of a file in /proc/PROCESS, valid until the next call; empty if the process is gone. */
static char *about(const char *process, const char *name) {
    static char text[4096];
    char path[96];
    snprintf(path, sizeof path, "/proc/%.60s/%s", process, name);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t length = fd < 0 ? 0 : read(fd, text, sizeof text - 1);
    if (fd >= 0)
        close(fd);
    text[length > 0 ? length : 0] = 0;
    return text;
}

/* Memory of a process or thread that is not part of its resident size: page tables, swapped pages (a
 * process can ask for that) and huge pages. */
static long not_resident_kb(const char *process) {
    static const char *const names[] = {"\nVmPTE:", "\nVmSwap:", "\nHugetlbPages:"};
    const char *text = about(process, "status"); /* newlines in the process name are escaped */
    long kb = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *line = strstr(text, names[i]);
        kb += line == NULL ? 0 : strtol(line + strlen(names[i]), NULL, 10);
    }
    return kb;
}

static long page_kb(void) {
    return sysconf(_SC_PAGESIZE) / 1024;
}

/* The memory of a process whose first thread has ended: read it from another thread. */
static long threads_kb(const char *pid) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%.20s/task", pid);
    DIR *folder = opendir(path);
    long kb = 0, resident;
    for (struct dirent *entry; folder != NULL && kb == 0 && (entry = readdir(folder)) != NULL;) {
        snprintf(path, sizeof path, "%.20s/task/%.20s", pid, entry->d_name);
        if (sscanf(about(path, "statm"), "%*d %ld", &resident) == 1 && resident > 0)
            kb = resident * page_kb() + not_resident_kb(path);
    }
    if (folder != NULL)
        closedir(folder);
    return kb;
}

/* The processes of this run at the last check: the CPU time of each, and how long it was runnable while
 * no core was free. getrusage() does not include children whose parent ignores SIGCHLD, so their times
 * are remembered here. */
static struct seen {
    long pid, us, starved_us;
    unsigned long long born;
    int still; /* found by the current check */
} seen[SEEN_MOST];
static int seen_count;
static long gone_us, gone_starved_us; /* sums of processes that have ended */

static void remember(long pid, unsigned long long born, long us, long starved_us) {
    int i = 0;
    while (i < seen_count && (seen[i].pid != pid || seen[i].born != born))
        i++;
    if (i == SEEN_MOST)
        return;
    if (i == seen_count)
        seen[seen_count++] = (struct seen){.pid = pid, .born = born};
    seen[i].still = 1;
    if (us > seen[i].us)
        seen[i].us = us;
    if (starved_us > seen[i].starved_us)
        seen[i].starved_us = starved_us;
}

/* CPU time of all processes ever seen, each without its children: a lower bound. */
static long seen_us(long *starved_us) {
    long us = 0;
    *starved_us = 0;
    int kept = 0;
    for (int i = 0; i < seen_count; i++) {
        if (!seen[i].still && kill((pid_t)seen[i].pid, 0) != 0 && errno == ESRCH) {
            gone_us += seen[i].us;
            gone_starved_us += seen[i].starved_us;
            continue;
        }
        seen[i].still = 0;
        us += seen[i].us;
        *starved_us += seen[i].starved_us;
        seen[kept++] = seen[i];
    }
    seen_count = kept;
    *starved_us += gone_starved_us;
    return gone_us + us;
}

/* Memory and CPU time of several processes. */
struct sums {
    long kb, us;
};

/* Adds memory and CPU time of a process; the caller checks that it belongs to the command. */
static void add_process(const char *pid, struct sums *sums) {
    const char *rest = strrchr(about(pid, "stat"), ')'); /* the name before it may contain anything */
    long own[2], waited_for[2]; /* user and system time; those of children that have ended */
    long threads, resident, tick_us = 1000000 / sysconf(_SC_CLK_TCK);
    unsigned long long born;
    if (rest == NULL ||
        sscanf(rest + 1,
               " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %ld %ld %ld %ld %*d %*d %ld %*d %llu "
               "%*u %ld", &own[0], &own[1], &waited_for[0], &waited_for[1], &threads, &born,
               &resident) != 7)
        return;
    if (resident == 0 && threads > 1)
        sums->kb += threads_kb(pid);
    else
        sums->kb += resident * page_kb() + not_resident_kb(pid);
    /* schedstat has only the first thread, but is more precise and has its waiting time for a core. */
    long used = (own[0] + own[1]) * tick_us, first_ns = 0, starved_ns = 0;
    if (sscanf(about(pid, "schedstat"), "%ld %ld", &first_ns, &starved_ns) == 2 &&
        first_ns / 1000 > used)
        used = first_ns / 1000;
    remember(strtol(pid, NULL, 10), born, used, starved_ns / 1000);
    sums->us += used + (waited_for[0] + waited_for[1]) * tick_us;
}

static int is_descendant(long pid) {
    char name[24];
    for (int steps = 0; pid > 1 && steps < 100; steps++) {
        if (pid == getpid())
            return 1;
        snprintf(name, sizeof name, "%ld", pid);
        const char *rest = strrchr(about(name, "stat"), ')');
        if (rest == NULL || sscanf(rest + 1, " %*c %ld", &pid) != 1)
            return 0;
    }
    return 0;
}

/* Calls `visit` for each process of the command. */
static void each_process(void (*visit)(const char *, struct sums *), struct sums *sums) {
    DIR *folder = opendir("/proc");
    if (folder == NULL)
        return;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (!isdigit((unsigned char)entry->d_name[0]))
            continue;
        long pid = strtol(entry->d_name, NULL, 10);
        if (pid != getpid() && (alone || is_descendant(pid)))
            visit(entry->d_name, sums);
    }
    closedir(folder);
}

static void kill_process(const char *pid, struct sums *unused) {
    (void)unused;
    kill((pid_t)strtol(pid, NULL, 10), SIGKILL);
}

/* CPU time of all children that have ended, in this run and earlier ones. */
static long cpu_so_far(void) {
    struct rusage ended;
    getrusage(RUSAGE_CHILDREN, &ended);
    return cpu_us(&ended);
}

/* Peak memory and CPU time of the current run, as seen by the checks so far. */
struct known {
    long peak_kb, cpu_us;
};

/* Adds the current size and number of files in the private file systems. */
static void add_files(long *kb, long *inodes) {
    for (int i = 0; alone && i < WATCHED_MOST; i++) {
        struct statvfs s;
        if (statvfs(watched[i], &s) == 0) {
            *kb += (long)((s.f_blocks - s.f_bfree) * s.f_frsize / 1024);
            *inodes += (long)(s.f_files - s.f_ffree);
        }
    }
}

static const char *over_a_limit(long started, long cpu_before, struct known *known) {
    struct sums sums = {0};
    each_process(add_process, &sums);
    long kb = sums.kb, inodes = 0;
    add_files(&kb, &inodes);
    /* Each sum lacks a part that the other has, and neither counts anything twice: take the larger. */
    long cpu = sums.us + cpu_so_far() - cpu_before, starved_us;
    known->cpu_us = seen_us(&starved_us);
    if (known->cpu_us > cpu)
        cpu = known->cpu_us;
    if (kb > known->peak_kb)
        known->peak_kb = kb;
    if (options.memory && kb > options.memory)
        return "memory";
    if (options.inodes && inodes > options.inodes)
        return "inodes";
    if (cpu / 1000 > options.cpu)
        return "cpu";
    /* Waiting for a core is limited too, because a command with many processes can cause it itself. */
    long wall_ms = (now_us() - started) / 1000, starved_ms = starved_us / 1000;
    if (starved_ms > options.starved)
        starved_ms = options.starved;
    return wall_ms - starved_ms > options.wall ? "wall" : NULL;
}

/* Kills all processes of the command; returns whether all are gone. The time is limited, because a
 * process with much memory can take long to exit and must not delay the report. */
static int end_all(pid_t child) {
    for (long started = now_us(); now_us() - started < ENDING_MS * 1000L;) {
        pid_t gone;
        while ((gone = waitpid(-1, NULL, WNOHANG)) > 0)
            ;
        if (gone < 0 && errno == ECHILD) /* orphans become children of the warden, so none is left */
            return 1;
        if (alone)
            kill(-1, SIGKILL);
        else {
            kill(-child, SIGKILL);
            each_process(kill_process, NULL);
        }
        struct timespec moment = {0, 1000000};
        nanosleep(&moment, NULL);
    }
    return 0;
}

/* Properties of a writable folder that change when a file in it is made, removed, renamed or read. A
 * command cannot reset the times, because it cannot set the clock. A file without a name does not change
 * the folder, but takes the next inode number. */
struct traces {
    struct timespec changed, read;
    unsigned long free_inodes, free_blocks;
    unsigned mode;
    long attributes;
    ino_t next;
};

static void look_around(struct traces *found) {
    memset(found, 0, WATCHED_MOST * sizeof *found);
    for (int i = 0; i < WATCHED_MOST; i++, found++) {
        struct stat s;
        struct statvfs v;
        const char *place = alone ? watched[i] : ".";
        if (stat(place, &s) == 0)
            found->changed = s.st_ctim, found->read = s.st_atim, found->mode = s.st_mode;
        found->attributes = listxattr(place, NULL, 0);
        if (!alone)
            continue;
        int fd = open(place, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
        if (fd >= 0 && fstat(fd, &s) == 0)
            found->next = s.st_ino;
        close(fd);
        if (statvfs(place, &v) == 0)
            found->free_inodes = v.f_ffree, found->free_blocks = v.f_bfree;
    }
}

static int left_no_trace(struct traces *before, struct traces *after) {
    for (int i = 0; i < WATCHED_MOST; i++)
        if (before[i].next != 0)
            before[i].next++; /* for the temporary file that look_around made */
    return memcmp(before, after, WATCHED_MOST * sizeof *before) == 0;
}

static void copy_artifact(void) {
    int from = open(options.take, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat s;
    if (from < 0 || fstat(from, &s) != 0 || !S_ISREG(s.st_mode) || s.st_size > ARTIFACT_MOST)
        return;
    static char buffer[1 << 16];
    for (ssize_t length; (length = read(from, buffer, sizeof buffer)) > 0;)
        for (ssize_t done = 0, part; done < length; done += part)
            if ((part = write((int)options.artifact, buffer + done, (size_t)(length - done))) <= 0)
                fail("artifact");
    close(from);
}

/* Waits until the command ends or exceeds a limit. */
static const char *watch(pid_t child, const sigset_t *heeded, int *status, struct known *known) {
    const struct timespec pause = {0, POLL_MS * 1000000L};
    long started = now_us(), cpu_before = cpu_so_far();
    seen_count = 0;
    gone_us = gone_starved_us = 0;
    for (;;) {
        int got = sigtimedwait(heeded, NULL, &pause);
        if (got == SIGTERM && !alone) /* the grader is gone; in a sandbox the sender is inside */
            return "wall";
        struct rusage usage;
        pid_t gone;
        while ((gone = wait4(-1, status, WNOHANG, &usage)) > 0) {
            if (usage.ru_maxrss > known->peak_kb)
                known->peak_kb = usage.ru_maxrss;
            if (gone == child)
                return "ended";
        }
        const char *broken = over_a_limit(started, cpu_before, known);
        if (broken != NULL) {
            *status = 0;
            return broken;
        }
    }
}

/* Whether the output is small: the grader reads the outputs of all runs at once. */
static int printed_little(const int *streams) {
    struct stat out, errors;
    return fstat(streams[1], &out) == 0 && fstat(streams[2], &errors) == 0 &&
           out.st_size + errors.st_size < OUTPUT_MUCH;
}

/* One run, from its start to its line in the report; returns whether another run may follow. */
static int run(char **command, const int *streams, const sigset_t *heeded) {
    static pid_t last; /* the process of the previous run */
    struct traces before[WATCHED_MOST], after[WATCHED_MOST];
    look_around(before);
    int trouble[2]; /* receives the errno if exec fails; closed by a successful exec */
    if (pipe2(trouble, O_CLOEXEC) != 0)
        fail("pipe");
    long started = now_us(), cpu_before = cpu_so_far();
    pid_t child = fork();
    if (child < 0)
        fail("fork");
    /* Processes of the last run leave a gap in the process numbers, which this run could read. */
    int gap = alone && last != 0 && (child ? child : getpid()) != last + 1;
    if (child == 0 && gap)
        _exit(0);
    if (child == 0)
        become(command, streams, trouble[1]);
    if (gap) {
        end_all(child);
        return 0;
    }
    last = child;
    close(trouble[1]);
    int status = 0, error = 0;
    struct known known = {0};
    const char *why = watch(child, heeded, &status, &known);
    long wall = now_us() - started;
    int gone = end_all(child);
    long cpu = cpu_so_far() - cpu_before, kb = 0, inodes = 0;
    if (known.cpu_us > cpu)
        cpu = known.cpu_us;
    add_files(&kb, &inodes); /* so that the result does not depend on when the last check was */
    if (kb > known.peak_kb)
        known.peak_kb = kb;
    if (strcmp(why, "ended") == 0 && options.memory && known.peak_kb > options.memory)
        why = "memory";
    if (strcmp(why, "ended") == 0 && options.inodes && inodes > options.inodes)
        why = "inodes";
    if (strcmp(why, "ended") == 0 && cpu / 1000 > options.cpu)
        why = "cpu";
    if (read(trouble[0], &error, sizeof error) == sizeof error) {
        why = "start";
        status = error;
    }
    close(trouble[0]);
    if (options.artifact >= 0 && strcmp(why, "ended") == 0 && status == 0)
        copy_artifact();
    dprintf((int)options.report, "%s %d %ld %ld %ld\n", why, status, cpu, wall, known.peak_kb);
    look_around(after);
    int ended = gone && strcmp(why, "ended") == 0;
    return ended && left_no_trace(before, after) && printed_little(streams);
}

int main(int argc, char **argv) {
    int i = 1;
    while (i < argc && strcmp(argv[i], "--") != 0 && read_option(argv[i]))
        i++;
    if (i + 1 >= argc || strcmp(argv[i], "--") != 0 || options.report < 0)
        return 2;
    alone = getpid() == 1;
    /* Not dumpable: the command cannot trace this process or read its memory and descriptors. */
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
    if (!alone)
        prctl(PR_SET_PDEATHSIG, SIGTERM, 0, 0, 0);
    sigset_t heeded;
    sigemptyset(&heeded);
    sigaddset(&heeded, SIGCHLD);
    sigaddset(&heeded, SIGTERM);
    sigprocmask(SIG_BLOCK, &heeded, NULL);
    for (int number = 0; number == 0 || number < run_count; number++)
        if (!run(argv + i + 1, runs[number], &heeded))
            break;
    return 0;
}
