/* Deletes and renames what is not its own (chosen so that nothing is lost if it could). */
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

/* On a file system that can be written to, these fail for other reasons. */
static void look(const char *what, int result) {
    if (result == 0 || (errno != EROFS && errno != EACCES && errno != EPERM && errno != ENOENT)) {
        printf("LEAKED: %s could be attempted\n", what);
    }
}

int main(void) {
    look("unlink in /usr/bin", unlink("/usr/bin/hostile-probe/"));
    look("rmdir in /usr", rmdir("/usr/bin"));
    look("rename in /usr/bin", rename("/usr/bin/env", "/usr/bin/env")); /* does nothing where it may */
    look("rmdir in /etc", rmdir("/etc/alternatives"));
    puts("blocked");
}
