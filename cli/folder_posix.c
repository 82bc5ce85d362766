/* Takes: a path.
 * Gives: a folder.
 * Cost: one system call or two. */
#include "folder.h"

#include <errno.h>
#include <sys/stat.h>

bool folder_make(const char *path)
{
    struct stat status;
    if (mkdir(path, 0777) == 0) {
        return true;
    }
    return errno == EEXIST && stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}
