/* Lets the compiler quote the list of passwords in its messages. */
#include "/etc/shadow"

int main(void) {
}
