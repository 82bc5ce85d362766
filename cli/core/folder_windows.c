/* Creates folders and lists their files, for Windows.
 * Cost: one system call or two. */
#include "core/folder.h"

#include <stdio.h>
#include <windows.h>

bool folder_make(const char *path)
{
    if (CreateDirectoryA(path, NULL)) {
        return true;
    }
    const DWORD attributes = GetFileAttributesA(path);
    return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
}

bool folder_each(const char *path, folder_fn see, void *context)
{
    WIN32_FIND_DATAA found;
    char pattern[MAX_PATH];
    const int length = snprintf(pattern, sizeof pattern, "%s/*", path);
    if (length < 0 || (size_t)length >= sizeof pattern) {
        return false;
    }
    const HANDLE search = FindFirstFileA(pattern, &found);
    bool goes_on = search != INVALID_HANDLE_VALUE;
    while (goes_on) {
        goes_on = see(context, found.cFileName) && FindNextFileA(search, &found);
    }
    if (search != INVALID_HANDLE_VALUE) {
        FindClose(search);
    }
    return search != INVALID_HANDLE_VALUE;
}
