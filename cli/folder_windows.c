/* Takes: a path.
 * Gives: a folder.
 * Cost: one system call or two. */
#include "folder.h"

#include <windows.h>

bool folder_make(const char *path)
{
    if (CreateDirectoryA(path, NULL)) {
        return true;
    }
    const DWORD attributes = GetFileAttributesA(path);
    return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
}
