/* Lets the compiler read noise without an end. */
#include "/dev/urandom"

int main(void) {
}
