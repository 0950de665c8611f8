/* Right, for the names below. */
#define main right_main
#include "right.h"
#undef main
int main(void) {
    return right_main();
}
