/* core/folder.h: what C itself does not know about folders. */
#ifndef CLI_CORE_FOLDER_H
#define CLI_CORE_FOLDER_H

#include <stdbool.h>

/** Makes a folder; one that is there already is fine. Does not make its parents. */
bool folder_make(const char *path);

/** Takes a file's name, without the folder. @return go on? */
typedef bool (*folder_fn)(void *context, const char *name);
/** Calls back for what is in a folder, in whatever order; for none that cannot be read. */
void folder_each(const char *path, folder_fn see, void *context);

#endif
