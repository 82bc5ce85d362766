/* wend/mesh.h: navigation meshes: convex polygons that share edges.
 *
 *        +-------+-----+        Floors may lie over each other: what lies beside what is said by
 *        |   0   |  1   \       shared edges, not by the plane. Each corner of a polygon has a
 *        |       +-------+      height; each polygon an area (type of ground) and flags. Off-mesh
 *        +-----+/   2   /       links lead from any place to any other.
 *              +-------+
 *
 * One mesh serves agents of every radius: the radius is part of the question. Outer edges (with
 * nothing beyond) are walls. A polygon's number is its wend_node, 0 ... count-1. No limits but
 * memory (and 2^31 corners).
 *
 * Polygons go counter-clockwise in the plane (wend_vec2_cross of two edges in a row >= 0); what is
 * given the other way round is turned. Corners in one line are allowed. Edges are shared as a
 * whole: where one ends in the middle of another, both need a corner there.
 *
 * Ground nobody can enter, that is closed polygons and areas whose factor is infinite, is like no
 * ground to those who move: edges that lead there stop them as outer edges do.
 *
 * A place's polygon is a hint. Where it does not hold the place (or is WEND_NODE_NONE), questions
 * search for the polygon by x, y and z. Places that come out of questions are held by their polygon
 * exactly: where rounding put one beside it, it was moved in by as little as it takes.
 *
 * Threads: questions from any number of threads at once; edits only while nobody asks.
 */
#ifndef WEND_MESH_H
#define WEND_MESH_H

#include "wend/grid.h"
#include "wend/walls.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_mesh wend_mesh;

enum { WEND_MESH_AREAS = 256 /**< Types of ground. */ };

/** What was found and mended while a mesh was made. */
typedef struct wend_mesh_report {
    uint64_t merged_points;    /**< Points at the same place as others. */
    uint64_t crossings;        /**< Lines that crossed or overlapped, and were divided. */
    uint64_t dropped_lines;    /**< Lines of no length; and spikes of polygons: corners from which
                                  an outline goes back the way it came. */
    uint64_t dropped_polygons; /**< Polygons without area, or double ones. */
    uint64_t turned_polygons;  /**< Given clockwise. */
    uint64_t split_polygons;   /**< Not convex, cut into convex ones. */
    uint64_t open_ends;        /**< Points where an outline did not close. */
    uint64_t loose_edges; /**< Edges that more than two polygons share; all beyond the first two
                             became walls. */
} wend_mesh_report;

typedef struct wend_mesh_def {
    uint32_t cookie;         /**< Set by wend_mesh_def_default; leave it. */
    const wend_vec3 *points; /**< [point_count]; x, y ground plane, z height. */
    size_t point_count;
    const uint32_t *corners; /**< [sum of sizes] indices of points, polygon after polygon. */
    const uint32_t *sizes;   /**< [polygon_count] corners of each, 3 or more. */
    size_t polygon_count;
    const uint32_t *neighbours; /**< [sum of sizes] what lies beyond the edge from each corner to
                                   the next: a polygon or WEND_NODE_NONE. NULL (default): found out
                                   by shared points. */
    const uint8_t *areas;       /**< [polygon_count]; NULL (default) = 0. */
    const uint32_t *flags;      /**< [polygon_count], the user's; NULL (default) = 0. */
    const double *factors;      /**< [256] what a metre of each area costs, 1/256 to 65536;
                                   infinity = nobody goes there. NULL (default) = all 1. */
    double weld;                /**< Points nearer to each other than that (in space) are one.
                                   Metres, 0 to 2^30. Default 0: only equal ones. */
    double cell_size; /**< Of the index that finds polygons, 0 to 2^30; 0 (default) = chosen. */
    bool is_strict;   /**< Refuse what would have to be mended. Default false. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< May be NULL (default). */
} wend_mesh_def;

WEND_API wend_mesh_def wend_mesh_def_default(void);
/** A mesh of given convex polygons. Those not convex are cut up; those without area left out
 * (polygon numbers then shift; see report). Neighbours that are given must be mutual, and have both
 * ends of the edge in common (heights may differ: a step). Spikes,
 * where an outline goes out along a line and back, are pulled in. An outline may touch itself (as
 * around a hole that a line joins to the rest), but one that crosses itself is refused.
 * @param mesh set to NULL first; the caller destroys it. @param report may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (an index or number out of range, no polygon left, or
 * is_strict: the message says what and where), WEND_ERROR_MEMORY, WEND_ERROR_FULL. */
WEND_API wend_result wend_mesh_create(const wend_mesh_def *def, wend_mesh **mesh,
                                      wend_mesh_report *report);
/** The sentence of the last failure of a call that takes the mesh to change it; "" while none
 * failed (see wend/base.h). Never NULL. */
WEND_API const char *wend_mesh_error(const wend_mesh *mesh);
/** Frees; NULL is fine. */
WEND_API void wend_mesh_destroy(wend_mesh *mesh);

/* ---- from outlines ---- */

/** Outlines of ground and holes in it. */
typedef struct wend_mesh_outlines {
    uint32_t cookie;         /**< Set by wend_mesh_outlines_default; leave it. */
    const wend_vec2 *points; /**< All outlines, one after the other. */
    const uint32_t *sizes;   /**< [outline_count] points of each; its last point joins its first. */
    size_t outline_count;
    const uint8_t *is_hole; /**< [outline_count] 1 = a hole: no ground, whatever else says there is;
                               an outline that crosses itself encloses what it winds around. NULL
                               (default): ground is where an odd number of outlines lies around (a
                               hole in a room, an island in the hole...). */
    const uint8_t *areas;   /**< [outline_count] ground of an outline (later outlines lie over
                               earlier ones); NULL (default) = 0. Only with is_hole. */
    const double *factors;  /**< As in wend_mesh_def. Default NULL. */
    bool merges;            /**< Merge triangles into convex polygons. Default true. */
    bool is_strict;         /**< Refuse what would have to be mended: crossings, holes outside of
                               all ground, equal points. Default false. */
    wend_allocator allocator;
    wend_message *message;
} wend_mesh_outlines;

WEND_API wend_mesh_outlines wend_mesh_outlines_default(void);
/** Constrained Delaunay triangulation of outlines with holes, merged into convex polygons. Exact
 * predicates; where outlines cross, new points are made, rounded to some 2^-44 of the largest
 * coordinate. Outlines may touch, cross, and repeat points.
 * @param mesh set to NULL first; the caller destroys it. @param report may be NULL; zeros when
 * there is no mesh.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (nothing inside, numbers out of range, or is_strict),
 * WEND_ERROR_MEMORY. Time: some 1 us a point.
 * Source: Lawson's insertion by flips (1977) in rounds after Amenta, Choi and Rote (2003); lines
 * after Sloan, "A fast algorithm for generating constrained Delaunay triangulations" (1993), in one
 * sweep; merging after Hertel and Mehlhorn (1983), longest edges first. */
WEND_API wend_result wend_mesh_build(const wend_mesh_outlines *outlines, wend_mesh **mesh,
                                     wend_mesh_report *report);
/** The open cells of a grid as a mesh, area = cost of the ground (factors = costs; cells of one
 * cost are joined into large polygons). Corners of cells that touch only diagonally do not join
 * them. Squares and hexes; links whose ends are open become off-mesh links. A mesh lies flat: where
 * a grid wraps around, its sides are outer edges.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (no cell is open, no such class or team, too far away),
 * WEND_ERROR_MEMORY. */
WEND_API wend_result wend_mesh_from_grid(const wend_grid *grid, uint32_t movement_class,
                                         uint32_t team, const wend_allocator *allocator,
                                         wend_mesh **mesh, wend_message *message);

typedef struct wend_mesh_grid_def {
    uint32_t cookie;            /**< Set by wend_mesh_grid_def_default; leave it. */
    double cell_size;           /**< Metres, above 0, to 2^30. Default 0: set it. */
    double radius;              /**< As in wend_level_grid_def. Default 0. */
    double slope;               /**< Steepest ground, rise over run. Default infinity. */
    double low, high;           /**< Only ground of heights from low to high: one floor of several.
                                   Default all; of floors over each other the highest counts. */
    wend_neighbours neighbours; /**< Default 8. */
    wend_hex_layout hex_layout; /**< Default odd rows. */
    wend_allocator allocator;   /**< Default libc. */
    wend_message *message;      /**< May be NULL (default). */
} wend_mesh_grid_def;

WEND_API wend_mesh_grid_def wend_mesh_grid_def_default(void);
/** And the other way: a grid of a mesh. Open where a cell's centre lies on ground that is no
 * steeper, and no outer edge comes nearer than radius (at least half a cell); cost = the area's
 * factor rounded up, 1 to 254. Links become links of the grid, their cost in cells.
 * @param grid set to NULL first; the caller destroys it. @return WEND_OK, WEND_ERROR_ARGUMENT (the
 * message says what; also more cells than a grid holds), WEND_ERROR_MEMORY. Time: some 0.5 us a
 * cell; for a radius that reaches over many polygons more: see wend_mesh_raster_start. */
WEND_API wend_result wend_mesh_to_grid(const wend_mesh *mesh, const wend_mesh_grid_def *def,
                                       wend_grid **grid);

/** A grid of a mesh that is being made in slices:
 *
 *     mesh --start--> raster --run(budget)--> ... --finish--> wend_grid
 *
 * The grid is the one wend_mesh_to_grid makes, to the bit, however it is sliced. */
typedef struct wend_mesh_raster wend_mesh_raster;

/** Checks everything and makes room for the grid. The mesh must outlive the raster, as must
 * def->message, and must not be edited before it is finished.
 * @param raster set to NULL first; the caller destroys it. @return as wend_mesh_to_grid. */
WEND_API wend_result wend_mesh_raster_start(const wend_mesh *mesh, const wend_mesh_grid_def *def,
                                            wend_mesh_raster **raster);
/** Goes on. A step is one cell or one link; a deadline is looked at before each.
 * @param budget used up by what is done; NULL = to the end.
 * @return WEND_OK (all is done), WEND_IN_PROGRESS, WEND_ERROR_MEMORY (call again to go on from
 * there), WEND_ERROR_STALE (the mesh was edited: start anew), WEND_ERROR_ARGUMENT (NULL, or the
 * grid was handed over). */
WEND_API wend_result wend_mesh_raster_run(wend_mesh_raster *raster, wend_budget *budget);
/** The sentence of the last failure of a call that takes the raster to change it, as
 * wend_grid_error. */
WEND_API const char *wend_mesh_raster_error(const wend_mesh_raster *raster);
/** Steps done and in all. */
WEND_API void wend_mesh_raster_progress(const wend_mesh_raster *raster, uint32_t *done,
                                        uint32_t *all);
/** Hands the grid over; afterwards the raster can only be destroyed.
 * @param grid set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_IN_PROGRESS (steps are left; nothing is handed over), WEND_ERROR_STALE,
 * WEND_ERROR_ARGUMENT as wend_mesh_raster_run. */
WEND_API wend_result wend_mesh_raster_finish(wend_mesh_raster *raster, wend_grid **grid);
/** Frees, and a grid that was not handed over with it; NULL is fine. */
WEND_API void wend_mesh_raster_destroy(wend_mesh_raster *raster);
/** The outer edges of a mesh as walls that stop walking (sight too if asked); user = corner number
 * of the edge. Floors over each other come to lie on each other. */
WEND_API wend_result wend_mesh_walls(const wend_mesh *mesh, uint32_t stops,
                                     const wend_allocator *allocator, wend_walls **walls);

/* ---- what there is ---- */

WEND_API uint32_t wend_mesh_polygon_count(const wend_mesh *mesh);
/** Corners of all polygons together. */
WEND_API uint32_t wend_mesh_corner_count(const wend_mesh *mesh);

typedef struct wend_mesh_polygon {
    uint32_t first_corner; /**< Its corners are first_corner ... first_corner + count - 1. */
    uint32_t count;
    uint8_t area;
    bool is_open; /**< False: a closed door. Nobody goes there for now. */
    uint32_t flags;
    uint32_t island; /**< Polygons of one island are joined by shared edges (open or not), links not
                        counted: see wend_mesh_can_reach. */
    wend_vec2 centroid;
    double surface; /**< Square metres, in the plane. */
} wend_mesh_polygon;

/** A polygon; zeroed outside. */
WEND_API wend_mesh_polygon wend_mesh_get_polygon(const wend_mesh *mesh, wend_node polygon);
/** A corner's position; zero outside. */
WEND_API wend_vec3 wend_mesh_corner(const wend_mesh *mesh, uint32_t corner);
/** What lies beyond the edge from a corner to the next one of its polygon; WEND_NODE_NONE = a
 * wall. */
WEND_API wend_node wend_mesh_neighbour(const wend_mesh *mesh, uint32_t corner);
/** The rectangle around all. */
WEND_API void wend_mesh_bounds(const wend_mesh *mesh, wend_vec3 *low, wend_vec3 *high);
WEND_API uint64_t wend_mesh_revision(const wend_mesh *mesh);
/** A fingerprint of all that can be read. */
WEND_API uint64_t wend_mesh_hash(const wend_mesh *mesh);
WEND_API size_t wend_mesh_memory_bytes(const wend_mesh *mesh);
/** Do floors lie over each other anywhere? */
WEND_API bool wend_mesh_has_floors(const wend_mesh *mesh);

/* ---- edits: none needs memory but links; each that changes anything raises the revision ----
 *
 * What opens or closes ground also keeps up which polygons can reach which: opening costs the
 * smaller ones of the parts that come together, closing a flood from one side of the polygon till
 * it met the others, both linear in links; set_factor to or from infinity goes over all. */

/** @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_mesh_set_area(wend_mesh *mesh, wend_node polygon, uint8_t area);
WEND_API wend_result wend_mesh_set_flags(wend_mesh *mesh, wend_node polygon, uint32_t flags);
WEND_API wend_result wend_mesh_set_open(wend_mesh *mesh, wend_node polygon, bool is_open);
/** What a metre of an area costs: 1/256 to 65536, infinity = nobody goes there. */
WEND_API wend_result wend_mesh_set_factor(wend_mesh *mesh, uint8_t area, double factor);
WEND_API double wend_mesh_factor(const wend_mesh *mesh, uint8_t area);

/** A place on a mesh. Polygon WEND_NODE_NONE where it is not known (questions then find it by x, y
 * and z) or nowhere. */
typedef struct wend_mesh_location {
    double x, y, z;
    wend_node polygon;
} wend_mesh_location;

/** A place whose polygon is to be found; z matters only where floors lie over each other. */
WEND_API wend_mesh_location wend_mesh_location_at(double x, double y, double z);

/** An off-mesh link. index1 0 = none. A leg's edge is index1 - 1. */
typedef struct wend_mesh_link_id {
    uint32_t index1;
    uint32_t generation;
} wend_mesh_link_id;

typedef struct wend_mesh_link {
    uint32_t cookie;             /**< Set by wend_mesh_link_default; leave it. */
    wend_mesh_location from, to; /**< On the mesh; polygons may be left to be found. */
    double cost;                 /**< Metres' worth; 0 (default) = the straight distance in space;
                                    else up to 2^30. May be less than the distance (a teleport). */
    bool is_two_way;             /**< Default false. */
    bool is_open;                /**< Default true. */
    uint32_t behaviour;          /**< Default teleport. */
    uint32_t flags;              /**< The user's. Default 0. */
    uint64_t user;               /**< Kept for you. Default 0. */
} wend_mesh_link;

WEND_API wend_mesh_link wend_mesh_link_default(void);
/** @param id set to {0, 0} first. @return WEND_OK, WEND_ERROR_ARGUMENT (an end is not on the mesh…;
 * the message says what), WEND_ERROR_MEMORY, WEND_ERROR_FULL (2^20 links, 2^18 of them one way and
 * open). Constant on average, but for finding the ends. */
WEND_API wend_result wend_mesh_add_link(wend_mesh *mesh, const wend_mesh_link *link,
                                        wend_mesh_link_id *id, wend_message *message);
/** Linear in links if it joined islands. @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_mesh_remove_link(wend_mesh *mesh, wend_mesh_link_id id);
/** Changes everything but the ends. @return as add_link, and WEND_ERROR_STALE. */
WEND_API wend_result wend_mesh_set_link(wend_mesh *mesh, wend_mesh_link_id id,
                                        const wend_mesh_link *link, wend_message *message);
/** @param link set to the default first; cost comes back as worked out. */
WEND_API wend_result wend_mesh_get_link(const wend_mesh *mesh, wend_mesh_link_id id,
                                        wend_mesh_link *link);
WEND_API size_t wend_mesh_link_count(const wend_mesh *mesh);
/** By index. @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_mesh_list_links(const wend_mesh *mesh, wend_mesh_link_id *ids,
                                          size_t capacity, size_t *count);

/* ---- questions: no memory is taken; places that are NaN or outside give "nowhere" ---- */

/** The polygon under a place: of floors over each other the one whose height is nearest to z. On an
 * edge or corner: the smallest number. @return WEND_NODE_NONE off the mesh. */
WEND_API wend_node wend_mesh_locate(const wend_mesh *mesh, double x, double y, double z);
/** The place on the mesh nearest to one that may lie off it: first by distance in the plane within
 * `most` metres, then by height. @param place polygon WEND_NODE_NONE when there is none.
 * @return is there one? */
WEND_API bool wend_mesh_nearest(const wend_mesh *mesh, double x, double y, double z, double most,
                                wend_mesh_location *place);
/** The height of a polygon at a place over or beside it (beside: at its nearest point); 0 for a
 * polygon outside the mesh. */
WEND_API double wend_mesh_height(const wend_mesh *mesh, wend_node polygon, double x, double y);

typedef struct wend_mesh_hit {
    wend_mesh_location place; /**< Where it ended. */
    double fraction;          /**< Of the way, 0 to 1. */
    uint32_t corner;          /**< Of the outer edge it hit; WEND_EDGE_NONE = it arrived. */
    wend_vec2 normal;         /**< Of that edge, length 1, into the mesh; 0, 0 when it arrived. */
} wend_mesh_hit;

/** Goes straight along the surface until an outer edge (or a closed polygon) stops it. Touching
 * counts as for wend_walls_ray; and nobody leaves the mesh along the line of a wall. Exact for any
 * length of way. @param hit may be NULL.
 * @return did it arrive? False, and fraction 0, when from is nowhere. */
WEND_API bool wend_mesh_ray(const wend_mesh *mesh, wend_mesh_location from, double x, double y,
                            wend_mesh_hit *hit);
/** Moves along the surface towards a place, sliding along outer edges: ends at the place nearest to
 * it that is reached by going straight and sliding. @return WEND_OK, WEND_ERROR_ARGUMENT (from is
 * nowhere: *end is from). It never ends farther from the place than a ray there would. */
WEND_API wend_result wend_mesh_move(const wend_mesh *mesh, wend_mesh_location from, double x,
                                    double y, wend_mesh_location *end);
/** Metres along the surface (in the plane) to the nearest outer edge or closed polygon, at most
 * `most`.
 * @param hit place = the wall's point, corner, normal; fraction 0. May be NULL. @return `most` when
 * there is none nearer; negative when place is nowhere. */
WEND_API double wend_mesh_wall_distance(const wend_mesh *mesh, wend_mesh_location place,
                                        double most, wend_mesh_hit *hit);
/** A random place, equally likely everywhere by area, from three numbers as wend_random takes them.
 * Closed ground is left out. @return WEND_OK, WEND_NO_PATH (nothing open), WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_mesh_random_location(const wend_mesh *mesh, uint64_t seed, uint64_t id,
                                               uint64_t tick, wend_mesh_location *place);
/** The same among the places within a circle of the plane that are joined to its centre inside of
 * it; in a circle with more than 512 polygons: joined to its centre anywhere. By drawing again what
 * lies beside the circle: exactly uniform. Costs some 50 ns a polygon in the circle.
 * @return WEND_OK, WEND_NO_PATH (centre is nowhere, or closed), WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_mesh_random_near(const wend_mesh *mesh, wend_mesh_location centre,
                                           double radius, uint64_t seed, uint64_t id, uint64_t tick,
                                           wend_mesh_location *place);
/** Can a point get from one polygon to another, by shared edges and open links, through open
 * polygons? Constant time while no open one-way link leads from one island (or part of one, between
 * closed polygons) to another; else it goes over those links till nothing new is reached. */
WEND_API bool wend_mesh_can_reach(const wend_mesh *mesh, wend_node from, wend_node to);

/** Draws polygons (ground, value = factor), outer edges (wall), inner edges (edge), links (portal).
 */
WEND_API wend_result wend_mesh_draw(const wend_mesh *mesh, const wend_draw *draw);

/* ---- bytes ---- */

/** @return WEND_OK, WEND_TRUNCATED (nothing written), WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_mesh_save(const wend_mesh *mesh, uint8_t *bytes, size_t capacity,
                                    size_t *count);
/** @param def allocator and message; NULL = defaults. @return as wend_graph_load. */
WEND_API wend_result wend_mesh_load(const wend_mesh_def *def, const uint8_t *bytes, size_t count,
                                    wend_mesh **mesh);

#ifdef __cplusplus
}
#endif
#endif
