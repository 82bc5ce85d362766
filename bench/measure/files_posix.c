/* Lists the files with an ending in a folder and one level below, for POSIX.
 * Cost: reads each folder once. */
#include "measure/maps.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = 2 };

static bool ends_with(const char *name, const char *ending)
{
    size_t length = strlen(name), ending_length = strlen(ending);
    return length > ending_length && strcmp(name + length - ending_length, ending) == 0;
}

static bool add_folder(bench_files *files, const char *folder, const char *ending, int levels);

/* Hidden files and the folder above begin with a dot. */
static bool add_entry(bench_files *files, const char *folder, const char *name, const char *ending,
                      int levels)
{
    if (name[0] == '.') {
        return true;
    }
    if (ends_with(name, ending)) {
        return bench_files_add(files, folder, name);
    }
    char *path = bench_files_join(folder, name);
    bool is_ok = path != NULL && add_folder(files, path, ending, levels - 1);
    free(path);
    return is_ok;
}

/* A name that is no folder cannot be opened and adds nothing. */
static bool add_folder(bench_files *files, const char *folder, const char *ending, int levels)
{
    DIR *directory = levels > 0 ? opendir(folder) : NULL;
    if (directory == NULL) {
        return true;
    }
    bool is_ok = true;
    const struct dirent *entry = NULL;
    while (is_ok && (entry = readdir(directory)) != NULL) {
        is_ok = add_entry(files, folder, entry->d_name, ending, levels);
    }
    closedir(directory);
    return is_ok;
}

bool bench_files_list(bench_files *files, const char *folder, const char *ending)
{
    memset(files, 0, sizeof *files);
    return add_folder(files, folder, ending, LEVELS);
}
