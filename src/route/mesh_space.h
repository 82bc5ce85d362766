/* mesh_space.h: a mesh as one kind of agent sees it: cells, and the ends of links by cells.
 *
 *   link_firsts [cell] --> ends: the places in this cell where a link can be entered
 *
 * Read only while searches run. */
#ifndef WENDI_MESH_SPACE_H
#define WENDI_MESH_SPACE_H

#include "base/closure.h"
#include "base/message.h"
#include "route/mesh_cells.h"
#include "wend/mesh_search.h"

/** A way through a link: from a place in one cell to a place in another. */
typedef struct wendi_mesh_hop {
    wend_vec2 from, to;
    double cost;
    uint32_t from_cell, to_cell;
    uint32_t slot;   /* of the mesh's link */
    bool is_reverse; /* from its `to` to its `from` */
} wendi_mesh_hop;

struct wend_mesh_space {
    wend_allocator allocator;
    const wend_mesh *mesh;
    wendi_mesh_view view;
    uint64_t revision;
    double own_factors[256];
    bool has_own_factors;
    bool has_islands; /* searches for discs check first whether they can succeed */
    uint32_t flags_required, flags_refused;
    wendi_mesh_cells cells;
    wendi_mesh_hop *hops; /* [hop_count] sorted by from_cell */
    uint32_t *hop_firsts; /* [cell_count + 1]; NULL when there are no hops */
    uint32_t hop_count, hop_capacity;
    wendi_closure closure; /* which parts lead to which by hops */
    wend_message error;    /* of the last failure */
};

/** The cell of a polygon; UINT32_MAX where the agent cannot be. */
static inline uint32_t wendi_mesh_space_cell(const wend_mesh_space *space, wend_node polygon)
{
    return polygon < space->cells.polygon_count ? space->cells.cell_of[polygon] : UINT32_MAX;
}

/** Does a path of a point lead from one cell to another? */
static inline bool wendi_mesh_space_leads(const wend_mesh_space *space, uint32_t from, uint32_t to)
{
    const uint32_t *parts = space->cells.parts;
    return parts[from] == parts[to] ||
           (space->hop_count > 0 && wendi_closure_leads(&space->closure, parts[from], parts[to]));
}

/** The last digits of coordinates of this mesh. */
double wendi_mesh_space_grain(const wend_mesh_space *space);

/** Is the space as new as its mesh? */
bool wendi_mesh_space_is_fresh(const wend_mesh_space *space);

#endif
