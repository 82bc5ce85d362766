/* The search space of a mesh for one kind of agent: cells, and link arcs by cell.
 *
 *   link_arc_firsts [cell] --> link_arcs: the links that can be entered in this cell
 *
 * Read only while searches run. */
#ifndef WENDI_ROUTE_MESH_SPACE_SPACE_H
#define WENDI_ROUTE_MESH_SPACE_SPACE_H

#include "base/core/closure.h"
#include "base/core/message.h"
#include "route/mesh_space/cells.h"
#include "wend/mesh_search.h"

/** One direction of a link: from a point in one cell to a point in another. */
typedef struct wendi_mesh_link_arc {
    wend_vec2 from, to;
    double cost;
    uint32_t from_cell, to_cell;
    uint32_t slot;   /* of the mesh's link */
    bool is_reverse; /* from its `to` to its `from` */
} wendi_mesh_link_arc;

/** The box around a shape, or around others. */
typedef struct wendi_patch_box {
    wend_vec2 low, high;
} wendi_patch_box;

/** Boxes around shapes of overlays, in levels; see patches.h. */
typedef struct wendi_patch_tree {
    wendi_patch_box *boxes;
    struct wendi_sort_pair
        *pairs;         /* [2 * capacity] the values: numbers of the shapes of level 0; the
                                      second half is scratch */
    uint32_t firsts[9]; /* the first box of each level; then the end */
    uint32_t level_count;
} wendi_patch_tree;

struct wend_mesh_space {
    wend_allocator allocator;
    const wend_mesh *mesh;
    wendi_mesh_view view;
    uint64_t revision;
    double own_factors[256];
    bool has_own_factors;
    bool is_pinned;   /* a planner's: used though the mesh is newer */
    bool has_islands; /* searches for discs check first whether they can succeed */
    uint32_t flags_required, flags_refused, overlay_layers;
    wendi_mesh_cells cells;
    wendi_mesh_link_arc *link_arcs; /* [hop_count] sorted by from_cell */
    uint32_t *link_arc_firsts;      /* [link_cell_count + 1]; NULL when there are no link arcs */
    uint32_t link_arc_count, link_arc_capacity;
    uint32_t link_cell_count;    /* cells when they were made */
    wendi_mesh_link_slot *links; /* [link_copies] the mesh's at the last update, or NULL where there
                                    are no link arcs: searches continue while the mesh is edited */
    uint32_t link_copies;
    struct wendi_mesh_patch *patches; /* [patch_count] of overlays that count; see patches.h */
    size_t patch_count, patch_capacity;
    wendi_patch_tree patch_tree;   /* finds the shapes that a line meets */
    uint64_t patch_serial;         /* rises when shapes or cells may be others */
    wendi_closure closure;         /* which components lead to which by links */
    wendi_mesh_cells_build *build; /* of an update under way, else NULL */
    wendi_mesh_view read;          /* what it reads */
    uint32_t restarts;             /* slices that had to read it again */
    wend_message error;            /* of the last failure */
};

/** The cell of a polygon; UINT32_MAX where the agent cannot be. */
static inline uint32_t wendi_mesh_space_cell(const wend_mesh_space *space, wend_node polygon)
{
    return polygon < space->cells.polygon_count ? space->cells.cell_of[polygon] : UINT32_MAX;
}

/** The component of a cell. */
static inline uint32_t wendi_mesh_space_component(const wend_mesh_space *space, uint32_t cell)
{
    const wendi_mesh_cells *cells = &space->cells;
    return cells->components.labels[cells->polygons[cells->polygon_ranges[cell].first]];
}

/** True if the path of a point leads from one cell to another. */
static inline bool wendi_mesh_space_is_reachable(const wend_mesh_space *space, uint32_t from,
                                                 uint32_t to)
{
    const uint32_t from_component = wendi_mesh_space_component(space, from);
    const uint32_t to_component = wendi_mesh_space_component(space, to);
    return from_component == to_component ||
           (space->link_arc_count > 0 &&
            wendi_closure_reaches(&space->closure, from_component, to_component));
}

/** The last digits of coordinates of this mesh. */
double wendi_mesh_space_rounding(const wend_mesh_space *space);

/** Goes on with an update, or begins one, as far as a budget goes (NULL: to the end), at least one
 * unit. Until it ends the space is as before. @param steps the work is added, in steps of some 50 ns.
 * @return WEND_OK (the space shows its revision, which is that of the mesh unless that was edited since
 * its polygons were read), WEND_IN_PROGRESS, WEND_ERROR_MEMORY (call again). */
wend_result wendi_mesh_space_update_some(wend_mesh_space *space, wend_budget *budget,
                                         uint64_t *steps);
static inline bool wendi_mesh_space_is_updating(const wend_mesh_space *space)
{
    return space->build != NULL;
}

/** True if the space is at its mesh's revision. */
bool wendi_mesh_space_is_fresh(const wend_mesh_space *space);
/** True if walks can be tested over it: it is fresh, or a planner's, whose answers are checked again
 * once it has followed its mesh. */
static inline bool wendi_mesh_space_is_usable(const wend_mesh_space *space)
{
    return (space->is_pinned && space->revision != 0) || wendi_mesh_space_is_fresh(space);
}

#endif
