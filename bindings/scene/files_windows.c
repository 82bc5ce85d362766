/* File names as the disk resolves them: from the drive, without links and dots, with '/'.
 * Cost: a disk access for each part of a name. */
#include <stdlib.h>
#include <string.h>
#include <windows.h>

#include "scene/private.h"

/* The final name of an existing file. */
static bool resolve(const char *path, char real[SCENE_PATH_CAPACITY])
{
    HANDLE file = CreateFileA(path, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                              OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    if (file == INVALID_HANDLE_VALUE) {
        return false;
    }
    const DWORD count =
        GetFinalPathNameByHandleA(file, real, SCENE_PATH_CAPACITY, FILE_NAME_NORMALIZED);
    CloseHandle(file);
    for (char *at = real; count > 0 && count < SCENE_PATH_CAPACITY && *at != '\0'; at++) {
        *at = *at == '\\' ? '/' : *at;
    }
    return count > 0 && count < SCENE_PATH_CAPACITY;
}

bool scene_folder_path(const char *path, char real[SCENE_PATH_CAPACITY])
{
    const DWORD about = GetFileAttributesA(path);
    return about != INVALID_FILE_ATTRIBUTES && (about & FILE_ATTRIBUTE_DIRECTORY) != 0 &&
           resolve(path, real);
}

uint64_t scene_file_stamp(const char *file)
{
    WIN32_FILE_ATTRIBUTE_DATA about;
    if (!GetFileAttributesExA(file, GetFileExInfoStandard, &about)) {
        return 0;
    }
    uint64_t hash = wend_hash_u64(wend_hash_begin(), about.ftLastWriteTime.dwHighDateTime);
    hash = wend_hash_u64(hash, about.ftLastWriteTime.dwLowDateTime);
    hash = wend_hash_u64(hash, about.nFileSizeLow);
    return hash != 0 ? hash : 1;
}

bool scene_real_path(const char *path, char real[SCENE_PATH_CAPACITY])
{
    char folder[SCENE_PATH_CAPACITY];
    if (resolve(path, real)) {
        return true;
    }
    /* A missing file counts as lying where it would be created, if its folder exists. */
    const char *name = strrchr(path, '/');
    const size_t count = name != NULL ? (size_t)(name - path) : 0;
    if (count == 0 || count >= sizeof folder || strcmp(name, "/..") == 0 ||
        strchr(name, '\\') != NULL) {
        return false;
    }
    memcpy(folder, path, count);
    folder[count] = '\0';
    if (!resolve(folder, real) || strlen(real) + strlen(name) >= SCENE_PATH_CAPACITY) {
        return false;
    }
    memcpy(real + strlen(real), name, strlen(name) + 1);
    return true;
}
