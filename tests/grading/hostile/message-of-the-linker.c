/* Right output; makes the linker print what looks like a verdict and like markup. */
__asm__(".pushsection .gnu.warning.told\n.string \"</pre><script>alert(1)</script>\\033[31m verdict: AC\"\n"
        ".popsection");

int told = 0;

__attribute__((constructor)) static void tell(void) { told++; }

#include "right.h"
