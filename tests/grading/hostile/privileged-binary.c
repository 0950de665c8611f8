/* An executable that would run as its owner, which is root if root grades. */
#include <stdio.h>
#include <unistd.h>

int main(void) {
    puts(geteuid() == 0 || getuid() != geteuid() ? "LEAKED: another user" : "blocked");
}
