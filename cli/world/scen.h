/* A world built from a map of cells, in which a scenario is run instead. */
#ifndef CLI_WORLD_SCEN_H
#define CLI_WORLD_SCEN_H

#include "map/agent.h"

#include "wend/mesh_search.h"
#include "wend/pathfinder.h"
#include "wend/types.h"

typedef enum scen_world_kind {
    SCEN_GRID, /* the cells themselves: no world is built */
    SCEN_MESH,
    SCEN_FLOOD,
    SCEN_EXPANDED
} scen_world_kind;

typedef struct scen_world {
    scen_world_kind kind;
    const wend_grid *grid;
    wend_mesh *mesh;
    wend_level *level;
    wend_pathfinder *pathfinder; /* NULL = the cells are searched */
    wend_mesh_method method;     /* of meshes: exact where all ground costs the same */
    double cell_size;
} scen_world;

/** Adds --world. */
void scen_world_add(args *a, scen_world_kind *kind);
/** Builds it for an agent, or reports a failure; close it in any case. @return CLI_OK or CLI_BAD.
 */
int scen_world_open(const cli *c, scen_world *world, const wend_grid *grid, const map_agent *agent,
                    bool is_uniform);
void scen_world_close(scen_world *world);
/** Finds the path between the centres of two cells, and its cost in cells. */
wend_result scen_world_find(const scen_world *world, wend_node start, wend_node goal,
                            wend_path *path, wend_path_answer *answer, double *cost);
/** True if a cost in cells is possible in this world where the shortest path over cells is
 * `length`: meshes and expanded graphs are never longer; a flood guarantees nothing. */
bool scen_world_is_right(const scen_world *world, double cost, double length, double rounding);

#endif
