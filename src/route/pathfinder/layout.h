/* Spaces, and worlds of levels, that belong to a pathfinder. */
#ifndef WENDI_ROUTE_PATHFINDER_LAYOUT_H
#define WENDI_ROUTE_PATHFINDER_LAYOUT_H

#include "route/pathfinder/indexed.h"
#include "wend/hierarchy.h"
#include "wend/pathfinder.h"

enum {
    WENDI_LEVEL_SIZES = 4,
    WENDI_BEHIND_HIERARCHY = 100, /* steps of 0.1 us of one of a hierarchy */
    WENDI_BEHIND_INDEX = 10       /* of an index */
};

/** Zeroed = none. Parts that do not apply to the world are NULL. */
typedef struct wendi_pathfinder_layout {
    wend_walls *walls; /* of a level, for grids and graphs */
    wend_grid *grid;   /* of a level, as are graph and mesh */
    wend_graph *graph;
    wend_mesh *mesh;
    wend_clearance *clearance;
    wend_islands *islands;
    wend_space *space;
    wend_mesh_space *mesh_space;
    wendi_pathfinder_index *index;         /* of the space, also of a shared one */
    wend_hierarchy *hierarchy;             /* likewise */
    size_t level_sizes[WENDI_LEVEL_SIZES]; /* a level only grows: its counts are its revision */
} wendi_pathfinder_layout;

/** True if a definition names a world rather than a space. */
bool wendi_pathfinder_lays_out(const wend_pathfinder_def *def);
/** Checks the fields of worlds and levels, which must be unset where they have no meaning.
 * @return WEND_OK, WEND_ERROR_ARGUMENT. */
wend_result wendi_pathfinder_layout_check(const wend_pathfinder_def *def);
/** @param is_deferred spaces, clearances and islands are empty and stale, and there is no index or
 * hierarchy of them yet; not for levels, which are laid out at once.
 * @param layout zeroed where it fails. */
wend_result wendi_pathfinder_layout_create(const wend_pathfinder_def *def, bool is_deferred,
                                           wendi_pathfinder_layout *layout, wend_message *message);
/** Makes the index and the hierarchy that a definition has of its space, which are not built yet.
 * @param space NULL: a mesh's is mesh_space.
 * @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_pathfinder_layout_begin_behind(const wend_pathfinder_def *def,
                                                 const wend_space *space,
                                                 const wend_mesh_space *mesh_space,
                                                 wendi_pathfinder_layout *layout);
/** Goes on with them; the space is as new as its world, and no query over it goes by a hierarchy
 * that is not ready. @param budget reduced by the work done: steps of wend_hierarchy_update count
 * for WENDI_BEHIND_HIERARCHY, those of wend_index_build for WENDI_BEHIND_INDEX.
 * @return as wendi_pathfinder_index_build. */
wend_result wendi_pathfinder_layout_build_behind(const wendi_pathfinder_layout *layout,
                                                 const wend_space *space, wend_budget *budget);
/** Frees and zeroes. */
void wendi_pathfinder_layout_destroy(wendi_pathfinder_layout *layout);
/** False if the level grew since: then a new layout is to be made. */
bool wendi_pathfinder_layout_is_level_fresh(const wend_pathfinder_def *def,
                                            const wendi_pathfinder_layout *layout);
/** Follows edits of the grid, graph or mesh. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_pathfinder_layout_update(wendi_pathfinder_layout *layout);

#endif
