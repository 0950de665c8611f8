/* Restarts the machine (by a command that changes one setting, if it could). */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/reboot.h>
#include <unistd.h>

int main(void) {
    puts(reboot(RB_DISABLE_CAD) == 0 ? "LEAKED: reboot" : "blocked");
}
