/* Obstacle constraints: the points of grid cells and walls nearest to a body's
 * centre.
 *
 *         ######            Of each wall near a centre only its nearest point p counts: a movement d
 *         ##p###            with n . d <= distance - radius (n towards p) stays clear of all ground
 *           | n             behind the line through p. So walls behind the line of a nearer one are
 *           o               left out: joints of a straight wall, seams between cells, far walls.
 *
 * Cells that a class cannot enter are kept as bits, updated sector by sector; wall lines are kept
 * in buckets, rebuilt when walls change. */
#ifndef WENDI_CROWD_OBSTACLES_OBSTACLES_H
#define WENDI_CROWD_OBSTACLES_OBSTACLES_H

#include "base/math/bits.h"
#include "base/math/floating_point.h"
#include "wend/crowd.h"
#include "wend/grid.h"
#include "wend/mesh.h"
#include "wend/walls.h"

enum {
    WENDI_CONSTRAINTS_MOST = 8,
    WENDI_SEARCH_LOOKS = 96 /* of one search for walls, see wendi_obstacles_test_way */
};

/** A wall near a centre. */
typedef struct wendi_obstacle_constraint {
    double x, y;     /* Of length 1, from the centre to the wall's nearest point. */
    double distance; /* Metres to that point. */
} wendi_obstacle_constraint;

/* Closed cells of one grid for one class, one bit each, with a margin of closed cells around
 * them. */
typedef struct wendi_obstacle_cells {
    const wend_grid *grid; /* NULL = none */
    wend_grid_info info;
    double per_metre; /* cells */
    uint64_t revision;
    uint64_t *bits; /* [height + 2][words] */
    uint64_t *near; /* same shape; set where the cell or one of the eight around it is closed */
    size_t words;   /* of a row */
} wendi_obstacle_cells;

/* A wall's line. */
typedef struct wendi_obstacle_line {
    double ax, ay, bx, by;
} wendi_obstacle_line;

/* Lines in buckets: each bucket lists all lines within the margin of it. */
typedef struct wendi_obstacle_lines {
    const wend_walls *walls; /* NULL = none */
    uint64_t revision;
    double low_x, low_y, size; /* of the buckets */
    uint32_t columns, rows;
    wendi_obstacle_line *lines; /* [line_count] */
    size_t line_count, line_capacity;
    uint32_t *starts; /* [columns * rows + 1] into items */
    size_t start_capacity;
    uint32_t *items;
    size_t item_capacity;
    wend_wall_id *ids; /* [id_capacity] scratch */
    size_t id_capacity;
} wendi_obstacle_lines;

/* The box around all ground that edits closed since it was last read; empty if low_x > high_x. */
typedef struct wendi_obstacle_edits {
    double low_x, low_y, high_x, high_y;
} wendi_obstacle_edits;

/* The obstacles of one class on one floor. On a mesh the walls around a position are found by
 * spreading over its polygons from the one under the position: those of other floors are not met. */
typedef struct wendi_obstacle_set {
    const wend_mesh *mesh; /* NULL = none; then nothing else counts */
    uint64_t mesh_revision;
    wendi_obstacle_cells cells;
    wendi_obstacle_lines lines;
    wendi_obstacle_lines
        next; /* built beside the lines when walls change, so that lines always exist */
    wendi_obstacle_edits closed;
} wendi_obstacle_set;

typedef struct wendi_obstacles {
    wendi_obstacle_set *sets; /* [floor_count][class_count] */
    uint32_t floor_count, class_count;
    wend_crowd_class *classes;
    double margin; /* Metres: the largest reach of a search. */
    wend_allocator allocator;
} wendi_obstacles;

/** @param margin metres, the largest reach of wendi_obstacles_nearest. */
wend_result wendi_obstacles_create(wendi_obstacles *b, const wend_crowd_def *def, double margin);
void wendi_obstacles_free(wendi_obstacles *b);
/** Applies edits of grids and walls. @param has_changed set to true if anything changed. @return
 * WEND_OK, WEND_ERROR_MEMORY (as before; call again). */
wend_result wendi_obstacles_update(wendi_obstacles *b, bool *has_changed);
/** True if an edit closed anything since wendi_obstacles_forget_edits. */
bool wendi_obstacles_have_edits(const wendi_obstacles *b);
/** True if ground closed by edits may lie within `radius` of a segment. */
bool wendi_obstacles_edits_touch(const wendi_obstacle_set *set, wend_vec2 from, wend_vec2 to,
                                 double radius);
void wendi_obstacles_forget_edits(wendi_obstacles *b);
size_t wendi_obstacles_memory_bytes(const wendi_obstacles *b);

/** The set of a class on a floor; both must exist. */
static inline const wendi_obstacle_set *wendi_obstacles_set_of(const wendi_obstacles *b,
                                                               uint32_t floor, uint32_t crowd_class)
{
    return &b->sets[floor * b->class_count + crowd_class];
}
/** The walls nearest to a centre, the nearest first. A wall that contains the centre is left out.
 * @param reach metres, at most the margin. @param near [WENDI_CONSTRAINTS_MOST]. @return how
 * many. */
uint32_t wendi_obstacles_nearest(const wendi_obstacle_set *set, double x, double y, double reach,
                                 wendi_obstacle_constraint *near);
/** The same. @param known set to the distance within which all walls are listed: the reach, or less
 * where there are too many. */
uint32_t wendi_obstacles_nearest_known(const wendi_obstacle_set *set, double x, double y,
                                       double reach, wendi_obstacle_constraint *near,
                                       double *known);
/* ---- positions with their height and polygon: on a mesh these count, else x and y alone ---- */

/** Finds the polygon of a location of a mesh, where it is not the right one.
 * @return false: the location is off the mesh. */
bool wendi_obstacles_locate(const wendi_obstacle_set *set, wend_mesh_location *at);
/** As wendi_obstacles_nearest_known. @param at its polygon is the right one, of open ground. */
uint32_t wendi_obstacles_nearest_at(const wendi_obstacle_set *set, const wend_mesh_location *at,
                                    double reach, wendi_obstacle_constraint *near, double *known);
/** The same. @param is_amid set to true if, on a mesh, no edge of the polygon is within reach. */
uint32_t wendi_obstacles_nearest_around(const wendi_obstacle_set *set, const wend_mesh_location *at,
                                        double reach, wendi_obstacle_constraint *near,
                                        double *known, bool *is_amid);
/** As wendi_obstacles_is_open. */
bool wendi_obstacles_is_open_at(const wendi_obstacles *b, const wendi_obstacle_set *set,
                                uint32_t crowd_class, const wend_mesh_location *at);
/** As wendi_obstacles_nearest_open. On a mesh it is the nearest that joined closed polygons lead
 * to, and without any, or off the mesh, the nearest in space. */
bool wendi_obstacles_nearest_open_at(const wendi_obstacles *b, const wendi_obstacle_set *set,
                                     uint32_t crowd_class, const wend_mesh_location *from,
                                     double radius, wend_mesh_location *out);
/** As wendi_obstacles_is_segment_clear. @param end set to the location at the end, which on a mesh
 * may be on another floor than expected; NULL = not needed. */
bool wendi_obstacles_is_way_clear(const wendi_obstacle_set *set, const wend_mesh_location *from,
                                  wend_vec2 to, double radius, double margin,
                                  wend_mesh_location *end);
/** The same. @param looks grows by the work done, in units of about a nanosecond that are the same
 * on every machine. */
bool wendi_obstacles_test_way(const wendi_obstacle_set *set, const wend_mesh_location *from,
                              wend_vec2 to, double radius, double margin, wend_mesh_location *end,
                              uint64_t *looks);
/** Metres around a position in which there is certainly no wall, about as many as `most` if there is
 * none; 0: unknown. @param looks likewise. */
double wendi_obstacles_open_radius(const wendi_obstacle_set *set, wend_vec2 at, double most,
                                   uint64_t *looks);
/** As wendi_obstacles_may_be_near below, without its quick test. */
bool wendi_obstacles_are_near(const wendi_obstacle_set *set, double x, double y, double reach);
/** True if a centre is neither in a closed cell nor inside a solid polygon. */
bool wendi_obstacles_is_open(const wendi_obstacles *b, const wendi_obstacle_set *set,
                             uint32_t crowd_class, double x, double y);
/** The nearest open position, about `radius` into the open. @return false: none is near. */
bool wendi_obstacles_nearest_open(const wendi_obstacles *b, const wendi_obstacle_set *set,
                                  uint32_t crowd_class, wend_vec2 from, double radius,
                                  wend_vec2 *out);
/** The part of its speed that a body of a class reaches on the ground under it: 1 over the cost
 * factor there where the class is slowed by costs, else 1. */
double wendi_obstacles_pace(const wendi_obstacles *b, uint32_t floor, uint32_t crowd_class,
                            double x, double y, wend_node polygon);
/** True if a disc can move straight from one position to another. Touching a wall is allowed. */
bool wendi_obstacles_is_segment_clear(const wendi_obstacle_set *set, wend_vec2 from, wend_vec2 to,
                                      double radius, double margin);
/** Moves a disc, sliding along walls. A disc that begins outside walls never ends in one or beyond
 * one. */
wend_vec2 wendi_obstacles_move_disc(const wendi_obstacle_set *set, wend_vec2 from, wend_vec2 by,
                                    double radius, double margin);
/** The same. On a mesh the polygon of `from` is the right one. */
wend_mesh_location wendi_obstacles_move_disc_at(const wendi_obstacle_set *set,
                                                wend_mesh_location from, wend_vec2 by,
                                                double radius, double margin);
/** Moves a point within its polygon of a mesh. */
wend_mesh_location wendi_obstacle_surface_shift(const wend_mesh *mesh, wend_mesh_location from,
                                                double x, double y);
/** Moves a point along a mesh, and along its walls. @param from on the mesh. @return on it. */
wend_mesh_location wendi_obstacle_surface_move(const wend_mesh *mesh, wend_mesh_location from,
                                               double x, double y);
/** Clips a displacement so that it crosses no wall. @param near [count] as from
 * wendi_obstacles_nearest for the centre, with a reach of radius + the displacement's length. */
wend_vec2 wendi_obstacles_clip(const wendi_obstacle_constraint *near, uint32_t count, wend_vec2 by,
                               double radius);

/** True if the cells have near bits. */
static inline bool wendi_obstacle_cells_have_near_bits(const wendi_obstacle_cells *cells)
{
    return cells->grid != NULL && cells->info.neighbours != WEND_NEIGHBOURS_6;
}

/** The word with the near bit of a position's cell, and the bit's index; NULL outside of the grid.
 * The cells must have near bits. */
static inline const uint64_t *wendi_obstacle_cells_near_word(const wendi_obstacle_cells *cells,
                                                             double x, double y, uint32_t *bit)
{
    const double px = (x - cells->info.origin.x) * cells->per_metre;
    const double py = (y - cells->info.origin.y) * cells->per_metre;
    if (!(px >= 0 && py >= 0 && px < (double)cells->info.width &&
          py < (double)cells->info.height)) {
        return NULL;
    }
    const uint32_t column = (uint32_t)(int32_t)px + 1;
    *bit = column & 63;
    return &cells->near[((size_t)(int32_t)py + 1) * cells->words + (column >> 6)];
}

/** True if a quick test finds no closed cell within reach. False means unknown; outside of the grid
 * all is closed. */
static inline bool wendi_obstacle_cells_are_far(const wendi_obstacle_cells *cells, double x,
                                                double y, double reach)
{
    if (cells->grid == NULL) {
        return true;
    }
    /* Less than a cell, for rounding. */
    if (!wendi_obstacle_cells_have_near_bits(cells) || !(reach * cells->per_metre < 0.999)) {
        return false;
    }
    uint32_t bit = 0;
    const uint64_t *word = wendi_obstacle_cells_near_word(cells, x, y, &bit);
    return word != NULL && (*word >> bit & 1) == 0;
}

/** False if no wall is within reach; true means perhaps. */
static inline bool wendi_obstacles_may_be_near(const wendi_obstacle_set *set, double x, double y,
                                               double reach)
{
    return set->mesh != NULL || (!(set->lines.line_count == 0 &&
                                   wendi_obstacle_cells_are_far(&set->cells, x, y, reach)) &&
                                 wendi_obstacles_are_near(set, x, y, reach));
}

/** Prefetches the data of the quick test at a position. */
static inline void wendi_obstacles_prefetch(const wendi_obstacle_set *set, double x, double y)
{
    if (wendi_obstacle_cells_have_near_bits(&set->cells)) {
        uint32_t bit = 0;
        const uint64_t *word = wendi_obstacle_cells_near_word(&set->cells, x, y, &bit);
        if (word != NULL) {
            wendi_prefetch(word);
        }
    }
}

#endif
