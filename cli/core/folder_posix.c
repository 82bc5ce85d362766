/* Creates folders and lists their files, for POSIX.
 * Cost: one system call or two. */
#include "core/folder.h"

#include <dirent.h>
#include <errno.h>
#include <stddef.h>
#include <sys/stat.h>

bool folder_make(const char *path)
{
    struct stat status;
    if (mkdir(path, 0777) == 0) {
        return true;
    }
    return errno == EEXIST && stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

bool folder_each(const char *path, folder_fn see, void *context)
{
    DIR *folder = opendir(path);
    bool goes_on = folder != NULL;
    while (goes_on) {
        const struct dirent *entry = readdir(folder);
        goes_on = entry != NULL && see(context, entry->d_name);
    }
    if (folder != NULL) {
        closedir(folder);
    }
    return folder != NULL;
}
