/* map.h: the arguments by which subcommands load a map, the same for all of them. */
#ifndef CLI_MAP_H
#define CLI_MAP_H

#include "args.h"

#include "wend/io.h"

/* What the user said about the map. */
typedef struct map_arguments {
    const char *file;
    wend_neighbours neighbours;
    wend_corner_rule corner_rule;
    bool has_neighbours, has_corner_rule;
    double cell_size;
    uint8_t costs[256]; /* by character; 0 = the format's own */
    bool has_costs;
    const char *entry, *data_folder, *tile_property; /* NULL = as the library has it */
} map_arguments;

map_arguments map_arguments_default(void);
/** Adds --neighbours, --corners, --cost, --cell-size, --entry, --data and --tile-property; the
 * file's name is the caller's to add. */
void map_arguments_add(args *a, map_arguments *m);

/** Loads the map or tells why not. @param grid NULL on failure. @param format may be NULL.
 * @return CLI_OK or CLI_BAD. */
int map_load(const cli *c, const map_arguments *m, wend_grid **grid, wend_map_format *format);

/** The same with all else that the file says; the grid was taken out of it. Both are the caller's.
 */
int map_open(const cli *c, const map_arguments *m, wend_map **file, wend_grid **grid);

/** The node of a cell, or a failure that names the option.
 * @return WEND_NODE_NONE after a failure. */
wend_node map_node(const cli *c, const wend_grid *grid, const char *option, const arg_cell *cell);

/** "never", "one", "always". */
const char *map_corner_name(wend_corner_rule rule);

/* For whom: movement class and team. */
typedef struct map_agent {
    int64_t movement_class, team; /* team -1 = none */
    const char *class_name;       /* not looked up yet; NULL = movement_class holds */
} map_agent;

/** Adds --class alone; the class is -1 when none is given. */
void map_class_add(args *a, map_agent *agent);
/** Adds --class and --team. */
void map_agent_add(args *a, map_agent *agent);
/** Looks the class's name up, if one was given, and tells a failure when the map has none such. */
bool map_agent_resolve(const cli *c, const wend_map *file, map_agent *agent);
/** Tells a failure when the grid has no such class. */
bool map_agent_fits(const cli *c, const wend_grid *grid, const map_agent *agent);
/** A space of the grid for the agent, or a failure. @return CLI_OK or CLI_BAD. */
int map_space(const cli *c, const wend_grid *grid, const map_agent *agent, wend_space **space);

#endif
