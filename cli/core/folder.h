/* Folders, which the C library does not cover. */
#ifndef CLI_CORE_FOLDER_H
#define CLI_CORE_FOLDER_H

#include <stdbool.h>

/** Makes a folder; one that is there already is fine. Does not make its parents. */
bool folder_make(const char *path);

/** Takes a file's name, without the folder. @return true to continue. */
typedef bool (*folder_fn)(void *context, const char *name);
/** Calls back for each file of a folder, in no particular order. @return false: it cannot be read. */
bool folder_each(const char *path, folder_fn see, void *context);

#endif
