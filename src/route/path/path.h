/* The parts of a path.
 *
 *   legs     [ leg | leg | leg | . | . ] the legs that the user sees
 *   spare    [  .  |  .  |  .  | . | . ] where the next legs are made; then the two are swapped, so
 *                                        that a failure leaves the path as it was
 *   points   cells of one stretch of the path, for smoothing
 *
 * All buffers are kept, so a path that has reached its greatest length allocates nothing more. */
#ifndef WENDI_ROUTE_PATH_PATH_H
#define WENDI_ROUTE_PATH_PATH_H

#include "base/core/array.h"
#include "base/core/message.h"
#include "route/mesh_space/corridor.h"
#include "route/search/trace.h"
#include "wend/path.h"

typedef struct wendi_leg_array {
    wend_leg *items;
    size_t count;
    size_t capacity;
} wendi_leg_array;

/** The cells of a stretch of walking legs, one step apart, and the cost of the path to each of them
 * since the stretch began. A leg that is not straight or diagonal, or whose cost is not that of its
 * cells, is one step. */
typedef struct wendi_path_points {
    wendi_array_u32 nodes;    /* [count] */
    wendi_array_u64 costs;    /* [count] */
    wendi_array_u64 lengths;  /* [count] metres, as bits */
    wendi_array_u32 legs;     /* [count - 1] leg, 0 ... leg count-1 of the stretch, of each step */
    wendi_array_u32 leg_ends; /* [leg count] the point where each leg ends */
    wendi_array_u32 chosen;   /* points that stay */
} wendi_path_points;

struct wend_path {
    wend_allocator allocator;
    wendi_leg_array legs;
    wendi_leg_array spare;
    wend_node start; /* where it begins, also when it has no legs; WEND_NODE_NONE when empty */
    wend_cost cost;
    double length;
    wendi_trace trace;
    wendi_path_points points;
    wendi_mesh_corridor corridor; /* for paths over meshes */
    bool is_busy;                 /* inside a call of the user's */
    wend_message error;           /* of the last failure */
};

/** Checks that the path may be edited now.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL), WEND_ERROR_BUSY. */
wend_result wendi_path_check_editable(const wend_path *path);

/** Makes room for `capacity` legs in all; false and no change when there is no memory. */
bool wendi_path_reserve(const wend_path *path, wendi_leg_array *legs, size_t capacity);

/** Swaps path->spare with path->legs and sums cost and length. */
void wendi_path_commit(wend_path *path, wend_node start);

/** Adds a leg of any kind at the end. @return WEND_OK, WEND_ERROR_MEMORY (path as before). */
wend_result wendi_path_append(wend_path *path, const wend_leg *leg);

/** Fills the path from its turning nodes; the cells between two of them lie in one straight line,
 * unless `follows` says otherwise. A leg ends where the direction or the factor of the entered
 * cells changes.
 * @param turns [count]; count 0 or 1 makes a path without legs.
 * @param follows [count] (see trace.h), or NULL: lines.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (a node outside, two nodes not in one line),
 * WEND_ERROR_MEMORY; path as before on failure. */
wend_result wendi_path_build(wend_path *path, const wend_space *space, const wend_node *turns,
                             const uint32_t *follows, size_t count);

/** The same for a path over a graph: a leg for each edge (see wendi_graph_search_trace).
 * @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_path_build_graph(wend_path *path, const wend_space *space,
                                   const wendi_trace *trace);

/** A straight or diagonal line of cells, on hexes one in one of the six directions. */
typedef struct wendi_tile_border {
    uint32_t steps;   /* cells entered */
    uint32_t heading; /* direction, on hexes 0 ... 5 */
    bool is_diagonal;
    int32_t node_step; /* added to the node by each step; squares only */
    int32_t slot_step; /* and to the slot */
} wendi_tile_border;

/** The line from one node to another; false if they do not lie in one line, are the same, or lie
 * outside. Never over a seam. */
bool wendi_line_between(const wend_space *space, wend_node from, wend_node to,
                        wendi_tile_border *line);

/** Steps, heading and kind of the line over squares by a number of columns and rows; false
 * if that is no line. */
bool wendi_line_along(int32_t dx, int32_t dy, wendi_tile_border *line);

/** The node after a number of steps of a line from a node. */
wend_node wendi_line_at(const wend_space *space, const wendi_tile_border *line, wend_node from,
                        uint32_t steps);

/** Number of cells in a row, of those `most` entered after a node, have the factor of the first.
 * @param factor set to it. */
uint32_t wendi_line_run(const wend_space *space, const wendi_tile_border *line, wend_node from,
                        uint32_t most, uint8_t *factor);

/** The cost of entering a number of cells of a factor along the line. */
wend_cost wendi_line_cost(const wendi_tile_border *line, uint32_t steps, uint8_t factor);

/** Metres of a number of steps. */
double wendi_line_length(const wend_space *space, const wendi_tile_border *line, uint32_t steps);

/** The centre of a cell in metres, the same bits as wend_space_position. Node in range. */
wend_vec2 wendi_path_position(const wend_space *space, wend_node node);

/** True if the leg walks over open ground, and not over a seam, so that smoothing may change it. */
bool wendi_leg_is_on_cells(const wend_space *space, const wend_leg *leg);

/** True if its cost is that of its length, but for roundings. */
bool wendi_leg_costs_its_length(const wend_leg *leg, double factor);

/** 1/256 to 65536. */
bool wendi_factor_is_valid(double factor);

/* ---- meshes ---- */

/** As wend_path_from_mesh_search and wend_path_smooth_mesh, also while the mesh is newer than its
 * space: everything is then as it was. The arguments have been checked. */
wend_result wendi_path_from_mesh_search(wend_path *path, const wend_mesh_search *search);
wend_result wendi_path_smooth_mesh(wend_path *path, const wend_mesh_space *space, double radius,
                                   wend_smoothing smoothing);

/* ---- points ---- */

void wendi_path_points_init(wendi_path_points *points, const wend_allocator *allocator);
void wendi_path_points_free(wendi_path_points *points);
/** Spreads [count] plain legs, each beginning where the one before ends, into points.
 * @return WEND_OK or WEND_ERROR_MEMORY. */
wend_result wendi_path_points_fill(wendi_path_points *points, const wend_space *space,
                                   const wend_leg *legs, size_t count);

/* ---- string pulling ---- */

/** A straight segment between two points of a stretch. */
typedef struct wendi_shortcut {
    wend_cost cost;
    double length; /* metres */
} wendi_shortcut;

/** True if the path may go straight from point a to a later point b: always along the leg that both
 * lie on; else if the segment is clear and neither more expensive nor longer than the path it
 * replaces. */
bool wendi_path_shortcut(const wendi_path_points *points, const wend_space *space, int64_t radius,
                         uint32_t a, uint32_t b, wendi_shortcut *link);

/** Chooses the points that stay, first and last included, never more than there are legs and one.
 * chosen has room for them. */
void wendi_path_pull_string(wendi_path_points *points, const wend_space *space, int64_t radius,
                            wend_smoothing smoothing);

#endif
