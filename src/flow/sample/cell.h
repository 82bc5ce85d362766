/* sample/cell.h: single cells and points of a finished plan.
 *
 *   point --> cell --> sector --> tile     the first of the sector's tiles that leads on from the
 *                       |                  cell: one, or with windows as seeds the cheapest
 *                       +--> lit?  straight at the goal
 *                       +--> else  by the field, never into a cell that is not cheaper
 *
 * Why who walks so arrives. All cells have a rank (what is left to the goal). A point that is lit
 * goes straight and stays lit. Any other point p of cell c goes in a direction that
 *   1. leads out of c into cells of less rank, or lit ones (half a cell takes it through two cells
 *      at most: both are looked at),
 *   2. stays off walls on that half a cell,
 *   3. has a part along the way of c that is at least a third of it: one way for all of c's points.
 * By 3. it leaves c after a bounded number of steps, by 1. it never comes back; ranks are whole
 * numbers, so it arrives. The middle of c's next cell n is such a direction by itself. A straight
 * step: p and the middle of n lie in the rectangle of c and n, half a cell apart at least, so half
 * a cell never leaves it. A slanting step: the two cells beside are open, and with s one of them
 *   rank(s) <= rank(n) + 12 cost(n) < rank(n) + 17 cost(n) = rank(c).
 * Ranks that were not made by steps to 8 neighbours do not promise that, nor do sectors that take
 * no part; there it is looked up, and a straight neighbour taken that is cheaper: then that is the
 * way of c, not its direction. (Two slanting cells that only a corner joins among those that take
 * part are passed at that corner.) What takes no part has the highest rank of all.
 *
 * Of several goals the nearest one that is lit counts: who goes straight at one may turn to a
 * nearer one, never to a farther one. */
#ifndef WENDI_FLOW_SAMPLE_CELL_H
#define WENDI_FLOW_SAMPLE_CELL_H

#include "base/math/length.h"
#include "flow/core/flow_private.h"

/* A cell of a plan. */
typedef struct wendi_sample_cell {
    uint32_t floor;
    int32_t x, y;              /* on its floor */
    uint32_t sector;           /* of all floors */
    uint32_t tile;             /* WENDI_TILE_NONE: the plan has none here */
    int32_t left, top;         /* the sector's first cell */
    int32_t width, height;     /* of the sector */
    uint32_t at;               /* the cell in unframed arrays of the sector */
    uint8_t flow;              /* direction, _PATHABLE, _ROOM; no direction where lit all over */
    uint8_t sight;             /* _SIGHT, _CORNER; low bits: the goal that all of it sees */
    const wendi_plan_tile *of; /* the tile; NULL as above. It may be far: the look says enough */
    const wendi_plan_tile_view *look; /* of the tile; NULL likewise */
    const wendi_field *field;         /* NULL: none, or none needed. Far, too */
} wendi_sample_cell;

/* What is left to the goal from a cell, in parts of which the first one counts more. */
typedef struct wendi_sample_rank {
    int64_t far, near;
} wendi_sample_rank;

/** Cells from 64ths of a cell. */
static inline double wendi_cells_from_los(int32_t fine)
{
    return (double)fine / (double)WENDI_LOS_CELL;
}

static inline wend_vec2 wendi_cell_centre(int32_t x, int32_t y)
{
    return (wend_vec2){(double)x + 0.5, (double)y + 0.5};
}

/** Where a goal is, in cells from the floor's corner. */
static inline wend_vec2 wendi_goal_point(const wendi_flow_endpoint *goal)
{
    return (wend_vec2){wendi_cells_from_los(goal->fine_x), wendi_cells_from_los(goal->fine_y)};
}

/** The straight line to it from a point, in cells. */
static inline double wendi_goal_distance(const wendi_flow_endpoint *goal, double px, double py)
{
    const wend_vec2 at = wendi_goal_point(goal);
    return wendi_vec2_length_unscaled((wend_vec2){px - at.x, py - at.y});
}

/** Looks a cell up. @return false: outside. */
bool wendi_sample_cell_at(const wend_flow *flow, const wendi_plan *plan, uint32_t floor, int32_t x,
                          int32_t y, wendi_sample_cell *place);
/** Several tiles of a sector are by cost: goes on to the first one that reaches the cell. */
void wendi_sample_cell_read_next(const wend_flow *flow, const wendi_plan *plan,
                                 wendi_sample_cell *place);
/** What is left from a cell; with windows as seeds by steps of the route first, and nothing is
 * less than a cell that sees a goal. A cell that is not reached has the highest of all. */
wendi_sample_rank wendi_sample_cell_rank(const wend_flow *flow, const wendi_plan *plan,
                                         const wendi_sample_cell *place);
/** The same in units of the field; WENDI_SAMPLE_UNREACHED: not reached. */
int64_t wendi_sample_cell_cost(const wend_flow *flow, const wendi_plan *plan,
                               const wendi_sample_cell *place);
/** Open sectors beside a route are flagged as if shadows' edges went through all of their cells, so
 * that nobody works out which do until it is asked: works it out. Not for sampling. */
void wendi_sample_cell_resolve_los(const wend_flow *flow, const wendi_plan *plan,
                                   wendi_sample_cell *place);
/** What is left from a point of a cell, as wend_flow_cost_left has it. */
wend_result wendi_sample_cell_remaining_cost(const wend_flow *flow, const wendi_plan *plan,
                                             const wendi_sample_cell *place, double px, double py,
                                             double *cost);
/** May the class be there? */
bool wendi_sample_cell_is_open(const wend_flow *flow, const wendi_plan *plan,
                               const wendi_sample_cell *place);

#define WENDI_SAMPLE_UNREACHED INT64_MAX

static inline bool wendi_sample_rank_less(wendi_sample_rank a, wendi_sample_rank b)
{
    return a.far != b.far ? a.far < b.far : a.near < b.near;
}

static inline bool wendi_sample_cell_is_visible(const wendi_sample_cell *place)
{
    return (place->sight & WENDI_FLOW_VISIBLE) != 0;
}

/** Does whoever sees a goal go straight until there? Not where a link or another goal may be nearer
 * than the one that is seen: then cells that are cheaper to leave another way are not lit. */
static inline bool wendi_plan_los_is_final(const wendi_plan *plan)
{
    return plan->seeds == WEND_FLOW_SEED_PORTALS ||
           (plan->sight_goal_count == 1 && plan->way_count == 0);
}

static inline uint32_t wendi_sample_cell_direction(const wendi_sample_cell *place)
{
    return place->flow & WENDI_FLOW_DIRECTION_MASK;
}

/** The goal in a cell whose direction is HERE; for an area any of its cells.
 * @return its index, UINT32_MAX: none. */
uint32_t wendi_sample_cell_goal(const wendi_plan *plan, const wendi_sample_cell *place);

/* ---- sample/visible_goal.c ---- */

/** The nearest goal that is seen from a point of a cell, with some room on both sides of the line.
 * @param px, py cells from the floor's corner. @return its index, UINT32_MAX: none. */
uint32_t wendi_sample_cell_visible_goal(const wend_flow *flow, const wendi_plan *plan,
                                        const wendi_sample_cell *place, double px, double py);

/* ---- sample/field_direction.c ---- */

/** Where the field leads from a point of a cell whose direction is one of the eight.
 * @return a vector of length 1. */
wend_vec2 wendi_sample_cell_blend(const wend_flow *flow, const wendi_plan *plan,
                                  const wendi_sample_cell *place, double px, double py);
/** The way out of a wall: to the cheapest cell beside that leads on. @return false: none. */
bool wendi_sample_cell_escape(const wend_flow *flow, const wendi_plan *plan,
                              const wendi_sample_cell *place, double px, double py,
                              wend_vec2 *direction);
/** Is a cell beside this one cheaper than it, or lit for good? */
bool wendi_sample_cell_neighbour_is_cheaper(const wend_flow *flow, const wendi_plan *plan,
                                            const wendi_sample_cell *place, int32_t x, int32_t y);
/** From one point to another one, length 1; 0, 0 if they are the same. */
wend_vec2 wendi_direction_toward(double from_x, double from_y, double to_x, double to_y);
/** The same to a goal. */
static inline wend_vec2 wendi_direction_toward_goal(double from_x, double from_y,
                                                    const wendi_flow_endpoint *goal)
{
    const wend_vec2 at = wendi_goal_point(goal);
    return wendi_direction_toward(from_x, from_y, at.x, at.y);
}

/** Of 256ths of a turn, clockwise from east. */
wend_vec2 wendi_angle_vector(uint32_t angle);

#endif
