/* The inside of a mesh.
 *
 * The shape (see view.h) never changes once made. On top are the things that edits change
 * (areas, flags, doors, factors, links), and the things that queries need computed before, since
 * they take no memory: the index, sums of areas, islands, and components (which open polygons
 * are connected now). */
#ifndef WENDI_WORLD_MESH_STORE_H
#define WENDI_WORLD_MESH_STORE_H

#include "base/core/array.h"
#include "base/core/message.h"
#include "base/math/predicates.h"
#include "world/mesh/connected.h"
#include "world/mesh/view.h"

/** A cell of the index: entries first ... first + count - 1, or, where they are many, a finer
 * grid of its own: number first, count WENDI_MESH_INDEX_FINER. */
typedef struct wendi_mesh_index_cell {
    uint32_t first, count;
} wendi_mesh_index_cell;

enum { WENDI_MESH_INDEX_FINER = 0x7fffffff };

typedef struct wendi_mesh_index_grid {
    double x, y;      /* lower left corner */
    double cell_size; /* metres */
    double per_metre; /* 1 / cell_size */
    uint32_t columns, rows;
    uint32_t first_cell;
} wendi_mesh_index_grid;

typedef struct wendi_mesh_index {
    wendi_mesh_index_grid *grids; /* [grid_count]; the first one covers all */
    wendi_mesh_index_cell *cells; /* [cell_count] */
    uint32_t *entries;            /* [entry_count] polygons, rising in each cell */
    size_t grid_count, grid_capacity, cell_count, cell_capacity, entry_count, entry_capacity;
} wendi_mesh_index;

typedef struct wendi_mesh_links {
    wendi_mesh_link_slot *slots; /* [capacity]; slot_count were ever used */
    uint32_t *next_free1;        /* [capacity] */
    uint32_t *ends;              /* [capacity][2] labels of the components of open links' ends */
    uint32_t *one_way_ends;      /* [capacity][2] numbers of the ends of one-way links */
    uint32_t *groups;            /* [polygon_count] a forest of labels: joined by two-way links */
    uint32_t *numbers;           /* [polygon_count] numbers of roots at which one-way links end */
    uint32_t slot_count, capacity, free_first1, count;
    uint32_t one_way_count; /* open ones */
    uint32_t one_way_end_count, number_count;
} wendi_mesh_links;

/** A polygon's place in the list of those that changed. */
typedef struct wendi_mesh_change {
    uint64_t revision;     /* of its latest change; 0: it is not in the list */
    uint64_t cut_revision; /* of the latest that was more than a move of its corners */
    uint32_t before, next; /* polygons that changed before and after it; UINT32_MAX: none */
} wendi_mesh_change;

/** A block that was replaced by a larger one, and may still be read. */
typedef struct wendi_mesh_retired {
    void *block;
    size_t bytes;
} wendi_mesh_retired;

struct wend_mesh {
    wend_allocator allocator;
    wend_executor executor; /* of edits of obstacles */
    bool keeps_pieces;      /* see wend_mesh_set_keeps_pieces */
    uint32_t polygon_count, corner_count, vertex_count;
    uint32_t base_count, base_corners, base_vertices; /* as made: without pieces; see carve.h */
    uint32_t polygon_capacity, corner_capacity, vertex_capacity;
    uint32_t *firsts, *ends, *vertices, *neighbours, *twins;
    wend_vec2 *points;
    double *heights; /* NULL: all 0 */
    uint8_t *areas, *closed;
    uint32_t *flags;
    double factors[WEND_MESH_AREAS];
    double cell_size; /* as given */
    double *sums;     /* [base_count + 1] sum of the areas of all polygons before, as made */
    uint32_t *islands;
    wend_vec3 low, high;
    uint32_t closed_count;
    bool has_floors;
    wendi_mesh_index index;
    wendi_mesh_components components;
    wendi_mesh_links links;
    struct wendi_mesh_overlays *overlays; /* NULL: there never was one */
    struct wendi_mesh_carve *carve;       /* likewise, of obstacles */
    struct wendi_mesh_tiles *tiles;       /* NULL: its polygons stay; see tiles.h */
    wendi_mesh_retired *retired;          /* [retired_capacity] */
    size_t retired_count, retired_capacity;
    uint64_t revision, shape_revision, factors_revision, links_revision, overlays_revision;
    uint64_t layout_revision, tiles_revision;
    wendi_mesh_change *changes; /* [polygon_capacity] */
    uint32_t latest_change;     /* a polygon; UINT32_MAX: none */
    uint64_t change_floor;      /* the list holds all changes after this revision */
    wend_message error;         /* of the last failure */
};

/* ---- the shape ---- */

static inline uint32_t wendi_mesh_next(const wend_mesh *m, wend_node p, uint32_t corner)
{
    return corner + 1 == m->ends[p] ? m->firsts[p] : corner + 1;
}

static inline uint32_t wendi_mesh_previous(const wend_mesh *m, wend_node p, uint32_t corner)
{
    return corner == m->firsts[p] ? m->ends[p] - 1 : corner - 1;
}

static inline wend_vec2 wendi_mesh_point(const wend_mesh *m, uint32_t corner)
{
    return m->points[m->vertices[corner]];
}

/** True if the polygon can be entered. */
static inline bool wendi_mesh_can_enter(const wend_mesh *m, wend_node p)
{
    return m->closed[p] == 0 && m->factors[m->areas[p]] <= 65536;
}

/** True if a point lies in a polygon or on its edge. */
bool wendi_mesh_contains(const wend_mesh *m, wend_node p, double x, double y);
/** The point of a polygon nearest to a point outside it. @return the squared distance. */
double wendi_mesh_closest_point(const wend_mesh *m, wend_node p, double x, double y,
                                wend_vec2 *nearest);
/** The point of a segment nearest to a point. */
static inline wend_vec2 wendi_mesh_closest_on_segment(wend_vec2 a, wend_vec2 b, wend_vec2 at)
{
    const double x = b.x - a.x;
    const double y = b.y - a.y;
    const double along = (at.x - a.x) * x + (at.y - a.y) * y;
    const double whole = x * x + y * y;
    if (!(along > 0)) {
        return a;
    }
    if (along >= whole) {
        return b;
    }
    const double t = along / whole;
    return (wend_vec2){a.x + x * t, a.y + y * t};
}

/** Moves a point that rounding put beside its polygon in towards the middle, as little as
 * necessary: then the polygon contains it exactly. Sets z too. */
wend_mesh_location wendi_mesh_snap_location(const wend_mesh *m, wend_node p, double x, double y);
/** The same for the end of a link: it is also in the polygon as made, and has the height of that, so that
 * obstacles that come and go, or a mesh that is loaded, leave it where it is. @return false: there is no
 * such point, as the piece is so thin. */
bool wendi_mesh_snap_home(const wend_mesh *m, wend_node p, double x, double y,
                          wend_mesh_location *location);
/** The height of a polygon as made at a point, whatever obstacles cover. */
double wendi_mesh_home_height(const wend_mesh *m, wend_node home, wend_vec2 at);
/** The polygon of a location: its own if that contains the point, else searched for;
 * WEND_NODE_NONE. */
wend_node wendi_mesh_polygon_of(const wend_mesh *m, const wend_mesh_location *location);
/** Twice the area of a triangle; not below 0. */
static inline double wendi_mesh_twice_area(wend_vec2 a, wend_vec2 b, wend_vec2 c)
{
    const double twice = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    return twice > 0 ? twice : 0;
}

/** The polygon of a corner, by bisection. */
wend_node wendi_mesh_owner(const wend_mesh *m, uint32_t corner);

/* ---- creating ---- */

/** An empty mesh with arrays for a shape; factors 1, all open. NULL: no memory. */
wend_mesh *wendi_mesh_new(const wend_allocator *allocator, uint32_t polygon_count,
                          uint32_t corner_count, uint32_t vertex_count, bool has_heights);
/** Computes all that follows from the shape. false: no memory. */
bool wendi_mesh_finish(wend_mesh *m);

/** Creates the index over polygons, and finds out whether floors lie over each other. false: no
 * memory. */
bool wendi_mesh_index_create(wend_mesh *m);
void wendi_mesh_index_free(wend_mesh *m);
/** Column or row of a coordinate, 0 to limit - 1. Never falls as the coordinate rises. */
static inline uint32_t wendi_mesh_index_line(double value, double low, double per_metre,
                                             uint32_t limit)
{
    const double line = (value - low) * per_metre;
    if (!(line > 0)) {
        return 0;
    }
    return line >= limit ? limit - 1 : (uint32_t)line;
}

/** Leaves of rows of a grid those with cells that a polygon as made has, if it is in the grid. */
void wendi_mesh_index_clip_rows(const wend_mesh *m, const wendi_mesh_index_grid *grid, wend_node p,
                                uint32_t *low, uint32_t *high);
/** The columns of these in one such row. @return false: none. */
bool wendi_mesh_index_span(const wend_mesh *m, const wendi_mesh_index_grid *grid, wend_node p,
                           uint32_t row, uint32_t *first, uint32_t *last);
/** The cell of the index that contains a point and has no finer grid. */
wendi_mesh_index_cell wendi_mesh_index_cell_at(const wend_mesh *m, double x, double y);
/** A polygon as made itself, or the piece of it that contains a point; WEND_NODE_NONE. */
wend_node wendi_mesh_part_at(const wend_mesh *m, wend_node p, wend_vec2 at);
typedef void (*wendi_mesh_visit_fn)(void *context, wend_node p);
/** Visits the polygons in cells nearer than the root of *square, which visit may lessen. */
void wendi_mesh_visit_rings(const wend_mesh *m, wend_vec2 at, const double *square,
                            wendi_mesh_visit_fn visit, void *context);
/** The square of a distance; a large finite number for larger ones. */
double wendi_mesh_squared(double most);

/* ---- components ---- */

bool wendi_mesh_components_create(wend_mesh *m);
void wendi_mesh_components_free(wend_mesh *m);
/** Updates the components, and what links connect, after polygon p was opened or closed. */
void wendi_mesh_components_follow(wend_mesh *m, wend_node p, bool is_open);
/** Recomputes all components, for edits of many polygons. */
void wendi_mesh_components_rebuild(wend_mesh *m);
/** Computes which components links connect, after any change of links or components. */
void wendi_mesh_reach_rebuild(wend_mesh *m);
/** The same after a link was added to a slot, or removed. */
void wendi_mesh_reach_add_link(wend_mesh *m, uint32_t index);
void wendi_mesh_reach_remove_link(wend_mesh *m, uint32_t index);

/** Records a polygon as changed by the present revision. */
void wendi_mesh_note_change(wend_mesh *m, wend_node p);
/** The same where only places and heights of its corners changed. */
void wendi_mesh_note_move(wend_mesh *m, wend_node p);

/* ---- links ---- */

bool wendi_mesh_links_reserve(wend_mesh *m, uint32_t capacity);
void wendi_mesh_links_free(wend_mesh *m);

/* ---- rays along the surface ---- */

typedef struct wendi_mesh_ray_end {
    wend_node polygon; /* the polygon in which it ended */
    bool has_arrived;
    bool is_at_vertex; /* stopped at a vertex; else at an edge */
    uint32_t vertex;
    uint32_t walls[2]; /* corners of the edges that stop it; the same twice at an edge */
    double fraction;
} wendi_mesh_ray_end;

/** Follows the straight segment from a point in polygon p to b. All decisions are exact. */
wendi_mesh_ray_end wendi_mesh_cast_ray(const wend_mesh *m, wend_node p, wend_vec2 a, wend_vec2 b);
/** Of length 1, into the mesh. */
wend_vec2 wendi_mesh_normal(const wend_mesh *m, wend_node p, uint32_t corner);

#endif
