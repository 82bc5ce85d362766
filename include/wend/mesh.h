/** @file wend/mesh.h
 * Navigation meshes: convex polygons that share edges.
 *
 *        +-------+-----+        Floors may lie over each other: shared edges define adjacency, not
 *        |   0   |  1   \       the plane. Each corner of a polygon has a height; each polygon has
 *        |       +-------+      an area (type of ground) and flags. Off-mesh links connect any two
 *        +-----+/   2   /       locations.
 *              +-------+
 *
 * One mesh serves agents of every radius: the radius is an argument of each query. Outer edges
 * (with nothing beyond) are walls. A polygon's index is its wend_node, 0 ... count-1. The only
 * limits are memory and 2^31 corners.
 *
 * Polygons are counter-clockwise in the plane (wend_vec2_cross of two consecutive edges >= 0);
 * clockwise input is turned. Corners in one line are allowed. Edges are shared as a whole: where
 * one ends in the middle of another, both need a corner there.
 *
 * Ground that cannot be entered, closed polygons and areas with an infinite factor, acts as no
 * ground for movement: edges that lead there stop agents as outer edges do.
 *
 * A location's polygon is a hint. Where the polygon does not contain the location (or is
 * WEND_NODE_NONE, or is a piece that an obstacle left and lies at another height), queries search for
 * the polygon by x, y and z. Locations returned by queries lie
 * in their polygon exactly: where rounding put one beside it, it was moved in by the least amount.
 *
 * Threads: queries from any number of threads at once; edits only while no query runs.
 */
#ifndef WEND_MESH_H
#define WEND_MESH_H

#include "wend/grid.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Limits of a mesh. */
enum { WEND_MESH_AREAS = 256 /**< Types of ground. */ };

/** Repairs made while a mesh was created. */
typedef struct wend_mesh_report {
    uint64_t merged_points;    /**< Points at the same position as others. */
    uint64_t crossings;        /**< Lines that crossed or overlapped, and were divided. */
    uint64_t dropped_lines;    /**< Lines of no length; and spikes of polygons: corners from which
                                    an outline goes back the way it came. */
    uint64_t dropped_polygons; /**< Polygons without area, or double ones. */
    uint64_t turned_polygons;  /**< Clockwise polygons. */
    uint64_t split_polygons;   /**< Not convex, cut into convex ones. */
    uint64_t open_ends;        /**< Points where an outline did not close. */
    uint64_t loose_edges; /**< Edges that more than two polygons share; all beyond the first two
                               became walls. */
} wend_mesh_report;

/** Definition of a mesh by its polygons. */
typedef struct wend_mesh_def {
    uint32_t cookie;            /**< Set by wend_mesh_def_default; leave it. */
    const wend_vec3 *points;    /**< [point_count]; x, y ground plane, z height. */
    size_t point_count;         /**< Number of points. */
    const uint32_t *corners;    /**< [sum of sizes] indices of points, polygon after polygon. */
    const uint32_t *sizes;      /**< [polygon_count] corners of each, 3 or more. */
    size_t polygon_count;       /**< Number of polygons. */
    const uint32_t *neighbours; /**< [sum of sizes] the polygon beyond the edge from each corner to
                                     the next, or WEND_NODE_NONE. NULL (default): derived from
                                     shared points. */
    const uint8_t *areas;       /**< [polygon_count]; NULL (default) = 0. */
    const uint32_t *flags;      /**< [polygon_count], the user's; NULL (default) = 0. */
    const double *factors;      /**< [256] cost of a metre of each area, 1/256 to 65536; infinity =
                                     it cannot be entered. NULL (default) = all 1. */
    double weld;                /**< Points nearer to each other than this (in space) are merged.
                                     Metres, 0 to 2^30. Default 0: only equal ones. */
    double cell_size; /**< Cell size of the spatial index, 0 to 2^30; 0 (default) = chosen. */
    bool is_strict;   /**< Refuse input that needs repairs. Default false. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< May be NULL (default). */
} wend_mesh_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_mesh_def wend_mesh_def_default(void);
/** Creates a mesh of given polygons.
 *
 * Polygons that are not convex are cut up; those without area are left out (polygon indices then
 * shift; see report). Given neighbours must be mutual, and have both ends of the edge in common
 * (heights may differ: a step). Spikes, where an outline goes out along a line and back, are pulled
 * in. An outline may touch itself (as around a hole that a line joins to the rest), but one that
 * crosses itself is refused.
 * @param mesh set to NULL first; the caller destroys it.
 * @param report may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (an index or number out of range, no polygon left, or
 * is_strict: the message says what and where), WEND_ERROR_MEMORY, WEND_ERROR_FULL. */
WEND_API wend_result wend_mesh_create(const wend_mesh_def *def, wend_mesh **mesh,
                                      wend_mesh_report *report);
/** Returns the message of the last failure of a call that changes the mesh; "" if none failed (see
 * wend/base.h). Never NULL. */
WEND_API const char *wend_mesh_error(const wend_mesh *mesh);
/** Frees a mesh; NULL is allowed. */
WEND_API void wend_mesh_destroy(wend_mesh *mesh);

/* ---- triangles of models ---- */

/** Axes of a model's points, and what they become here, where x and y are the ground plane and z is
 * the height. For meshes read from OBJs and for bakes. With the wrong axes of the plane the world is
 * a mirror image: lengths and paths are right, but left and right are exchanged. */
typedef enum wend_up_axis {
    WEND_UP_Y = 0, /**< (x, y, z) is (x, z, y) here, and corners are read in reverse order, so that
                          a face that pointed up still does. No mirror for left-handed axes whose
                          triangles are clockwise (Unity, Direct3D); a mirror image for right-handed
                          ones. */
    WEND_UP_Z,     /**< (x, y, z) as it is: right-handed axes with z up (Blender, Quake). */
    WEND_UP_Y_TURNED /**< (x, y, z) is (x, -z, y) here: a rotation, for right-handed axes (OpenGL,
                          glTF, Godot, most OBJs). */
} wend_up_axis;

/** Triangles of a level, as input of wend_mesh_bake (wend/bake.h); made by
 * wend_triangles_load_file (wend/io_world.h). */
typedef struct wend_triangles {
    wend_vec3 *points;        /**< [point_count]; x, y ground plane, z height. */
    size_t point_count;       /**< Number of points. */
    uint32_t *corners;        /**< [triangle_count][3] counter-clockwise from above if the file says
                                   so; larger faces are cut into fans. */
    size_t triangle_count;    /**< Number of triangles. */
    uint8_t *areas;           /**< [triangle_count] from materials, as in wend_mesh_load_file. */
    wend_allocator allocator; /**< Allocator of the arrays. */
} wend_triangles;

/* ---- from outlines, grids, and to grids and walls ---- */

/** Outlines of ground and of holes. */
typedef struct wend_mesh_outlines {
    uint32_t cookie;         /**< Set by wend_mesh_outlines_default; leave it. */
    const wend_vec2 *points; /**< All outlines, one after the other. */
    const uint32_t *sizes;   /**< [outline_count] points of each; its last point joins its first. */
    size_t outline_count;    /**< Number of outlines. */
    const uint8_t *is_hole;  /**< [outline_count] 1 = a hole: no ground, also within other outlines;
                                 an outline that crosses itself encloses the points it winds around.
                                 NULL (default): ground is where an odd number of outlines lies
                                 around (a hole in a room, an island in the hole...). */
    const uint8_t *areas;  /**< [outline_count] area of an outline (later outlines lie over earlier
                                 ones); NULL (default) = 0. Only with is_hole. */
    const double *factors; /**< As in wend_mesh_def. Default NULL. */
    bool merges;           /**< Merge triangles into convex polygons. Default true. */
    bool is_strict;        /**< Refuse input that needs repairs: crossings, holes outside of all
                                 ground, equal points. Default false. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< May be NULL (default). */
} wend_mesh_outlines;

/** Returns default outlines, with their cookie. */
WEND_API wend_mesh_outlines wend_mesh_outlines_default(void);
/** Creates a mesh from outlines with holes: a constrained Delaunay triangulation, merged into
 * convex polygons.
 *
 * Predicates are exact; where outlines cross, new points are made, rounded to some 2^-44 of the
 * largest coordinate. Outlines may touch, cross, and repeat points. Time: some 1 us a point.
 *
 * Source: Lawson's insertion by flips (1977) in rounds after Amenta, Choi and Rote (2003); lines
 * after Sloan, "A fast algorithm for generating constrained Delaunay triangulations" (1993), in one
 * sweep; merging after Hertel and Mehlhorn (1983), longest edges first.
 * @param mesh set to NULL first; the caller destroys it.
 * @param report may be NULL; zeros when there is no mesh.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (nothing inside, numbers out of range, or is_strict),
 * WEND_ERROR_MEMORY. */
WEND_API wend_result wend_mesh_build(const wend_mesh_outlines *outlines, wend_mesh **mesh,
                                     wend_mesh_report *report);
/** Creates a mesh of the open cells of a grid, area = cost of the ground (factors = costs; cells of
 * one cost are joined into large polygons).
 *
 * Cells that touch only at a corner are not joined. Squares and hexes; links with open ends become
 * off-mesh links. A mesh lies flat: where a grid wraps around, its sides are outer edges.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (no cell is open, no such class or team, too far away),
 * WEND_ERROR_MEMORY. */
WEND_API wend_result wend_mesh_from_grid(const wend_grid *grid, uint32_t movement_class,
                                         uint32_t team, const wend_allocator *allocator,
                                         wend_mesh **mesh, wend_message *message);

/** Definition of a grid made from a mesh. */
typedef struct wend_mesh_grid_def {
    uint32_t cookie;            /**< Set by wend_mesh_grid_def_default; leave it. */
    double cell_size;           /**< Metres, above 0, to 2^30. Default 0: set it. */
    double radius;              /**< As in wend_level_grid_def. Default 0. */
    double max_slope;           /**< Steepest ground, rise over run. Default infinity. */
    double low;                 /**< Lowest height of the ground used: one floor of several. Default
                                     all; of floors over each other the highest counts. */
    double high;                /**< Highest height of the ground used. */
    wend_neighbours neighbours; /**< Default 8. */
    wend_hex_layout hex_layout; /**< Default odd rows. */
    wend_allocator allocator;   /**< Default libc. */
    wend_message *message;      /**< May be NULL (default). */
} wend_mesh_grid_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_mesh_grid_def wend_mesh_grid_def_default(void);
/** Creates a grid of a mesh.
 *
 * A cell is open where its centre lies on ground that is no steeper, and no outer edge comes nearer
 * than radius (at least half a cell); cost = the area's factor rounded up, 1 to 254. Links become
 * links of the grid, their cost in cells. Time: some 0.5 us a cell; more for a radius that reaches
 * over many polygons: see wend_mesh_raster_start.
 * @param grid set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (the message gives the reason; also more cells than a grid
 * holds), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_mesh_to_grid(const wend_mesh *mesh, const wend_mesh_grid_def *def,
                                       wend_grid **grid);

/** A conversion of a mesh to a grid in slices:
 *
 *     mesh --start--> raster --run(budget)--> ... --finish--> wend_grid
 *
 * The grid equals that of wend_mesh_to_grid to the bit, however it is sliced. */
typedef struct wend_mesh_raster wend_mesh_raster;

/** Starts a conversion: checks all arguments and allocates the grid. The mesh must outlive the
 * raster, as must def->message, and must not be edited before it is finished.
 * @param raster set to NULL first; the caller destroys it.
 * @return as wend_mesh_to_grid. */
WEND_API wend_result wend_mesh_raster_start(const wend_mesh *mesh, const wend_mesh_grid_def *def,
                                            wend_mesh_raster **raster);
/** Runs a conversion until it is done or the budget is used up. A step is one cell or one link; a
 * deadline is checked before each.
 * @param budget reduced by the work done; NULL = no limit.
 * @return WEND_OK (all is done), WEND_IN_PROGRESS, WEND_ERROR_MEMORY (call again to continue),
 * WEND_ERROR_STALE (the mesh was edited: start anew), WEND_ERROR_ARGUMENT (NULL, or the grid was
 * handed over). */
WEND_API wend_result wend_mesh_raster_run(wend_mesh_raster *raster, wend_budget *budget);
/** Returns the message of the last failure of a call that changes the raster; see wend_grid_error.
 */
WEND_API const char *wend_mesh_raster_error(const wend_mesh_raster *raster);
/** Gets the number of steps done and of all steps. */
WEND_API void wend_mesh_raster_progress(const wend_mesh_raster *raster, uint32_t *done,
                                        uint32_t *all);
/** Hands the grid over; afterwards the raster can only be destroyed.
 * @param grid set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_IN_PROGRESS (steps are left; nothing is handed over), WEND_ERROR_STALE,
 * WEND_ERROR_ARGUMENT as wend_mesh_raster_run. */
WEND_API wend_result wend_mesh_raster_finish(wend_mesh_raster *raster, wend_grid **grid);
/** Frees a raster and a grid that was not handed over; NULL is allowed. */
WEND_API void wend_mesh_raster_destroy(wend_mesh_raster *raster);
/** Creates walls from the outer edges of a mesh, which stop movement (and sight by stops); user =
 * corner index of the edge. Floors over each other overlap. */
WEND_API wend_result wend_mesh_walls(const wend_mesh *mesh, uint32_t stops,
                                     const wend_allocator *allocator, wend_walls **walls);

/* ---- contents ---- */

/** Returns the number of polygons: polygons are numbered from 0 to below it. That of a mesh of tiles counts
 * its room, closed and empty places included: an empty place has no corners and is not open. */
WEND_API uint32_t wend_mesh_polygon_count(const wend_mesh *mesh);
/** Returns the number of corners of all polygons together. */
WEND_API uint32_t wend_mesh_corner_count(const wend_mesh *mesh);

/** A polygon. */
typedef struct wend_mesh_polygon {
    uint32_t first_corner; /**< Its corners are first_corner ... first_corner + count - 1. */
    uint32_t count;        /**< Number of corners. */
    uint8_t area;          /**< Type of ground. */
    bool is_open;          /**< False: a closed door, which cannot be entered for now. */
    uint32_t flags;        /**< The user's flags. */
    uint32_t island; /**< Polygons of one island are joined by shared edges (open or not), links not
                          counted: see wend_mesh_can_reach. */
    wend_vec2 centroid; /**< Metres. */
    double surface;     /**< Square metres, in the plane. */
} wend_mesh_polygon;

/** Returns a polygon; zeroed outside. */
WEND_API wend_mesh_polygon wend_mesh_get_polygon(const wend_mesh *mesh, wend_node polygon);
/** Returns a corner's position; zero outside. */
WEND_API wend_vec3 wend_mesh_corner(const wend_mesh *mesh, uint32_t corner);
/** Returns the polygon beyond the edge from a corner to the next one of its polygon; WEND_NODE_NONE
 * = a wall. */
WEND_API wend_node wend_mesh_neighbour(const wend_mesh *mesh, uint32_t corner);
/** Gets the bounding box of the mesh. */
WEND_API void wend_mesh_bounds(const wend_mesh *mesh, wend_vec3 *low, wend_vec3 *high);
/** Returns the mesh's revision; each edit that changes something raises it. */
WEND_API uint64_t wend_mesh_revision(const wend_mesh *mesh);
/** Returns a hash of all that can be read from the mesh. */
WEND_API uint64_t wend_mesh_hash(const wend_mesh *mesh);
/** Returns the memory of the mesh in bytes. */
WEND_API size_t wend_mesh_memory_bytes(const wend_mesh *mesh);
/** True if floors lie over each other anywhere. */
WEND_API bool wend_mesh_has_floors(const wend_mesh *mesh);

/* ---- edits: only those of links need memory; each that changes anything raises the revision ----
 *
 * Edits that open or close ground also update the reachability of polygons: opening costs the
 * smaller of the components that join; closing a walk along the walls beside the polygon, some 4 ns an
 * edge, and where it divides ground the smaller side, some 10 ns a polygon. Links are looked at. set_factor to or from infinity visits all
 * polygons. */

/** Sets the area of a polygon. @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_mesh_set_area(wend_mesh *mesh, wend_node polygon, uint8_t area);
/** Sets the flags of a polygon. @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_mesh_set_flags(wend_mesh *mesh, wend_node polygon, uint32_t flags);
/** Opens or closes a polygon. @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_mesh_set_open(wend_mesh *mesh, wend_node polygon, bool is_open);
/** Sets the cost of a metre of an area: 1/256 to 65536, infinity = it cannot be entered.
 * @return WEND_OK, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_mesh_set_factor(wend_mesh *mesh, uint8_t area, double factor);
/** Returns the cost of a metre of an area. */
WEND_API double wend_mesh_factor(const wend_mesh *mesh, uint8_t area);

/** A location on a mesh: a position and its polygon. The polygon is WEND_NODE_NONE where it is
 * unknown (queries then find it by x, y and z) or where there is none. */
typedef struct wend_mesh_location {
    double x;          /**< Metres. */
    double y;          /**< Metres. */
    double z;          /**< Height, metres. */
    wend_node polygon; /**< Its polygon. */
} wend_mesh_location;

/** Returns a location without a polygon, which queries find; z matters only where floors lie over
 * each other. */
WEND_API wend_mesh_location wend_mesh_location_at(double x, double y, double z);

/** Id of an off-mesh link. index1 0 = none. A leg's edge is index1 - 1. */
typedef struct wend_mesh_link_id {
    uint32_t index1;     /**< Index + 1. */
    uint32_t generation; /**< Generation of the index. */
} wend_mesh_link_id;

/** An off-mesh link.
 *
 * A search for a radius uses a link only where both ends have room: at least the radius from walls.
 * Other links are left out without an error, as doors too narrow are; where no path is left,
 * wend_mesh_search_error counts them. Ask in advance with wend_mesh_space_can_walk from an end to
 * itself, and place ends farther from ledges than the largest agent's radius. */
typedef struct wend_mesh_link {
    uint32_t cookie;         /**< Set by wend_mesh_link_default; leave it. */
    wend_mesh_location from; /**< Beginning, on the mesh; its polygon may be unknown. */
    wend_mesh_location to;   /**< End, likewise. */
    double cost;        /**< In metres; 0 (default) = the straight distance in space (heights count,
                             as they do not in walks); else up to 2^30. May be less than the
                             distance (a teleport). */
    bool is_two_way;    /**< Default false. */
    bool is_open;       /**< Default true. */
    uint32_t behaviour; /**< Default teleport. */
    uint32_t flags;     /**< The user's. Default 0. */
    uint64_t user;      /**< Your value, kept. Default 0. */
} wend_mesh_link;

/** Returns the default link, with its cookie. */
WEND_API wend_mesh_link wend_mesh_link_default(void);
/** Adds an off-mesh link. Constant time on average, except for finding the ends.
 * @param id set to {0, 0} first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (an end is not on the mesh…; the message gives the reason),
 * WEND_ERROR_MEMORY, WEND_ERROR_FULL (2^20 links, 2^18 of them one-way and open). */
WEND_API wend_result wend_mesh_add_link(wend_mesh *mesh, const wend_mesh_link *link,
                                        wend_mesh_link_id *id, wend_message *message);
/** Removes an off-mesh link. Time: linear in links if it joined islands.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_mesh_remove_link(wend_mesh *mesh, wend_mesh_link_id id);
/** Sets all properties of a link except its ends, also while an obstacle covers one of them.
 * @return as wend_mesh_add_link, and WEND_ERROR_STALE. */
WEND_API wend_result wend_mesh_set_link(wend_mesh *mesh, wend_mesh_link_id id,
                                        const wend_mesh_link *link, wend_message *message);
/** Gets a link. @param link set to the default first; cost is the effective cost. */
WEND_API wend_result wend_mesh_get_link(const wend_mesh *mesh, wend_mesh_link_id id,
                                        wend_mesh_link *link);
/** Returns the link of a leg's edge; {0, 0} if there is none now. */
WEND_API wend_mesh_link_id wend_mesh_link_of_edge(const wend_mesh *mesh, uint32_t edge);
/** Returns the number of links. */
WEND_API size_t wend_mesh_link_count(const wend_mesh *mesh);
/** Lists all links, by index. @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_mesh_list_links(const wend_mesh *mesh, wend_mesh_link_id *ids,
                                          size_t capacity, size_t *count);

/* ---- queries: they allocate nothing; locations that are NaN or outside are off the mesh ---- */

/** Finds the polygon under a position; of floors over each other the one whose height is nearest to
 * z, however far above or below it lies: where that matters compare with wend_mesh_height (or use
 * wend_pathfinder_def.max_height_difference). On an edge or corner: the smallest index.
 * @return WEND_NODE_NONE off the mesh. */
WEND_API wend_node wend_mesh_locate(const wend_mesh *mesh, double x, double y, double z);
/** Finds the location on the mesh nearest to a position that may lie off it: first by distance in
 * the plane, then by height.
 * @param max_distance metres in the plane.
 * @param location polygon WEND_NODE_NONE if there is none.
 * @return true if there is one. */
WEND_API bool wend_mesh_nearest(const wend_mesh *mesh, double x, double y, double z,
                                double max_distance, wend_mesh_location *location);
/** Lists the polygons in a box, by rising index, closed ones too; polygons that obstacles cut up are
 * listed by their pieces. Touching counts, and is decided exactly. Time: the polygons of the index's
 * cells that the box meets, some 0.1 us each.
 * @param low lower corner, metres; low.z is the lowest height. May be infinite.
 * @param high upper corner; high.z is the highest height: a polygon counts if some of the heights
 * between its lowest and its highest corner lie between the two. Where high lies below low the box is
 * empty. May be infinite.
 * @param polygons [capacity], may be NULL when capacity is 0; where there are more, the first.
 * @param count number of polygons. @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT (NaN). */
WEND_API wend_result wend_mesh_polygons_in_box(const wend_mesh *mesh, wend_vec3 low, wend_vec3 high,
                                               wend_node *polygons, size_t capacity, size_t *count);
/** Lists the polygons in a circle of the plane, likewise. Touching counts; the distance to a polygon
 * beside the centre is rounded.
 * @param centre metres.
 * @param radius metres, 0 or more, may be infinite.
 * @param low lowest height, as low.z of a box.
 * @param high highest height.
 * @return as wend_mesh_polygons_in_box; WEND_ERROR_ARGUMENT for a centre beyond
 * WEND_COORDINATE_MAX too. */
WEND_API wend_result wend_mesh_polygons_in_circle(const wend_mesh *mesh, wend_vec2 centre,
                                                  double radius, double low, double high,
                                                  wend_node *polygons, size_t capacity,
                                                  size_t *count);
/** Returns the height of a polygon at a position over or beside it (beside: at its nearest point);
 * 0 for a polygon outside the mesh. */
WEND_API double wend_mesh_height(const wend_mesh *mesh, wend_node polygon, double x, double y);

/** Result of a ray along the surface. */
typedef struct wend_mesh_hit {
    wend_mesh_location location; /**< Location where it ended. */
    double fraction;             /**< Part of the distance, 0 to 1. */
    uint32_t corner;  /**< Corner of the outer edge it hit; WEND_EDGE_NONE = it arrived. */
    wend_vec2 normal; /**< Normal of that edge, length 1, into the mesh; 0, 0 when it
                                   arrived. */
} wend_mesh_hit;

/** Casts a ray along the surface until an outer edge (or a closed polygon) stops it. Touching
 * counts as for wend_walls_ray; no ray leaves the mesh along the line of a wall. Exact for any
 * length.
 * @param hit may be NULL.
 * @return true if it arrived. False, and fraction 0, when from is off the mesh. */
WEND_API bool wend_mesh_ray(const wend_mesh *mesh, wend_mesh_location from, double x, double y,
                            wend_mesh_hit *hit);
/** Moves along the surface towards a position, sliding along outer edges. The end is the location
 * nearest to the position that straight movement and sliding reach; it is never farther from the
 * position than the end of a ray.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (from is off the mesh: *end is from). */
WEND_API wend_result wend_mesh_move(const wend_mesh *mesh, wend_mesh_location from, double x,
                                    double y, wend_mesh_location *end);
/** Returns the distance along the surface (in the plane) to the nearest outer edge or closed
 * polygon, in metres.
 * @param max_distance largest distance searched.
 * @param hit location = the wall's point, corner, normal; fraction 0. May be NULL.
 * @return max_distance if there is none nearer; negative when the location is off the mesh. */
WEND_API double wend_mesh_wall_distance(const wend_mesh *mesh, wend_mesh_location location,
                                        double max_distance, wend_mesh_hit *hit);
/** Gets a random location, uniform by area, from three numbers as in wend_random. Closed ground is
 * left out. @return WEND_OK, WEND_NO_PATH (nothing open), WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_mesh_random_location(const wend_mesh *mesh, uint64_t seed, uint64_t id,
                                               uint64_t tick, wend_mesh_location *location);
/** Gets a random location within a circle of the plane, among the locations joined to its centre
 * inside of it; in a circle with more than 512 polygons: joined to its centre anywhere. Rejection
 * sampling makes it exactly uniform. Costs some 50 ns a polygon in the circle.
 * @return WEND_OK, WEND_NO_PATH (the centre is off the mesh, or closed), WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_mesh_random_near(const wend_mesh *mesh, wend_mesh_location centre,
                                           double radius, uint64_t seed, uint64_t id, uint64_t tick,
                                           wend_mesh_location *location);
/** True if a point can get from one polygon to another, by shared edges and open links, through
 * open polygons. Constant time while no open one-way link leads from one island (or part of one,
 * between closed polygons) to another; else it follows those links until it reaches nothing new. */
WEND_API bool wend_mesh_can_reach(const wend_mesh *mesh, wend_node from, wend_node to);

/** Draws polygons (ground, value = factor), outer edges (wall), inner edges (edge), links (portal).
 */
WEND_API wend_result wend_mesh_draw(const wend_mesh *mesh, const wend_draw *draw);

/* ---- bytes ---- */

/** Saves the mesh.
 * @return WEND_OK, WEND_TRUNCATED (nothing written), WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_mesh_save(const wend_mesh *mesh, uint8_t *bytes, size_t capacity,
                                    size_t *count);
/** Loads a mesh from the bytes of wend_mesh_save.
 * @param def gives allocator and message; NULL = defaults.
 * @return as wend_graph_load. */
WEND_API wend_result wend_mesh_load(const wend_mesh_def *def, const uint8_t *bytes, size_t count,
                                    wend_mesh **mesh);
/** Loads the bytes of wend_mesh_save into an existing mesh with the same polygons as made: areas, flags,
 * closed polygons, factors, links, obstacles and overlays become those of the save. The hash is that of the
 * save, ids are valid again, and later ones will be the same, too. It is one edit, which raises the
 * revision: spaces and what else follows the mesh are updated as after any other. The bytes do not hold the
 * indices of the pieces around obstacles: these may be other ones than at the save. Bytes from any origin
 * are safe to try. Time: that of wend_mesh_load, and of cutting each polygon with other obstacles.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (also for a mesh of tiles), WEND_ERROR_MEMORY, WEND_ERROR_FULL (more
 * pieces than indices), WEND_ERROR_FILE (damaged, of a newer version, or of a mesh with other polygons;
 * wend_mesh_error gives the reason). After an error all is as before. */
WEND_API wend_result wend_mesh_restore(wend_mesh *mesh, const uint8_t *bytes, size_t count);

#ifdef __cplusplus
}
#endif
#endif
