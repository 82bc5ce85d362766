/* Takes: random floors with costs, walls, gates, agents of a size, links and joins, and random
 * edits of them. Gives: whether windows, costs between portals, ways and cost fields are those of a
 * slow and obvious look at the cells, whether what is repaired is what is made anew, and whether
 *        slices and threads make no difference.
 * Cost: two seconds. */
#include "support/edits.h"
#include "support/gen.h"
#include "support/grids.h"
#include "support/test.h"

#include "flow/portals/portal_graph.h"
#include "wend/clearance.h"

#include <stdio.h>
#include <stdlib.h>
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

static void fill_grid(wend_grid *grid, edits_dice *dice)
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

static wend_node any_node(const wend_grid *grid, edits_dice *dice)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    return (wend_node)edits_roll(dice, 0, info.width * info.height - 1);
}

static void add_joins(setting *s, edits_dice *dice)
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
static void setting_make(setting *s, uint64_t seed)
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

static void setting_free(setting *s)
{
    const wend_allocator heap = {NULL, NULL};
    wendi_sector_map_destroy(&s->map, &heap);
    for (uint32_t i = 0; i < s->floor_count; ++i) {
        wend_grid_destroy(s->grids[i]);
    }
}

static wendi_portal_graph *portals_make(const setting *s)
{
    const wend_allocator heap = {NULL, NULL};
    wendi_portal_graph *graph;
    wend_message message;
    assert_int_equal(
        wendi_portal_graph_create(&s->map, &s->agent, s->class_index, &heap, &graph, &message),
        WEND_OK);
    return graph;
}

static wendi_portal_graph *portals_fresh(const setting *s, const wend_executor *executor)
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

static land land_make(const setting *s)
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

static void land_free(land *l)
{
    for (uint32_t i = 0; i < FLOORS_MAX; ++i) {
        wend_clearance_destroy(l->clearances[i]);
    }
}

static uint8_t cost_at(const land *l, uint32_t floor, int32_t x, int32_t y)
{
    const wend_grid *grid = l->s->grids[floor];
    const wend_flow_class *agent = &l->s->agent;
    const bool is_open = wend_grid_is_open(grid, agent->movement_class, agent->team, x, y);
    const bool fits =
        agent->radius <= 0 || wend_clearance_fits_disc(l->clearances[floor], x, y, agent->radius);
    return is_open && fits ? wend_grid_cost(grid, agent->movement_class, x, y) : WEND_COST_WALL;
}

/* Cell and the one beyond the border, of number i along a side. */
static bool is_open_along(const land *l, const wendi_sector_bounds *at, int32_t side, int32_t i)
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

static uint32_t find_windows(const land *l, const wendi_sector_bounds *at, int32_t side,
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

/* Costs to one cell from all others of the sector: whatever is cheapest, again and again. */
static void flood(const land *l, const wendi_sector_bounds *at, int32_t goal_x, int32_t goal_y,
                  uint32_t *costs)
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

static bool agrees_edges(const land *l, const wendi_sector_bounds *at,
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

static bool agrees_windows(const land *l, const wendi_sector_bounds *at,
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

static bool agrees_ground(const land *l, const wendi_portal_graph *graph, uint32_t sector,
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
static bool agrees_across(const wendi_portal_graph *graph, uint32_t sector,
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

/* ---- ways ---- */

typedef struct way_list {
    wendi_sector_link ways[512];
    uint32_t count;
} way_list;

static void list_way(const land *l, way_list *list, uint32_t from_floor, wend_node from,
                     uint32_t to_floor, wend_node to, wend_cost cost)
{
    const wendi_sector_map *map = &l->s->map;
    int32_t x[2];
    int32_t y[2];
    wend_grid_cell(l->s->grids[from_floor], from, &x[0], &y[0]);
    wend_grid_cell(l->s->grids[to_floor], to, &x[1], &y[1]);
    if (cost_at(l, from_floor, x[0], y[0]) == WEND_COST_WALL ||
        cost_at(l, to_floor, x[1], y[1]) == WEND_COST_WALL) {
        return;
    }
    const int32_t size = map->sector_size;
    list->ways[list->count++] =
        (wendi_sector_link){.from_sector = wendi_sector_map_sector_at(map, from_floor, x[0], y[0]),
                            .to_sector = wendi_sector_map_sector_at(map, to_floor, x[1], y[1]),
                            .from_x = (uint8_t)(x[0] % size),
                            .from_y = (uint8_t)(y[0] % size),
                            .to_x = (uint8_t)(x[1] % size),
                            .to_y = (uint8_t)(y[1] % size),
                            .cost = (uint32_t)(wend_cost_to_double(cost) * 12 + 0.5 < 1
                                                   ? 1
                                                   : wend_cost_to_double(cost) * 12 + 0.5)};
}

static void list_links(const land *l, way_list *list, uint32_t floor)
{
    wend_link_id ids[128];
    size_t count;
    const wend_flow_class *agent = &l->s->agent;
    assert_int_equal(wend_grid_list_links(l->s->grids[floor], ids, 128, &count), WEND_OK);
    for (size_t i = 0; i < count; ++i) {
        wend_link_def def;
        assert_int_equal(wend_grid_get_link(l->s->grids[floor], ids[i], &def), WEND_OK);
        const bool is_closed = agent->team == WEND_TEAM_NONE
                                   ? def.team_mask == UINT32_MAX
                                   : (def.team_mask >> agent->team & 1) != 0;
        if (def.is_open && !is_closed && (def.class_mask >> agent->movement_class & 1) != 0) {
            list_way(l, list, floor, def.from, floor, def.to, def.cost);
            if (def.is_two_way) {
                list_way(l, list, floor, def.to, floor, def.from, def.cost);
            }
        }
    }
}

static bool has_way(const way_list *list, const wendi_sector_link *way)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < list->count; ++i) {
        const wendi_sector_link *w = &list->ways[i];
        found += w->from_sector == way->from_sector && w->to_sector == way->to_sector &&
                 w->from_x == way->from_x && w->from_y == way->from_y && w->to_x == way->to_x &&
                 w->to_y == way->to_y && w->cost == way->cost;
    }
    return found != 0;
}

static bool agrees_ways(const land *l, const wendi_portal_graph *graph)
{
    static way_list list;
    list.count = 0;
    for (uint32_t floor = 0; floor < l->s->floor_count; ++floor) {
        list_links(l, &list, floor);
    }
    for (uint32_t i = 0; i < l->s->join_count; ++i) {
        const wend_flow_join *join = &l->s->joins[i];
        if ((join->class_mask >> l->s->class_index & 1) != 0) {
            list_way(l, &list, join->from_floor, join->from, join->to_floor, join->to, join->cost);
            if (join->is_two_way) {
                list_way(l, &list, join->to_floor, join->to, join->from_floor, join->from,
                         join->cost);
            }
        }
    }
    uint32_t count;
    const wendi_sector_link *ways = wendi_portal_graph_links(graph, &count);
    bool agrees = count == list.count;
    for (uint32_t i = 0; agrees && i < count; ++i) {
        uint32_t first;
        uint32_t last;
        wendi_portal_graph_links_from(graph, ways[i].from_sector, &first, &last);
        agrees = has_way(&list, &ways[i]) && first <= i && i < last &&
                 (i == 0 || ways[i - 1].from_sector <= ways[i].from_sector);
    }
    return agrees;
}

/* Windows of links are the ends of ways, in their order. */
static bool agrees_ends(const wendi_portal_graph *graph, uint32_t sector,
                        const wendi_sector_portals *p)
{
    uint32_t way_count;
    const wendi_sector_link *ways = wendi_portal_graph_links(graph, &way_count);
    uint32_t portal = p->first[WENDI_SIDE_LINK_OUT];
    for (int32_t side = WENDI_SIDE_LINK_OUT; side <= WENDI_SIDE_LINK_IN; ++side) {
        const bool is_out = side == WENDI_SIDE_LINK_OUT;
        for (uint32_t i = 0; i < way_count; ++i) {
            if ((is_out ? ways[i].from_sector : ways[i].to_sector) != sector) {
                continue;
            }
            const wendi_portal *w = &p->portals[portal];
            if (portal >= p->first[side + 1] || w->side != side ||
                w->first != (is_out ? ways[i].from_x : ways[i].to_x) ||
                w->count != (is_out ? ways[i].from_y : ways[i].to_y) ||
                p->links[portal - p->first[WENDI_SIDE_LINK_OUT]] != i) {
                return false;
            }
            ++portal;
        }
        if (portal != p->first[side + 1]) {
            return false;
        }
    }
    return true;
}

/* ---- properties ---- */

static bool agrees_counts(const wendi_portal_graph *graph, uint32_t sector_count)
{
    uint64_t borders = 0;
    uint64_t ends = 0;
    uint64_t edges = 0;
    for (uint32_t sector = 0; sector < sector_count; ++sector) {
        const wendi_sector_portals p = wendi_portal_graph_sector(graph, sector);
        borders += p.first[WENDI_SIDE_LINK_OUT];
        ends += (uint64_t)(p.portal_count - p.first[WENDI_SIDE_LINK_OUT]);
        for (uint32_t i = 0; i < p.portal_count * p.portal_count; ++i) {
            edges += p.costs[i] != WENDI_PORTAL_UNCONNECTED && i % (p.portal_count + 1) != 0;
        }
    }
    const wendi_portal_graph_info info = wendi_portal_graph_get_info(graph);
    return info.portals == borders / 2 + ends && info.edges == edges && info.dirty == 0;
}

static bool agrees_with_cells(const setting *s, const wendi_portal_graph *graph)
{
    land l = land_make(s);
    bool agrees = agrees_ways(&l, graph) && agrees_counts(graph, s->map.sector_count);
    for (uint32_t sector = 0; agrees && sector < s->map.sector_count; ++sector) {
        const wendi_sector_bounds at = wendi_sector_map_bounds(&s->map, sector);
        const wendi_sector_portals p = wendi_portal_graph_sector(graph, sector);
        agrees = agrees_ground(&l, graph, sector, &at) && agrees_windows(&l, &at, &p) &&
                 agrees_edges(&l, &at, &p) && agrees_ends(graph, sector, &p) &&
                 agrees_across(graph, sector, &p);
    }
    land_free(&l);
    return agrees;
}

static bool same_page(const wendi_sector_portals *a, const wendi_sector_portals *b)
{
    const size_t count = a->portal_count;
    return memcmp(a->first, b->first, sizeof a->first) == 0 && count == b->portal_count &&
           (count == 0 || (memcmp(a->portals, b->portals, count * sizeof *a->portals) == 0 &&
                           memcmp(a->costs, b->costs, count * count * sizeof *a->costs) == 0));
}

/* Bit for bit, frames of cost fields too. */
static bool same_portals(const wendi_sector_map *map, const wendi_portal_graph *a,
                         const wendi_portal_graph *b)
{
    bool same = wendi_portal_graph_hash(a, 1) == wendi_portal_graph_hash(b, 1);
    for (uint32_t sector = 0; same && sector < map->sector_count; ++sector) {
        const wendi_sector_bounds at = wendi_sector_map_bounds(map, sector);
        const wendi_tile_shape shape = wendi_tile_shape_of(at.width, at.height);
        const wendi_sector_portals p = wendi_portal_graph_sector(a, sector);
        const wendi_sector_portals q = wendi_portal_graph_sector(b, sector);
        const wendi_cost_tile s = wendi_portal_graph_cost_tile(a, sector);
        const wendi_cost_tile t = wendi_portal_graph_cost_tile(b, sector);
        same = same_page(&p, &q) && memcmp(s.cost, t.cost, (size_t)shape.count) == 0 &&
               s.is_open == t.is_open && s.is_closed == t.is_closed;
    }
    const wendi_portal_graph_info x = wendi_portal_graph_get_info(a);
    const wendi_portal_graph_info y = wendi_portal_graph_get_info(b);
    return same && x.portals == y.portals && x.edges == y.edges;
}

static bool build_holds(uint64_t seed, void *context)
{
    (void)context;
    setting s;
    setting_make(&s, seed);
    for (int32_t i = 0; i < 12; ++i) {
        const uint32_t floor = (uint32_t)i % s.floor_count;
        edits_apply(&s.edits[floor], s.grids[floor], (uint64_t)i);
    }
    wendi_portal_graph *graph = portals_fresh(&s, NULL);
    const bool holds = agrees_with_cells(&s, graph);
    wendi_portal_graph_destroy(graph);
    setting_free(&s);
    return holds;
}

static void portals_equal_a_look_at_the_cells(void **state)
{
    (void)state;
    gen_property("portals are those of the cells", 120, build_holds, NULL);
}

/* Does a slice of any size; what is done at once is done by blocks. */
static void build_slice(wendi_portal_graph *graph, edits_dice *dice)
{
    uint64_t steps = edits_one_in(dice, 3) ? 1000 : (uint64_t)edits_roll(dice, 1, 5);
    const wend_result result = wendi_portal_graph_build(graph, NULL, &steps);
    assert_true(result == WEND_OK || result == WEND_IN_PROGRESS);
    assert_true(result == WEND_OK || steps == 0);
    assert_int_equal(result == WEND_OK, wendi_portal_graph_is_fresh(graph));
}

static void finish(wendi_portal_graph *graph)
{
    uint64_t steps = UINT64_MAX;
    assert_int_equal(wendi_portal_graph_detect_changes(graph), WEND_OK);
    assert_int_equal(wendi_portal_graph_build(graph, NULL, &steps), WEND_OK);
    assert_true(wendi_portal_graph_is_fresh(graph));
}

static bool equals_fresh(const setting *s, const wendi_portal_graph *graph)
{
    wendi_portal_graph *fresh = portals_fresh(s, NULL);
    const bool equal = same_portals(&s->map, graph, fresh);
    wendi_portal_graph_destroy(fresh);
    return equal;
}

/* Keys and stamps seen at a time when all was fresh. */
typedef struct seen {
    uint64_t keys[192];
    uint32_t stamps[192];
    uint32_t portals[192];
    uint8_t costs[192][WENDI_TILE_CELLS];
    uint32_t stamp, count;
} seen;

static void see(const setting *s, const wendi_portal_graph *graph, seen *now)
{
    now->count = s->map.sector_count < 192 ? s->map.sector_count : 192;
    now->stamp = wendi_portal_graph_stamp(graph);
    for (uint32_t i = 0; i < now->count; ++i) {
        const wendi_cost_tile tile = wendi_portal_graph_cost_tile(graph, i);
        const wendi_sector_bounds at = wendi_sector_map_bounds(&s->map, i);
        const wendi_tile_shape shape = wendi_tile_shape_of(at.width, at.height);
        now->keys[i] = tile.key;
        now->stamps[i] = wendi_portal_graph_sector_stamp(graph, i);
        now->portals[i] = wendi_portal_graph_sector(graph, i).portal_count;
        memset(now->costs[i], 0, sizeof now->costs[i]);
        memcpy(now->costs[i], tile.cost, (size_t)shape.count);
    }
}

/* What has its old key has its old costs, also in other sectors; what has its old stamp has its old
 * page (windows at least) and costs. */
static bool keys_hold(const seen *before, const seen *now)
{
    bool has_changes = false;
    for (uint32_t i = 0; i < now->count; ++i) {
        const bool same_costs = memcmp(before->costs[i], now->costs[i], sizeof now->costs[i]) == 0;
        has_changes = has_changes || now->stamps[i] > before->stamp;
        if (now->stamps[i] <= before->stamp &&
            (!same_costs || now->portals[i] != before->portals[i] ||
             now->keys[i] != before->keys[i])) {
            return false;
        }
        for (uint32_t j = 0; j < now->count; ++j) {
            if (before->keys[j] == now->keys[i] &&
                memcmp(before->costs[j], now->costs[i], sizeof now->costs[i]) != 0) {
                return false;
            }
        }
    }
    return now->stamp == before->stamp ? !has_changes : now->stamp > before->stamp;
}

static bool repair_holds(uint64_t seed, void *context)
{
    (void)context;
    static seen before;
    static seen now;
    edits_dice dice = {seed, 5, 0};
    setting s;
    setting_make(&s, seed);
    wendi_portal_graph *graph = portals_make(&s);
    assert_false(wendi_portal_graph_is_fresh(graph));
    bool holds = true;
    before.count = 0;
    for (int32_t i = 0; holds && i < 40; ++i) {
        const uint32_t floor = (uint32_t)edits_roll(&dice, 0, (int32_t)s.floor_count - 1);
        const edits_outcome outcome = edits_apply(&s.edits[floor], s.grids[floor], (uint64_t)i);
        edits_note(&s.edits[floor], &outcome);
        if (edits_one_in(&dice, 2)) {
            build_slice(graph, &dice);
        }
        if (i % 8 == 7) {
            finish(graph);
            see(&s, graph, &now);
            holds = equals_fresh(&s, graph) && (before.count == 0 || keys_hold(&before, &now));
            before = now;
        }
    }
    holds = holds && agrees_with_cells(&s, graph);
    wendi_portal_graph_destroy(graph);
    setting_free(&s);
    return holds;
}

static void portals_repaired_after_edits_equal_fresh_ones(void **state)
{
    (void)state;
    gen_property("repaired portals are fresh ones", 100, repair_holds, NULL);
}

static bool threads_hold(uint64_t seed, void *context)
{
    const wend_executor *executors = context;
    setting s;
    setting_make(&s, seed);
    wendi_portal_graph *serial = portals_fresh(&s, NULL);
    bool holds = true;
    for (int32_t i = 0; holds && i < 2; ++i) {
        wendi_portal_graph *threaded = portals_fresh(&s, &executors[i]);
        holds = same_portals(&s.map, serial, threaded) &&
                wendi_portal_graph_get_info(serial).memory_bytes ==
                    wendi_portal_graph_get_info(threaded).memory_bytes &&
                wendi_portal_graph_get_info(serial).built ==
                    wendi_portal_graph_get_info(threaded).built;
        wendi_portal_graph_destroy(threaded);
    }
    wendi_portal_graph_destroy(serial);
    setting_free(&s);
    return holds;
}

static void portals_by_threads_are_the_same_bits(void **state)
{
    (void)state;
    wend_pool *pools[2];
    wend_executor executors[2];
    for (uint32_t i = 0; i < 2; ++i) {
        wend_pool_def def = wend_pool_def_default();
        def.thread_count = i == 0 ? 2 : 8;
        assert_int_equal(wend_pool_create(&def, &pools[i]), WEND_OK);
        executors[i] = wend_pool_executor(pools[i]);
    }
    gen_property("portals by threads", 60, threads_hold, executors);
    wend_pool_destroy(pools[0]);
    wend_pool_destroy(pools[1]);
}

/* One cell of a map of one floor without agents' sizes: at most the sector and its four
 * neighbours. */
static bool cell_edit_holds(uint64_t seed, void *context)
{
    (void)context;
    edits_dice dice = {seed, 9, 0};
    setting s;
    setting_make(&s, seed);
    s.agent.radius = 0;
    wendi_portal_graph *graph = portals_fresh(&s, NULL);
    bool holds = true;
    for (int32_t i = 0; holds && i < 30; ++i) {
        wend_grid *grid = s.grids[0];
        const wendi_sector_map_floor *floor = &s.map.floors[0];
        const int32_t x = edits_roll(&dice, 0, floor->width - 1);
        const int32_t y = edits_roll(&dice, 0, floor->height - 1);
        const uint8_t cost = edits_one_in(&dice, 2) ? WEND_COST_WALL : 1;
        const uint64_t built = wendi_portal_graph_get_info(graph).built;
        const uint64_t revision = wend_grid_revision(grid);
        assert_int_equal(wend_grid_set_cost(grid, WEND_CLASS_ALL, x, y, cost), WEND_OK);
        finish(graph);
        const wendi_portal_graph_info info = wendi_portal_graph_get_info(graph);
        const int32_t size = s.map.sector_size;
        const bool is_inner = x % size > 0 && x % size < size - 1 && x < floor->width - 1 &&
                              y % size > 0 && y % size < size - 1 && y < floor->height - 1;
        const uint64_t most = s.join_count != 0 ? 8 : is_inner ? 1 : 3;
        holds = info.built - built <= most &&
                (wend_grid_revision(grid) == revision || info.built_last == info.built - built);
    }
    holds = holds && equals_fresh(&s, graph);
    wendi_portal_graph_destroy(graph);
    setting_free(&s);
    return holds;
}

static void portals_edit_of_a_cell_works_out_few_pages(void **state)
{
    (void)state;
    gen_property("pages built by an edit of a cell", 40, cell_edit_holds, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(portals_equal_a_look_at_the_cells),
        cmocka_unit_test(portals_repaired_after_edits_equal_fresh_ones),
        cmocka_unit_test(portals_by_threads_are_the_same_bits),
        cmocka_unit_test(portals_edit_of_a_cell_works_out_few_pages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
