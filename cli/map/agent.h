/* The options for the agent, the same for all subcommands. */
#ifndef CLI_MAP_AGENT_H
#define CLI_MAP_AGENT_H

#include "core/args.h"

#include "wend/io_map.h"

/* Movement class, team, and how large. */
typedef struct map_agent {
    int64_t movement_class, team; /* team -1 = none */
    const char *class_name;       /* not looked up yet; NULL = movement_class holds */
    double radius;                /* metres; 0 = a point */
    int64_t size;                 /* cells along a square; 1 = a point */
} map_agent;

/** Adds --class alone; the class is -1 when none is given. */
void map_class_add(args *a, map_agent *agent);
/** Adds --class, --team, --radius and --size. */
void map_agent_add(args *a, map_agent *agent);
/** Finds the class by its name, if one was given; reports a failure if the map has no such class.
 */
bool map_agent_resolve(const cli *c, const wend_map *file, map_agent *agent);
/** Reports a failure if the grid has no such class, or is made for smaller agents. */
bool map_agent_fits(const cli *c, const wend_grid *grid, const map_agent *agent);
/** True if the agent has a size. */
bool map_agent_is_large(const map_agent *agent);

/** A space of the grid for the agent, or a failure. @param is_prepared with a jump table.
 * @return CLI_OK or CLI_BAD. */
int map_space(const cli *c, const wend_grid *grid, const map_agent *agent, bool is_prepared,
              wend_space **space);
/** The clearance of the agent's class and team, for any size, or a failure. Sizes up to
 * WEND_CLEARANCE_MAX are distinguished. @return CLI_OK or CLI_BAD. */
int map_clearance(const cli *c, const wend_grid *grid, const map_agent *agent,
                  wend_clearance **clearance);
/** The islands of the agent, or a failure. @return CLI_OK or CLI_BAD. */
int map_islands(const cli *c, const wend_grid *grid, const map_agent *agent,
                wend_clearance *clearance, wend_islands **islands);

#endif
