/* The system calls that a command may use: a part of the warden.
 *
 * Calls that programs do not need kill the program. Calls that tell about the whole machine are answered
 * by the warden itself.
 */

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#define HIGHEST_CALL 0x3fffffff /* higher numbers are x32 calls, which would bypass the filter */
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#define HIGHEST_CALL 0x7fffffff
#endif

/* Forbids system calls from now on. Returns a descriptor on which the warden is asked about some calls; -1
 * if the kernel cannot ask. */
static int filter_calls(int with_ptrace, int for_build) {
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
    CODE(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, DATA(nr)));
    /* Free memory, load and processes of the whole machine: see `answer`. */
    CODE(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_sysinfo, 0, 1));
    int asking = n;
    CODE(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF));
    CODE(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
    struct sock_fprog program = {(unsigned short)n, code};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        fail("seccomp");
    int listener = (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                                SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
    if (listener >= 0)
        return listener;
    code[asking].k = SECCOMP_RET_ALLOW; /* a kernel before 5.0, or another one listens already */
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
        fail("seccomp");
    return -1;
#else
    (void)with_ptrace, (void)for_build;
    return -1;
#endif
}

/* Sends a descriptor through a socket; -1 stands for none. */
static void send_descriptor(int socket, int fd) {
    char byte = 0;
    struct iovec data = {&byte, 1};
    union {
        struct cmsghdr align;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control = {0};
    struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1};
    if (fd >= 0) {
        message.msg_control = control.bytes;
        message.msg_controllen = sizeof control.bytes;
        struct cmsghdr *part = CMSG_FIRSTHDR(&message);
        part->cmsg_level = SOL_SOCKET, part->cmsg_type = SCM_RIGHTS;
        part->cmsg_len = CMSG_LEN(sizeof fd);
        memcpy(CMSG_DATA(part), &fd, sizeof fd);
    }
    if (sendmsg(socket, &message, MSG_NOSIGNAL) != 1)
        fail("sendmsg");
}

static int receive_descriptor(int socket) {
    char byte;
    struct iovec data = {&byte, 1};
    union {
        struct cmsghdr align;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control;
    struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1, .msg_control = control.bytes,
                             .msg_controllen = sizeof control.bytes};
    if (recvmsg(socket, &message, MSG_CMSG_CLOEXEC) != 1)
        return -1;
    struct cmsghdr *part = CMSG_FIRSTHDR(&message);
    int fd = -1;
    if (part != NULL && part->cmsg_level == SOL_SOCKET && part->cmsg_type == SCM_RIGHTS)
        memcpy(&fd, CMSG_DATA(part), sizeof fd);
    return fd;
}

/* Answers a call of sysinfo: as on a machine of this size on which nothing else ever happens. Then one
 * program cannot learn from it what another one does. */
static void answer(int listener) {
    static union {
        struct seccomp_notif call;
        struct seccomp_notif_resp reply;
        char space[1024]; /* newer kernels may write more than these headers know */
    } asked, reply;
    memset(&asked, 0, sizeof asked);
    memset(&reply, 0, sizeof reply);
    if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &asked) != 0)
        return;
    struct sysinfo here, shown = {.uptime = 1, .procs = 1};
    sysinfo(&here);
    shown.mem_unit = here.mem_unit;
    shown.totalram = shown.freeram = here.totalram;
    struct iovec from = {&shown, sizeof shown}, to = {(void *)asked.call.data.args[0], sizeof shown};
    reply.reply.id = asked.call.id;
    if (ioctl(listener, SECCOMP_IOCTL_NOTIF_ID_VALID, &asked.call.id) != 0)
        return; /* the process is gone, and another one may have its number */
    if (process_vm_writev((pid_t)asked.call.pid, &from, 1, &to, 1, 0) != (ssize_t)sizeof shown)
        reply.reply.error = -EFAULT;
    ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &reply);
}
