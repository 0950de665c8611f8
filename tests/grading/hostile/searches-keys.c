/* Searches the keyrings that it has inherited. */
#define _GNU_SOURCE
#include <linux/keyctl.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
    char name[200];
    long length = syscall(SYS_keyctl, KEYCTL_DESCRIBE, KEY_SPEC_SESSION_KEYRING, name, sizeof name);
    puts(length >= 0 ? "LEAKED: a keyring" : "blocked");
}
