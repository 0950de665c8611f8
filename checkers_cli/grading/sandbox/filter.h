/* The system calls that a command may use: a part of the warden.
 *
 * Calls that programs do not need kill the program. Calls that tell about the whole machine are answered
 * by the warden itself: see threads.h.
 */

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#define HIGHEST_CALL 0x3fffffff /* higher numbers are x32 calls, which would bypass the filter */
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#define HIGHEST_CALL 0x7fffffff
#endif
#define NEWEST_CALL 462 /* mseal; nobody has looked yet at what newer ones can do */

#define ALLOW SECCOMP_RET_ALLOW
#define KILL SECCOMP_RET_KILL_PROCESS
#define REFUSE(error) (SECCOMP_RET_ERRNO | (error))
#define IGNORE REFUSE(0) /* report success and do nothing */

/* What happens to a call: the first rule that applies decides. */
struct rule {
    int call;
    unsigned answer;
    enum { ALWAYS, IF_EQUAL, UNLESS_EQUAL, IF_ANY_BIT, IF_LOWERS_CORE } when;
    int argument; /* the one that is looked at */
    unsigned value;
    enum { EVERYWHERE, NOT_IN_BUILDS, NOT_WITH_TOOLS, ONLY_IN_RUNS } where; /* tools run with ptrace */
};

#define OWN_CLOCKS(call)                                                                                     \
    {call, ALLOW, IF_EQUAL, 0, (unsigned)-6}, {call, ALLOW, IF_EQUAL, 0, (unsigned)-2},                      \
        {call, REFUSE(EINVAL), IF_ANY_BIT, 0, 1u << 31}

#ifdef ARCHITECTURE
static const struct rule rules[] = {
    /* Programs do not need these. */
    {SYS_process_vm_readv, KILL}, {SYS_process_vm_writev, KILL}, {SYS_mount, KILL}, {SYS_umount2, KILL},
    {SYS_pivot_root, KILL}, {SYS_chroot, KILL}, {SYS_unshare, KILL}, {SYS_setns, KILL}, {SYS_bpf, KILL},
    {SYS_perf_event_open, KILL}, {SYS_userfaultfd, KILL}, {SYS_keyctl, KILL}, {SYS_add_key, KILL},
    {SYS_request_key, KILL}, {SYS_kexec_load, KILL}, {SYS_reboot, KILL}, {SYS_init_module, KILL},
    {SYS_finit_module, KILL}, {SYS_swapon, KILL}, {SYS_acct, KILL}, {SYS_quotactl, KILL},
    {SYS_settimeofday, KILL}, {SYS_clock_settime, KILL}, {SYS_sethostname, KILL},
    {SYS_io_uring_setup, KILL}, {SYS_open_by_handle_at, KILL}, {SYS_fsopen, KILL}, {SYS_open_tree, KILL},
    {SYS_move_mount, KILL}, {SYS_fsconfig, KILL}, {SYS_fsmount, KILL}, {SYS_fspick, KILL},
    {SYS_swapoff, KILL}, {SYS_delete_module, KILL}, {SYS_kexec_file_load, KILL},
    {SYS_setdomainname, KILL}, {SYS_clock_adjtime, KILL},
    {SYS_syslog, KILL}, /* reads the kernel's log, which has lines about crashes of other programs */
    {426 /* io_uring_enter */, KILL}, {427 /* io_uring_register */, KILL}, {438 /* pidfd_getfd */, KILL},
    {440 /* process_madvise */, KILL}, {442 /* mount_setattr */, KILL}, {443 /* quotactl_fd */, KILL},
    {448 /* process_mrelease */, KILL},
#ifdef SYS_iopl /* x86 only */
    {SYS_iopl, KILL}, {SYS_ioperm, KILL},
#endif
    {SYS_ptrace, KILL, .where = NOT_WITH_TOOLS},
    /* Filters cannot read the flags of clone3; after ENOSYS the C library uses clone. A new user namespace
     * would give new capabilities. */
    {SYS_clone3, REFUSE(ENOSYS)}, {SYS_clone, KILL, IF_ANY_BIT, 0, CLONE_NEWUSER},
    /* Only local sockets fail without killing: the C library tries one to look up a user name. */
    {SYS_socket, REFUSE(EACCES), IF_EQUAL, 0, AF_UNIX}, {SYS_socket, KILL},
    /* The warden cannot attribute shared memory to a process, and System V objects outlive their
     * processes. Shared mappings are refused also if they are read-only: mprotect could change that. */
    {SYS_memfd_create, REFUSE(EACCES)}, {SYS_shmget, REFUSE(EACCES)}, {SYS_msgget, REFUSE(EACCES)},
    {SYS_semget, REFUSE(EACCES)}, {SYS_socketpair, REFUSE(EACCES)},
    {SYS_mmap, REFUSE(EACCES), IF_ANY_BIT, 3, MAP_SHARED},
    /* Memory that the warden cannot see: pages in pipes, secret pages, AIO requests, rules. */
    {SYS_vmsplice, REFUSE(EACCES)}, {447 /* memfd_secret */, REFUSE(EACCES)},
    {SYS_io_setup, REFUSE(EACCES)}, {444 /* landlock_create_ruleset */, REFUSE(EACCES)},
#ifdef SYS_modify_ldt
    {SYS_modify_ldt, REFUSE(EACCES)},
#endif
    /* A filter of its own could write a line to the kernel's log for each call. */
    {SYS_seccomp, REFUSE(EACCES)},
    /* What programs and the sanitizers need. Other options take memory that is not counted
     * (PR_FUTEX_HASH), half a core from others (PR_SCHED_CORE), tell by time which pages others have
     * (PR_SET_MEMORY_MERGE), or undo what `become` has set (PR_SET_THP_DISABLE). */
    {SYS_prctl, ALLOW, IF_EQUAL, 0, PR_SET_NAME}, {SYS_prctl, ALLOW, IF_EQUAL, 0, PR_GET_NAME},
    {SYS_prctl, ALLOW, IF_EQUAL, 0, PR_SET_PDEATHSIG}, {SYS_prctl, ALLOW, IF_EQUAL, 0, PR_GET_PDEATHSIG},
    {SYS_prctl, ALLOW, IF_EQUAL, 0, PR_SET_DUMPABLE}, {SYS_prctl, ALLOW, IF_EQUAL, 0, PR_GET_DUMPABLE},
    {SYS_prctl, ALLOW, IF_EQUAL, 0, PR_SET_PTRACER}, {SYS_prctl, ALLOW, IF_EQUAL, 0, PR_CAPBSET_READ},
    {SYS_prctl, ALLOW, IF_EQUAL, 0, PR_SET_CHILD_SUBREAPER}, {SYS_prctl, ALLOW, IF_EQUAL, 0, PR_GET_SECCOMP},
    {SYS_prctl, ALLOW, IF_EQUAL, 0, PR_SET_NO_NEW_PRIVS}, {SYS_prctl, ALLOW, IF_EQUAL, 0, PR_GET_NO_NEW_PRIVS},
    {SYS_prctl, REFUSE(EPERM)},
    /* What streams need. Others ask about, or change, files of the system and folders that all runs share. */
    {SYS_ioctl, ALLOW, IF_EQUAL, 1, TCGETS}, {SYS_ioctl, ALLOW, IF_EQUAL, 1, TIOCGWINSZ},
    {SYS_ioctl, ALLOW, IF_EQUAL, 1, FIONREAD}, {SYS_ioctl, ALLOW, IF_EQUAL, 1, FIONBIO},
    {SYS_ioctl, ALLOW, IF_EQUAL, 1, FIOCLEX}, {SYS_ioctl, ALLOW, IF_EQUAL, 1, FIONCLEX},
    {SYS_ioctl, REFUSE(ENOTTY)},
    /* The time of children that nobody waits for is in no sum, and most short ones are not seen. With the
     * usual action for SIGCHLD they stay until somebody waits. */
    {SYS_rt_sigaction, REFUSE(EINVAL), IF_EQUAL, 0, SIGCHLD, ONLY_IN_RUNS},
    /* The clocks of other processes: that of the warden tells how long earlier runs took. The others are
     * negative. -6 and -2 are the own process and thread. */
    OWN_CLOCKS(SYS_clock_gettime), OWN_CLOCKS(SYS_clock_nanosleep), OWN_CLOCKS(SYS_timer_create),
    /* Extended attributes take memory that is not counted, also on the standard streams. Tools that copy
     * files go on without them. */
    {SYS_setxattr, REFUSE(EOPNOTSUPP)}, {SYS_lsetxattr, REFUSE(EOPNOTSUPP)},
    {SYS_fsetxattr, REFUSE(EOPNOTSUPP)},
    /* All runs share the system files and /dev/null, so a change of their locks, times or cache could pass
     * a message to another run. These calls do nothing; the ones that honest programs may use report
     * success. Builds may use them: they have no secrets to pass on. */
    {SYS_flock, IGNORE, .where = NOT_IN_BUILDS}, {SYS_utimensat, IGNORE, .where = NOT_IN_BUILDS},
    {SYS_sync, IGNORE, .where = NOT_IN_BUILDS}, {SYS_syncfs, IGNORE, .where = NOT_IN_BUILDS},
    {SYS_fadvise64, IGNORE, .where = NOT_IN_BUILDS}, {SYS_readahead, IGNORE, .where = NOT_IN_BUILDS},
    /* On a system file these flush the disk of the machine; files of a run are in memory. */
    {SYS_fsync, IGNORE, .where = NOT_IN_BUILDS}, {SYS_fdatasync, IGNORE, .where = NOT_IN_BUILDS},
    {SYS_sync_file_range, IGNORE, .where = NOT_IN_BUILDS},
    {SYS_inotify_init1, REFUSE(EPERM), .where = NOT_IN_BUILDS},
    {SYS_inotify_add_watch, REFUSE(EPERM), .where = NOT_IN_BUILDS},
    {SYS_fanotify_init, REFUSE(EPERM), .where = NOT_IN_BUILDS},
    {451 /* cachestat */, REFUSE(EPERM), .where = NOT_IN_BUILDS},
#ifdef SYS_utime /* x86 only, like the others here */
    {SYS_utime, IGNORE, .where = NOT_IN_BUILDS}, {SYS_utimes, IGNORE, .where = NOT_IN_BUILDS},
    {SYS_futimesat, IGNORE, .where = NOT_IN_BUILDS},
    {SYS_inotify_init, REFUSE(EPERM), .where = NOT_IN_BUILDS},
#endif
    /* The free space on the disk of the machine. */
    {SYS_statfs, REFUSE(ENOSYS), .where = NOT_IN_BUILDS}, {SYS_fstatfs, REFUSE(ENOSYS), .where = NOT_IN_BUILDS},
#ifdef SYS_ustat
    {SYS_ustat, REFUSE(ENOSYS)},
#endif
    {SYS_fcntl, IGNORE, IF_EQUAL, 1, F_SETLK, NOT_IN_BUILDS},
    {SYS_fcntl, IGNORE, IF_EQUAL, 1, F_SETLKW, NOT_IN_BUILDS},
    {SYS_fcntl, IGNORE, IF_EQUAL, 1, F_OFD_SETLK, NOT_IN_BUILDS},
    {SYS_fcntl, IGNORE, IF_EQUAL, 1, F_OFD_SETLKW, NOT_IN_BUILDS},
    {SYS_fcntl, REFUSE(EPERM), IF_EQUAL, 1, F_SETLEASE, NOT_IN_BUILDS},
    {SYS_fcntl, REFUSE(EPERM), IF_EQUAL, 1, F_NOTIFY, NOT_IN_BUILDS},
    {SYS_fcntl, REFUSE(EPERM), IF_EQUAL, 1, F_SET_RW_HINT, NOT_IN_BUILDS},
    {SYS_fcntl, REFUSE(EPERM), IF_EQUAL, 1, F_SET_FILE_RW_HINT, NOT_IN_BUILDS},
    /* The flags of preadv2 can ask what is in the page cache. */
    {SYS_preadv2, REFUSE(EOPNOTSUPP), UNLESS_EQUAL, 5, 0},
    {SYS_madvise, REFUSE(EINVAL), IF_EQUAL, 2, MADV_MERGEABLE}, /* tells by time which pages others have */
    /* A lower RLIMIT_CORE: see `become`. The sanitizers need it. */
    {SYS_setrlimit, REFUSE(EPERM), IF_EQUAL, 0, RLIMIT_CORE},
    {SYS_prlimit64, REFUSE(EPERM), IF_LOWERS_CORE, .where = NOT_WITH_TOOLS},
    /* Limits, priority and affinity of other processes: the warden has the same user, and the next run
     * inherits its settings. A process may change its own: 0. */
    {SYS_prlimit64, REFUSE(EPERM), UNLESS_EQUAL, 0, 0},
    {SYS_sched_setaffinity, REFUSE(EPERM), UNLESS_EQUAL, 0, 0},
    {SYS_sched_setscheduler, REFUSE(EPERM), UNLESS_EQUAL, 0, 0},
    {SYS_sched_setparam, REFUSE(EPERM), UNLESS_EQUAL, 0, 0},
    {SYS_sched_setattr, REFUSE(EPERM), UNLESS_EQUAL, 0, 0},
    {SYS_setpriority, REFUSE(EPERM), UNLESS_EQUAL, 1, 0}, {SYS_ioprio_set, REFUSE(EPERM), UNLESS_EQUAL, 1, 0},
    /* The same for all processes of a user, which include the warden. */
    {SYS_setpriority, REFUSE(EPERM), IF_EQUAL, 0, PRIO_USER},
    {SYS_ioprio_set, REFUSE(EPERM), IF_EQUAL, 0, 3 /* IOPRIO_WHO_USER */},
    /* Free memory, load and processes of the whole machine: see `answer` in threads.h. */
    {SYS_sysinfo, SECCOMP_RET_USER_NOTIF},
};

enum { RULES = sizeof rules / sizeof *rules };

static struct sock_filter code[10 * RULES];
static int length;

static void emit(unsigned what, unsigned value, int if_true, int if_false) {
    code[length++] = (struct sock_filter){(unsigned short)what, (unsigned char)if_true,
                                          (unsigned char)if_false, value};
}

static void load(size_t place) {
    emit(BPF_LD | BPF_W | BPF_ABS, (unsigned)place, 0, 0);
}

/* Continues behind the answer unless the rule applies. */
static void emit_rule(const struct rule *rule) {
    const size_t arguments = offsetof(struct seccomp_data, args);
    const size_t argument = arguments + 8 * (size_t)rule->argument; /* its lower half */
    const unsigned equal = BPF_JMP | BPF_JEQ | BPF_K;
    if (rule->when == IF_LOWERS_CORE) { /* prlimit64 with a new limit: its pointer is not NULL */
        load(arguments + 8);
        emit(equal, RLIMIT_CORE, 0, 5);
        load(arguments + 16);
        emit(equal, 0, 0, 2);
        load(arguments + 20);
        emit(equal, 0, 1, 0);
    } else if (rule->when != ALWAYS) {
        load(argument);
        if (rule->when == IF_ANY_BIT)
            emit(BPF_JMP | BPF_JSET | BPF_K, rule->value, 0, 1);
        else
            emit(equal, rule->value, rule->when == UNLESS_EQUAL, rule->when == IF_EQUAL);
    }
    emit(BPF_RET | BPF_K, rule->answer, 0, 0);
}

/* The code for rules that are sorted by call, as a tree: the kernel follows the code for each of its calls
 * once, when the filter is set, and a list would take most of the time that it takes to start a program. */
static void emit_rules(const struct rule **sorted, int first, int last) {
    int middle = (first + last) / 2;
    while (middle > first && sorted[middle - 1]->call == sorted[middle]->call)
        middle--;
    if (last - first > 6 && middle > first) {
        emit(BPF_JMP | BPF_JGE | BPF_K, (unsigned)sorted[middle]->call, 0, 1);
        int jump = length;
        emit(BPF_JMP | BPF_JA, 0, 0, 0);
        emit_rules(sorted, first, middle);
        code[jump].k = (unsigned)(length - jump - 1);
        emit_rules(sorted, middle, last);
        return;
    }
    for (int i = first; i < last;) {
        int call = sorted[i]->call, test = length;
        emit(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)call, 0, 0);
        for (; i < last && sorted[i]->call == call; i++)
            emit_rule(sorted[i]);
        emit(BPF_RET | BPF_K, ALLOW, 0, 0);
        code[test].jf = (unsigned char)(length - test - 1);
    }
    emit(BPF_RET | BPF_K, ALLOW, 0, 0);
}

/* Rules for the same call keep their order. */
static int by_call(const void *one, const void *other) {
    const struct rule *a = *(const struct rule *const *)one, *b = *(const struct rule *const *)other;
    return a->call != b->call ? (a->call > b->call) - (a->call < b->call) : (a > b) - (a < b);
}

static void emit_filter(int with_tools, int for_build, int asking) {
    const struct rule *sorted[RULES];
    int count = 0;
    for (int i = 0; i < RULES; i++)
        if (!(rules[i].where & NOT_IN_BUILDS && for_build) &&
            !(rules[i].where & NOT_WITH_TOOLS && with_tools) &&
            !(rules[i].answer == SECCOMP_RET_USER_NOTIF && !asking))
            sorted[count++] = &rules[i];
    qsort(sorted, (size_t)count, sizeof *sorted, by_call);
    length = 0;
    load(offsetof(struct seccomp_data, arch));
    emit(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0);
    emit(BPF_RET | BPF_K, KILL, 0, 0);
    load(offsetof(struct seccomp_data, nr));
    emit(BPF_JMP | BPF_JGT | BPF_K, HIGHEST_CALL, 0, 1);
    emit(BPF_RET | BPF_K, KILL, 0, 0);
    emit(BPF_JMP | BPF_JGT | BPF_K, NEWEST_CALL, 0, 1);
    emit(BPF_RET | BPF_K, REFUSE(ENOSYS), 0, 0);
    emit_rules(sorted, 0, count);
}
#endif

/* Makes the filter, once for all runs. */
static void prepare_filter(int with_tools, int for_build) {
#ifdef ARCHITECTURE
    emit_filter(with_tools, for_build, 1);
#else
    (void)with_tools, (void)for_build;
#endif
}

/* Forbids system calls from now on. Returns a descriptor on which the warden is asked about some calls; -1
 * if the kernel cannot ask. */
static int filter_calls(int with_tools, int for_build) {
#ifdef ARCHITECTURE
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        fail("seccomp");
    struct sock_fprog program = {(unsigned short)length, code};
    int listener = (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                                SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
    if (listener >= 0)
        return listener;
    emit_filter(with_tools, for_build, 0); /* a kernel before 5.0, or another one listens already */
    program.len = (unsigned short)length;
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
        fail("seccomp");
#else
    (void)with_tools, (void)for_build;
#endif
    return -1;
}
