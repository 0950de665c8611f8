/* Right output, then pretends to have been killed. */
#define main right_main
#include "right.h"
#undef main
int main(void) {
    right_main();
    return 137;
}
