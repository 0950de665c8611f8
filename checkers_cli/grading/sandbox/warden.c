/* The warden runs one untrusted command, enforces its limits, kills its processes and reports.
 *
 * It is the first process in the sandbox (process 1 of its own PID namespace), so no process of the
 * command can outlive or signal it. It is in C because a shell cannot tell exit(139) from a crash, and
 * starting Python costs more time than most of the commands.
 *
 *   warden NAME=VALUE... -- COMMAND...
 *
 *   run=FD,FD,FD[,FD,FD]  standard input, output and error of a run; the folder of its control group
 *                 and the file cgroup.procs in it, if it has one. May be repeated for several runs, one
 *                 after the other; without it there is one run, with the streams of the warden
 *   report=FD     receives a line after each run: why status cpu_us wall_us peak_kb
 *   proc=FD       the folder /proc, if it is mounted read-only
 *   artifact=FD   receives the content of the file `take` if the exit status is 0
 *   take=NAME     a file in the working directory
 *   cpu=MS wall=MS memory=KB inodes=N   limits of all processes of a run together
 *   starved=MS    by how much the wall time may be longer because no core is free
 *   series=MS     no other run begins when all runs together have taken this long; 0: no limit
 *   processes=N files=N size=BYTES stack=BYTES   limits that the kernel enforces on each process
 *   mask=1        mount a /proc that has only processes of the command; needs CAP_SYS_ADMIN, which is
 *                 given up then
 *   filter=N      bits: 1 forbids system calls that programs do not need, 2 allows ptrace,
 *                 4 allows the calls that builds need and runs do not
 *
 * `why` is one of ended, cpu, wall, memory, inodes, start; `status` is the status of wait(), or for
 * start (the command cannot be started) the errno.
 *
 * A run must not learn anything about earlier runs. So another run follows only if the last one ended
 * by itself, printed little and left nothing behind. Otherwise the warden exits, and the grader starts
 * a new sandbox for the remaining runs. It also exits after a long series, so that the grader can decide
 * whether a slow program is worth more runs.
 */
#define _GNU_SOURCE
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

#define POLL_MS 10           /* limits are checked this often; an exit is noticed at once */
#define GUARD_MS 500         /* the guard looks at the clock this often */
#define PATIENCE_MS 2000     /* beyond all limits of time, before the guard acts */
#define ENDING_MS 4000       /* processes not gone by then are left to the kernel */
#define ARTIFACT_MOST (64 << 20)
#define WATCHED_MOST 3
#define RUNS_MOST 64
#define OUTPUT_MUCH (1 << 20)
#define SEEN_MOST 512        /* processes whose CPU time is tracked; far above the process limit */

static struct {
    long report, proc, artifact, cpu, wall, starved, memory, inodes, processes, files, size, stack,
        filter, mask, series;
    const char *take;
} options = {.report = -1, .proc = -1, .artifact = -1};

static struct streams {
    int in_out_errors[3], group, join;
} runs[RUNS_MOST] = {{{0, 1, 2}, -1, -1}};
static int run_count;

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
        {"starved=", &options.starved},     {"mask=", &options.mask},
        {"series=", &options.series},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        size_t length = strlen(numbers[i].name);
        if (strncmp(word, numbers[i].name, length) == 0) {
            *numbers[i].value = strtol(word + length, NULL, 10);
            return 1;
        }
    }
    if (run_count < RUNS_MOST && strncmp(word, "run=", 4) == 0) {
        struct streams run = {{0, 1, 2}, -1, -1};
        int *fds = run.in_out_errors;
        int count = sscanf(word, "run=%d,%d,%d,%d,%d", &fds[0], &fds[1], &fds[2], &run.group, &run.join);
        runs[run_count++] = run;
        return count == 3 || count == 5;
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

#include "counting.h"
#include "filter.h"
#include "threads.h"

/* ---- in the child process, before exec ---- */

static void limit(int what, long soft, long hard) {
    struct rlimit r = {(rlim_t)soft, (rlim_t)hard};
    if (setrlimit(what, &r) != 0 && errno != EPERM)
        fail("setrlimit");
}

/* Moves two descriptors to the numbers 3 and 4, and closes all others but the standard streams. */
static void keep_descriptors(int *one, int *other) {
    *one = fcntl(*one, F_DUPFD_CLOEXEC, 5); /* first out of the way */
    *other = fcntl(*other, F_DUPFD_CLOEXEC, 5);
    if (*one < 0 || *other < 0 || dup3(*one, 3, O_CLOEXEC) < 0 || dup3(*other, 4, O_CLOEXEC) < 0)
        fail("dup");
    *one = 3, *other = 4;
    if (syscall(SYS_close_range, 5u, ~0u, 0u) != 0)
        for (int fd = 5; fd < 1024; fd++) /* kernels before 5.9 */
            close(fd);
}

static void become(char **command, const struct streams *run, int trouble, int talk) {
    const int *streams = run->in_out_errors;
    if (run->join >= 0 && write(run->join, "0", 1) != 1) {
        int error = -errno; /* negative: the command is not at fault */
        _exit(write(trouble, &error, sizeof error) < 0);
    }
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
    keep_descriptors(&trouble, &talk);
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
    if (options.filter) {
        int listener = filter_calls(options.filter & 2, options.filter & 4);
        send_descriptor(talk, listener);
        close(listener);
    }
    close(talk);
    /* For a file that is no program, execvp would start a shell with it. */
    if (strchr(command[0], '/') != NULL)
        execv(command[0], command);
    else
        execvp(command[0], command);
    int error = errno;
    _exit(write(trouble, &error, sizeof error) < 0);
}

/* ---- watching ---- */

static const char *over_a_limit(int group, long started, long cpu_before, struct known *known) {
    struct sums sums = {0};
    long kb = 0, inodes = 0, cpu, starved_us = 0;
    add_files(&kb, &inodes);
    long wall_ms = (now_us() - started) / 1000;
    if (group < 0 || wall_ms > options.wall) /* a group does not count the time without a core */
        each_process(add_process, &sums);
    known->cpu_us = seen_us(&starved_us);
    if (group < 0) {
        kb += sums.kb;
        /* Each sum lacks a part that the other has, and neither counts anything twice. */
        cpu = sums.us + cpu_so_far() - cpu_before;
        if (known->cpu_us > cpu)
            cpu = known->cpu_us;
        if (kb > known->peak_kb)
            known->peak_kb = kb;
    } else {
        cpu = group_cpu_us(group);
    }
    if (group < 0 ? options.memory && kb > options.memory : group_ran_out(group))
        return "memory";
    if (options.inodes && inodes > options.inodes)
        return "inodes";
    if (cpu / 1000 > options.cpu)
        return "cpu";
    /* Waiting for a core is limited too, because a command with many processes can cause it itself. */
    long starved_ms = starved_us / 1000;
    if (starved_ms > options.starved)
        starved_ms = options.starved;
    return wall_ms - starved_ms > options.wall ? "wall" : NULL;
}

/* Kills all processes of the command; returns whether all are gone. The time is limited, because a
 * process with much memory can take long to exit and must not delay the report. */
static int end_all(pid_t child, int group) {
    kill_group(group);
    for (long started = now_us(); now_us() - started < ENDING_MS * 1000L;) {
        pid_t gone;
        while ((gone = waitpid(-1, NULL, WNOHANG)) > 0 && now_us() - started < ENDING_MS * 1000L)
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

/* Waits until a signal arrives or it is time for the next check; returns the signal, or 0. */
static int next_signal(int signals, long check) {
    long ms = (check - now_us() + 999) / 1000;
    struct pollfd waiting = {.fd = signals, .events = POLLIN};
    struct signalfd_siginfo got;
    if (poll(&waiting, 1, ms < 0 ? 0 : (int)ms) <= 0 || read(signals, &got, sizeof got) != sizeof got)
        return 0;
    return (int)got.ssi_signo;
}

/* Waits until the command ends or exceeds a limit. */
static const char *watch(pid_t child, int signals, int group, int *status, struct known *known) {
    long started = now_us(), cpu_before = cpu_so_far(), check = started + POLL_MS * 1000L;
    seen_count = 0;
    gone_us = gone_starved_us = 0;
    for (;;) {
        int got = next_signal(signals, check);
        if (got == SIGTERM && !alone) /* the grader is gone; in a sandbox the sender is inside */
            return "wall";
        struct rusage usage;
        pid_t gone;
        do { /* processes may end as fast as they are reaped, so a check can be due meanwhile */
            gone = wait4(-1, status, WNOHANG, &usage);
            if (gone > 0 && usage.ru_maxrss > known->peak_kb)
                known->peak_kb = usage.ru_maxrss;
            if (gone == child)
                return "ended";
        } while (gone > 0 && now_us() < check);
        if (now_us() < check)
            continue;
        const char *broken = over_a_limit(group, started, cpu_before, known);
        if (broken != NULL) {
            *status = 0;
            return broken;
        }
        check = now_us() + POLL_MS * 1000L;
    }
}

/* Whether the output is small: the grader reads the outputs of all runs at once. */
static int printed_little(const int *streams) {
    struct stat out, errors;
    return fstat(streams[1], &out) == 0 && fstat(streams[2], &errors) == 0 &&
           out.st_size + errors.st_size < OUTPUT_MUCH;
}

/* One run, from its start to its line in the report; returns whether another run may follow. */
static int run(char **command, const struct streams *run, int signals) {
    static pid_t last; /* the process of the previous run */
    struct traces before[WATCHED_MOST], after[WATCHED_MOST];
    look_around(before);
    int trouble[2]; /* receives the errno if exec fails; closed by a successful exec */
    int talk[2];    /* receives the descriptor on which the warden is asked about calls */
    if (pipe2(trouble, O_CLOEXEC) != 0 || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, talk) != 0)
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
        become(command, run, trouble[1], talk[1]);
    if (gap) {
        end_all(child, -1);
        return 0;
    }
    last = child;
    close(trouble[1]);
    close(talk[1]);
    answer_calls_on(options.filter ? receive_descriptor(talk[0]) : -1);
    close(talk[0]);
    int status = 0, error = 0;
    struct known known = {0};
    set_deadline(started + (options.wall + options.starved + PATIENCE_MS) * 1000, child);
    const char *why = watch(child, signals, run->group, &status, &known);
    if (set_deadline(0, 0)) {
        why = "wall";
        status = 0;
    }
    long wall = now_us() - started;
    int gone = end_all(child, run->group);
    long cpu = cpu_so_far() - cpu_before, kb = 0, inodes = 0;
    if (known.cpu_us > cpu)
        cpu = known.cpu_us;
    if (run->group >= 0) {
        cpu = group_cpu_us(run->group);
        known.peak_kb = group_peak_kb(run->group);
        if (group_ran_out(run->group)) /* whatever the command made of it */
            why = "memory";
    }
    add_files(&kb, &inodes); /* so that the result does not depend on when the last check was */
    if (kb > known.peak_kb)
        known.peak_kb = kb;
    if (strcmp(why, "ended") == 0 && run->group < 0 && options.memory && known.peak_kb > options.memory)
        why = "memory";
    if (strcmp(why, "ended") == 0 && options.inodes && inodes > options.inodes)
        why = "inodes";
    if (strcmp(why, "ended") == 0 && cpu / 1000 > options.cpu)
        why = "cpu";
    if (read(trouble[0], &error, sizeof error) == sizeof error) {
        if (error < 0) {
            errno = -error;
            fail("the control group cannot be joined");
        }
        why = "start";
        status = error;
    }
    close(trouble[0]);
    if (options.artifact >= 0 && strcmp(why, "ended") == 0 && status == 0)
        copy_artifact();
    dprintf((int)options.report, "%s %d %ld %ld %ld\n", why, status, cpu, wall, known.peak_kb);
    look_around(after);
    int ended = gone && strcmp(why, "ended") == 0;
    return ended && left_no_trace(before, after) && printed_little(run->in_out_errors);
}

/* Whether the runs so far have taken so long together that the grader should look at them first. */
static int series_is_long(long began) {
    return options.series != 0 && now_us() - began > options.series * 1000L;
}

/* Puts a /proc in place of the old one that has only processes which the command may look at, so not the
 * warden: counters of the whole machine, and what the kernel knows of the warden, would tell a run about
 * other runs. Then gives up all capabilities. */
static void mask_proc(void) {
    const unsigned long flags = MS_NOSUID | MS_NODEV | MS_NOEXEC | MS_RDONLY;
    if (unshare(CLONE_NEWNS) != 0 ||
        mount("proc", "/proc", "proc", flags, "subset=pid,hidepid=ptraceable") != 0)
        fail("/proc cannot be masked");
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct none[2] = {{0}, {0}};
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    if (syscall(SYS_capset, &header, none) != 0)
        fail("capset");
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
    int signals = signalfd(-1, &heeded, SFD_CLOEXEC | SFD_NONBLOCK);
    if (signals < 0)
        fail("signalfd");
    proc = open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (options.mask)
        mask_proc();
    start_guard(); /* after the mask, so that threads have no capabilities either */
    if (options.filter) {
        prepare_filter(options.filter & 2, options.filter & 4);
        start_answering();
    }
    long began = now_us();
    for (int number = 0; number == 0 || number < run_count; number++)
        if (!run(argv + i + 1, &runs[number], signals) || series_is_long(began))
            break;
    return 0;
}
