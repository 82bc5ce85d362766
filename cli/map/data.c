/* Finds the folder of the game that contains a map's file.
 * Cost: one attempt to open a file for each folder above it. */
#include "map/data.h"

#include <stdio.h>
#include <string.h>

/* Folders above the map's that are tried: a game's maps lie two or three deep, a campaign's five.
 */
enum { LEVELS = 8 };

static bool has_rules(const char *folder)
{
    char name[MAP_DATA_CAPACITY + 32];
    snprintf(name, sizeof name, "%s/core/terrain.cfg", folder);
    FILE *file = fopen(name, "rb");
    if (file != NULL) {
        fclose(file);
    }
    return file != NULL;
}

/* Beginning of the last part of a path; a slash at its end counts for nothing. */
static size_t last_part(const char *path, size_t length)
{
    while (length > 0 && path[length - 1] != '/' && path[length - 1] != '\\') {
        length--;
    }
    return length;
}

/* Makes the folder above. A name without further parts, or that ends in "..", gets one more "..".
 */
static bool go_up(char *folder, size_t capacity)
{
    size_t length = strlen(folder);
    const size_t begin = last_part(folder, length);
    const bool is_above = strcmp(folder + begin, "..") == 0;
    if (is_above || strcmp(folder, ".") == 0) {
        const char *more = is_above ? "/.." : ".";
        if (length + strlen(more) >= capacity) {
            return false;
        }
        memcpy(folder + length, more, strlen(more) + 1);
        return true;
    }
    length = begin;
    while (length > 0 && last_part(folder, length) == length) {
        length--;
    }
    if (length == 0 && begin > 0) {
        return false; /* above lies the root alone */
    }
    folder[length] = '\0';
    if (length == 0) {
        memcpy(folder, ".", 2);
    }
    return true;
}

bool map_data_find(const char *file, char *folder, size_t capacity)
{
    const size_t length = strlen(file);
    folder[0] = '\0';
    if (length + 2 >= capacity) {
        return false;
    }
    memcpy(folder, file, length + 1);
    for (int level = 0; level <= LEVELS && go_up(folder, capacity); level++) {
        if (level >= 1 && has_rules(folder)) {
            return true;
        }
    }
    folder[0] = '\0';
    return false;
}
