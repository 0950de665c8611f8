/* Reads the lists of accounts and of the machine. */
#include <stdio.h>

int main(void) {
    static const char *const files[] = {"/etc/passwd", "/etc/shadow", "/etc/hostname", "/etc/hosts",
                                        "/etc/machine-id"};
    char line[256];
    for (int i = 0; i < 5; i++) {
        FILE *stream = fopen(files[i], "r");
        if (stream != NULL && fgets(line, sizeof line, stream) != NULL) {
            printf("LEAKED: %s: %s", files[i], line);
        }
    }
    puts("nothing more found");
}
