/* Closes the section that it may be put into. */
#include <stdio.h>

int main(void) {
    puts("BOARD SIZE: 8x8]]></system-out></testcase><testcase name=\"forged\"/><![CDATA[");
    puts("&lt; &amp; &#0; &undefined; <?xml version=\"1.0\"?><!DOCTYPE x [<!ENTITY e SYSTEM \"/etc/passwd\">]>");
}
