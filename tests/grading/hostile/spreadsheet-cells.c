/* Prints cells that a spreadsheet would carry out. */
#include <stdio.h>

int main(void) {
    puts("=cmd|'/c calc'!A0");
    puts("@SUM(1+1)\n+1\n-1\n\t=1\n\"quoted\",cell\n=HYPERLINK(\"http://example.invalid\")");
}
