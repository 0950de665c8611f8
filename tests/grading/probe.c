/* Tries one thing that a sandbox must stop or show; its first argument says what. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/uio.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int is(char **argv, const char *name) { return strcmp(argv[1], name) == 0; }

static void spin(void) { for (volatile long i = 0;; i++) ; }

/* Leaves a process behind, with a mark among its arguments, in `sessions` steps away from here. */
static void leave(char *mark, int sessions) {
    int ready[2];
    if (pipe(ready) != 0 || fork() != 0) {
        close(ready[1]);
        char c;
        puts(read(ready[0], &c, 1) == 1 ? "left behind" : "failed");
        return;
    }
    for (int i = 0; i < sessions; i++) {
        setsid();
        if (fork() != 0)
            _exit(0);
    }
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    char number[20];
    snprintf(number, sizeof number, "%d", ready[1]);
    execl("/proc/self/exe", "probe", "stay", mark, number, (char *)NULL);
}

static int forks(void) {
    int count = 0;
    for (pid_t pid; (pid = fork()) >= 0; count++)
        if (pid == 0)
            for (;;)
                pause();
    return count;
}

static void *hog(void *megabytes) {
    size_t n = (size_t)atol(megabytes) << 20;
    memset(malloc(n), 1, n);
    for (;;) pause();
}

/* Waits for a core for ever, behind nineteen others that want the same one. */
static void starve(void) {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    sched_setaffinity(0, sizeof one, &one);
    for (int i = 0; i < 19 && fork() != 0; i++)
        ;
    spin();
}

/* Children that compute for some milliseconds each, one after the other. */
static void children(int count, int milliseconds, int orphans) {
    int ended[2];
    char c;
    for (int i = 0; i < count && pipe(ended) == 0; i++) {
        if (fork() == 0) {
            if (!orphans || fork() == 0)
                while (clock() < milliseconds * (CLOCKS_PER_SEC / 1000)) ;
            _exit(0);
        }
        close(ended[1]);
        if (read(ended[0], &c, 1) == 0)
            close(ended[0]);
        wait(NULL);
    }
}

/* Whatever one run could do to a file that all see, and another one notice. */
static void tell(const char *shared) {
    int fd = open(shared, O_RDONLY);
    struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET, .l_len = 1};
    char text[400] = "";
    struct iovec part = {text, sizeof text};
    /* Those that honest programs may rely on seem to work. */
    if (fcntl(fd, F_SETLK, &lock) != 0 || fcntl(fd, F_SETLKW, &lock) != 0 ||
        fcntl(fd, F_OFD_SETLK, &lock) != 0 || flock(fd, LOCK_SH) != 0)
        puts("no locks");
    if (utimensat(AT_FDCWD, "/dev/null", NULL, 0) != 0 || utimes("/dev/null", NULL) != 0)
        puts("no times");
    if (read(open("/proc/locks", O_RDONLY), text, sizeof text - 1) > 0) puts(text);
    if (fcntl(open("/usr", O_RDONLY), F_NOTIFY, DN_ACCESS) == 0) puts("noticed");
    if (inotify_init1(0) >= 0 || inotify_init() >= 0) puts("watched");
    if (preadv2(fd, &part, 1, 0, RWF_NOWAIT) >= 0 || errno == EAGAIN) puts("looked into the cache");
    if (preadv2(fd, &part, 1, 0, 0) <= 0) puts("cannot read");
}

/* What the kernel tells about the whole machine. */
static void counters(void) {
    static const char *const names[] = {
        "meminfo", "loadavg", "stat", "vmstat", "uptime", "diskstats", "interrupts", "softirqs",
        "buddyinfo", "zoneinfo", "swaps", "locks", "pressure/cpu", "sys/fs/file-nr",
        "sys/kernel/random/entropy_avail", "fs/ext4", "1/stat",
    };
    char path[80], text[80];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "/proc/%s", names[i]);
        if (read(open(path, O_RDONLY), text, sizeof text) > 0) puts(names[i]);
    }
    struct statfs disk; /* the free space of a file system that others write to */
    if (statfs("/usr/bin", &disk) == 0 || fstatfs(open("/usr/bin", O_RDONLY), &disk) == 0)
        puts("statfs");
    struct sysinfo info;
    if (sysinfo(&info) != 0) puts("no sysinfo");
    if (info.sharedram || info.bufferram || info.loads[0] || info.uptime > 1 || info.procs > 1 ||
        info.freeram != info.totalram || info.freeswap)
        puts("sysinfo");
    if (info.totalram * info.mem_unit < 1 << 20) puts("no memory");
    if (sysinfo((struct sysinfo *)8) == 0 || errno != EFAULT) puts("no error");
}

/* Many small mappings: memory that the kernel needs for a process, and that is none of its own. */
static void mappings(void) {
    for (int i = 0; i < 25; i++)
        if (fork() == 0) {
            char *pages = mmap(NULL, (size_t)64000 * 8192, PROT_NONE,
                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
            for (long j = 0; j < 32000; j++)
                if (mprotect(pages + j * 8192, 4096, PROT_READ) != 0) break;
            for (;;) pause();
        }
    for (;;) pause();
}

/* Files of which a page comes from memory, not from the disk. */
static void cached(char **paths) {
    for (; *paths != NULL; paths++) {
        struct stat s;
        struct rusage before, after;
        int fd = open(*paths, O_RDONLY);
        if (fd < 0 || fstat(fd, &s) != 0) continue;
        volatile char *page = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, fd, s.st_size / 2 & ~4095L);
        getrusage(RUSAGE_SELF, &before);
        (void)*page;
        getrusage(RUSAGE_SELF, &after);
        if (after.ru_majflt == before.ru_majflt) puts(*paths);
    }
}

int main(int argc, char **argv) {
    (void)argc;
    if (is(argv, "mappings")) mappings();
    if (is(argv, "child-hogs")) {
        if (fork() == 0) { size_t n = (size_t)atol(argv[2]) << 20; memset(malloc(n), 1, n); _exit(0); }
        wait(NULL);
        puts("content");
    }
    if (is(argv, "counters")) counters();
    if (is(argv, "asks")) for (struct sysinfo info;;) sysinfo(&info);
    if (is(argv, "cached")) cached(argv + 2);
    if (is(argv, "null")) *(volatile int *)0 = 1;
    if (is(argv, "raise")) raise(atoi(argv[2]));
    if (is(argv, "naps")) usleep(atoi(argv[2]) * 1000);
    if (is(argv, "spin")) spin();
    if (is(argv, "starves")) starve();
    if (is(argv, "child-spins")) { if (fork() == 0) { setsid(); spin(); } for (;;) pause(); }
    if (is(argv, "forsakes")) signal(SIGCHLD, SIG_IGN);
    if (is(argv, "forsakes") || is(argv, "waits") || is(argv, "orphans"))
        children(atoi(argv[2]), atoi(argv[3]), is(argv, "orphans"));
    if (is(argv, "hog")) { size_t n = (size_t)atol(argv[2]) << 20; memset(malloc(n), 1, n); }
    if (is(argv, "hog-and-stay")) hog(argv[2]);
    if (is(argv, "thread-hogs")) {
        pthread_t thread;
        pthread_create(&thread, NULL, hog, argv[2]);
        syscall(SYS_exit, 0); /* this thread only */
    }
    if (is(argv, "flood")) {
        if (argv[2] != NULL) signal(SIGXFSZ, SIG_IGN);
        while (write(1, "0123456789", 10) > 0) ;
    }
    if (is(argv, "files") || is(argv, "files-and-end")) {
        char name[40];
        for (int i = 0; i < 20000; i++) {
            snprintf(name, sizeof name, "/tmp/%d", i);
            close(open(name, O_CREAT | O_WRONLY, 0600));
        }
        while (is(argv, "files")) pause();
    }
    if (is(argv, "forks")) { printf("%d\n", forks()); fflush(stdout); }
    if (is(argv, "opens")) { int n = 0; while (dup(0) >= 0) n++; printf("%d\n", n + 3); }
    if (is(argv, "leave")) leave(argv[2], atoi(argv[3]));
    if (is(argv, "stay")) { if (write(atoi(argv[3]), "!", 1) == 1) for (;;) pause(); }
    if (is(argv, "forge"))
        for (int fd = 3; fd < 5000; fd++)
            if (fcntl(fd, F_GETFD) >= 0)
                printf("%d is open: %zd\n", fd, write(fd, "ended 0 1 1 1\n", 14));
    if (is(argv, "rewrite-stdin")) {
        int fd = open("/proc/self/fd/0", O_RDWR);
        if (fd >= 0 && pwrite(fd, "forged", 6, 0) == 6) puts("written");
        if (fd >= 0 && ftruncate(fd, 0) == 0) puts("cut");
        fd = open("/proc/self/fd/0", O_WRONLY | O_TRUNC);
        if (fd >= 0 && lseek(fd, 0, SEEK_END) == 0) puts("emptied");
    }
    if (is(argv, "tell")) tell("/usr/bin/env");
    if (is(argv, "vmsplice")) {
        int ends[2];
        struct iovec part = {argv[0], 1};
        puts(pipe(ends) == 0 && vmsplice(ends[1], &part, 1, 0) == 1 ? "spliced" : strerror(errno));
    }
    if (is(argv, "huge")) puts(prctl(PR_SET_THP_DISABLE, 0, 0, 0, 0) == 0 ? "huge" : strerror(errno));
    if (is(argv, "ptrace")) { ptrace(PTRACE_TRACEME, 0, NULL, NULL); puts("traced"); }
    if (is(argv, "unshare")) { unshare(CLONE_NEWUSER); puts("unshared"); }
    if (is(argv, "mount")) { mount("none", "/tmp", "tmpfs", 0, NULL); puts("mounted"); }
    if (is(argv, "tcp")) { socket(AF_INET, SOCK_STREAM, 0); puts("a socket"); }
    if (is(argv, "unix")) puts(socket(AF_UNIX, SOCK_STREAM, 0) < 0 ? strerror(errno) : "a socket");
    return 0;
}
