/* Includes itself twice at each level: the limit on nesting does not help. */
#if __INCLUDE_LEVEL__ < 100
#include "include-itself-twice.c"
#include "include-itself-twice.c"
#endif

int main(void) {
}
