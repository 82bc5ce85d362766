/* A sorted list of file names.
 * Cost: each name moves those after it. */
#include "measure/maps.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *bench_files_join(const char *folder, const char *name)
{
    size_t bytes = strlen(folder) + strlen(name) + 2;
    char *joined = malloc(bytes);
    if (joined != NULL) {
        snprintf(joined, bytes, "%s/%s", folder, name);
    }
    return joined;
}

bool bench_files_add(bench_files *files, const char *folder, const char *name)
{
    char *joined = bench_files_join(folder, name);
    char **names = realloc(files->names, (files->count + 1) * sizeof *names);
    if (names != NULL) {
        files->names = names;
    }
    if (names == NULL || joined == NULL) {
        free(joined);
        return false;
    }
    size_t index = files->count++;
    while (index > 0 && strcmp(names[index - 1], joined) > 0) {
        names[index] = names[index - 1];
        index--;
    }
    names[index] = joined;
    return true;
}

void bench_files_free(bench_files *files)
{
    for (size_t i = 0; i < files->count; i++) {
        free(files->names[i]);
    }
    free(files->names);
    memset(files, 0, sizeof *files);
}
