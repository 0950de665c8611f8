/* Switches a swap file off (one that does not exist, so that nothing is lost). */
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/swap.h>

int main(void) {
    puts(swapoff("/tmp/none") == 0 ? "LEAKED: swap" : "blocked");
}
