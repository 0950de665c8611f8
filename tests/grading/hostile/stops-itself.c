/* Stops itself. */
#include <signal.h>

int main(void) {
    raise(SIGSTOP);
}
