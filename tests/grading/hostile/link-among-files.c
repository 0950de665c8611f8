/* Includes a file beside it that is a link to a secret of the grader. */
#include "told.h"

int main(void) { return 0; }
