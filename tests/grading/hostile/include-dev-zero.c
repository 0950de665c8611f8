/* Lets the compiler read without an end. */
#include "/dev/zero"

int main(void) {
}
