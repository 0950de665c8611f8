/* Makes a user namespace, to be root in it. */
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>

int main(void) {
    puts(unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0 ? "LEAKED: a namespace" : "blocked");
}
