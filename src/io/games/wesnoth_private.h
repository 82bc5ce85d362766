/* games/wesnoth_private.h: a map of The Battle for Wesnoth while it is read.
 *
 *     text --games/wesnoth.c--> terrain codes --games/wesnoth_costs.c--> costs of each class */
#ifndef WENDI_IO_GAMES_WESNOTH_PRIVATE_H
#define WENDI_IO_GAMES_WESNOTH_PRIVATE_H

#include "base/core/sort.h"
#include "io/content/reader.h"
#include "io/games/wesnoth_terrain.h"

/** A map being read.
 *
 *     b b b b b b      the border of one hex belongs to the file, not to the ground; of the columns
 *     b 0 1 2 3 b      within it, which are the grid's, 1, 3, 5... lie half a hex lower
 *     b b b b b b */
typedef struct wendi_wesnoth_reader {
    const wendi_map_file_source *source;
    wendi_map_content *content;
    int32_t border;
    int64_t columns, rows;  /**< Of the file. */
    int32_t width, height;  /**< Of the grid. */
    wendi_sort_pair *cells; /**< [width * height]: code and place; then by rising code. */
    wendi_wesnoth_rules rules;
    size_t movetypes[WEND_GRID_CLASSES_MAX]; /**< Of each class. */
    uint32_t class_count;
    uint32_t left_out; /**< Types of movement for which there was no class. */
} wendi_wesnoth_reader;

/** Names the classes: one for each type of movement that differs, by the game's rules if there is a
 * folder of its data, else one for walkers. */
wend_result wendi_wesnoth_add_classes(wendi_wesnoth_reader *r);
/** Writes the costs of all hexes; those of one terrain must stand together in the cells. */
wend_result wendi_wesnoth_fill_costs(const wendi_wesnoth_reader *r);

#endif
