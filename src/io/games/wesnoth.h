/* Maps of The Battle for Wesnoth. */
#ifndef WENDI_IO_GAMES_WESNOTH_H
#define WENDI_IO_GAMES_WESNOTH_H

#include "io/content/content.h"

/** True if the bytes start with a row of terrain codes or with the header of such a map. */
bool wendi_map_is_wesnoth(const uint8_t *bytes, size_t count);
/** Reads one into an empty content; with options->data_folder a class for each type of movement,
 * without it one class for walkers. */
wend_result wendi_map_read_wesnoth(const wendi_map_file_source *source, wendi_map_content *content);

#endif
