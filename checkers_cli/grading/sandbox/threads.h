/* What the warden does beside its checks, in threads of their own: a part of the warden.
 *
 * One answers calls of the command, and may have to wait for its memory. The other one waits for nothing.
 */

/* ---- the guard ---- */

/* Ends a run that is still there when all its limits of time have passed, whatever the checks wait for: a
 * lock that a process of the run holds is free again when the process is killed. Does nothing else, so that
 * there is nothing that it could have to wait for. */
static struct {
    pthread_mutex_t lock;
    long deadline; /* 0 between runs */
    pid_t child;
    int has_acted;
} guard = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void *keep_deadlines(void *unused) {
    const struct timespec moment = {0, GUARD_MS * 1000000L};
    for (;;) {
        nanosleep(&moment, NULL);
        pthread_mutex_lock(&guard.lock);
        if (guard.deadline != 0 && now_us() > guard.deadline) {
            guard.has_acted = 1;
            kill(alone ? -1 : -guard.child, SIGKILL);
        }
        pthread_mutex_unlock(&guard.lock);
    }
    return unused;
}

static void start_guard(void) {
    pthread_t thread;
    if (pthread_create(&thread, NULL, keep_deadlines, NULL) != 0)
        fail("pthread_create");
}

/* Sets the deadline of a run, or of none with 0; returns whether the guard has ended the run before. */
static int set_deadline(long deadline, pid_t child) {
    pthread_mutex_lock(&guard.lock);
    int acted = guard.has_acted;
    guard.deadline = deadline, guard.child = child, guard.has_acted = 0;
    pthread_mutex_unlock(&guard.lock);
    return acted;
}

/* ---- answers ---- */

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

static int listeners[2]; /* a pipe that hands a descriptor to the thread that answers */

/* Answers the calls of one run after the other. The answer is written to the memory of the caller, and a
 * program can lock its own memory for as long as it likes. So this is a thread: the limits are checked
 * meanwhile, and once the processes of a run are killed, no lock is left. */
static void *answer_calls(void *unused) {
    struct pollfd fds[] = {{.fd = listeners[0], .events = POLLIN}, {.fd = -1, .events = POLLIN}};
    for (;;) {
        if (poll(fds, 2, -1) <= 0)
            continue;
        if (fds[0].revents) { /* the run before this one is over */
            close(fds[1].fd);
            if (read(listeners[0], &fds[1].fd, sizeof fds[1].fd) != sizeof fds[1].fd)
                return unused;
        } else if (fds[1].revents & POLLIN) {
            answer(fds[1].fd);
        } else { /* nobody is left who could ask */
            close(fds[1].fd);
            fds[1].fd = -1;
        }
    }
}

static void start_answering(void) {
    pthread_t thread;
    if (pipe2(listeners, O_CLOEXEC) != 0 || pthread_create(&thread, NULL, answer_calls, NULL) != 0)
        fail("pthread_create");
}

/* Lets the thread answer on this descriptor, which it closes; -1 if there is nothing to answer. */
static void answer_calls_on(int listener) {
    if (listener >= 0 && write(listeners[1], &listener, sizeof listener) != sizeof listener)
        fail("write");
}
