/* Prints markup that would run in a browser. */
#include <stdio.h>

int main(void) {
    puts("BOARD SIZE: <script>document.title=\"LEA\" + \"KED\"</script>");
    puts("\"><img src=x onerror=alert(1)> {{ 7 * 7 }} {% raw %} javascript:alert(1)");
    puts("</style></title></textarea><svg/onload=alert(1)>");
}
