/* Compiles, but cannot be linked. */
int helper(void) {
    return 0;
}
