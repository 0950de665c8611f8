/* A library of its own with the name of the one that every program is linked with. */
void part(void);

int main(void) { part(); }
