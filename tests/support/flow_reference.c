/* Takes: a flow with an order that is done, and the grids.
 * Gives: whether its sectors, costs and directions are what they must be.
 * Cost: a look at all cells for each time that costs went around a bend. */
#include "flow_reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FAR INT64_MAX

/* What a cell is to a fixed point. */
enum { PART_NONE, PART_LOWERED, PART_FIXED };

typedef struct link_pair {
    uint32_t from, to;
    int64_t cost;
} link_pair;

typedef struct twin {
    const wend_flow *flow;
    const wendi_plan *plan;
    uint32_t first[WEND_FLOW_FLOORS_MAX + 1]; /* cells of floor f: first[f] ... */
    uint8_t *cost, *part;
    int64_t *seed, *d;
    link_pair *links;
    uint32_t link_first, link_count; /* those before link_first are not told by arrows */
    bool has_goals;                  /* goals are seeds */
    flow_findings *findings;
} twin;

static bool complain(const twin *t, const char *text, uint32_t floor, int32_t x, int32_t y,
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

static uint32_t cell_at(const twin *t, uint32_t floor, int32_t x, int32_t y)
{
    return t->first[floor] + (uint32_t)(y * t->flow->map.floors[floor].width + x);
}

static bool is_inside(const twin *t, uint32_t floor, int32_t x, int32_t y)
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

static void read_floor(twin *t, uint32_t floor)
{
    const wendi_sector_map_floor *at = &t->flow->map.floors[floor];
    const wend_flow_class *movement = &t->flow->classes[t->plan->flow_class].def;
    wend_clearance *clearance = movement->radius > 0 ? make_clearance(at->grid, movement) : NULL;
    for (int32_t y = 0; y < at->height; ++y) {
        for (int32_t x = 0; x < at->width; ++x) {
            const bool is_open =
                wend_grid_is_open(at->grid, movement->movement_class, movement->team, x, y) &&
                (clearance == NULL || wend_clearance_fits_disc(clearance, x, y, movement->radius));
            t->cost[cell_at(t, floor, x, y)] =
                is_open ? wend_grid_cost(at->grid, movement->movement_class, x, y) : WEND_COST_WALL;
        }
    }
    wend_clearance_destroy(clearance);
}

/* ---- links and joins ---- */

static void add_link(twin *t, uint32_t from, uint32_t to, wend_cost cost)
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

static void read_links(twin *t, uint32_t floor)
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

static void read_joins(twin *t)
{
    const wendi_sector_map *map = &t->flow->map;
    t->links = realloc(t->links, (t->link_count + map->join_count + 2) * sizeof *t->links);
    if (t->links == NULL) {
        abort();
    }
    for (uint32_t i = 0; i < map->join_count; ++i) {
        const wendi_one_way_join *link = &map->joins[i];
        const uint32_t from = cell_at(t, link->from_floor, link->from_x, link->from_y);
        const uint32_t to = cell_at(t, link->to_floor, link->to_x, link->to_y);
        if ((link->class_mask >> t->plan->flow_class & 1) != 0 && t->cost[from] != WEND_COST_WALL &&
            t->cost[to] != WEND_COST_WALL) {
            t->links[t->link_count++] = (link_pair){
                from, to, (int64_t)link->cost * t->flow->straight / WENDI_FLOW_STRAIGHT};
        }
    }
}

/* ---- making ---- */

static void open_twin(twin *t, const wend_flow *flow, const wendi_plan *plan,
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

static void close_twin(twin *t)
{
    free(t->cost);
    free(t->part);
    free(t->seed);
    free(t->d);
    free(t->links);
}

static void clear_twin(twin *t)
{
    const uint32_t cells = t->first[t->flow->map.floor_count];
    memset(t->part, PART_NONE, cells);
    for (uint32_t i = 0; i < cells; ++i) {
        t->seed[i] = FAR;
        t->d[i] = FAR;
    }
}

/* ---- the fixed point ---- */

/* The cell in a direction, if a step leads there. */
static bool step_to(const twin *t, uint32_t floor, int32_t x, int32_t y, uint32_t k, uint32_t *to,
                    int64_t *cost)
{
    const int32_t nx = x + wendi_flow_dx[k], ny = y + wendi_flow_dy[k];
    if (!is_inside(t, floor, nx, ny)) {
        return false;
    }
    *to = cell_at(t, floor, nx, ny);
    int64_t length = t->flow->straight;
    if (k % 2 != 0) {
        length = t->flow->diagonal;
        if (length == 0 || t->cost[cell_at(t, floor, nx, y)] == WEND_COST_WALL ||
            t->cost[cell_at(t, floor, x, ny)] == WEND_COST_WALL) {
            return false;
        }
    }
    *cost = length * t->cost[*to];
    return t->part[*to] != PART_NONE && t->cost[*to] != WEND_COST_WALL;
}

static int64_t lower(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t by_steps(const twin *t, uint32_t floor, int32_t x, int32_t y)
{
    int64_t best = FAR;
    for (uint32_t k = 0; k < 8; ++k) {
        uint32_t to = 0;
        int64_t cost = 0;
        if (step_to(t, floor, x, y, k, &to, &cost) && t->d[to] != FAR) {
            best = lower(best, t->d[to] + cost);
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

static int64_t by_eikonal(const twin *t, uint32_t floor, int32_t x, int32_t y)
{
    int64_t value[4], factor[4], best = FAR;
    for (uint32_t k = 0; k < 4; ++k) {
        uint32_t to = 0;
        int64_t cost = 0;
        value[k] = step_to(t, floor, x, y, 2 * k, &to, &cost) ? t->d[to] : FAR;
        factor[k] = value[k] != FAR ? t->cost[to] : 1;
        best = value[k] != FAR ? lower(best, value[k] + cost) : best;
    }
    for (uint32_t k = 0; k < 4; ++k) {
        const uint32_t next = (k + 1) % 4;
        best = lower(best,
                     by_front(value[k], factor[k], value[next], factor[next], t->flow->straight));
    }
    return best;
}

static bool lower_cell(twin *t, uint32_t floor, int32_t x, int32_t y)
{
    const uint32_t at = cell_at(t, floor, x, y);
    if (t->part[at] != PART_LOWERED || t->cost[at] == WEND_COST_WALL) {
        return false;
    }
    int64_t best = t->flow->integration == WEND_FLOW_EIKONAL ? by_eikonal(t, floor, x, y)
                                                             : by_steps(t, floor, x, y);
    best = lower(best, t->seed[at]);
    if (best >= t->d[at]) {
        return false;
    }
    t->d[at] = best;
    return true;
}

static bool sweep_floor(twin *t, uint32_t floor, bool is_back)
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

static bool take_links(twin *t)
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

static void solve(twin *t, bool has_links)
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

static bool is_near_route(const twin *t, uint32_t sector)
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

static bool covers_what_it_must(const twin *t)
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

/* Sectors of plain ground beside a route whose sectors there all see the goal are left out. */
static bool is_left_out(const twin *t, const wendi_plan_tile *tile)
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
            if (t->cost[cell_at(t, tile->bounds.floor, tile->bounds.x + x, tile->bounds.y + y)] !=
                1) {
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

static int64_t straight_cost(const twin *t, const wendi_flow_endpoint *goal, int32_t x, int32_t y)
{
    const double dx = (double)x + 0.5 - (double)goal->fine_x / 64.0;
    const double dy = (double)y + 0.5 - (double)goal->fine_y / 64.0;
    return (int64_t)(sqrt(dx * dx + dy * dy) * (double)t->flow->straight);
}

/* Which goal all of a cell sees; UINT32_MAX: none. */
static uint32_t seen_goal(const twin *t, const wendi_plan_tile *tile, int32_t x, int32_t y)
{
    if (tile->los == WENDI_LOS_ALL_CELLS) {
        return 0;
    }
    if (tile->los == WENDI_LOS_NO_CELL) {
        return UINT32_MAX;
    }
    if (tile->is_los_deferred) { /* left out: nobody asked yet which of its cells are lit */
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

static void seed_tile(twin *t, const wendi_plan_tile *tile)
{
    for (int32_t y = 0; y < tile->bounds.height; ++y) {
        for (int32_t x = 0; x < tile->bounds.width; ++x) {
            const int32_t left = tile->bounds.x + x, top = tile->bounds.y + y;
            const uint32_t at = cell_at(t, tile->bounds.floor, left, top);
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
static void seed_goals(twin *t)
{
    t->has_goals = true;
    for (uint32_t i = 0; i < t->plan->goal_count; ++i) {
        const wendi_flow_endpoint *goal = &t->plan->goals[i];
        const uint32_t at = cell_at(t, goal->floor, goal->x, goal->y);
        t->seed[at] =
            lower(t->seed[at], goal->is_area ? 0 : straight_cost(t, goal, goal->x, goal->y));
    }
}

static void seed_all(twin *t)
{
    clear_twin(t);
    for (uint32_t i = 0; i < t->plan->tile_count; ++i) {
        const wendi_plan_tile *tile = &t->plan->tiles[i];
        if (!is_left_out(t, tile)) {
            seed_tile(t, tile);
        }
    }
    seed_goals(t);
}

/* ---- looking at a tile ---- */

static int64_t found_cost(const twin *t, const wendi_plan_tile *tile, int32_t x, int32_t y)
{
    if (tile->field == WENDI_FIELD_NONE) {
        return FAR;
    }
    if (tile->field == WENDI_FIELD_VISIBLE) {
        return straight_cost(t, &t->plan->goals[0], tile->bounds.x + x, tile->bounds.y + y);
    }
    const wendi_field *field = &t->flow->fields.items[tile->field];
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
static uint32_t best_direction(const twin *t, uint32_t floor, int32_t x, int32_t y)
{
    uint32_t best = WENDI_FLOW_NONE;
    int64_t least = FAR;
    for (uint32_t k = 0; k < 8; ++k) {
        uint32_t to = 0;
        int64_t cost = 0;
        if (step_to(t, floor, x, y, k, &to, &cost) && t->d[to] != FAR && t->d[to] + cost < least) {
            least = t->d[to] + cost;
            best = k;
        }
    }
    return best;
}

static bool is_goal(const twin *t, uint32_t floor, int32_t x, int32_t y)
{
    for (uint32_t i = 0; i < t->plan->goal_count; ++i) {
        const wendi_flow_endpoint *goal = &t->plan->goals[i];
        if (goal->floor == floor && goal->x == x && goal->y == y) {
            return true;
        }
    }
    return false;
}

static bool is_link_best(const twin *t, uint32_t at)
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

/* Cells that see a goal go straight at it: of their arrows only that they lead somewhere is asked.
 */
static bool direction_holds(const twin *t, const wendi_plan_tile *tile, int32_t x, int32_t y,
                            uint32_t found)
{
    const uint32_t floor = tile->bounds.floor;
    const int32_t left = tile->bounds.x + x, top = tile->bounds.y + y;
    const uint32_t at = cell_at(t, floor, left, top);
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
               (found < 8 && step_to(t, floor, left, top, found, &to, &cost) && t->d[to] != FAR);
    }
    return found == best_direction(t, floor, left, top);
}

/* Where another goal or a link is nearer than the goal that is seen, nobody goes straight. */
static bool sight_holds(const twin *t, const wendi_plan_tile *tile, int32_t x, int32_t y)
{
    const int32_t left = tile->bounds.x + x, top = tile->bounds.y + y;
    const uint32_t goal = seen_goal(t, tile, x, y);
    if (goal == UINT32_MAX || tile->field >= WENDI_FIELD_VISIBLE ||
        t->plan->seeds == WEND_FLOW_SEED_PORTALS ||
        (t->plan->los_goal_count < 2 && t->plan->link_count == 0)) {
        return true;
    }
    const int64_t slack = t->flow->integration == WEND_FLOW_EIKONAL ? t->flow->straight : 1;
    return t->d[cell_at(t, tile->bounds.floor, left, top)] + slack >=
           straight_cost(t, &t->plan->goals[goal], left, top);
}

static bool tile_holds(const twin *t, const wendi_plan_tile *tile)
{
    const uint32_t floor = tile->bounds.floor;
    const wendi_field *field =
        tile->field < WENDI_FIELD_VISIBLE ? &t->flow->fields.items[tile->field] : NULL;
    t->findings->lit_tiles += tile->field == WENDI_FIELD_VISIBLE;
    t->findings->wide_tiles += field != NULL && field->is_wide;
    for (int32_t y = 0; y < tile->bounds.height; ++y) {
        for (int32_t x = 0; x < tile->bounds.width; ++x) {
            const int32_t left = tile->bounds.x + x, top = tile->bounds.y + y;
            const uint32_t at = cell_at(t, floor, left, top);
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

static bool told_cost_holds(const twin *t, const wendi_plan_tile *tile, int32_t x, int32_t y,
                            const wend_flow_cell *cell)
{
    const uint32_t at = cell_at(t, tile->bounds.floor, tile->bounds.x + x, tile->bounds.y + y);
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

static bool told_holds(const twin *t, wend_flow_request_id id, uint32_t floor, int32_t x, int32_t y)
{
    wend_flow_cell cell;
    if (wend_flow_get_cell(t->flow, id, floor, x, y, &cell) != WEND_OK) {
        return complain(t, "no cell", floor, x, y, 0, 0);
    }
    const uint32_t at = cell_at(t, floor, x, y);
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

static bool all_told_holds(const twin *t, wend_flow_request_id id)
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

static bool carried_holds(twin *t)
{
    seed_all(t);
    solve(t, true);
    for (uint32_t i = 0; i < t->plan->tile_count; ++i) {
        if (!tile_holds(t, &t->plan->tiles[i])) {
            return false;
        }
    }
    return true;
}

/* The cells beyond a window, from which nothing is left but what the way on costs. */
static void seed_window(twin *t, const wendi_plan_tile *tile, const wendi_step_target *bounds,
                        uint32_t step_cost)
{
    static const int8_t dx[4] = {0, 1, 0, -1}, dy[4] = {-1, 0, 1, 0};
    const int32_t across_x = bounds->x + dx[bounds->side], across_y = bounds->y + dy[bounds->side];
    const uint32_t portal = cell_at(t, bounds->floor, across_x, across_y);
    const bool is_row = dx[bounds->side] == 0;
    int64_t base = (int64_t)step_cost - (int64_t)WENDI_FLOW_STRAIGHT * t->cost[portal];
    base = (base > 0 ? base : 0) * t->flow->straight / WENDI_FLOW_STRAIGHT;
    for (int32_t i = 0; i < bounds->count; ++i) {
        const int32_t along = i - bounds->before;
        const uint32_t at = cell_at(t, tile->bounds.floor, across_x + (is_row ? along : 0),
                                    across_y + (is_row ? 0 : along));
        t->part[at] = PART_FIXED;
        t->d[at] = base;
    }
}

static void seed_step(twin *t, const wendi_plan_tile *tile)
{
    const wendi_step_target *bounds = &t->plan->step_targets[tile->step];
    const uint32_t cost = t->plan->route.steps[tile->step].cost;
    clear_twin(t);
    for (int32_t y = 0; y < tile->bounds.height; ++y) {
        memset(t->part + cell_at(t, tile->bounds.floor, tile->bounds.x, tile->bounds.y + y),
               PART_LOWERED, (size_t)tile->bounds.width);
    }
    t->has_goals = false;
    if (bounds->side == WENDI_SIDES) {
        seed_goals(t);
    } else if (bounds->side == WENDI_SIDE_LINK_OUT) {
        t->seed[cell_at(t, bounds->floor, bounds->x, bounds->y)] =
            (int64_t)cost * t->flow->straight / WENDI_FLOW_STRAIGHT;
    } else {
        seed_window(t, tile, bounds, cost);
    }
}

static bool steps_hold(twin *t)
{
    for (uint32_t i = 0; i < t->plan->tile_count; ++i) {
        const wendi_plan_tile *tile = &t->plan->tiles[i];
        const wendi_step_target *bounds = &t->plan->step_targets[tile->step];
        seed_step(t, tile);
        solve(t, false);
        t->link_first = t->link_count;
        if (bounds->side == WENDI_SIDE_LINK_OUT) { /* its cell says so, whatever else is around */
            const uint32_t at = cell_at(t, bounds->floor, bounds->x, bounds->y);
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
    twin t;
    open_twin(&t, flow, request->plan, findings);
    const bool is_good =
        covers_what_it_must(&t) &&
        (request->plan->seeds == WEND_FLOW_SEED_COSTS ? carried_holds(&t) : steps_hold(&t)) &&
        all_told_holds(&t, id);
    close_twin(&t);
    return is_good;
}
