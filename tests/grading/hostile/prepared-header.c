/* Right output; beside its header is one that the compiler would load into its memory. */
#include "part.h"
#include <stdio.h>

__attribute__((constructor)) static void tell(void) { fputs(TOLD, stderr); }

#include "right.h"
