/* mesh_space/rings.h: polygons as rings of corners, while they are merged into cells. */
#ifndef WENDI_ROUTE_MESH_SPACE_RINGS_H
#define WENDI_ROUTE_MESH_SPACE_RINGS_H

#include "base/core/sort.h"
#include "base/math/predicates.h"
#include "route/mesh_space/cells.h"

typedef struct wendi_cell_rings {
    const wendi_mesh_view *view;
    const wend_allocator *allocator;
    double *factor;       /* [polygon_count] 0 = closed to the agent */
    uint32_t *twin;       /* [corner_count] UINT32_MAX = wall */
    uint32_t *next;       /* [corner_count] around the cell */
    uint32_t *before;     /* [corner_count] */
    uint32_t *polygon_of; /* [corner_count] */
    uint32_t *half_of;    /* [corner_count] its number when laid out, UINT32_MAX = left out */
    wendi_sort_pair *order, *scratch; /* [corner_count] inner edges, the longest first */
    bool *is_gone;                    /* [corner_count] the edge was merged away */
} wendi_cell_rings;

/** Allocates for a view's corners. @return false without memory; call free in any case. */
bool wendi_cell_rings_reserve(wendi_cell_rings *r);
void wendi_cell_rings_free(wendi_cell_rings *r);
/** Every polygon that can be entered becomes a ring; edges to others become walls. */
void wendi_cell_rings_fill(wendi_cell_rings *r, const wendi_mesh_filter *filter);
/** Merges rings that cost the same while they stay convex, over the longest edges first. */
void wendi_cell_rings_merge(wendi_cell_rings *r);

static inline wend_vec2 wendi_cell_rings_point(const wendi_cell_rings *r, uint32_t corner)
{
    return r->view->points[r->view->vertices[corner]];
}

/* True if a, b, c is a turn to the left, or straight on. */
static inline bool wendi_mesh_is_convex(wend_vec2 a, wend_vec2 b, wend_vec2 c)
{
    const double turn = wendi_orient(a, b, c);
    return turn > 0 ||
           (!(turn < 0) && wendi_compare_along(a, b, c) > 0 && wendi_compare_along(b, a, c) < 0);
}

/* ---- mesh_space/cell_properties.c ---- */

/** Sets the properties of cells that are laid out: vertices of fans, corners, dead ends,
 * components, factors, centroids, open halves.
 * @param marks [half_count + vertex_count of the view], false.
 * @param waiting [cell_count], of any content. */
void wendi_mesh_cells_set_properties(wendi_mesh_cells *cells, bool *marks, size_t mark_count,
                                     uint32_t *waiting);

#endif
