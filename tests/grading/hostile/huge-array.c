/* A static array of 4 GB that must be written out. */
int hog[1 << 30] = {1};

int main(void) {
    return hog[7];
}
