/* Single cells and points of a complete plan.
 *
 *   point --> cell --> sector --> tile     the first of the sector's tiles that leads on from the
 *                       |                  cell: the only one, or with portal seeds the cheapest
 *                       +--> visible?  straight to the goal
 *                       +--> else      by the field, never into a cell that is not cheaper
 *
 * Proof that every agent arrives. Each cell has a rank (the remaining cost). An agent at a point
 * that sees the goal goes straight and keeps seeing it. From any other point p of cell c it goes in
 * a direction that
 *   1. leads out of c into cells of lower rank, or visible ones (half a step crosses two cells at
 *      most: both are checked),
 *   2. does not touch walls on that half step,
 *   3. has a component along the direction of c of at least a third: one direction for all points
 *      of c.
 * By 3. the agent leaves c after a bounded number of steps, by 1. it never returns; ranks are
 * integers, so it arrives. The direction to the middle of the next cell n fulfils all three. A
 * straight step: p and the middle of n lie in the rectangle of c and n, at least half a cell apart,
 * so half a step never leaves it. A diagonal step: the two cells beside it are open, and with s one
 * of them
 *   rank(s) <= rank(n) + 12 cost(n) < rank(n) + 17 cost(n) = rank(c).
 *
 * Ranks say nothing of what the cells that a step crosses cost. Where a cell beside the corner
 * costs more than c or n, a diagonal step leads to the corner: the agent stays in c until it passes
 * the corner into n, in a direction with a component of at least 0.7 along that of c. And
 * directions are blended only in cells whose surroundings cost about as much as the cell itself.
 *
 * Costs that do not come from steps to 8 neighbours do not guarantee this, nor do sectors outside
 * of the plan; there the cells are checked, and a cheaper straight neighbour is taken: the
 * direction of c is then the one to that neighbour. (Two diagonal cells of which only the corner
 * joins the plan are passed at that corner.) Cells outside of the plan have the highest rank.
 *
 * Of several visible goals the nearest one counts: an agent that goes straight to one may change to
 * a nearer one, never to a farther one. */
#ifndef WENDI_FLOW_SAMPLE_CELL_H
#define WENDI_FLOW_SAMPLE_CELL_H

#include "base/math/bits.h"
#include "base/math/vec2.h"
#include "flow/plan/plan.h"

/* A cell of a plan. */
typedef struct wendi_sample_cell {
    uint32_t floor;
    int32_t x, y;              /* on its floor */
    uint32_t sector;           /* of all floors */
    uint32_t tile;             /* WENDI_TILE_NONE: not in the plan */
    int32_t left, top;         /* the sector's first cell */
    int32_t width, height;     /* of the sector */
    uint32_t at;               /* index of the cell in unframed arrays of the sector */
    uint8_t flow;              /* direction, _PATHABLE, _ROOM; no direction where all cells see
                                * the goal */
    uint8_t los;               /* _VISIBLE, _LOS_CORNER; low bits: the goal that all of the cell
                                * sees */
    const wendi_plan_tile *of; /* the tile; NULL as above; often not in the cache */
    const wendi_plan_tile_view *view; /* of the tile; NULL likewise */
    const wendi_field *field;         /* NULL: none, or none needed; often not in the cache */
} wendi_sample_cell;

/* The remaining cost of a cell; `far` counts more than `near`. */
typedef struct wendi_sample_rank {
    int64_t far, near;
} wendi_sample_rank;

/** Converts 64ths of a cell to cells. */
static inline double wendi_cells_from_los(int32_t fine)
{
    return (double)fine / (double)WENDI_LOS_CELL;
}

static inline wend_vec2 wendi_cell_centre(int32_t x, int32_t y)
{
    return (wend_vec2){(double)x + 0.5, (double)y + 0.5};
}

/** Position of a goal, in cells from the floor's corner. */
static inline wend_vec2 wendi_goal_point(const wendi_flow_endpoint *goal)
{
    return (wend_vec2){wendi_cells_from_los(goal->fine_x), wendi_cells_from_los(goal->fine_y)};
}

/** Distance from a point to it, in cells. */
static inline double wendi_goal_distance(const wendi_flow_endpoint *goal, double px, double py)
{
    const wend_vec2 at = wendi_goal_point(goal);
    return wendi_vec2_length_unscaled((wend_vec2){px - at.x, py - at.y});
}

/** Looks up a cell. @return false: it lies outside. */
bool wendi_sample_cell_at(const wend_flow *flow, const wendi_plan *plan, uint32_t floor, int32_t x,
                          int32_t y, wendi_sample_cell *cell);
/** With several tiles for a sector, ordered by cost: continues to the first one that reaches the
 * cell. */
void wendi_sample_cell_read_next(const wend_flow *flow, const wendi_plan *plan,
                                 wendi_sample_cell *cell);
/** The remaining cost of a cell; with portals as seeds by steps of the route first. Cells that see
 * a goal are lowest, unreached cells highest. */
wendi_sample_rank wendi_sample_cell_rank(const wend_flow *flow, const wendi_plan *plan,
                                         const wendi_sample_cell *cell);
/** The same in units of the field; WENDI_SAMPLE_UNREACHED: not reached. */
int64_t wendi_sample_cell_cost(const wend_flow *flow, const wendi_plan *plan,
                               const wendi_sample_cell *cell);
/** Computes the exact flags of a cell in an open sector beside a route, where all cells are
 * flagged as corners until then. Not used by sampling. */
void wendi_sample_cell_resolve_los(const wend_flow *flow, const wendi_plan *plan,
                                   wendi_sample_cell *cell);
/** The remaining cost of a point of a cell, as by wend_flow_cost_left. */
wend_result wendi_sample_cell_remaining_cost(const wend_flow *flow, const wendi_plan *plan,
                                             const wendi_sample_cell *cell, double px, double py,
                                             double *cost);
/** True if the cell is open to the class. */
bool wendi_sample_cell_is_open(const wend_flow *flow, const wendi_plan *plan,
                               const wendi_sample_cell *cell);

#define WENDI_SAMPLE_UNREACHED INT64_MAX

static inline bool wendi_sample_rank_less(wendi_sample_rank a, wendi_sample_rank b)
{
    return a.far != b.far ? a.far < b.far : a.near < b.near;
}

static inline bool wendi_sample_cell_is_visible(const wendi_sample_cell *cell)
{
    return (cell->los & WENDI_FLOW_VISIBLE) != 0;
}

/** True if an agent that sees a goal goes straight until it arrives. Not if a link or another goal
 * may be nearer than the visible one: then cells with a cheaper path are not flagged as visible. */
static inline bool wendi_plan_los_is_final(const wendi_plan *plan)
{
    return plan->seeds == WEND_FLOW_SEED_PORTALS ||
           (plan->los_goal_count == 1 && plan->link_count == 0);
}

static inline uint32_t wendi_sample_cell_direction(const wendi_sample_cell *cell)
{
    return cell->flow & WENDI_FLOW_DIRECTION_MASK;
}

/** The goal in a cell whose direction is GOAL; for an area any of its cells.
 * @return its index, UINT32_MAX: none. */
uint32_t wendi_sample_cell_goal(const wendi_plan *plan, const wendi_sample_cell *cell);

/* ---- visible_goal.c ---- */

/** The nearest goal that is visible from a point of a cell, with a margin on both sides of the
 * line.
 * @param px, py cells from the floor's corner. @return its index, UINT32_MAX: none. */
uint32_t wendi_sample_cell_visible_goal(const wend_flow *flow, const wendi_plan *plan,
                                        const wendi_sample_cell *cell, double px, double py);

/* ---- field_direction.c ---- */

/** The field's direction at a point of a cell whose direction is one of the eight.
 * @return a vector of length 1. */
wend_vec2 wendi_sample_cell_blend(const wend_flow *flow, const wendi_plan *plan,
                                  const wendi_sample_cell *cell, double px, double py);
/** True if a diagonal step out of a cell leads to the corner itself, and not to the middle of the
 * next cell, because a cell beside the corner costs more than both. */
bool wendi_sample_cell_passes_corner(const wend_flow *flow, const wendi_plan *plan,
                                     const wendi_sample_cell *cell, int32_t dx, int32_t dy);
/** True if a neighbour of the cell is cheaper than it, or sees a goal for good. */
bool wendi_sample_cell_neighbour_is_cheaper(const wend_flow *flow, const wendi_plan *plan,
                                            const wendi_sample_cell *cell, int32_t x, int32_t y);
/** The unit vector from one point to another one; 0, 0 if they are equal. */
wend_vec2 wendi_direction_toward(double from_x, double from_y, double to_x, double to_y);
/** The same to a goal. */
static inline wend_vec2 wendi_direction_toward_goal(double from_x, double from_y,
                                                    const wendi_flow_endpoint *goal)
{
    const wend_vec2 at = wendi_goal_point(goal);
    return wendi_direction_toward(from_x, from_y, at.x, at.y);
}

/** The unit vector of an angle in 256ths of a turn, clockwise from east. */
wend_vec2 wendi_angle_vector(uint32_t angle);

/* ---- escape.c ---- */

/** The direction out of a wall: to the cheapest neighbour with a field, else to the nearest cell
 * with a field within 16 sectors in each direction; of equally near ones the cheapest.
 * @return false: none. */
bool wendi_sample_cell_escape(const wend_flow *flow, const wendi_plan *plan,
                              const wendi_sample_cell *cell, double px, double py,
                              wend_vec2 *direction);

/* ---- lookup, inline ---- */

enum { WENDI_SECTOR_FACTOR_BITS = 20 };

/* A point and its cell. */
typedef struct wendi_sample_point {
    int32_t x, y;
    double px, py; /* cells from the floor's corner */
} wendi_sample_point;

/** Converts a length to cells; most maps have cells of one metre, and dividing takes longer than
 * comparing. */
static inline double wendi_length_in_cells(double length, double cell_size)
{
    return cell_size < 1.0 || cell_size > 1.0 ? length / cell_size : length;
}

/** As wend_grid_node_at. @return true if it lies inside (false for NaN). */
static inline bool wendi_sample_point_at(const wendi_sector_map *map, uint32_t floor, double x,
                                         double y, wendi_sample_point *point)
{
    if (floor >= map->floor_count) {
        return false;
    }
    const wendi_sector_map_floor *on = &map->floors[floor];
    point->px = wendi_length_in_cells(x - on->origin.x, map->cell_size);
    point->py = wendi_length_in_cells(y - on->origin.y, map->cell_size);
    if (!(point->px >= 0.0 && point->px < (double)on->width && point->py >= 0.0 &&
          point->py < (double)on->height)) {
        return false;
    }
    point->x = (int32_t)point->px;
    point->y = (int32_t)point->py;
    return true;
}

/** Index of the sector along a side. */
static inline uint32_t wendi_sector_along(const wendi_sector_map *map, int32_t cell)
{
    return ((uint32_t)cell * map->sector_factor) >> WENDI_SECTOR_FACTOR_BITS;
}

/** Directions [cells] of a tile with a field. */
static inline const uint8_t *wendi_plan_tile_view_directions(const wend_flow *flow,
                                                             const wendi_plan_tile_view *view)
{
    return (const uint8_t *)view->block + (flow->fields.values << (view->is_wide ? 2 : 1));
}

/** Reads the cell of a tile that exists. */
static inline void wendi_sample_cell_read(const wend_flow *flow, const wendi_plan *plan,
                                          wendi_sample_cell *cell)
{
    const wendi_plan_tile_view *view = &plan->tile_views[cell->tile];
    cell->view = view;
    cell->of = &plan->tiles[cell->tile];
    cell->los = view->is_visible ? WENDI_FLOW_VISIBLE : 0;
    if (view->flags != NULL) {
        cell->los = view->flags[cell->at];
    }
    if (view->block != NULL) {
        cell->field = wendi_field_at(&flow->fields, view->field);
        cell->flow = wendi_plan_tile_view_directions(flow, view)[cell->at];
        return;
    }
    cell->field = NULL;
    cell->flow = view->field == WENDI_FIELD_VISIBLE
                     ? WENDI_FLOW_NONE | WENDI_FLOW_PATHABLE | WENDI_FLOW_ROOM
                     : WENDI_FLOW_NONE;
}

/** Sets the position of a cell, which lies inside, in its sector. */
static inline void wendi_sample_cell_locate(const wendi_sector_map *map, uint32_t floor, int32_t x,
                                            int32_t y, wendi_sample_cell *cell)
{
    const wendi_sector_map_floor *on = &map->floors[floor];
    const uint32_t column = wendi_sector_along(map, x);
    const uint32_t row = wendi_sector_along(map, y);
    cell->floor = floor;
    cell->x = x;
    cell->y = y;
    cell->sector = on->first_sector + row * (uint32_t)on->sectors_x + column;
    cell->left = (int32_t)column * map->sector_size;
    cell->top = (int32_t)row * map->sector_size;
    const int32_t right = on->width - cell->left;
    const int32_t below = on->height - cell->top;
    cell->width = right < map->sector_size ? right : map->sector_size;
    cell->height = below < map->sector_size ? below : map->sector_size;
    cell->at = (uint32_t)((y - cell->top) * cell->width + x - cell->left);
}

/** Clears the values of a cell without a tile. */
static inline void wendi_sample_cell_clear(wendi_sample_cell *cell)
{
    cell->of = NULL;
    cell->view = NULL;
    cell->field = NULL;
    cell->flow = WENDI_FLOW_NONE;
    cell->los = 0;
}

/* The eight directions, length 1. */
#define WENDI_ROOT_HALF 0.70710678118654752
static const wend_vec2 wendi_flow_vectors[8] = {{1.0, 0.0},  {WENDI_ROOT_HALF, WENDI_ROOT_HALF},
                                                {0.0, 1.0},  {-WENDI_ROOT_HALF, WENDI_ROOT_HALF},
                                                {-1.0, 0.0}, {-WENDI_ROOT_HALF, -WENDI_ROOT_HALF},
                                                {0.0, -1.0}, {WENDI_ROOT_HALF, -WENDI_ROOT_HALF}};

/** True if the first of a sector's tiles has neither a direction nor a line of sight for a cell. */
static inline bool wendi_sample_cell_is_undecided(const wendi_sample_cell *cell)
{
    return wendi_sample_cell_direction(cell) == WENDI_FLOW_NONE &&
           !wendi_sample_cell_is_visible(cell);
}

/** Reads a located cell from the first tile that covers it; its tile is the sector's first. */
static inline void wendi_sample_cell_read_first(const wend_flow *flow, const wendi_plan *plan,
                                                wendi_sample_cell *cell)
{
    if (cell->tile == WENDI_TILE_NONE) {
        wendi_sample_cell_clear(cell);
        return;
    }
    wendi_sample_cell_read(flow, plan, cell);
    if (wendi_sample_cell_is_undecided(cell) && cell->of->next != WENDI_TILE_NONE) {
        wendi_sample_cell_read_next(flow, plan, cell);
    }
}

/** As wendi_sample_cell_at, for a cell that lies inside. */
static inline void wendi_sample_cell_look_up(const wend_flow *flow, const wendi_plan *plan,
                                             uint32_t floor, int32_t x, int32_t y,
                                             wendi_sample_cell *cell)
{
    wendi_sample_cell_locate(&flow->map, floor, x, y, cell);
    cell->tile = wendi_plan_find_tile(plan, cell->sector);
    wendi_sample_cell_read_first(flow, plan, cell);
}

#endif
