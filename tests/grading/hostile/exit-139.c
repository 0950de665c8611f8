/* Right output, then pretends to have crashed. */
#define main right_main
#include "right.h"
#undef main
int main(void) {
    right_main();
    return 139;
}
