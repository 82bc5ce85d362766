/* Where the game lies that a map belongs to. */
#ifndef CLI_MAP_DATA_H
#define CLI_MAP_DATA_H

#include <stdbool.h>
#include <stddef.h>

enum { MAP_DATA_CAPACITY = 4096 };

/** The nearest folder above a map's own that has core/terrain.cfg, as Wesnoth's data folder has:
 * ".../data" for ".../data/multiplayer/maps/x.map". Of a name that is not absolute the folders
 * above the current one count too.
 * @param folder [capacity]; "" when there is none. @return is there one? */
bool map_data_find(const char *file, char *folder, size_t capacity);

#endif
