/* Four million pairs of brackets, one in the other. */
#define l0 (
#define r0 )
#define l1 l0 l0 l0 l0
#define r1 r0 r0 r0 r0
#define l2 l1 l1 l1 l1
#define r2 r1 r1 r1 r1
#define l3 l2 l2 l2 l2
#define r3 r2 r2 r2 r2
#define l4 l3 l3 l3 l3
#define r4 r3 r3 r3 r3
#define l5 l4 l4 l4 l4
#define r5 r4 r4 r4 r4
#define l6 l5 l5 l5 l5
#define r6 r5 r5 r5 r5
#define l7 l6 l6 l6 l6
#define r7 r6 r6 r6 r6
#define l8 l7 l7 l7 l7
#define r8 r7 r7 r7 r7
#define l9 l8 l8 l8 l8
#define r9 r8 r8 r8 r8
#define l10 l9 l9 l9 l9
#define r10 r9 r9 r9 r9
#define l11 l10 l10 l10 l10
#define r11 r10 r10 r10 r10

int main(void) {
    return l11 0 r11;
}
