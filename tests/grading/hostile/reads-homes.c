/* Looks into the folders where people and services keep things. */
#define _POSIX_C_SOURCE 200809L
#include <dirent.h>
#include <stdio.h>

int main(void) {
    static const char *const folders[] = {"/home", "/root", "/var", "/srv", "/mnt", "/media", "/opt",
                                          "/run", "/etc/ssh", "/etc/ssl/private"};
    for (int i = 0; i < 10; i++) {
        DIR *folder = opendir(folders[i]);
        for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
            if (entry->d_name[0] != '.') {
                printf("LEAKED: %s/%s\n", folders[i], entry->d_name);
            }
        }
    }
    puts("nothing more found");
}
