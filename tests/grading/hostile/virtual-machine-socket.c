/* Connects to the host of the virtual machine. */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/socket.h>

int main(void) {
    puts(socket(AF_VSOCK, SOCK_STREAM, 0) >= 0 ? "LEAKED: a socket" : "blocked");
}
