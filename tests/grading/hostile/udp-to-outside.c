/* Sends a datagram elsewhere. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <sys/socket.h>

int main(void) {
    struct sockaddr_in place = {.sin_family = AF_INET, .sin_port = htons(53)};
    inet_pton(AF_INET, "8.8.8.8", &place.sin_addr);
    int fd = socket(AF_INET, SOCK_DGRAM, 0);
    ssize_t sent = sendto(fd, "x", 1, 0, (struct sockaddr *)&place, sizeof place);
    puts(sent == 1 ? "LEAKED: sent" : "blocked");
}
