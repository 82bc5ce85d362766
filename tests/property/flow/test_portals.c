/* Portals of random floors against a slow look at the cells: windows, costs, paths, repairs after
 * edits, slices and threads. */
#include "flow/portals/portal_graph.h"
#include "portals_twin.h"
#include "support/edits.h"
#include "support/gen.h"
#include "support/pools.h"
#include "support/test.h"
#include "wend/link.h"

#include <string.h>

/* ---- links ---- */

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

/* Portals of links are the ends of links, in their order. */
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

/* Runs a slice of any size; an update without slices runs by blocks. */
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

/* A page with its old key has its old costs, also in other sectors; a sector with its old stamp has
 * its old page (portals at least) and costs. */
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
        pools[i] = pools_make(i == 0 ? 2 : 8);
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
