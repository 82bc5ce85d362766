/* Tests if a goal is visible from a point of a cell that the edge of a shadow crosses, with a
 * margin on both sides.
 * Cost: the cells between the point and the tile's edge, twice: some 50 to 100 ns.
 *
 *   G ------------------ a     a, b: the point rotated around the goal by a small angle either way.
 *     `------------ p          An obstacle is at least one cell wide, so that it meets one of the
 *       `-------------- b      lines to a and b, or nothing at all.
 *
 * line_of_sight.h defines exactly which points are visible, edges of shadows included. Rounding
 * could push an agent off such an edge, so the margin grows with the distance: an angle of 2^-16,
 * and 2^-30 more for each cell. An agent that has this margin keeps it on the straight line,
 * because a step shortens the distance by far more than rounding rotates the point. */
#include "flow/sample/cell.h"

#include "base/math/clamp.h"

static const double ANGLE = 1.0 / 65536.0;
static const double ANGLE_A_CELL = 1.0 / 1073741824.0;

/* A tile relative to the goal; cells. */
typedef struct los_view {
    const uint8_t *cost; /* framed */
    wendi_tile_shape shape;
    double left, top, right, bottom;
} los_view;

static int32_t cell_of(double at, int32_t count)
{
    const int32_t cell = at > 0.0 ? (int32_t)at : 0;
    return cell < count ? cell : count - 1;
}

/* True if all cells of a row between two positions have cost 1. */
static bool is_row_clear(const los_view *v, int32_t row, double from, double to)
{
    const int32_t width = v->shape.width;
    const double low = (from < to ? from : to) - v->left;
    const double high = (from < to ? to : from) - v->left;
    if (high < 0.0 || low > (double)width) {
        return true;
    }
    const uint8_t *costs = v->cost + wendi_tile_index(&v->shape, 0, row);
    const int32_t last = cell_of(high, width);
    for (int32_t x = cell_of(low, width); x <= last; ++x) {
        if (costs[x] != 1) {
            return false;
        }
    }
    return true;
}

/* Checks the part of the line from the goal to a point of the tile that lies in the tile. */
static bool is_line_clear(const los_view *v, wend_vec2 to)
{
    const double low = to.y < 0.0 ? to.y : 0.0;
    const double high = to.y < 0.0 ? 0.0 : to.y;
    const double first = wendi_clamp(low, v->top, v->bottom);
    const double last = wendi_clamp(high, v->top, v->bottom);
    const int32_t row_first = cell_of(first - v->top, v->shape.height);
    const int32_t row_last = cell_of(last - v->top, v->shape.height);
    if (row_first == row_last) {
        const bool is_flat = !(high > low);
        const double a = is_flat ? 0.0 : to.x * (first / to.y);
        const double b = is_flat ? to.x : to.x * (last / to.y);
        return is_row_clear(v, row_first, a, b);
    }
    const double slope = to.x / to.y;
    double from = first * slope;
    for (int32_t row = row_first; row <= row_last; ++row) {
        const double end = row == row_last ? last : v->top + (double)(row + 1);
        const double at = end * slope;
        if (!is_row_clear(v, row, from, at)) {
            return false;
        }
        from = at;
    }
    return true;
}

/* True if a beam through this side of the tile beyond covers the direction. */
static bool is_in_beam(const wendi_plan *plan, uint32_t goal, uint32_t tile, uint32_t side,
                       wend_vec2 to)
{
    if (tile == WENDI_TILE_NONE) {
        return false;
    }
    const wendi_tile_beams *beams = &plan->tile_beams[goal * plan->tile_count + tile];
    for (uint32_t i = beams->first[side]; i < beams->first[side + 1]; ++i) {
        const wendi_los_beam *beam = &plan->beams[i];
        if ((double)beam->low_x * to.y >= (double)beam->low_y * to.x &&
            to.x * (double)beam->high_y >= to.y * (double)beam->high_x) {
            return true;
        }
    }
    return false;
}

/* The tiles that beams come from: beside and above or below, if the goal lies there. A goal on the
 * border of sectors is in all of them. */
typedef struct beam_sources {
    uint32_t tiles[2];
    uint32_t sides[2]; /* of those tiles */
    bool holds_goal;
} beam_sources;

static beam_sources find_beam_sources(const wend_flow *flow, const wendi_plan *plan,
                                      const wendi_sample_cell *cell, uint32_t goal,
                                      const los_view *v)
{
    const wendi_flow_endpoint *at = &plan->goals[goal];
    const uint32_t columns = (uint32_t)flow->map.floors[cell->floor].sectors_x;
    beam_sources d = {{WENDI_TILE_NONE, WENDI_TILE_NONE}, {0, 0}, false};
    d.holds_goal = v->left <= 0.0 && v->top <= 0.0 && v->right >= 0.0 && v->bottom >= 0.0;
    if (at->x < cell->left) {
        d.tiles[0] = wendi_plan_find_tile(plan, cell->sector - 1);
        d.sides[0] = WENDI_SIDE_EAST;
    } else if (at->x >= cell->left + cell->width) {
        d.tiles[0] = wendi_plan_find_tile(plan, cell->sector + 1);
        d.sides[0] = WENDI_SIDE_WEST;
    }
    if (at->y < cell->top) {
        d.tiles[1] = wendi_plan_find_tile(plan, cell->sector - columns);
        d.sides[1] = WENDI_SIDE_SOUTH;
    } else if (at->y >= cell->top + cell->height) {
        d.tiles[1] = wendi_plan_find_tile(plan, cell->sector + columns);
        d.sides[1] = WENDI_SIDE_NORTH;
    }
    return d;
}

static bool is_visible(const wendi_plan *plan, uint32_t goal, const los_view *v,
                       const beam_sources *d, wend_vec2 to)
{
    to.x = wendi_clamp(to.x, v->left, v->right);
    to.y = wendi_clamp(to.y, v->top, v->bottom);
    return (d->holds_goal || is_in_beam(plan, goal, d->tiles[0], d->sides[0], to) ||
            is_in_beam(plan, goal, d->tiles[1], d->sides[1], to)) &&
           is_line_clear(v, to);
}

static bool is_visible_with_margin(const wend_flow *flow, const wendi_plan *plan,
                                   const wendi_sample_cell *cell, uint32_t goal, wend_vec2 to,
                                   double distance)
{
    const wend_vec2 at = wendi_goal_point(&plan->goals[goal]);
    los_view v = {.cost =
                      wendi_portal_graph_costs(flow->classes[plan->flow_class].graph, cell->sector),
                  .shape = wendi_tile_shape_of(cell->width, cell->height)};
    v.left = (double)cell->left - at.x;
    v.top = (double)cell->top - at.y;
    v.right = v.left + (double)cell->width;
    v.bottom = v.top + (double)cell->height;
    const beam_sources d = find_beam_sources(flow, plan, cell, goal, &v);
    const double angle = ANGLE + distance * ANGLE_A_CELL;
    const wend_vec2 a = {to.x - to.y * angle, to.y + to.x * angle};
    const wend_vec2 b = {to.x + to.y * angle, to.y - to.x * angle};
    return is_visible(plan, goal, &v, &d, a) && is_visible(plan, goal, &v, &d, b);
}

/* Where a link or another goal is cheaper than the straight line, agents follow the field: visible
 * cells have lost their flag there, and corner cells are checked here. Both use the same measure,
 * so that agents do not switch back and forth. */
static bool is_straight_line_best(const wend_flow *flow, const wendi_plan *plan,
                                  const wendi_sample_cell *cell, uint32_t goal)
{
    if (wendi_sample_cell_is_visible(cell) || wendi_plan_los_is_final(plan)) {
        return true;
    }
    const wendi_sector_bounds sector = {.floor = cell->floor, .x = cell->left, .y = cell->top};
    const int64_t cost = wendi_sample_cell_cost(flow, plan, cell);
    const int64_t slack = flow->integration == WEND_FLOW_EIKONAL ? (int64_t)flow->straight : 1;
    return cost == WENDI_SAMPLE_UNREACHED ||
           cost + slack >= wendi_plan_straight_cost(flow, plan, goal, &sector, cell->x - cell->left,
                                                    cell->y - cell->top);
}

uint32_t wendi_sample_cell_visible_goal(const wend_flow *flow, const wendi_plan *plan,
                                        const wendi_sample_cell *cell, double px, double py)
{
    if (wendi_sample_cell_is_visible(cell) && plan->los_goal_count == 1) {
        return 0;
    }
    uint32_t seen = UINT32_MAX;
    double nearest = 0.0;
    for (uint32_t goal = 0; goal < plan->los_goal_count; ++goal) {
        if ((cell->of->visible_goals >> goal & 1) == 0) {
            continue;
        }
        const wend_vec2 at = wendi_goal_point(&plan->goals[goal]);
        const wend_vec2 to = {px - at.x, py - at.y};
        const double distance = wendi_vec2_length_unscaled(to);
        const bool is_known =
            wendi_sample_cell_is_visible(cell) && (cell->los & WENDI_FLOW_DIRECTION_MASK) == goal;
        if ((seen == UINT32_MAX || distance < nearest) &&
            (is_known || (is_straight_line_best(flow, plan, cell, goal) &&
                          is_visible_with_margin(flow, plan, cell, goal, to, distance)))) {
            seen = goal;
            nearest = distance;
        }
    }
    return seen;
}
