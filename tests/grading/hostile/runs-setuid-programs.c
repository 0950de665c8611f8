/* Runs programs that work as root. */
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int status = system("{ su -c id; sudo -n id; mount; } < /dev/null 2> /dev/null | "
                        "grep -q uid=0 && echo LEAKED: root");
    puts(status == 0 ? "done" : "blocked");
}
