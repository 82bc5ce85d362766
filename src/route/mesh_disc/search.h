/* The exact search of the shortest path of a disc over a mesh.
 *
 *    wall ####                 The centre of a disc on a shortest path moves on straight lines and
 *         ####w . . . . goal   on arcs around corners of walls (of its own radius), and each line
 *         . '                  is tangent to the arcs it joins. So a path is a chain of roots:
 *       /  P                   circles that are passed to the left or right; the start is a
 * start                        circle of radius 0.
 *
 * A line from a root is given by its direction, and the lines in the order of their directions
 * sweep over all ground outside of the circle: a cone is the lines between two directions. Cones
 * are followed through the cells. An edge lets a cone pass only where the disc has clearance on
 * the edge (its free spans). In each cell that a cone enters, the corners of walls whose circle
 * can be reached by a line that ends in this cell are targets: they are pushed on the same queue
 * as the cones, and when a target is popped, its arc and its line are tested against all walls
 * near them. If that fails it is dropped, else it becomes a root: so the first path found is the
 * shortest.
 *
 * Free spans of edges and corners near cells are computed when first needed, and cached until a
 * query has another radius. */
#ifndef WENDI_ROUTE_MESH_DISC_SEARCH_H
#define WENDI_ROUTE_MESH_DISC_SEARCH_H

#include "base/core/array.h"
#include "base/core/closure.h"
#include "route/mesh_search/search.h"
#include "wend/base.h"

#include <math.h>

/* ---- components ---- */

/* The ground that a disc of one radius can move between.
 *
 *     +--s0-----+    A path of the disc's centre leads from cell to cell over free spans of edges.
 *     |   .     #    In a cell it can move from one span to another unless walls stand between: the
 *    s3   .     s1   disc cannot pass between two walls that are nearer to each other than its
 *     |   .     #    width. Such pairs cut the cell from one gap between spans to another (dotted).
 *     +--s2-----+    The rest is connected: here s0 with s1 and s2, but s3 alone.
 *
 * Nothing else divides a cell: the positions in it that are too near to one wall are a convex piece
 * of it; two such pieces touch on the cell's border, and then in one gap, or in the middle between
 * the points in which their walls are nearest to each other; and in a convex cell spans are
 * separated only if a chain of touching pieces leads from a gap on one side of them to one on the
 * other side.
 */
/** A free part of the border of a ring. */
typedef struct wendi_disc_ring_span {
    double low, high; /* along the edge, 0 to 1 */
    uint32_t edge;
    uint32_t node; /* whose it is */
} wendi_disc_ring_span;

typedef struct wendi_disc_wall {
    wend_vec2 from, to;
} wendi_disc_wall;

/** A convex polygon and the free parts of its border, counter-clockwise. Gap k lies before span k.
 */
typedef struct wendi_disc_ring {
    wend_vec2 *points; /* [point_count] edge k leads from point k to the next one */
    size_t point_count, point_capacity;
    wendi_disc_ring_span *spans;
    size_t span_count, span_capacity;
    wendi_array_u32 gaps; /* [span_count] gaps that walls join have one root */
} wendi_disc_ring;

typedef enum wendi_disc_phase {
    WENDI_COMPONENTS_SPANS, /* computes the spans of each half */
    WENDI_COMPONENTS_CELLS, /* joins the connected spans of each cell, */
    WENDI_COMPONENTS_WALLS, /* of the cell in hand by its walls, one against all others in a step */
    WENDI_COMPONENTS_LINKS, /* joins the ends of links to spans */
    WENDI_COMPONENTS_CLOSURE, /* computes reachability between parts by links */
    WENDI_COMPONENTS_DONE
} wendi_disc_phase;

typedef struct wendi_disc_components {
    wendi_disc_phase phase;
    uint32_t at, row;      /* half, cell or end of a link; wall */
    wendi_array_u32 roots; /* [spans, then 2 * links] a component has one root */
    wendi_array_u32 ends;  /* [the same, of roots] an end of a link in this component; NONE */
    wendi_array_u32 first_edge, targets; /* of ends of links, for `leads` */
    wendi_closure leads;                 /* between ends of links */
    wendi_disc_ring ring;                /* the cell in hand, */
    wendi_disc_ring side;                /* and a part of it */
    wendi_disc_wall *walls;              /* near the cell in hand */
    size_t wall_count, wall_capacity;
    wendi_disc_ring_span *line; /* free parts of the line that cuts the cell in hand */
    size_t line_count, line_capacity;
    wendi_array_u32
        local;      /* roots of the spans of a cell that is cut by a line, and of the line's */
    bool is_wanted; /* the query is to be checked before it searches on, */
    uint32_t goal;  /* from this goal on */
} wendi_disc_components;

/* ---- the search ---- */

/** A circle that paths pass around, reached at a point. */
typedef struct wendi_disc_root {
    wend_vec2 centre;
    double turning; /* radius: above 0 turning left, below 0 right; 0 = a point */
    wend_vec2 dir;  /* of the line it was reached by, length 1 */
    wend_vec2 end;  /* and the last direction to leave in */
    wend_vec2 at;   /* where it was reached */
    double length;  /* of the path up to there */
    uint32_t key;   /* 2 * half of the corner + side; from 2 * half_count on: links; NONE */
    uint32_t parent;
    uint32_t cell; /* of `at` */
    uint32_t next; /* another root of the same key */
} wendi_disc_root;

typedef enum wendi_disc_kind {
    WENDI_DISC_CONE = 0, /* item: half of the cell beyond the edge */
    WENDI_DISC_CORNER,   /* item: key of a corner */
    WENDI_DISC_LINK,     /* item: link */
    WENDI_DISC_GOAL,     /* item: goal */
    WENDI_DISC_POLYGON   /* item: polygon */
} wendi_disc_kind;

/** An entry of the open list: a cone, or a target. */
typedef struct wendi_disc_node {
    wend_vec2 right, left; /* bounds of the cone; direction to the target, and where it is */
    double length;         /* of the path to the target */
    uint32_t kind, item, root;
    uint32_t cell; /* of the target */
    uint32_t same; /* a cone before this one with its root and half; NONE */
} wendi_disc_node;

/** A slot of the hash table of cones. */
typedef struct wendi_disc_cone_slot {
    uint32_t stamp; /* known_stamp = taken in this search */
    uint32_t node;  /* the last cone with a root and half */
} wendi_disc_cone_slot;

/** A corner of walls that paths can bend around. */
typedef struct wendi_disc_corner {
    wend_vec2 point;
    wend_vec2 in, out; /* directions of the wall before and behind it, ground to their left */
    uint32_t half;     /* the wall that begins there */
} wendi_disc_corner;

typedef struct wendi_disc_span {
    wend_vec2 right, left; /* seen when leaving the cell */
} wendi_disc_span;

/** A range of numbered entries; first NONE = not computed yet. */
typedef struct wendi_disc_range {
    uint32_t first, count;
} wendi_disc_range;

typedef struct wendi_disc_interval {
    double low, high; /* part of a line, 0 to 1 */
    uint32_t stamp;
} wendi_disc_interval;

typedef struct wendi_mesh_disc {
    double radius;
    double room;  /* the clearance to keep: the radius but for rounding */
    double slack; /* positions nearer to each other than that may be one */
    double angle; /* and directions, of length 1 */
    uint64_t revision;
    uint32_t cell_count, half_count, key_count; /* allocated */
    wendi_disc_root *roots;
    size_t root_count, root_capacity;
    wendi_disc_node *nodes;
    size_t node_count, node_capacity;
    wendi_length_queue queue;
    wendi_disc_cone_slot *seen; /* [seen_capacity, a power of 2] cones by root and half */
    size_t seen_count, seen_capacity;
    wendi_disc_range *known; /* [key_count] count = stamp, first = root */
    uint32_t known_stamp;
    wendi_disc_range *corner_ranges; /* [cell_count] of corners */
    wendi_disc_corner *corners;
    size_t corner_count, corner_capacity;
    wendi_disc_range *span_ranges; /* [half_count] of spans, kept for the lower half of an edge */
    wendi_disc_span *spans;
    size_t span_count, span_capacity;
    wendi_disc_components components; /* of this radius */
    wendi_disc_interval *intervals;   /* [cell_count] of floods */
    uint32_t interval_stamp;
    uint32_t *marks; /* [cell_count] mark = the arc of the root at hand comes through the cell */
    uint32_t mark;
    wendi_disc_interval *cuts; /* of one edge */
    size_t cut_count, cut_capacity;
    wendi_array_u32 stack;   /* of floods */
    wendi_array_u32 touched; /* cells */
    wendi_array_u32 chain;   /* roots of the path found */
    bool is_out_of_memory;   /* results since then are not valid */
    bool has_counted_links;  /* of this radius: */
    uint32_t cramped_links;  /* without room at an end, */
    uint32_t cramped_first;  /* and the first of them */
} wendi_mesh_disc;

/* ---- geometry ---- */

static inline double wendi_disc_dot(wend_vec2 a, wend_vec2 b)
{
    return a.x * b.x + a.y * b.y;
}

static inline double wendi_disc_cross(wend_vec2 a, wend_vec2 b)
{
    return a.x * b.y - a.y * b.x;
}

static inline wend_vec2 wendi_disc_sub(wend_vec2 a, wend_vec2 b)
{
    const wend_vec2 d = {a.x - b.x, a.y - b.y};
    return d;
}

static inline double wendi_disc_distance(wend_vec2 a, wend_vec2 b)
{
    const wend_vec2 d = wendi_disc_sub(a, b);
    return sqrt(wendi_disc_dot(d, d));
}

/** Point where the line in this direction leaves the circle. */
static inline wend_vec2 wendi_disc_leave(const wendi_disc_root *root, wend_vec2 dir)
{
    const wend_vec2 at = {root->centre.x + root->turning * dir.y,
                          root->centre.y - root->turning * dir.x};
    return at;
}

/** Distance of a point to the left of the line in this direction. */
static inline double wendi_disc_side(const wendi_disc_root *root, wend_vec2 dir, wend_vec2 position)
{
    return wendi_disc_cross(dir, wendi_disc_sub(position, root->centre)) + root->turning;
}

/** The line that leaves the root and passes a point at a distance, the point to its left (above 0)
 * or right.
 * @param slack the point may lie so much too near.
 * @param length from leaving to being beside it.
 * @return true if there is one. */
static inline bool wendi_disc_tangent(const wendi_disc_root *root, wend_vec2 position,
                                      double distance, double slack, wend_vec2 *dir, double *length)
{
    const wend_vec2 u = wendi_disc_sub(position, root->centre);
    const double k = distance - root->turning;
    const double square = wendi_disc_dot(u, u);
    const double rest = square - k * k;
    if (!(square > 0) || rest < -4 * slack * fabs(k)) {
        return false;
    }
    *length = rest > 0 ? sqrt(rest) : 0;
    const double scale = rest > 0 ? 1 / square : 1 / (fabs(k) * sqrt(square));
    dir->x = (*length * u.x + k * u.y) * scale;
    dir->y = (*length * u.y - k * u.x) * scale;
    return true;
}

/** Radians from one direction to another, 0 to pi. */
static inline double wendi_disc_angle(wend_vec2 a, wend_vec2 b)
{
    return wend_atan2(fabs(wendi_disc_cross(a, b)), wendi_disc_dot(a, b));
}

/** True if a direction is one of those from right to left (at most half a turn), or nearly. */
static inline bool wendi_disc_is_between(wend_vec2 right, wend_vec2 left, wend_vec2 dir,
                                         double slack)
{
    return wendi_disc_cross(right, dir) >= -slack && wendi_disc_cross(dir, left) >= -slack &&
           wendi_disc_dot(dir, right) + wendi_disc_dot(dir, left) >= -slack;
}

/** The length along the arc from where the root was reached to where it is left. */
static inline double wendi_disc_arc(const wendi_disc_root *root, wend_vec2 dir)
{
    return root->turning < 0 || root->turning > 0
               ? fabs(root->turning) * wendi_disc_angle(root->dir, dir)
               : 0;
}

/* ---- clearance.c ---- */

/** Begins a flood of whole cells: the first one lies on disc->stack. */
void wendi_disc_start_flood(wend_mesh_search *search, uint32_t cell);
/** Puts another one there, if the flood was not in it yet. */
void wendi_disc_flood_into(wend_mesh_search *search, uint32_t cell);

/** True if the disc has clearance all along a line that ends in a cell. */
bool wendi_disc_line_is_clear(wend_mesh_search *search, wend_vec2 from, wend_vec2 to,
                              uint32_t cell_of_to);
/** The same for a line that begins in a cell. @param cell of `from`; becomes the one of `to`. */
bool wendi_disc_follow_line(wend_mesh_search *search, wend_vec2 from, wend_vec2 to, uint32_t *cell);
/** True if a line comes nearer to a wall from a to b than a distance.
 * @param middle of that interval, along the line. */
bool wendi_disc_line_is_near(wend_vec2 from, wend_vec2 to, wend_vec2 a, wend_vec2 b,
                             double distance, double *middle);
/** The least distance between a point and an edge. */
double wendi_disc_point_distance(wend_vec2 p, wend_vec2 a, wend_vec2 b);

/** True if the disc has clearance along the arc from where the root was reached to where it is
 * left. */
bool wendi_disc_arc_is_clear(wend_mesh_search *search, const wendi_disc_root *root, wend_vec2 dir);
/** Lists the cells that the arc of a root comes through into disc->touched. */
void wendi_disc_list_arc_cells(wend_mesh_search *search, const wendi_disc_root *root);
/** Finds the parts of the line between two points of a cell on which the disc has clearance, into
 * disc->cuts. */
void wendi_disc_find_free(wend_mesh_search *search, wend_vec2 from, wend_vec2 to, uint32_t cell);

/* ---- spans.c ---- */

/** True if a point lies in a cell, or nearly. */
bool wendi_disc_is_in_cell(const wend_mesh_search *search, uint32_t cell, wend_vec2 position);
/** The free spans of a half, of disc->spans; those of a half above its twin are reversed. */
wendi_disc_range wendi_disc_spans(wend_mesh_search *search, uint32_t half);
/** The corner at the beginning of a wall. @return false: paths cannot bend there. */
bool wendi_disc_corner_at(const wendi_mesh_cells *cells, uint32_t wall, wendi_disc_corner *corner);
/** True if a line from a to b, which does not cross the cell, comes within a distance (its square)
 * of it. */
bool wendi_disc_edge_is_near(const wendi_mesh_cells *cells, uint32_t cell, wend_vec2 a, wend_vec2 b,
                             double square);
/** The corners whose circle comes into a cell, of disc->corners. */
wendi_disc_range wendi_disc_corners(wend_mesh_search *search, uint32_t cell);

/* ---- ring.c ---- */

/** The part of a line, from + t * delta, that lies inside of a ring. */
typedef struct wendi_disc_clip {
    double low, high;
    wend_vec2 begin, end;
} wendi_disc_clip;

/* Functions that return bool return false without memory, and set is_out_of_memory. */

void wendi_disc_ring_clear(wendi_disc_ring *ring);
bool wendi_disc_ring_point(wend_mesh_search *search, wendi_disc_ring *ring, wend_vec2 point);
/** Spans are added in the order in which they come along the border. */
bool wendi_disc_ring_add(wend_mesh_search *search, wendi_disc_ring *ring, uint32_t edge, double low,
                         double high, uint32_t node);
/** Position of a point along its edge, 0 to 1. */
double wendi_disc_ring_along(const wendi_disc_ring *ring, uint32_t edge, wend_vec2 position);
wend_vec2 wendi_disc_ring_middle(const wendi_disc_ring *ring, size_t span);
/** The edge that a point lies on, or nearest to. */
uint32_t wendi_disc_ring_edge(const wendi_disc_ring *ring, wend_vec2 position);
/** @return false: the line misses the ring. */
bool wendi_disc_ring_clip(const wendi_disc_ring *ring, wend_vec2 from, wend_vec2 direction,
                          wendi_disc_clip *clip);
/** Begins with all gaps apart. */
bool wendi_disc_ring_begin(wend_mesh_search *search, wendi_disc_ring *ring);
/** Joins the gaps that a wall makes one: all that it comes too near to.
 * @param cell the one that the ring is, or is a part of. */
void wendi_disc_ring_touch(wend_mesh_search *search, wendi_disc_ring *ring, uint32_t cell,
                           wendi_disc_wall wall);
/** And those that two walls make one: where the disc cannot pass between them. */
void wendi_disc_ring_cut(wend_mesh_search *search, wendi_disc_ring *ring, uint32_t cell,
                         wendi_disc_wall a, wendi_disc_wall b);
/** Joins the nodes of spans that no row of gaps joined by walls keeps apart. */
void wendi_disc_ring_join(wendi_disc_ring *ring, wendi_array_u32 *roots);

/* ---- components.c ---- */

void wendi_disc_components_init(wendi_disc_components *components, const wend_allocator *allocator);
void wendi_disc_components_free(wendi_disc_components *components, const wend_allocator *allocator);
size_t wendi_disc_components_bytes(const wendi_disc_components *components);
/** The representative of the set of numbers that a number is joined to. */
uint32_t wendi_disc_find_root(wendi_array_u32 *roots, uint32_t node);
void wendi_disc_join_roots(wendi_array_u32 *roots, uint32_t a, uint32_t b);
/** Continues to build the components.
 * @param steps counted down.
 * @return true when done; else steps or memory were exhausted. */
bool wendi_disc_components_build(wend_mesh_search *search, uint64_t *steps);
/** Continues to check whether a goal can be reached, once the components are built.
 * @return WEND_NO_PATH: none can; WEND_OK: one may; WEND_IN_PROGRESS, WEND_ERROR_MEMORY. */
wend_result wendi_disc_components_check(wend_mesh_search *search, uint64_t *steps);

/* ---- expand.c ---- */

/** Lines between two directions from a root. */
typedef struct wendi_disc_cone {
    uint32_t root;     /* index, */
    wendi_disc_root r; /* and the root itself */
    bool is_full;      /* all directions */
    bool is_touching;  /* the cell is one that the root's arc comes through */
    wend_vec2 right, left;
    double slack; /* of directions */
} wendi_disc_cone;

/** Pushes all cones and targets that can be reached straight from a root. */
void wendi_disc_expand_root(wend_mesh_search *search, uint32_t root);
/** And from a cone in the cell it comes into. */
void wendi_disc_expand_cone(wend_mesh_search *search, uint32_t node);
/** The least length from a point to any goal. */
double wendi_disc_estimate(const wend_mesh_search *search, wend_vec2 position);

/* ---- search.c ---- */

/* As wendi_mesh_method. */
wend_result wendi_disc_begin(wend_mesh_search *search);
wend_result wendi_disc_check(wend_mesh_search *search, uint64_t *steps);
/** Stops too when something is to be checked. */
wend_result wendi_disc_advance(wend_mesh_search *search, uint64_t *steps);
size_t wendi_disc_bytes(const wend_mesh_search *search);
void wendi_disc_free(wend_mesh_search *search);

/** Makes room for one more. On failure items stay as they are. @return the items, or NULL. */
void *wendi_disc_grow(wend_mesh_search *search, void *items, size_t *capacity, size_t count,
                      size_t item_bytes);
/** Pushes a node. */
void wendi_disc_push(wend_mesh_search *search, double key, const wendi_disc_node *node);
/** Appends a cone, if no cone before it has its root, its half and all of its directions. Where a
 * passage is exactly as wide as the disc, cones have no width, and rounding lets them cross edges
 * at a common corner in both senses: without this they multiply there without end. */
void wendi_disc_push_cone(wend_mesh_search *search, double key, wendi_disc_node *node);

#endif
