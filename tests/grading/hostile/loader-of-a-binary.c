/* An executable that names a loader which is not there. */
int main(void) { return 0; }
