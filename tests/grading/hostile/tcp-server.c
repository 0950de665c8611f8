/* Listens for connections. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <sys/socket.h>

int main(void) {
    struct sockaddr_in place = {.sin_family = AF_INET, .sin_port = htons(8080)};
    inet_pton(AF_INET, "0.0.0.0", &place.sin_addr);
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    int bound = bind(fd, (struct sockaddr *)&place, sizeof place) == 0 && listen(fd, 1) == 0;
    puts(bound ? "LEAKED: listening" : "blocked");
}
