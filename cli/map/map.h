/* The arguments by which subcommands load a map, the same for all of them. */
#ifndef CLI_MAP_MAP_H
#define CLI_MAP_MAP_H

#include "map/agent.h"
#include "map/format.h"
#include "map/rules.h"
#include "wend/io_map.h"
#include "wend/types.h"

/* Options for the map. */
typedef struct map_arguments {
    const char *file;
    wend_map_format format; /* AUTO = by the first bytes */
    map_rules rules;
    double cell_size;   /* 0 = not said */
    uint8_t costs[256]; /* by character; 0 = the format's own */
    bool has_costs;
    const char *entry, *data_folder, *tile_property; /* NULL = as the library has it */
} map_arguments;

map_arguments map_arguments_default(void);
/** Adds --format, the rules, --cost, --cell-size, --entry, --data and --tile-property; the file's
 * name is the caller's to add. */
void map_arguments_add(args *a, map_arguments *m);

/** Reports a failure for options without a meaning for the format of the map, and for a property
 * that no tile has. @return CLI_OK or CLI_BAD. */
int map_arguments_check(const cli *c, const map_arguments *m, const wend_map *file);

/** Loads the map or reports a failure. @param grid NULL on failure. @param format may be NULL.
 * @return CLI_OK or CLI_BAD. */
int map_load(const cli *c, const map_arguments *m, wend_grid **grid, wend_map_format *format);

/** The same with the rest of the file's content; the grid was taken out of it. Both are the
 * caller's. */
int map_open(const cli *c, const map_arguments *m, wend_map **file, wend_grid **grid);

/** The node of a cell, or a failure that names the option.
 * @return WEND_NODE_NONE after a failure. */
wend_node map_node(const cli *c, const wend_grid *grid, const char *option, const arg_cell *cell);

#endif
