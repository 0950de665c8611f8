/* Sleeps for ten minutes. */
#include <unistd.h>

int main(void) {
    sleep(600);
}
