/* Random floors, their portals, and what the cells say of them. */
#ifndef TEST_PROPERTY_FLOW_PORTALS_TWIN_H
#define TEST_PROPERTY_FLOW_PORTALS_TWIN_H

#include "flow/portals/portal_graph.h"
#include "support/edits.h"
#include "support/gen.h"
#include "support/grids.h"
#include "support/test.h"
#include "wend/clearance.h"

#include <stdio.h>
#include <string.h>

enum { FLOORS_MAX = 3, SIDE_MAX = 64, LAND_MAX = 34 * 34 };

/* ---- a world: floors, joins and a class ---- */

typedef struct setting {
    wend_grid *grids[FLOORS_MAX];
    edits_world edits[FLOORS_MAX];
    uint32_t floor_count;
    wend_flow_join joins[8];
    uint32_t join_count;
    wend_flow_class agent;
    uint32_t class_index;
    wendi_sector_map map;
} setting;

static inline void fill_grid(wend_grid *grid, edits_dice *dice)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    const int32_t walls = edits_roll(dice, 0, 2) * 15;
    const int32_t costs = edits_one_in(dice, 2) ? 1 : edits_one_in(dice, 2) ? 4 : 254;
    const bool is_patchy = edits_one_in(dice, 2);
    for (int32_t y = 0; y < info.height; ++y) {
        for (int32_t x = 0; x < info.width; ++x) {
            const bool is_plain = is_patchy && (x / 20 + y / 20) % 2 == 0;
            if (!is_plain) {
                const int32_t cost =
                    edits_roll(dice, 1, 100) <= walls ? WEND_COST_WALL : edits_roll(dice, 1, costs);
                grids_set(grid, x, y, (uint8_t)cost);
            }
        }
    }
}

static inline wend_node any_node(const wend_grid *grid, edits_dice *dice)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    return (wend_node)edits_roll(dice, 0, info.width * info.height - 1);
}

static inline void add_joins(setting *s, edits_dice *dice)
{
    s->join_count = (uint32_t)edits_roll(dice, 0, 8);
    for (uint32_t i = 0; i < s->join_count; ++i) {
        wend_flow_join *join = &s->joins[i];
        join->from_floor = (uint32_t)edits_roll(dice, 0, (int32_t)s->floor_count - 1);
        join->to_floor = (uint32_t)edits_roll(dice, 0, (int32_t)s->floor_count - 1);
        join->from = any_node(s->grids[join->from_floor], dice);
        join->to = any_node(s->grids[join->to_floor], dice);
        if (join->from_floor == join->to_floor && join->from == join->to) {
            join->to = join->to == 0 ? 1 : 0;
        }
        join->cost = (wend_cost)edits_roll(dice, 1, 40) * (WEND_COST_ONE / 8);
        join->class_mask = (uint32_t)edits_roll(dice, 0, 7);
        join->is_two_way = edits_one_in(dice, 2);
    }
}

/* Worlds of which the seed decides everything. */
static inline void setting_make(setting *s, uint64_t seed)
{
    edits_dice dice = {seed, 77, 0};
    memset(s, 0, sizeof *s);
    s->floor_count = (uint32_t)edits_roll(&dice, 1, FLOORS_MAX);
    const int32_t sector_size = edits_one_in(&dice, 2) ? 10 : edits_roll(&dice, 8, 32);
    const wend_neighbours neighbours =
        edits_one_in(&dice, 3) ? WEND_NEIGHBOURS_4 : WEND_NEIGHBOURS_8;
    for (uint32_t i = 0; i < s->floor_count; ++i) {
        s->edits[i] = edits_world_random(seed + 1000 * i);
        wend_grid_def *def = &s->edits[i].def;
        *def = wend_grid_def_default();
        def->width = edits_roll(&dice, 2, SIDE_MAX);
        def->height = edits_roll(&dice, 2, SIDE_MAX);
        def->neighbours = neighbours;
        def->sector_size = sector_size;
        def->class_count = 2;
        assert_int_equal(wend_grid_create(def, &s->grids[i]), WEND_OK);
        fill_grid(s->grids[i], &dice);
    }
    add_joins(s, &dice);
    s->agent.overlay_layers = WEND_LAYER_JAM;
    s->agent.movement_class = (uint32_t)edits_roll(&dice, 0, 1);
    s->agent.team = edits_one_in(&dice, 2) ? WEND_TEAM_NONE : (uint32_t)EDITS_TEAM;
    s->agent.radius = edits_one_in(&dice, 2) ? 0.0 : 0.25 * edits_roll(&dice, 1, 16);
    s->class_index = (uint32_t)edits_roll(&dice, 0, 2);
    wend_flow_def def;
    memset(&def, 0, sizeof def); /* Only floors and joins are read. */
    def.floors = (const wend_grid *const *)s->grids;
    def.floor_count = s->floor_count;
    def.joins = s->joins;
    def.join_count = s->join_count;
    const wend_allocator heap = {NULL, NULL};
    assert_int_equal(wendi_sector_map_create(&def, &heap, &s->map, NULL), WEND_OK);
}

static inline void setting_free(setting *s)
{
    const wend_allocator heap = {NULL, NULL};
    wendi_sector_map_destroy(&s->map, &heap);
    for (uint32_t i = 0; i < s->floor_count; ++i) {
        wend_grid_destroy(s->grids[i]);
    }
}

static inline wendi_portal_graph *portals_make(const setting *s)
{
    const wend_allocator heap = {NULL, NULL};
    wendi_portal_graph *graph;
    wend_message message;
    assert_int_equal(
        wendi_portal_graph_create(&s->map, &s->agent, s->class_index, &heap, &graph, &message),
        WEND_OK);
    return graph;
}

static inline wendi_portal_graph *portals_fresh(const setting *s, const wend_executor *executor)
{
    wendi_portal_graph *graph = portals_make(s);
    uint64_t steps = UINT64_MAX;
    assert_int_equal(wendi_portal_graph_build(graph, executor, &steps), WEND_OK);
    assert_true(wendi_portal_graph_is_fresh(graph));
    return graph;
}

/* ---- the slow twin: cells of the map, one at a time ---- */

typedef struct land {
    const setting *s;
    wend_clearance *clearances[FLOORS_MAX];
} land;

static inline land land_make(const setting *s)
{
    land l = {.s = s};
    for (uint32_t i = 0; i < s->floor_count && s->agent.radius > 0; ++i) {
        wend_clearance_def def = wend_clearance_def_default();
        def.grid = s->grids[i];
        def.movement_class = s->agent.movement_class;
        def.team = s->agent.team;
        assert_int_equal(wend_clearance_create(&def, &l.clearances[i]), WEND_OK);
    }
    return l;
}

static inline void land_free(land *l)
{
    for (uint32_t i = 0; i < FLOORS_MAX; ++i) {
        wend_clearance_destroy(l->clearances[i]);
    }
}

static inline uint8_t cost_at(const land *l, uint32_t floor, int32_t x, int32_t y)
{
    const wend_grid *grid = l->s->grids[floor];
    const wend_flow_class *agent = &l->s->agent;
    const bool is_open = wend_grid_is_open(grid, agent->movement_class, agent->team, x, y);
    const bool fits =
        agent->radius <= 0 || wend_clearance_fits_disc(l->clearances[floor], x, y, agent->radius);
    return is_open && fits ? wend_grid_cost(grid, agent->movement_class, x, y) : WEND_COST_WALL;
}

/* Cell and the one beyond the border, of number i along a side. */
static inline bool is_open_along(const land *l, const wendi_sector_bounds *at, int32_t side,
                                 int32_t i)
{
    const int32_t x = side == WENDI_SIDE_EAST   ? at->x + at->width - 1
                      : side == WENDI_SIDE_WEST ? at->x
                                                : at->x + i;
    const int32_t y = side == WENDI_SIDE_SOUTH   ? at->y + at->height - 1
                      : side == WENDI_SIDE_NORTH ? at->y
                                                 : at->y + i;
    const int32_t out_x = x + (side == WENDI_SIDE_EAST) - (side == WENDI_SIDE_WEST);
    const int32_t out_y = y + (side == WENDI_SIDE_SOUTH) - (side == WENDI_SIDE_NORTH);
    return cost_at(l, at->floor, x, y) != WEND_COST_WALL &&
           cost_at(l, at->floor, out_x, out_y) != WEND_COST_WALL;
}

static inline uint32_t find_windows(const land *l, const wendi_sector_bounds *at, int32_t side,
                                    wendi_portal *portals)
{
    const bool is_upright = side == WENDI_SIDE_EAST || side == WENDI_SIDE_WEST;
    const int32_t cells = is_upright ? at->height : at->width;
    uint32_t count = 0;
    bool was_open = false;
    for (int32_t i = 0; i < cells; ++i) {
        const bool is_open = is_open_along(l, at, side, i);
        if (is_open && !was_open) {
            portals[count++] = (wendi_portal){(uint8_t)side, (uint8_t)i, 0, 0};
        }
        if (is_open) {
            ++portals[count - 1].count;
        }
        was_open = is_open;
    }
    return count;
}

/* Costs to one cell from all others of the sector: the cheapest cell is settled, again and again.
 */
static inline void flood(const land *l, const wendi_sector_bounds *at, int32_t goal_x,
                         int32_t goal_y, uint32_t *costs)
{
    bool is_done[LAND_MAX] = {false};
    for (int32_t i = 0; i < at->width * at->height; ++i) {
        costs[i] = WENDI_PORTAL_UNCONNECTED;
    }
    costs[goal_y * at->width + goal_x] = 0;
    for (;;) {
        int32_t best = -1;
        for (int32_t i = 0; i < at->width * at->height; ++i) {
            if (!is_done[i] && costs[i] != WENDI_PORTAL_UNCONNECTED &&
                (best < 0 || costs[i] < costs[best])) {
                best = i;
            }
        }
        if (best < 0) {
            return;
        }
        is_done[best] = true;
        const int32_t bx = best % at->width;
        const int32_t by = best / at->width;
        const uint32_t factor = cost_at(l, at->floor, at->x + bx, at->y + by);
        for (int32_t dy = -1; dy <= 1; ++dy) {
            for (int32_t dx = -1; dx <= 1; ++dx) {
                const int32_t x = bx + dx;
                const int32_t y = by + dy;
                const bool is_diagonal = dx != 0 && dy != 0;
                if (x < 0 || y < 0 || x >= at->width || y >= at->height ||
                    cost_at(l, at->floor, at->x + x, at->y + y) == WEND_COST_WALL ||
                    (is_diagonal &&
                     (!l->s->map.has_diagonals ||
                      cost_at(l, at->floor, at->x + bx, at->y + y) == WEND_COST_WALL ||
                      cost_at(l, at->floor, at->x + x, at->y + by) == WEND_COST_WALL))) {
                    continue;
                }
                const uint32_t sum = costs[best] + factor * (is_diagonal ? 17 : 12);
                if (sum < costs[y * at->width + x]) {
                    costs[y * at->width + x] = sum;
                }
            }
        }
    }
}

static inline bool agrees_edges(const land *l, const wendi_sector_bounds *at,
                                const wendi_sector_portals *p)
{
    uint32_t costs[LAND_MAX];
    for (uint32_t to = 0; to < p->portal_count; ++to) {
        int32_t x;
        int32_t y;
        wendi_portal_cell(at, &p->portals[to], &x, &y);
        if (p->portals[to].cost != cost_at(l, at->floor, at->x + x, at->y + y)) {
            return false;
        }
        flood(l, at, x, y, costs);
        for (uint32_t from = 0; from < p->portal_count; ++from) {
            wendi_portal_cell(at, &p->portals[from], &x, &y);
            if (p->costs[to * p->portal_count + from] != costs[y * at->width + x]) {
                printf("edge %u to %u: %u, should be %u\n", from, to,
                       p->costs[to * p->portal_count + from], costs[y * at->width + x]);
                return false;
            }
        }
    }
    return true;
}

static inline bool agrees_windows(const land *l, const wendi_sector_bounds *at,
                                  const wendi_sector_portals *p)
{
    for (int32_t side = 0; side < 4; ++side) {
        wendi_portal portals[32];
        const uint32_t count = find_windows(l, at, side, portals);
        if (count != (uint32_t)(p->first[side + 1] - p->first[side])) {
            printf("side %d has %u windows, should have %u\n", (int)side,
                   (unsigned)(p->first[side + 1] - p->first[side]), (unsigned)count);
            return false;
        }
        for (uint32_t i = 0; i < count; ++i) {
            const wendi_portal *portal = &p->portals[p->first[side] + i];
            if (portal->side != side || portal->first != portals[i].first ||
                portal->count != portals[i].count) {
                return false;
            }
        }
    }
    return p->first[0] == 0 && p->first[WENDI_SIDES] == p->portal_count;
}

static inline bool agrees_ground(const land *l, const wendi_portal_graph *graph, uint32_t sector,
                                 const wendi_sector_bounds *at)
{
    const wendi_cost_tile tile = wendi_portal_graph_cost_tile(graph, sector);
    const wendi_tile_shape shape = wendi_tile_shape_of(at->width, at->height);
    bool is_open = true;
    bool is_closed = true;
    for (int32_t i = 0; i < shape.count; ++i) {
        const int32_t x = i % shape.stride - 1;
        const int32_t y = i / shape.stride - 1;
        const uint8_t cost =
            x > at->width ? WEND_COST_WALL : cost_at(l, at->floor, at->x + x, at->y + y);
        const bool is_inside = x >= 0 && y >= 0 && x < at->width && y < at->height;
        is_open = is_open && (!is_inside || cost == 1);
        is_closed = is_closed && (!is_inside || cost == WEND_COST_WALL);
        if (tile.cost[i] != cost) {
            printf("cell %d, %d of sector %u costs %d, should be %d\n", (int)x, (int)y, sector,
                   tile.cost[i], cost);
            return false;
        }
    }
    return tile.is_open == is_open && tile.is_closed == is_closed;
}

/* A window and the one across lead to each other and lie beside each other. */
static inline bool agrees_across(const wendi_portal_graph *graph, uint32_t sector,
                                 const wendi_sector_portals *p)
{
    for (uint32_t i = 0; i < p->portal_count; ++i) {
        uint32_t there = UINT32_MAX;
        uint32_t back = UINT32_MAX;
        const uint32_t other = wendi_portal_graph_opposite(graph, sector, i, &there);
        const wendi_sector_portals q = wendi_portal_graph_sector(graph, other);
        const wendi_portal *a = &p->portals[i];
        if (there >= q.portal_count ||
            wendi_portal_graph_opposite(graph, other, there, &back) != sector || back != i) {
            return false;
        }
        const wendi_portal *b = &q.portals[there];
        const bool is_link = a->side >= WENDI_SIDE_LINK_OUT;
        if (is_link
                ? a->side + b->side != WENDI_SIDE_LINK_OUT + WENDI_SIDE_LINK_IN
                : (a->side + 2) % 4 != b->side || a->first != b->first || a->count != b->count) {
            return false;
        }
    }
    return true;
}

/* ---- paths ---- */

typedef struct way_list {
    wendi_sector_link ways[512];
    uint32_t count;
} way_list;

#endif
