/* Right output, then pretends to have run out of time. */
#define main right_main
#include "right.h"
#undef main
int main(void) {
    right_main();
    return 124;
}
