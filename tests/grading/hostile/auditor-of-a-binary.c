/* An executable that names a library which the loader is to run before it. */
#include <stdio.h>

int main(void) { puts("blocked"); }
