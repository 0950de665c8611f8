/* Opens files until no more can be opened. */
#include <fcntl.h>
#include <stdio.h>

int main(void) {
    int opened = 0;
    while (opened < 5000 && open("/dev/null", O_RDONLY) >= 0) {
        opened++;
    }
    puts(opened == 5000 ? "LEAKED: 5000 open files" : "blocked");
}
