/* Leaves a key with a message in the keyring of the user, for other runs. */
#define _GNU_SOURCE
#include <linux/keyctl.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
    long key = syscall(SYS_add_key, "user", "message", "x", 1, KEY_SPEC_USER_KEYRING);
    puts(key >= 0 ? "LEAKED: a key" : "blocked");
}
