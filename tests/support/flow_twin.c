/* Costs of all cells by relaxing them until nothing changes, linear in cells for each bend of a path. */
#include "support/flow_twin.h"
#include "wend/clearance.h"
#include "wend/grid.h"
#include "wend/link.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

uint32_t flow_twin_cell(const flow_twin *t, uint32_t floor, int32_t x, int32_t y)
{
    return t->first[floor] + (uint32_t)(y * t->flow->map.floors[floor].width + x);
}

static bool is_inside(const flow_twin *t, uint32_t floor, int32_t x, int32_t y)
{
    const wendi_sector_map_floor *at = &t->flow->map.floors[floor];
    return x >= 0 && y >= 0 && x < at->width && y < at->height;
}

/* ---- the ground ---- */

static wend_clearance *make_clearance(const wend_grid *grid, const wend_flow_class *movement)
{
    wend_clearance_def def = wend_clearance_def_default();
    def.grid = grid;
    def.movement_class = movement->movement_class;
    def.team = movement->team;
    wend_clearance *clearance = NULL;
    if (wend_clearance_create(&def, &clearance) != WEND_OK) {
        abort();
    }
    return clearance;
}

static void read_floor(flow_twin *t, uint32_t floor)
{
    const wendi_sector_map_floor *at = &t->flow->map.floors[floor];
    const wend_flow_class *movement = &t->flow->classes[t->plan->flow_class].def;
    wend_clearance *clearance = movement->radius > 0 ? make_clearance(at->grid, movement) : NULL;
    for (int32_t y = 0; y < at->height; ++y) {
        for (int32_t x = 0; x < at->width; ++x) {
            const bool is_open =
                wend_grid_is_open(at->grid, movement->movement_class, movement->team, x, y) &&
                (clearance == NULL || wend_clearance_fits_disc(clearance, x, y, movement->radius));
            t->cost[flow_twin_cell(t, floor, x, y)] =
                is_open ? wend_grid_cost(at->grid, movement->movement_class, x, y) : WEND_COST_WALL;
        }
    }
    wend_clearance_destroy(clearance);
}

/* ---- links and joins ---- */

static void add_link(flow_twin *t, uint32_t from, uint32_t to, wend_cost cost)
{
    if (t->cost[from] != WEND_COST_WALL && t->cost[to] != WEND_COST_WALL) {
        const int64_t units = wendi_flow_cost_units(cost);
        t->links[t->link_count++] =
            (link_pair){from, to, units * t->flow->straight / WENDI_FLOW_STRAIGHT};
    }
}

static bool may_use(const wend_flow_class *movement, const wend_link_def *def)
{
    const bool is_stopped = movement->team == WEND_TEAM_NONE
                                ? def->team_mask == UINT32_MAX
                                : (def->team_mask >> movement->team & 1) != 0;
    return def->is_open && !is_stopped && (def->class_mask >> movement->movement_class & 1) != 0;
}

static void read_links(flow_twin *t, uint32_t floor)
{
    const wend_grid *grid = t->flow->map.floors[floor].grid;
    const wend_flow_class *movement = &t->flow->classes[t->plan->flow_class].def;
    size_t count = 0;
    (void)wend_grid_list_links(grid, NULL, 0, &count);
    wend_link_id *ids = calloc(count + 1, sizeof *ids);
    t->links = realloc(t->links, (t->link_count + 2 * count + 1) * sizeof *t->links);
    if (ids == NULL || t->links == NULL ||
        wend_grid_list_links(grid, ids, count, &count) != WEND_OK) {
        abort();
    }
    for (size_t i = 0; i < count; ++i) {
        wend_link_def def;
        if (wend_grid_get_link(grid, ids[i], &def) == WEND_OK && may_use(movement, &def)) {
            add_link(t, t->first[floor] + def.from, t->first[floor] + def.to, def.cost);
            if (def.is_two_way) {
                add_link(t, t->first[floor] + def.to, t->first[floor] + def.from, def.cost);
            }
        }
    }
    free(ids);
}

static void read_joins(flow_twin *t)
{
    const wendi_sector_map *map = &t->flow->map;
    t->links = realloc(t->links, (t->link_count + map->join_count + 2) * sizeof *t->links);
    if (t->links == NULL) {
        abort();
    }
    for (uint32_t i = 0; i < map->join_count; ++i) {
        const wendi_one_way_join *link = &map->joins[i];
        const uint32_t from = flow_twin_cell(t, link->from_floor, link->from_x, link->from_y);
        const uint32_t to = flow_twin_cell(t, link->to_floor, link->to_x, link->to_y);
        if ((link->class_mask >> t->plan->flow_class & 1) != 0 && t->cost[from] != WEND_COST_WALL &&
            t->cost[to] != WEND_COST_WALL) {
            t->links[t->link_count++] = (link_pair){
                from, to, (int64_t)link->cost * t->flow->straight / WENDI_FLOW_STRAIGHT};
        }
    }
}

/* ---- making ---- */

void flow_twin_open(flow_twin *t, const wend_flow *flow, const wendi_plan *plan,
                    flow_findings *findings)
{
    memset(t, 0, sizeof *t);
    t->flow = flow;
    t->plan = plan;
    t->findings = findings;
    for (uint32_t f = 0; f < flow->map.floor_count; ++f) {
        const wendi_sector_map_floor *at = &flow->map.floors[f];
        t->first[f + 1] = t->first[f] + (uint32_t)(at->width * at->height);
    }
    const size_t cells = t->first[flow->map.floor_count];
    t->cost = calloc(cells, 1);
    t->part = calloc(cells, 1);
    t->seed = malloc(cells * sizeof *t->seed);
    t->d = malloc(cells * sizeof *t->d);
    if (t->cost == NULL || t->part == NULL || t->seed == NULL || t->d == NULL) {
        abort();
    }
    for (uint32_t f = 0; f < flow->map.floor_count; ++f) {
        read_floor(t, f);
    }
    for (uint32_t f = 0; f < flow->map.floor_count; ++f) {
        read_links(t, f);
    }
    read_joins(t);
}

void flow_twin_close(flow_twin *t)
{
    free(t->cost);
    free(t->part);
    free(t->seed);
    free(t->d);
    free(t->links);
}

void flow_twin_clear(flow_twin *t)
{
    const uint32_t cells = t->first[t->flow->map.floor_count];
    memset(t->part, PART_NONE, cells);
    for (uint32_t i = 0; i < cells; ++i) {
        t->seed[i] = FAR;
        t->d[i] = FAR;
    }
}

/* ---- the fixed point ---- */

bool flow_twin_step(const flow_twin *t, uint32_t floor, int32_t x, int32_t y, uint32_t k,
                    uint32_t *to, int64_t *cost)
{
    const int32_t nx = x + wendi_flow_dx[k], ny = y + wendi_flow_dy[k];
    if (!is_inside(t, floor, nx, ny)) {
        return false;
    }
    *to = flow_twin_cell(t, floor, nx, ny);
    int64_t length = t->flow->straight;
    if (k % 2 != 0) {
        length = t->flow->diagonal;
        if (length == 0 || t->cost[flow_twin_cell(t, floor, nx, y)] == WEND_COST_WALL ||
            t->cost[flow_twin_cell(t, floor, x, ny)] == WEND_COST_WALL) {
            return false;
        }
    }
    *cost = length * t->cost[*to];
    return t->part[*to] != PART_NONE && t->cost[*to] != WEND_COST_WALL;
}

int64_t flow_twin_lower(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t by_steps(const flow_twin *t, uint32_t floor, int32_t x, int32_t y)
{
    int64_t best = FAR;
    for (uint32_t k = 0; k < 8; ++k) {
        uint32_t to = 0;
        int64_t cost = 0;
        if (flow_twin_step(t, floor, x, y, k, &to, &cost) && t->d[to] != FAR) {
            best = flow_twin_lower(best, t->d[to] + cost);
        }
    }
    return best;
}

/* The greatest whole number that a straight front over a (value and step), b has reached. */
static int64_t by_front(int64_t a, int64_t p, int64_t b, int64_t q, int64_t straight)
{
    if (a > b) {
        return by_front(b, q, a, p, straight);
    }
    if (b == FAR || b - a >= p * straight) {
        return FAR;
    }
    const int64_t apart = b - a;
    int64_t low = apart, high = apart + p * straight + q * straight;
    while (low < high) {
        const int64_t on = (low + high + 1) / 2, across = on - apart;
        const int64_t whole = p * q * straight;
        const bool is_reached = on <= whole && q * on <= whole &&
                                q * q * on * on + p * p * across * across <= whole * whole;
        low = is_reached ? on : low;
        high = is_reached ? high : on - 1;
    }
    return a + low;
}

/* True if none of two costs is more than an eighth above the other one. */
static bool are_even(int64_t a, int64_t b)
{
    return 8 * a <= 9 * b && 8 * b <= 9 * a;
}

/* Straight fronts over even ground, single steps over other ground. */
static int64_t by_eikonal(const flow_twin *t, uint32_t floor, int32_t x, int32_t y)
{
    int64_t value[8], factor[8], steps[8], best = FAR;
    for (uint32_t k = 0; k < 8; ++k) {
        uint32_t to = 0;
        const bool is_step = flow_twin_step(t, floor, x, y, k, &to, &steps[k]);
        value[k] = is_step ? t->d[to] : FAR;
        factor[k] = is_step ? t->cost[to] : 1;
        if (k % 2 == 0 && value[k] != FAR) {
            best = flow_twin_lower(best, value[k] + steps[k]);
        }
    }
    for (uint32_t k = 0; k < 8; k += 2) {
        const uint32_t past = k + 1, next = (k + 2) % 8;
        const bool is_even = are_even(factor[k], factor[next]);
        if (is_even) {
            best = flow_twin_lower(
                best, by_front(value[k], factor[k], value[next], factor[next], t->flow->straight));
        }
        if (value[past] != FAR && !(is_even && are_even(factor[k], factor[past]) &&
                                    are_even(factor[next], factor[past]))) {
            best = flow_twin_lower(best, value[past] + steps[past]);
        }
    }
    return best;
}

static bool lower_cell(flow_twin *t, uint32_t floor, int32_t x, int32_t y)
{
    const uint32_t at = flow_twin_cell(t, floor, x, y);
    if (t->part[at] != PART_LOWERED || t->cost[at] == WEND_COST_WALL) {
        return false;
    }
    int64_t best = t->flow->integration == WEND_FLOW_EIKONAL ? by_eikonal(t, floor, x, y)
                                                             : by_steps(t, floor, x, y);
    best = flow_twin_lower(best, t->seed[at]);
    if (best >= t->d[at]) {
        return false;
    }
    t->d[at] = best;
    return true;
}

static bool sweep_floor(flow_twin *t, uint32_t floor, bool is_back)
{
    const wendi_sector_map_floor *at = &t->flow->map.floors[floor];
    const int32_t count = at->width * at->height;
    bool is_changed = false;
    for (int32_t i = 0; i < count; ++i) {
        const int32_t cell = is_back ? count - 1 - i : i;
        is_changed |= lower_cell(t, floor, cell % at->width, cell / at->width);
    }
    return is_changed;
}

static bool take_links(flow_twin *t)
{
    bool is_changed = false;
    for (uint32_t i = 0; i < t->link_count; ++i) {
        const link_pair *link = &t->links[i];
        if (t->part[link->from] == PART_LOWERED && t->part[link->to] != PART_NONE &&
            t->d[link->to] != FAR && t->d[link->to] + link->cost < t->d[link->from]) {
            t->d[link->from] = t->d[link->to] + link->cost;
            is_changed = true;
        }
    }
    return is_changed;
}

void flow_twin_solve(flow_twin *t, bool has_links)
{
    bool is_changed = true;
    while (is_changed) {
        is_changed = false;
        for (uint32_t f = 0; f < t->flow->map.floor_count; ++f) {
            is_changed |= sweep_floor(t, f, false);
            is_changed |= sweep_floor(t, f, true);
        }
        is_changed |= has_links && take_links(t);
    }
}
