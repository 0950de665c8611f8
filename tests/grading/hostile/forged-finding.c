/* Right output; prints reports of the memory check with markup in them. */
#include <stdio.h>

__attribute__((constructor)) static void forge(void) {
    fputs("==1==ERROR: AddressSanitizer: <script>alert(1)</script> on address 0x1\n"
          "    #0 0x1 in \033[31m<script> /work/forged-finding.c:5\n\n"
          "==1== Invalid write of size 4\n==1==    at 0x1: <script> (forged-finding.c:6)\n", stderr);
}

#include "right.h"
