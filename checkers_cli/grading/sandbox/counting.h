/* Counts memory and CPU time of the processes of a command: a part of the warden.
 *
 * Without a control group, the files of the processes in /proc are read again and again. With one, the
 * kernel counts.
 */

/* The folder /proc that the warden reads. Once `mask_proc` has put another one in its place, the command has
 * no access to this one, so it cannot hold a lock of it. */
static int proc = -1;

static DIR *open_folder(const char *path) {
    int fd = openat(proc, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return fd < 0 ? NULL : fdopendir(fd);
}

/* The content of a file in /proc/PROCESS, valid until the next call; empty if the process is gone. */
static char *about(const char *process, const char *name) {
    static char text[4096];
    char path[96];
    snprintf(path, sizeof path, "%.60s/%s", process, name);
    int fd = openat(proc, path, O_RDONLY | O_CLOEXEC);
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
    snprintf(path, sizeof path, "%.20s/task", pid);
    DIR *folder = open_folder(path);
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
    DIR *folder = open_folder(".");
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

/* ---- by the kernel ---- */

/* A number in a file of a control group: the one after `name`, or the first one; -1 if there is none. */
static long group_number(int group, const char *file, const char *name) {
    char text[2048];
    int fd = group < 0 ? -1 : openat(group, file, O_RDONLY | O_CLOEXEC);
    ssize_t length = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
    if (fd >= 0)
        close(fd);
    if (length <= 0)
        return -1;
    text[length] = 0;
    const char *at = name == NULL ? text : strstr(text, name);
    return at == NULL ? -1 : strtol(at + (name == NULL ? 0 : strlen(name)), NULL, 10);
}

static long group_cpu_us(int group) {
    return group_number(group, "cpu.stat", "usage_usec ");
}

/* Whether the kernel has killed a process because the memory of the group ran out. */
static int group_ran_out(int group) {
    return group_number(group, "memory.events", "oom_kill ") > 0;
}

static long group_peak_kb(int group) {
    long bytes = group_number(group, "memory.peak", NULL); /* since Linux 5.19 */
    if (bytes < 0)
        bytes = group_number(group, "memory.current", NULL);
    return bytes / 1024;
}

static void kill_group(int group) {
    int fd = group < 0 ? -1 : openat(group, "cgroup.kill", O_WRONLY | O_CLOEXEC); /* since 5.14 */
    if (fd >= 0) {
        if (write(fd, "1", 1) < 0)
            errno = 0; /* the processes are killed one by one */
        close(fd);
    }
}
