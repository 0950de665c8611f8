/* Runs a program that is in no file. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

int main(int count, char **words) {
    if (count > 1) {
        puts("LEAKED: ran from memory");
        return 0;
    }
    static char program[1 << 20];
    ssize_t length = read(open("/proc/self/exe", O_RDONLY), program, sizeof program);
    int memory = memfd_create("program", 0);
    if (memory >= 0 && write(memory, program, (size_t)length) == length) {
        char *again[] = {words[0], "again", NULL}, *nothing[] = {NULL};
        fexecve(memory, again, nothing);
    }
    puts("blocked");
}
