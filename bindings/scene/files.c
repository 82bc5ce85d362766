/* Resolves the file names of scripts to files beneath the folders that the scene may read.
 * Cost: a disk access for each part of a name.
 *
 * Names are compared as the disk resolves them, so that neither ".." nor a symbolic link leads out.
 * The answer for a file outside does not say whether it exists. */
#include <stdlib.h>
#include <string.h>

#include "scene/private.h"

wend_result scene_files_begin(scene *s)
{
    char real[SCENE_PATH_CAPACITY];
    size_t count = 0;
    /* A text that lies nowhere has no folder of its own. */
    for (size_t i = s->options.text != NULL ? 1 : 0; i <= s->options.folder_count; i++) {
        const char *folder = i == 0 ? s->folder : s->options.folders[i - 1];
        if (folder == NULL || !scene_folder_path(folder, real)) {
            return scene_fail(&s->message, WEND_ERROR_FILE, "%s: no folder that can be read%s",
                              i == 0           ? s->file
                              : folder == NULL ? "NULL"
                                               : folder,
                              i == 0 ? " holds it" : "");
        }
        s->readable[count] = malloc(strlen(real) + 1);
        if (s->readable[count] == NULL) {
            return scene_fail(&s->message, WEND_ERROR_MEMORY, "out of memory");
        }
        memcpy(s->readable[count], real, strlen(real) + 1);
        count++;
    }
    return WEND_OK;
}

void scene_files_end(scene *s)
{
    for (size_t i = 0; i < s->file_count; i++) {
        free(s->files[i]);
    }
    for (size_t i = 0; i <= SCENE_FOLDERS_MAX; i++) {
        free(s->readable[i]);
    }
}

static bool is_beneath(const char *path, const char *folder)
{
    size_t count = strlen(folder);
    count -= count > 0 && folder[count - 1] == '/' ? 1 : 0;
    return strncmp(path, folder, count) == 0 && (path[count] == '/' || path[count] == '\0');
}

static bool may_read(const scene *s, const char *path)
{
    char real[SCENE_PATH_CAPACITY];
    if (!scene_real_path(path, real)) {
        return false;
    }
    for (size_t i = 0; i <= SCENE_FOLDERS_MAX && s->readable[i] != NULL; i++) {
        if (is_beneath(real, s->readable[i])) {
            return true;
        }
    }
    return false;
}

/* Without memory for a name the file is not kept. */
static void keep_name(scene *s, const char *path)
{
    for (size_t i = 0; i < s->file_count; i++) {
        if (strcmp(s->files[i], path) == 0) {
            return;
        }
    }
    char *name = s->file_count < SCENE_FILES_MAX - 1 ? malloc(strlen(path) + 1) : NULL;
    if (name != NULL) {
        memcpy(name, path, strlen(path) + 1);
        s->files[s->file_count++] = name;
    }
}

size_t scene_file_count(const scene *s)
{
    return s->file_count + 1;
}

const char *scene_file(const scene *s, size_t index)
{
    return index == 0 ? s->file : index <= s->file_count ? s->files[index - 1] : "";
}

bool scene_find_file(void *user, const char *name, char *path, size_t capacity)
{
    scene *s = user;
    char joined[SCENE_PATH_CAPACITY];
    const bool is_absolute = name[0] == '/' || name[0] == '\\' || strchr(name, ':') != NULL;
    const int written = is_absolute ? snprintf(joined, sizeof joined, "%s", name)
                                    : snprintf(joined, sizeof joined, "%s/%s", s->folder, name);
    if (written < 0 || (size_t)written >= sizeof joined || (size_t)written >= capacity) {
        snprintf(path, capacity, "'%.60s...' is too long a name", name);
        return false;
    }
    if (!may_read(s, joined)) {
        snprintf(path, capacity,
                 "'%.200s' lies outside of the scene's folder; --read FOLDER allows more", name);
        return false;
    }
    memcpy(path, joined, (size_t)written + 1);
    keep_name(s, path);
    return true;
}
