/* Types a command into the terminal of the grader. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <unistd.h>

int main(void) {
    const char *command = "echo LEAKED\n";
    int typed = 0, terminals[] = {0, 1, 2, open("/dev/tty", O_RDWR), open("/dev/console", O_RDWR),
                                  open("/dev/ptmx", O_RDWR)};
    for (int i = 0; i < 6; i++) {
        for (const char *c = command; *c; c++) {
            typed += ioctl(terminals[i], TIOCSTI, c) == 0;
        }
    }
    puts(typed || terminals[3] >= 0 || terminals[4] >= 0 ? "LEAKED: a terminal" : "blocked");
}
