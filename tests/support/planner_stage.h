/* Small random worlds of every kind, a planner over each, and a pathfinder that
 * answers the same queries by itself. Every function fails the cmocka test when it cannot do its
 * work. */
#ifndef TEST_SUPPORT_PLANNER_STAGE_H
#define TEST_SUPPORT_PLANNER_STAGE_H

#include "wend/planner.h"

typedef enum planner_stage_kind {
    STAGE_GRID,       /* noise of one cost */
    STAGE_GRID_ROUND, /* an agent with a radius */
    STAGE_GRID_COSTS, /* terrain of several costs */
    STAGE_GRAPH,      /* corners grown by a radius, with walls */
    STAGE_MESH,
    STAGE_MESH_ROUND, /* a disc */
    STAGE_LEVEL,      /* a level made into a mesh */
    STAGE_KINDS
} planner_stage_kind;

typedef struct planner_stage {
    planner_stage_kind kind;
    uint64_t seed;
    wend_level *level;
    wend_walls *walls;
    wend_grid *grid;
    wend_graph *graph;
    wend_mesh *mesh;
    wend_planner *planner;
    wend_pathfinder *twin;
    wend_path *path, *twin_path;
    uint64_t edits;
    wend_turning turning; /* of some queries */
} planner_stage;

/** Makes the world, the twin, and the planner with one profile.
 * @param def its world is set here; NULL = the default. */
planner_stage planner_stage_make(planner_stage_kind kind, uint64_t seed,
                                 const wend_planner_def *def);
void planner_stage_free(planner_stage *stage);
/** Radius of its agent. */
double planner_stage_radius(const planner_stage *stage);
/** A random query. Ids that are near each other may have equal queries. */
wend_path_query planner_stage_query(const planner_stage *stage, uint64_t id);
/** Adds a request for it, with a priority of 0 to 3. */
wend_planner_request_id planner_stage_add(planner_stage *stage, uint64_t id);
/** Changes the world a little. */
void planner_stage_edit(planner_stage *stage);
/** Revision of the world, as answers name it. */
uint64_t planner_stage_revision(const planner_stage *stage);
/** True if two paths have the same legs, to the last bit. */
bool planner_stage_same(const wend_path *a, const wend_path *b);
/** True if a path can be walked in the world as it is now. */
bool planner_stage_is_valid(planner_stage *stage, const wend_path *path);
/** The space of the agent over a grid as it is now, which is never updated; NULL over other worlds.
 * The caller destroys it. */
wend_space *planner_stage_snapshot(const planner_stage *stage);
/** True if a path can be walked in a snapshot. */
bool planner_stage_is_valid_in(const planner_stage *stage, const wend_space *snapshot,
                               const wend_path *path);

#endif
