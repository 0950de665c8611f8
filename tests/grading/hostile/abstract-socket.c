/* Talks over a local socket that has no file. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

int main(void) {
    static const char *const names[] = {"/tmp/.X11-unix/X0", "hostile-probe"};
    for (int i = 0; i < 2; i++) {
        struct sockaddr_un place = {.sun_family = AF_UNIX};
        strcpy(place.sun_path + 1, names[i]);
        socklen_t length = offsetof(struct sockaddr_un, sun_path) + 1 + strlen(names[i]);
        int fd = socket(AF_UNIX, SOCK_STREAM, 0);
        if (connect(fd, (struct sockaddr *)&place, length) == 0) {
            puts("LEAKED: connected");
        }
    }
    puts("blocked");
}
