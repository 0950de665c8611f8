/* Connects to a service of this machine. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <sys/socket.h>

int main(void) {
    struct sockaddr_in place = {.sin_family = AF_INET, .sin_port = htons(22)};
    inet_pton(AF_INET, "127.0.0.1", &place.sin_addr);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    puts(connect(fd, (struct sockaddr *)&place, sizeof place) == 0 ? "LEAKED: connected" : "blocked");
}
