/* Checks sectors, costs and directions of a finished request against the twin of its flow. */
#include "support/flow_reference.h"

#include "support/flow_twin.h"
#include "wend/grid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool complain(const flow_twin *t, const char *text, uint32_t floor, int32_t x, int32_t y,
                     double expected, double found)
{
    t->findings->complaint = text;
    t->findings->floor = floor;
    t->findings->x = x;
    t->findings->y = y;
    t->findings->expected = expected;
    t->findings->found = found;
    return false;
}

/* ---- which sectors take part ---- */

static bool is_on_route(const wendi_plan *plan, uint32_t sector)
{
    for (uint32_t i = 0; i < plan->route.step_count; ++i) {
        if (plan->route.steps[i].sector == sector) {
            return true;
        }
    }
    return false;
}

static bool is_near_route(const flow_twin *t, uint32_t sector)
{
    const wendi_sector_bounds bounds = wendi_sector_map_bounds(&t->flow->map, sector);
    for (uint32_t i = 0; i < t->plan->route.step_count; ++i) {
        const wendi_sector_bounds at =
            wendi_sector_map_bounds(&t->flow->map, t->plan->route.steps[i].sector);
        if (at.floor == bounds.floor && abs(at.row - bounds.row) <= t->flow->margin &&
            abs(at.column - bounds.column) <= t->flow->margin) {
            return true;
        }
    }
    return false;
}

static bool covers_what_it_must(const flow_twin *t)
{
    for (uint32_t s = 0; s < t->flow->map.sector_count; ++s) {
        const bool expected = t->plan->seeds == WEND_FLOW_SEED_PORTALS ? is_on_route(t->plan, s)
                              : t->plan->is_whole                      ? true
                                                                       : is_near_route(t, s);
        const bool found = wendi_plan_find_tile(t->plan, s) != WENDI_TILE_NONE;
        if (found != expected) {
            const wendi_sector_bounds bounds = wendi_sector_map_bounds(&t->flow->map, s);
            return complain(t, "sector covered", bounds.floor, bounds.x, bounds.y, expected, found);
        }
    }
    return true;
}

/* Sectors of uniform ground beside a route whose sectors there all see the goal are left out. */
static bool is_left_out(const flow_twin *t, const wendi_plan_tile *tile)
{
    const wendi_plan *plan = t->plan;
    bool is_any_lit = false;
    for (uint32_t i = 0; i < plan->tile_count; ++i) {
        is_any_lit |= plan->tiles[i].field == WENDI_FIELD_VISIBLE;
    }
    if (!is_any_lit || tile->field == WENDI_FIELD_VISIBLE || plan->is_whole ||
        is_on_route(plan, tile->sector)) {
        return false;
    }
    for (int32_t y = 0; y < tile->bounds.height; ++y) {
        for (int32_t x = 0; x < tile->bounds.width; ++x) {
            if (t->cost[flow_twin_cell(t, tile->bounds.floor, tile->bounds.x + x,
                                       tile->bounds.y + y)] != 1) {
                return false;
            }
        }
    }
    for (int32_t k = 0; k < 8; ++k) {
        const uint32_t other = wendi_sector_map_neighbour(&t->flow->map, tile->sector,
                                                          wendi_flow_dx[k], wendi_flow_dy[k]);
        const uint32_t index =
            other != WENDI_SECTOR_NONE ? wendi_plan_find_tile(plan, other) : WENDI_TILE_NONE;
        if (index != WENDI_TILE_NONE && is_on_route(plan, other) &&
            plan->tiles[index].los != WENDI_LOS_ALL_CELLS) {
            return false;
        }
    }
    return true;
}

/* ---- seeds ---- */

static int64_t straight_cost(const flow_twin *t, const wendi_flow_endpoint *goal, int32_t x,
                             int32_t y)
{
    const double dx = (double)x + 0.5 - (double)goal->fine_x / 64.0;
    const double dy = (double)y + 0.5 - (double)goal->fine_y / 64.0;
    return (int64_t)(sqrt(dx * dx + dy * dy) * (double)t->flow->straight);
}

/* The goal that all of a cell sees; UINT32_MAX: none. */
static uint32_t seen_goal(const flow_twin *t, const wendi_plan_tile *tile, int32_t x, int32_t y)
{
    if (tile->los == WENDI_LOS_ALL_CELLS) {
        return 0;
    }
    if (tile->los == WENDI_LOS_NO_CELL) {
        return UINT32_MAX;
    }
    if (tile->is_los_deferred) { /* left out: the visibility of its cells is not computed yet */
        uint8_t framed[WENDI_TILE_CELLS] = {0};
        const wendi_tile_shape shape = wendi_tile_shape_of(tile->bounds.width, tile->bounds.height);
        wendi_plan_los_flags(t->flow, t->plan, (uint32_t)(tile - t->plan->tiles), framed);
        return (framed[wendi_tile_index(&shape, x, y)] & WENDI_FLOW_VISIBLE) != 0 ? 0 : UINT32_MAX;
    }
    const uint8_t flags =
        t->plan
            ->los_blocks[tile->los * t->flow->fields.cells + (size_t)(y * tile->bounds.width + x)];
    return (flags & WENDI_FLOW_VISIBLE) != 0 ? flags & 15u : UINT32_MAX;
}

static void seed_tile(flow_twin *t, const wendi_plan_tile *tile)
{
    for (int32_t y = 0; y < tile->bounds.height; ++y) {
        for (int32_t x = 0; x < tile->bounds.width; ++x) {
            const int32_t left = tile->bounds.x + x, top = tile->bounds.y + y;
            const uint32_t at = flow_twin_cell(t, tile->bounds.floor, left, top);
            const uint32_t goal = seen_goal(t, tile, x, y);
            t->part[at] = tile->field == WENDI_FIELD_VISIBLE ? PART_FIXED : PART_LOWERED;
            if (goal != UINT32_MAX) {
                ++t->findings->lit_cells;
                t->seed[at] = straight_cost(t, &t->plan->goals[goal], left, top);
            }
            if (t->part[at] == PART_FIXED) {
                t->d[at] = t->seed[at];
            }
        }
    }
}

/* From the middle of a goal's cell to the goal; nothing where all of the cell is one. */
static void seed_goals(flow_twin *t)
{
    t->has_goals = true;
    for (uint32_t i = 0; i < t->plan->goal_count; ++i) {
        const wendi_flow_endpoint *goal = &t->plan->goals[i];
        const uint32_t at = flow_twin_cell(t, goal->floor, goal->x, goal->y);
        t->seed[at] = flow_twin_lower(t->seed[at],
                                      goal->is_area ? 0 : straight_cost(t, goal, goal->x, goal->y));
    }
}

static void seed_all(flow_twin *t)
{
    flow_twin_clear(t);
    for (uint32_t i = 0; i < t->plan->tile_count; ++i) {
        const wendi_plan_tile *tile = &t->plan->tiles[i];
        if (!is_left_out(t, tile)) {
            seed_tile(t, tile);
        }
    }
    seed_goals(t);
}

/* ---- looking at a tile ---- */

static int64_t found_cost(const flow_twin *t, const wendi_plan_tile *tile, int32_t x, int32_t y)
{
    if (tile->field == WENDI_FIELD_NONE) {
        return FAR;
    }
    if (tile->field == WENDI_FIELD_VISIBLE) {
        return straight_cost(t, &t->plan->goals[0], tile->bounds.x + x, tile->bounds.y + y);
    }
    const wendi_field *field = wendi_field_at(&t->flow->fields, tile->field);
    const wendi_tile_shape shape = wendi_tile_shape_of(tile->bounds.width, tile->bounds.height);
    const int32_t at = wendi_tile_index(&shape, x, y);
    if (field->is_wide) {
        const uint32_t d = wendi_field_wide_costs(field)[at];
        return d == WENDI_TILE_WIDE_UNREACHED ? FAR : tile->base + (int64_t)d;
    }
    const uint16_t d = wendi_field_costs(field)[at];
    return d == WENDI_TILE_UNREACHED ? FAR : tile->base + (int64_t)d;
}

/* The direction with the least cost, the lower one of equals; 15: none. */
static uint32_t best_direction(const flow_twin *t, uint32_t floor, int32_t x, int32_t y)
{
    uint32_t best = WENDI_FLOW_NONE;
    int64_t least = FAR;
    for (uint32_t k = 0; k < 8; ++k) {
        uint32_t to = 0;
        int64_t cost = 0;
        if (flow_twin_step(t, floor, x, y, k, &to, &cost) && t->d[to] != FAR &&
            t->d[to] + cost < least) {
            least = t->d[to] + cost;
            best = k;
        }
    }
    return best;
}

static bool is_goal(const flow_twin *t, uint32_t floor, int32_t x, int32_t y)
{
    for (uint32_t i = 0; i < t->plan->goal_count; ++i) {
        const wendi_flow_endpoint *goal = &t->plan->goals[i];
        if (goal->floor == floor && goal->x == x && goal->y == y) {
            return true;
        }
    }
    return false;
}

static bool is_link_best(const flow_twin *t, uint32_t at)
{
    for (uint32_t i = t->link_first; i < t->link_count; ++i) {
        const link_pair *link = &t->links[i];
        if (link->from == at && t->part[link->to] != PART_NONE && t->d[link->to] != FAR &&
            t->d[link->to] + link->cost == t->d[at]) {
            return true;
        }
    }
    return false;
}

/* From cells that see a goal agents move straight at it: their directions only need to be set. */
static bool direction_holds(const flow_twin *t, const wendi_plan_tile *tile, int32_t x, int32_t y,
                            uint32_t found)
{
    const uint32_t floor = tile->bounds.floor;
    const int32_t left = tile->bounds.x + x, top = tile->bounds.y + y;
    const uint32_t at = flow_twin_cell(t, floor, left, top);
    if (t->cost[at] == WEND_COST_WALL || t->d[at] == FAR) {
        return found == WENDI_FLOW_NONE;
    }
    if (t->has_goals && is_goal(t, floor, left, top)) {
        return found == WENDI_FLOW_GOAL;
    }
    if (is_link_best(t, at)) {
        ++t->findings->link_cells;
        return found == WENDI_FLOW_LINK;
    }
    if (t->plan->seeds == WEND_FLOW_SEED_COSTS && seen_goal(t, tile, x, y) != UINT32_MAX) {
        uint32_t to = 0;
        int64_t cost = 0;
        return found == WENDI_FLOW_NONE ||
               (found < 8 && flow_twin_step(t, floor, left, top, found, &to, &cost) &&
                t->d[to] != FAR);
    }
    return found == best_direction(t, floor, left, top);
}

/* If another goal or a link is cheaper than the visible goal, agents do not move straight. */
static bool sight_holds(const flow_twin *t, const wendi_plan_tile *tile, int32_t x, int32_t y)
{
    const int32_t left = tile->bounds.x + x, top = tile->bounds.y + y;
    const uint32_t goal = seen_goal(t, tile, x, y);
    if (goal == UINT32_MAX || tile->field >= WENDI_FIELD_VISIBLE ||
        t->plan->seeds == WEND_FLOW_SEED_PORTALS ||
        (t->plan->los_goal_count < 2 && t->plan->link_count == 0)) {
        return true;
    }
    const int64_t slack = t->flow->integration == WEND_FLOW_EIKONAL ? t->flow->straight : 1;
    return t->d[flow_twin_cell(t, tile->bounds.floor, left, top)] + slack >=
           straight_cost(t, &t->plan->goals[goal], left, top);
}

static bool tile_holds(const flow_twin *t, const wendi_plan_tile *tile)
{
    const uint32_t floor = tile->bounds.floor;
    const wendi_field *field =
        tile->field < WENDI_FIELD_VISIBLE ? wendi_field_at(&t->flow->fields, tile->field) : NULL;
    t->findings->lit_tiles += tile->field == WENDI_FIELD_VISIBLE;
    t->findings->wide_tiles += field != NULL && field->is_wide;
    for (int32_t y = 0; y < tile->bounds.height; ++y) {
        for (int32_t x = 0; x < tile->bounds.width; ++x) {
            const int32_t left = tile->bounds.x + x, top = tile->bounds.y + y;
            const uint32_t at = flow_twin_cell(t, floor, left, top);
            const int64_t cost = found_cost(t, tile, x, y);
            ++t->findings->cells;
            if (cost != t->d[at]) {
                return complain(t, "cost", floor, left, top, (double)t->d[at], (double)cost);
            }
            if (!sight_holds(t, tile, x, y)) {
                return complain(t, "sight of a goal that is not the nearest", floor, left, top, 0,
                                1);
            }
            if (field == NULL) {
                continue;
            }
            const uint32_t found =
                wendi_field_directions(&t->flow->fields, field)[y * tile->bounds.width + x] & 15u;
            if (!direction_holds(t, tile, x, y, found)) {
                return complain(t, "direction", floor, left, top,
                                best_direction(t, floor, left, top), found);
            }
        }
    }
    return true;
}

/* ---- what the public call says of a cell ---- */

static bool told_cost_holds(const flow_twin *t, const wendi_plan_tile *tile, int32_t x, int32_t y,
                            const wend_flow_cell *cell)
{
    const uint32_t at =
        flow_twin_cell(t, tile->bounds.floor, tile->bounds.x + x, tile->bounds.y + y);
    const bool has_cost = cell->is_in_line_of_sight || cell->direction >= 0;
    const uint32_t goal = seen_goal(t, tile, x, y);
    if (has_cost != (t->d[at] != FAR || goal != UINT32_MAX)) { /* also in what was left out */
        return false;
    }
    if (!has_cost) {
        return cell->integration > 1e300 && !cell->has_field;
    }
    const int64_t units = goal != UINT32_MAX ? straight_cost(t, &t->plan->goals[goal],
                                                             tile->bounds.x + x, tile->bounds.y + y)
                                             : t->d[at];
    return cell->has_field && cell->is_in_line_of_sight == (goal != UINT32_MAX) &&
           fabs(cell->integration - (double)units / (double)t->flow->straight) < 1e-9;
}

static bool told_holds(const flow_twin *t, wend_flow_request_id id, uint32_t floor, int32_t x,
                       int32_t y)
{
    wend_flow_cell cell;
    if (wend_flow_get_cell(t->flow, id, floor, x, y, &cell) != WEND_OK) {
        return complain(t, "no cell", floor, x, y, 0, 0);
    }
    const uint32_t at = flow_twin_cell(t, floor, x, y);
    if (cell.cost != t->cost[at] || cell.is_pathable != (t->cost[at] != WEND_COST_WALL)) {
        return complain(t, "told ground", floor, x, y, t->cost[at], cell.cost);
    }
    const uint32_t index =
        wendi_plan_find_tile(t->plan, wendi_sector_map_sector_at(&t->flow->map, floor, x, y));
    if (index == WENDI_TILE_NONE) {
        return !cell.has_field || complain(t, "told field", floor, x, y, 0, 1);
    }
    if (t->plan->seeds == WEND_FLOW_SEED_PORTALS) {
        return true;
    }
    const wendi_plan_tile *tile = &t->plan->tiles[index];
    return told_cost_holds(t, tile, x - tile->bounds.x, y - tile->bounds.y, &cell) ||
           complain(t, "told cost", floor, x, y, (double)t->d[at], cell.integration);
}

static bool all_told_holds(const flow_twin *t, wend_flow_request_id id)
{
    for (uint32_t f = 0; f < t->flow->map.floor_count; ++f) {
        const wendi_sector_map_floor *floor = &t->flow->map.floors[f];
        for (int32_t i = 0; i < floor->width * floor->height; ++i) {
            if (!told_holds(t, id, f, i % floor->width, i / floor->width)) {
                return false;
            }
        }
    }
    return true;
}

/* ---- carried over, and with windows as seeds ---- */

static bool carried_holds(flow_twin *t)
{
    seed_all(t);
    flow_twin_solve(t, true);
    for (uint32_t i = 0; i < t->plan->tile_count; ++i) {
        if (!tile_holds(t, &t->plan->tiles[i])) {
            return false;
        }
    }
    return true;
}

/* The cells beyond a portal; their cost is that of the remaining route. */
static void seed_window(flow_twin *t, const wendi_plan_tile *tile, const wendi_step_target *bounds,
                        uint32_t step_cost)
{
    static const int8_t dx[4] = {0, 1, 0, -1}, dy[4] = {-1, 0, 1, 0};
    const int32_t across_x = bounds->x + dx[bounds->side], across_y = bounds->y + dy[bounds->side];
    const uint32_t portal = flow_twin_cell(t, bounds->floor, across_x, across_y);
    const bool is_row = dx[bounds->side] == 0;
    int64_t base = (int64_t)step_cost - (int64_t)WENDI_FLOW_STRAIGHT * t->cost[portal];
    base = (base > 0 ? base : 0) * t->flow->straight / WENDI_FLOW_STRAIGHT;
    for (int32_t i = 0; i < bounds->count; ++i) {
        const int32_t along = i - bounds->before;
        const uint32_t at = flow_twin_cell(t, tile->bounds.floor, across_x + (is_row ? along : 0),
                                           across_y + (is_row ? 0 : along));
        t->part[at] = PART_FIXED;
        t->d[at] = base;
    }
}

static void seed_step(flow_twin *t, const wendi_plan_tile *tile)
{
    const wendi_step_target *bounds = &t->plan->step_targets[tile->step];
    const uint32_t cost = t->plan->route.steps[tile->step].cost;
    flow_twin_clear(t);
    for (int32_t y = 0; y < tile->bounds.height; ++y) {
        memset(t->part + flow_twin_cell(t, tile->bounds.floor, tile->bounds.x, tile->bounds.y + y),
               PART_LOWERED, (size_t)tile->bounds.width);
    }
    t->has_goals = false;
    if (bounds->side == WENDI_SIDES) {
        seed_goals(t);
    } else if (bounds->side == WENDI_SIDE_LINK_OUT) {
        t->seed[flow_twin_cell(t, bounds->floor, bounds->x, bounds->y)] =
            (int64_t)cost * t->flow->straight / WENDI_FLOW_STRAIGHT;
    } else {
        seed_window(t, tile, bounds, cost);
    }
}

static bool steps_hold(flow_twin *t)
{
    for (uint32_t i = 0; i < t->plan->tile_count; ++i) {
        const wendi_plan_tile *tile = &t->plan->tiles[i];
        const wendi_step_target *bounds = &t->plan->step_targets[tile->step];
        seed_step(t, tile);
        flow_twin_solve(t, false);
        t->link_first = t->link_count;
        if (bounds->side == WENDI_SIDE_LINK_OUT) { /* in the record of the cell itself */
            const uint32_t at = flow_twin_cell(t, bounds->floor, bounds->x, bounds->y);
            t->links[t->link_count++] = (link_pair){at, at, 0};
        }
        const bool is_good = tile_holds(t, tile);
        t->link_count = t->link_first;
        if (!is_good) {
            return false;
        }
    }
    return true;
}

bool flow_reference_agrees(const wend_flow *flow, wend_flow_request_id id, flow_findings *findings)
{
    memset(findings, 0, sizeof *findings);
    const wendi_flow_request *request = wendi_flow_find_request(flow, id);
    if (request == NULL || request->plan == NULL || request->next != NULL) {
        findings->complaint = "no order that is done";
        return false;
    }
    if (request->plan->tile_count == 0) {
        return true;
    }
    flow_twin t;
    flow_twin_open(&t, flow, request->plan, findings);
    const bool is_good =
        covers_what_it_must(&t) &&
        (request->plan->seeds == WEND_FLOW_SEED_COSTS ? carried_holds(&t) : steps_hold(&t)) &&
        all_told_holds(&t, id);
    flow_twin_close(&t);
    return is_good;
}
