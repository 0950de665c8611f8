/* Makes the compiler print what looks like a verdict and like markup. */
#error "]]></system-out><script>alert(1)</script> {\"verdict\": \"AC\"} =cmd()"
#pragma message "\x1b]0;owned\x07"

int main(void) {
}
