/* A mesh laid out for searching.
 *
 *     polygons of the mesh               cells                       halves of cell 0
 *     +---+-----+                       +---------+                 3 <--- 2 <--- (1)
 *     | 0 | 1  /                        |    0   /                  |            /
 *     +---+---+-----+        ==>        +-------+-----+             v           /
 *          \  |  2  |                        \  |  1  |             0 --> 1 --->
 *           +-+-----+                         +-+-----+
 *
 * Neighbouring polygons of the same cost are merged while they stay convex, within clusters (see
 * clusters.h), and collinear edges are joined, so that a search meets fewer edges; lengths in the
 * plane do not change. An edge is two halves, one in each cell; a half begins at its vertex and has
 * its cell to its left. A cell's halves lie one after the other, counter-clockwise. Numbers of cells
 * and halves have gaps: a cell whose range is empty is none now, and halves outside of ranges have no
 * twin.
 *
 * Cells that are connected to the rest by one edge only (and those that are once these are removed,
 * and so on) are dead ends: a path enters them only towards a goal inside. The half that leads in
 * is flagged. Where all would be, the cell with the lowest polygon is none.
 *
 *   corner vertex    a path can bend there: the free angle around it is above 180 degrees */
#ifndef WENDI_ROUTE_MESH_SPACE_CELLS_H
#define WENDI_ROUTE_MESH_SPACE_CELLS_H

#include "route/mesh_space/clusters.h"
#include "world/mesh/connected.h"

enum {
    WENDI_HALF_DEAD_END = 1, /* the ground beyond this half is a dead end */
    WENDI_HALF_CORNER = 2    /* its vertex is a corner */
};

typedef struct wendi_mesh_half {
    wend_vec2 point; /* where it begins */
    uint32_t vertex; /* its number; see wendi_cells_vertex and wendi_cells_fan */
    uint32_t twin;   /* the half in the cell beyond; UINT32_MAX = a wall */
    uint32_t cell;   /* whose half it is */
    uint32_t flags;
} wendi_mesh_half;

/** The halves of a cell that can be crossed, as bits by their index in it; 0 for cells with more
 * than WENDI_MESH_CELL_BITS halves. */
typedef struct wendi_mesh_open_halves {
    uint64_t open;      /* lead on */
    uint64_t dead_ends; /* lead into dead ends */
} wendi_mesh_open_halves;

enum { WENDI_MESH_CELL_BITS = 62 };

/** Items first ... end - 1. */
typedef struct wendi_mesh_range {
    uint32_t first, end;
} wendi_mesh_range;

/** What edits need; searches do not read it. */
typedef struct wendi_mesh_mending {
    uint32_t *vertex_stamps;  /* [vertices of the mesh] */
    uint32_t *vertex_list;    /* likewise: those that corners left */
    uint32_t *cluster_stamps; /* [clusters] */
    uint32_t *cluster_list;   /* [clusters] */
    uint32_t *border;         /* [corners] edges towards listed clusters beside */
    uint32_t *changed; /* [polygon_count] those with other shapes or costs, then moved ones */
    uint32_t *owners, *label_counts; /* [polygon_count] to reconnect components, */
    uint32_t *groups;                /* [4 * group_capacity] likewise */
    uint32_t *waiting;               /* [cell_count] cells that may be dead ends */
    bool *is_waiting;                /* [cell_count] */
    uint32_t stamp, cluster_count, waiting_count, border_count; /* of the lists */
    uint32_t cut_count; /* of those in changed that did not only move */
    uint32_t own_count; /* the clusters of polygons that changed, which come first */
    uint32_t vertex_count, group_capacity;
    double area_factors[WEND_MESH_AREAS];  /* of those in cells */
    uint32_t area_counts[WEND_MESH_AREAS]; /* polygons in cells */
} wendi_mesh_mending;

typedef struct wendi_mesh_cells {
    wendi_mesh_half *halves;             /* [half_count] */
    wendi_mesh_open_halves *open_halves; /* [cell_count] */
    wendi_mesh_range *ranges;            /* [cell_count] halves of each cell */
    uint32_t *exits;   /* [cell_count] the half that leads out of a dead end, else UINT32_MAX */
    uint32_t *cell_of; /* [polygon_count]; UINT32_MAX = closed to the agent */
    wendi_mesh_range *polygon_ranges; /* [cell_count] the polygons of each cell, */
    uint32_t *polygons;               /* [polygon_count] ascending */
    wend_vec2 *centroids;             /* [cell_count] */
    double *factors;                  /* [cell_count] */
    uint32_t half_count, cell_count, polygon_count, vertex_count; /* above all numbers in use */
    uint32_t used_half_count;                                     /* without gaps */
    double factor_least, factor_most; /* of cells; 1 where there are none */
    wendi_mesh_components components; /* of polygons that have cells */
    wendi_mesh_clusters clusters;
    wendi_mesh_rings rings;
    wendi_mesh_mending mending;
} wendi_mesh_cells;

/** The filter of an agent: which polygons are open to it, and at what cost. */
typedef struct wendi_mesh_filter {
    const double *factors; /* [256]; infinity = closed */
    uint32_t flags_required, flags_refused;
} wendi_mesh_filter;

/** A layout that is made in units. */
typedef struct wendi_mesh_cells_build wendi_mesh_cells_build;

/** Begins. @param view copied; what it points to must stay, and while the build is reading
 * (wendi_mesh_cells_is_reading) be unchanged, as must the factors of the filter. @return NULL without
 * memory. */
wendi_mesh_cells_build *wendi_mesh_cells_begin(const wendi_mesh_view *view,
                                               const wendi_mesh_filter *filter,
                                               const wend_allocator *allocator);
/** One unit, of some microseconds. @param steps the work is added, in steps of some 50 ns. @return
 * WEND_IN_PROGRESS, WEND_OK (no unit is left), WEND_ERROR_MEMORY (call again). */
wend_result wendi_mesh_cells_unit(wendi_mesh_cells_build *build, uint64_t *steps);
/** True while areas, flags, doors and factors are still read. */
bool wendi_mesh_cells_is_reading(const wendi_mesh_cells_build *build);
/** Reads them from the beginning. */
void wendi_mesh_cells_read_again(wendi_mesh_cells_build *build, const wendi_mesh_view *view,
                                 const wendi_mesh_filter *filter);
/** Ends it; NULL is allowed. @param cells set to what was made; NULL = it is freed. */
void wendi_mesh_cells_end(wendi_mesh_cells_build *build, wendi_mesh_cells *cells);
void wendi_mesh_cells_free(wendi_mesh_cells *cells, const wend_allocator *allocator);
size_t wendi_mesh_cells_bytes(const wendi_mesh_cells *cells);

/* ---- mending ---- */

/** Makes room for pieces with new numbers, and for an edit that changes the shapes of so many
 * polygons. @param view the mesh. @return false: no memory; the cells are as before. */
bool wendi_mesh_cells_grow(wendi_mesh_cells *cells, const wendi_mesh_view *view,
                           uint32_t changed_count, const wend_allocator *allocator);
/** True if a polygon is other than when it was read, whatever its shape. */
bool wendi_mesh_cells_has_changed(const wendi_mesh_cells *cells, const wendi_mesh_view *view,
                                  const wendi_mesh_filter *filter, uint32_t polygon);
/** Lays out the clusters of so many polygons in mending.changed again; those beside them get new edges
 * there. From mending.cut_count on, only corners of polygons moved: so do their cells. @param has_shapes polygons were cut, or pieces joined: those that came, went or got other
 * neighbours are listed, and there is room for them. Takes no memory. Time: their polygons, and dead ends that begin or end as far as they reach. In a
 * component without any circle that is concerned, all cells are visited. Then the cells are those of a
 * new layout, but for the labels of components. */
void wendi_mesh_cells_mend(wendi_mesh_cells *cells, const wendi_mesh_view *view,
                           const wendi_mesh_filter *filter, uint32_t changed_count,
                           bool has_shapes);

/** The next half around the cell. */
static inline uint32_t wendi_mesh_next(const wendi_mesh_cells *cells, uint32_t half)
{
    const wendi_mesh_range *range = &cells->ranges[cells->halves[half].cell];
    return half + 1 == range->end ? range->first : half + 1;
}

/** And the one before. */
static inline uint32_t wendi_mesh_before(const wendi_mesh_cells *cells, uint32_t half)
{
    const wendi_mesh_range *range = &cells->ranges[cells->halves[half].cell];
    return half == range->first ? range->end - 1 : half - 1;
}

/* ---- layout of a cluster, for building and mending ---- */

/** Arrays that are made together. */
typedef enum wendi_cells_stage {
    WENDI_CELLS_FIRST,   /* what the mesh's sizes say */
    WENDI_CELLS_COUNTED, /* once clusters are counted */
    WENDI_CELLS_WHOLE    /* once their halves are */
} wendi_cells_stage;

/** Sets the sizes of what follows from those of the mesh. */
void wendi_cells_set_sizes(wendi_mesh_cells *cells, const wendi_mesh_view *view);
/** @return false: no memory, and nothing of this stage is there. */
bool wendi_cells_reserve(wendi_mesh_cells *cells, wendi_cells_stage stage,
                         const wend_allocator *allocator);
/** Makes clusters of all pieces, once those of polygons are there. */
void wendi_cells_add_pieces(wendi_mesh_cells *cells, const wendi_mesh_view *view);

/** The number of a vertex of the mesh. */
static inline uint32_t wendi_cells_vertex(const wendi_mesh_cells *cells, uint32_t vertex)
{
    const wendi_mesh_clusters *cl = &cells->clusters;
    return vertex < cl->base_vertices ? vertex : cl->base_corners + 2 * vertex - cl->base_vertices;
}

/** The number of a further fan at a vertex, by the corner at which it begins. */
static inline uint32_t wendi_cells_fan(const wendi_mesh_cells *cells, uint32_t corner)
{
    const wendi_mesh_clusters *cl = &cells->clusters;
    return corner < cl->base_corners
               ? cl->base_vertices + corner
               : cl->base_vertices + cl->base_corners + 2 * (corner - cl->base_corners) + 1;
}

/** The factor of a polygon for the agent; 0 = closed to it. */
double wendi_cells_factor(const wendi_mesh_view *view, const wendi_mesh_filter *filter,
                          uint32_t polygon);
/** Opens and closes the edges of a polygon as factors say. */
void wendi_cells_set_twins(wendi_mesh_cells *cells, const wendi_mesh_view *view, uint32_t polygon);
/** Merges the polygons of a cluster that are open and cost the same. */
void wendi_cells_merge(wendi_mesh_cells *cells, const wendi_mesh_view *view, uint32_t cluster);
/** Makes cells of its rings. The rings beside it must be merged. */
void wendi_cells_emit(wendi_mesh_cells *cells, const wendi_mesh_view *view, uint32_t cluster);
/** False if a corner of a ring has a half and should have none, or the other way round. */
bool wendi_cells_is_as_emitted(const wendi_mesh_cells *cells, const wendi_mesh_view *view,
                               uint32_t corner);
/** Computes the centroid of a cell from the points of its halves. */
void wendi_cells_set_centroid(wendi_mesh_cells *cells, uint32_t cell);
/** Makes a half a wall. */
void wendi_cells_close_half(wendi_mesh_cells *cells, uint32_t half);
/** Connects its halves with those beyond. */
void wendi_cells_link(wendi_mesh_cells *cells, const wendi_mesh_view *view, uint32_t cluster);
/** Numbers the fans at a vertex of the mesh, and finds out which are corners. */
void wendi_cells_set_vertex(wendi_mesh_cells *cells, uint32_t vertex);
/** Finds out again which fans are corners, where only points moved. */
void wendi_cells_turn_vertex(wendi_mesh_cells *cells, uint32_t vertex);
/** Sets what leads on from its cells, and into them, as exits say. */
void wendi_cells_open(wendi_mesh_cells *cells, uint32_t cluster);
/** Marks a cell as a dead end, and the one that it leads to, and so on, if they are. @return where it
 * stopped. */
uint32_t wendi_cells_mark_dead_ends(wendi_mesh_cells *cells, uint32_t cell);
/** Unmarks it, and those on the way out, and lists them all as waiting. */
void wendi_cells_unmark_dead_ends(wendi_mesh_cells *cells, uint32_t cell);
/** In a component without any circle one cell is left that is no dead end: its root. @return the root of
 * a cell's component; UINT32_MAX: there is a circle, or no such cell now. */
uint32_t wendi_cells_tree_of(const wendi_mesh_cells *cells, uint32_t cell);
/** Makes a cell the root of such a component. It shall be the one with the lowest polygon. Time: the way
 * from the root before. */
void wendi_cells_set_root(wendi_mesh_cells *cells, uint32_t cell);
/** Calls visit for the cells of a cluster. */
void wendi_cells_visit(wendi_mesh_cells *cells, uint32_t cluster,
                       void (*visit)(wendi_mesh_cells *cells, uint32_t cell));
/** Sets the least and the largest factor. */
void wendi_cells_set_factor_bounds(wendi_mesh_cells *cells);

#endif
