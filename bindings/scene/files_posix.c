/* File names as the disk resolves them: from the root, without links and dots.
 * Cost: a disk access for each part of a name. */
#define _XOPEN_SOURCE 700

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "scene/private.h"

static bool resolve(const char *path, char real[SCENE_PATH_CAPACITY])
{
    char *resolved = realpath(path, NULL);
    const size_t count = resolved != NULL ? strlen(resolved) : SCENE_PATH_CAPACITY;
    const bool fits = count < SCENE_PATH_CAPACITY;
    if (fits) {
        memcpy(real, resolved, count + 1);
    }
    free(resolved);
    return fits;
}

bool scene_folder_path(const char *path, char real[SCENE_PATH_CAPACITY])
{
    struct stat about;
    return resolve(path, real) && stat(real, &about) == 0 && S_ISDIR(about.st_mode);
}

uint64_t scene_file_stamp(const char *file)
{
    struct stat about;
    if (stat(file, &about) != 0) {
        return 0;
    }
    /* The same size and second: an editor that saves in place, twice within a second. */
#if defined(__APPLE__)
    const uint64_t parts = (uint64_t)about.st_mtimespec.tv_nsec;
#else
    const uint64_t parts = (uint64_t)about.st_mtim.tv_nsec;
#endif
    uint64_t hash = wend_hash_u64(wend_hash_begin(), (uint64_t)about.st_mtime);
    hash = wend_hash_u64(wend_hash_u64(hash, parts), (uint64_t)about.st_size);
    return hash != 0 ? hash : 1;
}

/* A missing file counts as lying where it would be created: beneath the last folder of the name
 * that is. */
bool scene_real_path(const char *path, char real[SCENE_PATH_CAPACITY])
{
    char head[SCENE_PATH_CAPACITY];
    const size_t count = strlen(path);
    if (count == 0 || count >= sizeof head) {
        return false;
    }
    memcpy(head, path, count + 1);
    for (size_t cut = count; !resolve(head, real); head[cut] = '\0') {
        while (cut > 0 && head[cut - 1] != '/') {
            cut--;
        }
        if (cut <= 1) {
            return false;
        }
        cut--;
        /* Without the file system's word a step up can lead anywhere. */
        if (strcmp(path + cut + 1, "..") == 0 || strncmp(path + cut + 1, "../", 3) == 0) {
            return false;
        }
    }
    const size_t kept = strlen(head);
    const size_t used = strlen(real);
    if (used + (count - kept) >= SCENE_PATH_CAPACITY) {
        return false;
    }
    memcpy(real + used, path + kept, count - kept + 1);
    return true;
}
