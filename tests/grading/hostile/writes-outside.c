/* Makes files where it has no business. */
#include <fcntl.h>
#include <stdio.h>

int main(void) {
    static const char *const files[] = {"/hostile-probe",         "/usr/hostile-probe",
                                        "/usr/bin/hostile-probe", "/etc/hostile-probe",
                                        "/var/hostile-probe",     "/home/hostile-probe",
                                        "/dev/hostile-probe",     "/proc/hostile-probe",
                                        "/../hostile-probe"};
    for (int i = 0; i < 9; i++) {
        if (open(files[i], O_WRONLY | O_CREAT, 0600) >= 0) {
            printf("LEAKED: made %s\n", files[i]);
        }
    }
    puts("blocked");
}
