/* Includes itself by whatever name it has. */
#include __FILE__

int main(void) {
}
