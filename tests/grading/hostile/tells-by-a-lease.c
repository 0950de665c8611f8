/* Right output; leases files and asks for notices, which other runs could notice. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <signal.h>

__attribute__((constructor)) static void tell(void) {
    signal(SIGIO, SIG_IGN);
    int file = open("/usr/bin/env", O_RDONLY), folder = open("/usr/bin", O_RDONLY);
    if (fcntl(file, F_SETLEASE, F_RDLCK) == 0 || fcntl(folder, F_NOTIFY, DN_ACCESS) == 0) {
        fputs("LEAKED: told\n", stderr);
    }
}

#include "right.h"
