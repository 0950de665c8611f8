/* Right, but with ten thousand warnings; how many can be kept depends on the limits of a build. */
#define t0(n) int n;
#define t1(n) t0(n##0) t0(n##1) t0(n##2) t0(n##3) t0(n##4) t0(n##5) t0(n##6) t0(n##7) t0(n##8) t0(n##9)
#define t2(n) t1(n##0) t1(n##1) t1(n##2) t1(n##3) t1(n##4) t1(n##5) t1(n##6) t1(n##7) t1(n##8) t1(n##9)
#define t3(n) t2(n##0) t2(n##1) t2(n##2) t2(n##3) t2(n##4) t2(n##5) t2(n##6) t2(n##7) t2(n##8) t2(n##9)
#define t4(n) t3(n##0) t3(n##1) t3(n##2) t3(n##3) t3(n##4) t3(n##5) t3(n##6) t3(n##7) t3(n##8) t3(n##9)

#define main right_main
#include "right.h"
#undef main

int main(void) {
    t4(v)
    return right_main();
}
