/* Lets the compiler quote the list of accounts in its messages. */
#include "/etc/passwd"

int main(void) {
}
