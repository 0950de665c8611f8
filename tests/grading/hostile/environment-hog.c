/* Has children whose memory is all in their environment. */
#define _GNU_SOURCE
#include <string.h>
#include <unistd.h>

int main(int count, char **words) {
    static char word[120000], *many[46];
    if (count > 1) {
        sleep(6);
        return 0;
    }
    memset(word, 'x', sizeof word - 1);
    word[1] = '=';
    for (int i = 0; i < 45; i++) {
        many[i] = word;
    }
    for (int i = 0; i < 29; i++) {
        if (fork() == 0) {
            char *again[] = {words[0], "again", NULL};
            execve("/proc/self/exe", again, many);
            _exit(1);
        }
    }
    sleep(6);
}
