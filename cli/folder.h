/* folder.h: the one thing about folders that C itself does not know. */
#ifndef CLI_FOLDER_H
#define CLI_FOLDER_H

#include <stdbool.h>

/** Makes a folder; one that is there already is fine. Does not make its parents. */
bool folder_make(const char *path);

#endif
