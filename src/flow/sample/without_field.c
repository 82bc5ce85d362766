/* The direction of an agent that has no field yet: to the next portal of its route, or straight
 * ahead until there is one.
 * Cost: some 20 ns; straight ahead up to 16 goals and the cells of the next steps, 0.2 us. */
#include "flow/sample/sample.h"

/* Goals that are looked at, spread evenly over those of the request. */
enum { GOALS_MOST = 16 };

/* Cells that are looked at ahead: an agent keeps that far from a wall. Within the ticks that a route
 * takes it does not get much farther, and a wall beyond costs it no more than waiting would. */
static const double LOOK_AHEAD = 3;

/* Turns that are tried one after the other where a wall is near: 0, 30 and 60 degrees. */
static const wend_vec2 TURNS[] = {{1, 0},
                                  {0.8660254037844386, 0.5},
                                  {0.8660254037844386, -0.5},
                                  {0.5, 0.8660254037844386},
                                  {0.5, -0.8660254037844386}};

static const double FAR = 1e300;

/* ---- routes ---- */

/* Inside the portal straight across (or waiting for the field, which knows the link to take); else
 * to the cell of the portal's node. */
static wend_flow_guidance go_to_portal(wendi_sample *a, const wendi_step_target *step,
                                       wend_flow_guidance otherwise)
{
    const bool is_row = step->side == WENDI_SIDE_NORTH || step->side == WENDI_SIDE_SOUTH;
    const int32_t along = is_row ? a->x - step->x : a->y - step->y;
    const bool is_there = (is_row ? a->y == step->y : a->x == step->x) &&
                          along >= -(int32_t)step->before &&
                          along < (int32_t)step->count - (int32_t)step->before;
    int32_t x = is_there ? a->x : step->x;
    int32_t y = is_there ? a->y : step->y;
    if (is_there && step->side == WENDI_SIDE_LINK_OUT) {
        return otherwise;
    }
    if (is_there) {
        x += step->side == WENDI_SIDE_EAST ? 1 : step->side == WENDI_SIDE_WEST ? -1 : 0;
        y += step->side == WENDI_SIDE_SOUTH ? 1 : step->side == WENDI_SIDE_NORTH ? -1 : 0;
    }
    return wendi_sample_go_to(a, wendi_cell_centre(x, y), WEND_FLOW_TOWARD_PORTAL);
}

static double square_distance(const wendi_sample *a, const wendi_flow_endpoint *goal)
{
    const wend_vec2 at = wendi_goal_point(goal);
    return (at.x - a->px) * (at.x - a->px) + (at.y - a->py) * (at.y - a->py);
}

/* The nearest goal of the sector. */
static wend_flow_guidance go_to_sector_goal(wendi_sample *a, const wendi_plan *plan,
                                            uint32_t sector, wend_flow_guidance otherwise)
{
    double nearest = FAR;
    for (uint32_t i = 0; i < plan->goal_count; ++i) {
        const wendi_flow_endpoint *goal = &plan->goals[i];
        const double square = square_distance(a, goal);
        if (goal->sector == sector && square < nearest) {
            nearest = square;
            otherwise = wendi_sample_go_to(a, wendi_goal_point(goal), WEND_FLOW_TOWARD_PORTAL);
        }
    }
    return otherwise;
}

static bool is_at_point_goal(const wendi_sample *a, const wendi_plan *plan)
{
    for (uint32_t i = 0; i < plan->goal_count && !plan->goals[i].is_area; ++i) {
        if (wendi_sample_is_at_goal(a, &plan->goals[i])) {
            return true;
        }
    }
    return false;
}

/* ---- straight ahead ---- */

/* True if the ground is known and open to the class. */
static bool is_open(const wendi_sample *a, int32_t x, int32_t y)
{
    const wendi_sector_map_floor *floor = &a->flow->map.floors[a->floor];
    if (x < 0 || y < 0 || x >= floor->width || y >= floor->height) {
        return false;
    }
    const wendi_portal_graph *graph = a->flow->classes[a->request->flow_class].graph;
    const uint32_t sector = wendi_sector_map_sector_at(&a->flow->map, a->floor, x, y);
    if (!wendi_portal_graph_is_built(graph, sector)) {
        return false;
    }
    const wendi_sector_bounds bounds = wendi_sector_map_bounds(&a->flow->map, sector);
    const wendi_tile_shape shape = wendi_tile_shape_of(bounds.width, bounds.height);
    const int32_t at = wendi_tile_index(&shape, x - bounds.x, y - bounds.y);
    return wendi_portal_graph_costs(graph, sector)[at] != WENDI_TILE_WALL;
}

/* Cells that a line crosses, one column or row after the other. */
typedef struct line_axis {
    int32_t step;      /* to the next cell */
    double next, each; /* distance along the line to the next border, and between two */
} line_axis;

static line_axis axis_of(double within, double direction)
{
    line_axis axis = {direction < 0 ? -1 : 1, FAR, FAR};
    const double size = direction < 0 ? -direction : direction;
    if (size > 1e-9) {
        axis.each = 1.0 / size;
        axis.next = (direction < 0 ? within : 1.0 - within) * axis.each;
    }
    return axis;
}

/* True if all cells on the line are open, so far ahead; through a corner both cells beside it. */
static bool is_open_ahead(const wendi_sample *a, wend_vec2 direction, double length)
{
    line_axis across = axis_of(a->px - (double)a->x, direction.x);
    line_axis down = axis_of(a->py - (double)a->y, direction.y);
    int32_t x = a->x, y = a->y;
    bool is_clear = is_open(a, x, y);
    while (is_clear && (across.next < length || down.next < length)) {
        const bool is_across = across.next <= down.next;
        const bool is_down = down.next <= across.next;
        if (is_across && is_down) {
            is_clear = is_open(a, x + across.step, y) && is_open(a, x, y + down.step);
        }
        if (is_across) {
            x += across.step;
            across.next += across.each;
        }
        if (is_down) {
            y += down.step;
            down.next += down.each;
        }
        is_clear = is_clear && is_open(a, x, y);
    }
    return is_clear;
}

/* As of the last update; before the first one nothing is known. */
static bool may_reach(const wendi_sample *a, const wendi_flow_endpoint *goal)
{
    const wendi_reachability *reach = a->flow->classes[a->request->flow_class].reach;
    return !wendi_reachability_is_fresh(reach) ||
           wendi_reachability_has_path(reach, a->floor, a->x, a->y, goal->floor, goal->x, goal->y);
}

/* Sets the direction to the nearest goal of the floor, or beside a wall that is near. */
static void go_ahead(wendi_sample *a)
{
    const wendi_flow_request *request = a->request;
    const uint32_t count = request->goal_count < GOALS_MOST ? request->goal_count : GOALS_MOST;
    const wendi_flow_endpoint *nearest = NULL;
    double least = FAR;
    for (uint32_t i = 0; i < count; ++i) {
        const wendi_flow_endpoint *goal =
            &request->goals[(uint64_t)i * request->goal_count / count];
        const double square = square_distance(a, goal);
        if (goal->floor == a->floor && square < least && may_reach(a, goal)) {
            nearest = goal;
            least = square;
        }
    }
    if (nearest == NULL || wendi_sample_is_at_goal(a, nearest)) {
        return;
    }
    const wend_vec2 straight = wendi_direction_toward_goal(a->px, a->py, nearest);
    if (least < LOOK_AHEAD * LOOK_AHEAD) {
        a->to = is_open_ahead(a, straight, wend_sqrt(least)) ? straight : a->to;
        return;
    }
    for (size_t i = 0; i < sizeof TURNS / sizeof *TURNS; ++i) {
        const wend_vec2 turned = {straight.x * TURNS[i].x - straight.y * TURNS[i].y,
                                  straight.x * TURNS[i].y + straight.y * TURNS[i].x};
        if (is_open_ahead(a, turned, LOOK_AHEAD)) {
            a->to = turned;
            return;
        }
    }
}

/* ---- both ---- */

/* Until the plan has tiles there is no step to find. */
static const wendi_step_target *find_step(const wendi_plan *plan, uint32_t sector)
{
    if (plan == NULL || plan->step_targets == NULL) {
        return NULL;
    }
    const uint32_t tile = wendi_plan_find_tile(plan, sector);
    return tile == WENDI_TILE_NONE || plan->tiles[tile].step == WENDI_STEP_NONE
               ? NULL
               : &plan->step_targets[plan->tiles[tile].step];
}

wend_flow_guidance wendi_sample_without_field(wendi_sample *a, wend_flow_guidance guidance)
{
    const wendi_plan *next = a->request->next;
    const uint32_t sector = wendi_sector_map_sector_at(&a->flow->map, a->floor, a->x, a->y);
    const wendi_step_target *step = find_step(next, sector);
    if (next != NULL && next->step_targets != NULL && is_at_point_goal(a, next)) {
        return WEND_FLOW_ARRIVED;
    }
    if (step == NULL) {
        go_ahead(a);
        return guidance;
    }
    return step->side == WENDI_SIDES ? go_to_sector_goal(a, next, sector, guidance)
                                     : go_to_portal(a, step, guidance);
}
