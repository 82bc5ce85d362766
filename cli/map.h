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
} map_arguments;

map_arguments map_arguments_default(void);
/** Adds --neighbours, --corners, --cost and --cell-size; the file's name is the caller's to add. */
void map_arguments_add(args *a, map_arguments *m);

/** Loads the map or tells why not. @param grid NULL on failure. @param format may be NULL.
 * @return CLI_OK or CLI_BAD. */
int map_load(const cli *c, const map_arguments *m, wend_grid **grid, wend_map_format *format);

/** The node of a cell the user named, or a failure that names the option.
 * @return WEND_NODE_NONE after a failure. */
wend_node map_node(const cli *c, const wend_grid *grid, const char *option, const arg_cell *cell);

/** "never", "one", "always". */
const char *map_corner_name(wend_corner_rule rule);

/* For whom: movement class and team. */
typedef struct map_agent {
    int64_t movement_class, team; /* team -1 = none */
} map_agent;

/** Adds --class and --team. */
void map_agent_add(args *a, map_agent *agent);
/** Tells a failure when the grid has no such class. */
bool map_agent_fits(const cli *c, const wend_grid *grid, const map_agent *agent);
/** A space of the grid for the agent, or a failure. @return CLI_OK or CLI_BAD. */
int map_space(const cli *c, const wend_grid *grid, const map_agent *agent, wend_space **space);

#endif
