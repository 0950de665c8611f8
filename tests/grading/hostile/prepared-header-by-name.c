/* Names the file itself that the compiler would load into its memory. */
#pragma GCC pch_preprocess "part.h"
int puts(const char *);

int main(void) { return puts(TOLD); }
