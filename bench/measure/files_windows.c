/* Lists the files with an ending in a folder and one level below, for Windows.
 * Cost: reads each folder once. */
#include "measure/maps.h"

#include <stdio.h>
#include <string.h>
#include <windows.h>

enum { LEVELS = 2 };

static bool ends_with(const char *name, const char *ending)
{
    size_t length = strlen(name), ending_length = strlen(ending);
    return length > ending_length && strcmp(name + length - ending_length, ending) == 0;
}

static bool add_folder(bench_files *files, const char *folder, const char *ending, int levels)
{
    char path[MAX_PATH];
    WIN32_FIND_DATAA entry;
    int length = snprintf(path, sizeof path, "%s/*", folder);
    if (levels == 0 || length < 0 || length >= MAX_PATH) {
        return true;
    }
    HANDLE find = FindFirstFileA(path, &entry);
    bool is_ok = true;
    for (BOOL has_entry = find != INVALID_HANDLE_VALUE; is_ok && has_entry;
         has_entry = FindNextFileA(find, &entry)) {
        bool is_folder = (entry.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0;
        length = snprintf(path, sizeof path, "%s/%s", folder, entry.cFileName);
        if (!is_folder && ends_with(entry.cFileName, ending)) {
            is_ok = bench_files_add(files, folder, entry.cFileName);
        } else if (is_folder && entry.cFileName[0] != '.' && length > 0 && length < MAX_PATH) {
            is_ok = add_folder(files, path, ending, levels - 1);
        }
    }
    if (find != INVALID_HANDLE_VALUE) {
        FindClose(find);
    }
    return is_ok;
}

bool bench_files_list(bench_files *files, const char *folder, const char *ending)
{
    memset(files, 0, sizeof *files);
    return add_folder(files, folder, ending, LEVELS);
}
