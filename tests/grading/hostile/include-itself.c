/* Includes itself. */
#include "include-itself.c"

int main(void) {
}
