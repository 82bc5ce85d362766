/* games/warzone.h: maps of Warzone 2100, as maps/load_grid.c reads them. */
#ifndef WENDI_IO_GAMES_WARZONE_H
#define WENDI_IO_GAMES_WARZONE_H

#include "io/content/reader.h"

/** Do the bytes start as a game.map does, or as an archive, in which maps may be? */
bool wendi_map_is_warzone(const uint8_t *bytes, size_t count);
/** Reads one into an empty content; classes "ground", "hover" and "air". */
wend_result wendi_map_read_warzone(const wendi_map_file_source *source, wendi_map_content *content);

#endif
