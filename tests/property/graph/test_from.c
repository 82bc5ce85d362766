/* Graphs made of random small grids of every kind have the same paths for the same costs. */
#include "support/gen.h"
#include "support/grids.h"
#include "support/searches.h"
#include "support/test.h"
#include "support/world.h"

#include "wend/graph.h"
#include "wend/graph_build.h"
#include "wend/hex.h"
#include "wend/link.h"
#include "wend/search.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE_MAX = 14, CELLS_MAX = SIDE_MAX * SIDE_MAX, EDGES_MAX = 4096, LINKS = 5 };

/* A stream of random numbers. */
typedef struct dice {
    uint64_t seed, tick;
} dice;

static uint32_t roll(dice *d, uint32_t below)
{
    return wend_random_below(d->seed, 3, d->tick++, below);
}

/* ---- grids ---- */

static void add_links(wend_grid *grid, uint32_t cells, dice *d)
{
    for (uint32_t i = 0; i < LINKS && cells > 1; ++i) {
        wend_link_def def = wend_link_def_default();
        wend_link_id id;
        def.from = roll(d, cells);
        def.to = (def.from + 1 + roll(d, cells - 1)) % cells;
        def.cost = WEND_COST_ONE * (1 + roll(d, 6)) / 2;
        def.is_two_way = roll(d, 2) == 0;
        def.is_open = roll(d, 4) != 0;
        def.behaviour = 60 + i;
        def.user = i;
        def.team_mask = roll(d, 3) == 0 ? 2 : 0;
        def.class_mask = roll(d, 4) == 0 ? 1 : 3;
        assert_int_equal(wend_grid_add_link(grid, &def, &id, NULL), WEND_OK);
    }
}

/* The map on one of all kinds of grids. The agent has class 1 and team 1. */
static wend_grid *grid_of(const gen_map *map, double cell_size, dice *d)
{
    wend_grid *grid = NULL;
    wend_grid_def def = wend_grid_def_default();
    const uint32_t hex = roll(d, 6);
    def.width = map->width;
    def.height = map->height;
    def.class_count = 2;
    def.corner_rule = map->corner_rule;
    def.neighbours = map->neighbours;
    def.cell_size = cell_size;
    def.origin = (wend_vec2){-3.5, 100.25};
    if (hex < 3) {
        def.neighbours = WEND_NEIGHBOURS_6;
        def.hex_layout = (wend_hex_layout)roll(d, 4);
    }
    def.wrap = (wend_wrap)(roll(d, 2) == 0 ? 0 : roll(d, 4));
    if (wend_grid_create(&def, &grid) != WEND_OK) {
        def.wrap = WEND_WRAP_NONE;
        grid = grids_make(def);
    }
    assert_int_equal(
        wend_grid_set_costs(grid, 1, 0, 0, map->width, map->height, map->costs, (size_t)map->width),
        WEND_OK);
    const int32_t x = (int32_t)roll(d, (uint32_t)map->width);
    const int32_t y = (int32_t)roll(d, (uint32_t)map->height);
    assert_int_equal(wend_grid_set_closed_teams(grid, x, y, map->width - x, 1, 1 + roll(d, 3)),
                     WEND_OK);
    add_links(grid, (uint32_t)(map->width * map->height), d);
    return grid;
}

/* ---- Dijkstra, slow and obvious ---- */

static void spread(const wend_graph *graph, wend_node node, wend_cost *costs)
{
    uint32_t edges[EDGES_MAX];
    size_t count;
    assert_int_equal(wend_graph_edges_from(graph, node, edges, EDGES_MAX, &count), WEND_OK);
    for (size_t i = 0; i < count; ++i) {
        wend_graph_edge edge;
        assert_int_equal(wend_graph_get_edge(graph, edges[i], &edge), WEND_OK);
        const wend_node to = edge.from == node ? edge.to : edge.from;
        if (edge.is_open && costs[node] + edge.cost < costs[to]) {
            costs[to] = costs[node] + edge.cost;
        }
    }
}

static void dijkstra(const wend_graph *graph, wend_node start, wend_cost *costs)
{
    const uint32_t limit = wend_graph_node_limit(graph);
    bool is_done[CELLS_MAX] = {false};
    memset(costs, 0xff, limit * sizeof *costs);
    costs[start] = 0;
    for (;;) {
        uint32_t least = limit;
        for (uint32_t n = 0; n < limit; ++n) {
            if (!is_done[n] && costs[n] != WEND_COST_INFINITE &&
                (least == limit || costs[n] < costs[least])) {
                least = n;
            }
        }
        if (least == limit) {
            return;
        }
        is_done[least] = true;
        spread(graph, least, costs);
    }
}

/* ---- comparing ---- */

static wend_search *search_from(const wend_space *space, wend_node start)
{
    wend_search_query query = wend_search_query_default();
    wend_search *search = searches_on(space);
    query.start = start;
    query.goal_kind = WEND_GOAL_WITHIN;
    query.method = WEND_METHOD_DIJKSTRA;
    assert_true(wend_search_find(search, &query) >= 0);
    return search;
}

static bool is_same_cost(wend_cost found, wend_cost on_grid, double cell_size)
{
    if (found == WEND_COST_INFINITE || on_grid == WEND_COST_INFINITE) {
        return found == on_grid;
    }
    /* Each edge is rounded on its own. */
    const double scaled = (double)on_grid * cell_size;
    const double slack = cell_size < 1 ? CELLS_MAX : 0;
    return (double)found >= scaled - slack && (double)found <= scaled + slack;
}

static bool same_costs(const wend_graph *graph, const wend_space *space, double cell_size,
                       wend_node start)
{
    wend_cost costs[CELLS_MAX];
    wend_graph_node node;
    assert_int_equal(wend_graph_get_node(graph, start, &node), WEND_OK);
    wend_search *search = search_from(space, (wend_node)node.user);
    bool is_same = true;
    dijkstra(graph, start, costs);
    for (uint32_t n = 0; n < wend_graph_node_limit(graph) && is_same; ++n) {
        assert_int_equal(wend_graph_get_node(graph, n, &node), WEND_OK);
        is_same =
            is_same_cost(costs[n], wend_search_cost_to(search, (wend_node)node.user), cell_size);
    }
    wend_search_destroy(search);
    return is_same;
}

/* A node for each cell that can be entered, in order, at its centre. */
static bool same_places(const wend_graph *graph, const wend_grid *grid, const wend_space *space,
                        uint32_t cells)
{
    uint32_t next = 0;
    for (uint32_t cell = 0; cell < cells; ++cell) {
        wend_graph_node node;
        if (!wend_space_is_open(space, cell)) {
            continue;
        }
        const wend_vec2 at = wend_grid_position(grid, cell);
        if (wend_graph_get_node(graph, next++, &node) != WEND_OK || node.user != cell ||
            memcmp(&at, &node.position, sizeof at) != 0) {
            return false;
        }
    }
    return next == wend_graph_node_count(graph);
}

/* Opening closed links in grid and graph gives equal results, so the graph has them, with their
 * properties. */
static bool same_links(wend_graph *graph, wend_grid *grid)
{
    wend_link_id ids[LINKS];
    size_t count;
    assert_int_equal(wend_grid_list_links(grid, ids, LINKS, &count), WEND_OK);
    for (size_t i = 0; i < count; ++i) {
        wend_link_def link;
        assert_int_equal(wend_grid_get_link(grid, ids[i], &link), WEND_OK);
        link.is_open = true;
        assert_int_equal(wend_grid_set_link(grid, ids[i], &link, NULL), WEND_OK);
    }
    for (uint32_t e = 0; e < wend_graph_edge_limit(graph); ++e) {
        wend_graph_edge edge;
        assert_int_equal(wend_graph_get_edge(graph, e, &edge), WEND_OK);
        const bool is_link = edge.behaviour >= 60;
        if (edge.follows_length || (is_link && edge.user != edge.behaviour - 60)) {
            return false;
        }
        assert_int_equal(wend_graph_set_open(graph, e, true), WEND_OK);
    }
    return true;
}

static bool compare(wend_graph *graph, wend_grid *grid, double cell_size, uint32_t cells, dice *d)
{
    wend_space_def def = wend_space_def_default();
    def.grid = grid;
    def.movement_class = 1;
    def.team = 1;
    wend_space *space = spaces_make(def);
    const uint32_t nodes = wend_graph_node_limit(graph);
    bool holds = same_places(graph, grid, space, cells);
    for (int i = 0; i < 3 && holds && nodes > 0; ++i) {
        holds = same_costs(graph, space, cell_size, roll(d, nodes));
    }
    holds = holds && same_links(graph, grid);
    assert_int_equal(wend_space_update(space), WEND_OK);
    holds = holds && (nodes == 0 || same_costs(graph, space, cell_size, roll(d, nodes)));
    wend_space_destroy(space);
    return holds;
}

static bool breaks(const gen_map *map, void *context)
{
    static const double sizes[] = {1, 2, 0.7};
    (void)context;
    dice d = {map->seed, 0};
    const double cell_size = sizes[roll(&d, 3)];
    wend_grid *grid = grid_of(map, cell_size, &d);
    const uint32_t cells = (uint32_t)(map->width * map->height);
    const wend_graph_build_def def = wend_graph_build_def_default();
    wend_graph *graph;
    bool holds = wend_graph_from_grid(grid, 1, 1, &def, &graph) == WEND_OK;
    holds = holds && compare(graph, grid, cell_size, cells, &d);
    wend_graph_destroy(graph);
    wend_grid_destroy(grid);
    return !holds;
}

static void graph_from_grid_has_the_same_paths_for_the_same_costs(void **state)
{
    (void)state;
    gen_property_maps("a graph of a grid has its costs", 400, SIDE_MAX, breaks, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graph_from_grid_has_the_same_paths_for_the_same_costs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
