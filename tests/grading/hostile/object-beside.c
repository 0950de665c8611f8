/* A source that needs an object file beside it, so that nobody can read the other half. */
void part(void);

int main(void) { part(); }
