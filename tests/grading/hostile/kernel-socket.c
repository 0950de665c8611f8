/* Asks the kernel about the network over a socket. */
#define _GNU_SOURCE
#include <linux/netlink.h>
#include <stdio.h>
#include <sys/socket.h>

int main(void) {
    puts(socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE) >= 0 ? "LEAKED: a socket" : "blocked");
}
