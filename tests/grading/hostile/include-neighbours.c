/* Includes what others have handed in, and a golden file. */
#include "../correct.c"
#include "../../expected_output/empty.txt"
