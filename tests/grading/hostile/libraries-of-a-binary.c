/* An executable that names a folder in which its library is to be found. */
void part(void);

int main(void) { part(); }
