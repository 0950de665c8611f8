/* Uses a static array of a gigabyte. */
#include <string.h>
#include <unistd.h>

static char hog[1 << 30];

int main(void) {
    memset(hog, 1, sizeof hog);
    sleep(600);
}
