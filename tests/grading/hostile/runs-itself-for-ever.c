/* Becomes itself again and again, with more arguments than fit into a page. */
#define _GNU_SOURCE
#include <string.h>
#include <unistd.h>

int main(int count, char **words) {
    static char word[100000], *many[60];
    (void)count;
    memset(word, 'x', sizeof word - 1);
    many[0] = words[0];
    for (int i = 1; i < 59; i++) {
        many[i] = word;
    }
    execv("/proc/self/exe", many);
}
