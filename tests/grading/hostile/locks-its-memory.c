/* Keeps its own memory locked, so that whoever writes an answer into it has to wait. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/sysinfo.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef MADV_POPULATE_READ
#define MADV_POPULATE_READ 22
#endif
#define SIZE (16UL << 30)

static char *region, *page;

/* Holds the lock for reading: a page of zeros is mapped again and again, at the lowest priority. */
static void *hold(void *unused) {
    struct sched_param none = {0};
    usleep(20000);
    sched_setscheduler(0, SCHED_IDLE, &none);
    madvise(region, SIZE, MADV_POPULATE_READ);
    return unused;
}

/* Waits for the lock to write; then all further readers wait, too. */
static void *queue(void *unused) {
    usleep(60000);
    mprotect(page, 4096, PROT_READ | PROT_WRITE);
    return unused;
}

static void *ask(void *unused) {
    static struct sysinfo answer;
    usleep(100000);
    sysinfo(&answer);
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
    for (int i = 0; i < 8; i++)
        if (fork() == 0)
            spin();
    pthread_t holder, writer, asker;
    pthread_create(&holder, NULL, hold, NULL);
    pthread_create(&writer, NULL, queue, NULL);
    pthread_create(&asker, NULL, ask, NULL);
    pthread_join(holder, NULL);
    for (;;)
        pause();
}
