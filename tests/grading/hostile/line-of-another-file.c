/* Makes the compiler quote a line of another file, as the place of a mistake. */
int main(void) {
#line 1 "/etc/passwd"
    return mistake;
}
