/* Forks for ever, in all processes. */
#include <unistd.h>

int main(void) {
    for (;;) {
        fork();
    }
}
