/* Right output; writes many lines to the log of the system. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <syslog.h>
#include <unistd.h>

__attribute__((constructor)) static void flood(void) {
    openlog("grader", LOG_CONS | LOG_NDELAY, LOG_AUTH);
    for (int i = 0; i < 20000; i++) {
        syslog(LOG_EMERG, "LEAKED into the log of the system");
    }
    if (access("/dev/log", F_OK) == 0 || access("/run/systemd/journal/socket", F_OK) == 0) {
        fputs("LEAKED: the log of the system can be reached\n", stderr);
    }
}

#include "right.h"
