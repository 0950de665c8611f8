/* Runs a copy of itself, and programs of the system, to be rid of the filter. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int count, char **words) {
    if (count > 1) {
        return ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0 ? 7 : 8;
    }
    char *ways[][4] = {{words[0], "again", NULL},
                       {"/lib64/ld-linux-x86-64.so.2", words[0], "again", NULL},
                       {"/usr/bin/env", words[0], "again", NULL}};
    for (int i = 0; i < 3; i++) {
        int status = 0;
        if (fork() == 0) {
            execv(ways[i][0], ways[i]);
            _exit(8);
        }
        wait(&status);
        puts(WIFEXITED(status) && WEXITSTATUS(status) == 7 ? "LEAKED: traced" : "blocked");
    }
}
