/* Has the kernel encrypt, with time and memory that are not its own. */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/socket.h>

int main(void) {
    puts(socket(AF_ALG, SOCK_SEQPACKET, 0) >= 0 ? "LEAKED: a cipher" : "blocked");
}
