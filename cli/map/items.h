/* The items of a map, as starts and goals and as lists. */
#ifndef CLI_MAP_ITEMS_H
#define CLI_MAP_ITEMS_H

#include "json.h"
#include "map/map.h"
#include "wend/types.h"

/* A position on the command line: a cell, a position, an item's name, or "#3". */
typedef struct map_position {
    arg_cell cell;
    wend_vec2 position; /* metres; both numbers are written with a point */
    bool is_position;
    const char *item; /* NULL = the cell holds */
} map_position;

/** Reads a cell or an item, as an arg_read_fn; the target is a map_position. */
bool map_position_read(void *target, const char *text, arg_expected *expected);
/** Adds an option that takes a cell or an item. */
void map_position_add(args *a, const char *name, const char *help, map_position *given);
/** The node of a cell or item, or a failure that names the option.
 * @return WEND_NODE_NONE after a failure. */
wend_node map_position_node(const cli *c, const wend_map *file, const wend_grid *grid,
                            const char *option, const map_position *given);

/** class_names and items. */
void map_items_json(json *j, const wend_map *file, const wend_grid *grid);
/** Names of classes in a line, and a line for each of the first items. */
void map_items_text(const wend_map *file, const wend_grid *grid);

#endif
