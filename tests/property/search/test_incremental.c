/* Incremental searches against new ones, after random edits and moves of the start, on grids of every
 * kind (hexes, wrapping, links, gates, sizes) and on graphs: costs are equal to the bit, paths add up
 * to them and can be walked, and slices change nothing. */
#include "support/edits.h"
#include "support/gen.h"
#include "support/grids.h"
#include "support/test.h"

#include "wend/graph.h"
#include "wend/incremental.h"
#include "wend/link.h"
#include "wend/path.h"

enum { GRID_SEEDS = 300, GRAPH_SEEDS = 150, LEAST_SEEDS = 60, ROUNDS = 16 };

typedef struct twins {
    uint64_t seed, drawn;
    wend_space *space;
    wend_search *search;
    wend_incremental *whole, *sliced;
    wend_path *path;
    uint64_t repairs;
    bool has_own_slices; /* `whole` has done its work before */
} twins;

static uint32_t draw(twins *t, uint32_t below)
{
    return wend_random_below(t->seed, t->drawn++, 7, below);
}

static bool twins_make(twins *t)
{
    wend_search_def search = wend_search_def_default();
    wend_incremental_def def = wend_incremental_def_default();
    search.space = def.space = t->space;
    return wend_search_create(&search, &t->search) == WEND_OK &&
           wend_incremental_create(&def, &t->whole) == WEND_OK &&
           wend_incremental_create(&def, &t->sliced) == WEND_OK &&
           wend_path_create(NULL, &t->path) == WEND_OK;
}

static void twins_free(twins *t)
{
    wend_path_destroy(t->path);
    wend_incremental_destroy(t->sliced);
    wend_incremental_destroy(t->whole);
    wend_search_destroy(t->search);
    wend_space_destroy(t->space);
}

static bool is_same_node(const twins *t, wend_node start, wend_node goal)
{
    const size_t legs = wend_path_leg_count(t->path);
    return legs == 0 ? start == goal
                     : wend_path_leg(t->path, 0).from == start &&
                           wend_path_leg(t->path, legs - 1).to == goal;
}

/* Some costs of nodes on the way, which a search confirms. */
static bool are_costs_right(twins *t, wend_node goal)
{
    bool holds = true;
    for (size_t i = 0; i < wend_path_leg_count(t->path) && holds; i += 3) {
        const wend_node node = wend_path_leg(t->path, i).to;
        const wend_cost cost = wend_incremental_cost_from(t->whole, node);
        wend_search_query query = wend_search_query_default();
        wend_search_answer answer;
        query.start = node;
        query.goal = goal;
        query.method = WEND_METHOD_DIJKSTRA;
        holds = cost != WEND_COST_INFINITE && wend_search_find(t->search, &query) == WEND_OK;
        wend_search_get_answer(t->search, &answer);
        holds = holds && answer.cost == cost;
    }
    return holds;
}

static bool is_equal(twins *t, wend_node start, wend_node goal)
{
    wend_search_query query = wend_search_query_default();
    wend_search_answer expected;
    wend_incremental_answer found;
    wend_incremental_answer sliced;
    query.start = start;
    query.goal = goal;
    query.method = WEND_METHOD_DIJKSTRA;
    const wend_result result = wend_search_find(t->search, &query);
    wend_search_get_answer(t->search, &expected);
    if (wend_incremental_update(t->whole, start, NULL) != result) {
        return false;
    }
    wend_result other = WEND_IN_PROGRESS;
    while (other == WEND_IN_PROGRESS) {
        wend_budget budget = wend_budget_steps(1 + draw(t, 20));
        other = wend_incremental_update(t->sliced, start, &budget);
    }
    wend_incremental_get_answer(t->whole, &found);
    wend_incremental_get_answer(t->sliced, &sliced);
    t->repairs += found.is_repaired && found.changed > 0 ? 1 : 0;
    const wend_cost cost = result == WEND_OK ? expected.cost : WEND_COST_INFINITE;
    if (other != result || found.cost != cost || sliced.cost != cost ||
        (!t->has_own_slices && found.expanded != sliced.expanded) ||
        found.reason != expected.reason) {
        return false;
    }
    const wend_result filled = wend_path_from_incremental(t->path, t->whole);
    if (result != WEND_OK) {
        return filled == WEND_NO_PATH;
    }
    return filled == WEND_OK && wend_path_cost(t->path) == cost && is_same_node(t, start, goal) &&
           wend_path_is_valid(t->path, t->space, 0, 0, NULL) && are_costs_right(t, goal);
}

/* The start moves along the path, stays, or jumps; the goal changes seldom. */
static bool round_holds(twins *t, wend_node *start, wend_node *goal, uint32_t node_count)
{
    const size_t legs = wend_path_leg_count(t->path);
    switch (draw(t, 4)) {
    case 0:
        *start = draw(t, node_count);
        break;
    case 1:
    case 2:
        *start = legs > 0 ? wend_path_leg(t->path, 0).to : *start;
        break;
    default:
        break;
    }
    if (draw(t, 8) == 0) {
        *goal = draw(t, node_count);
    }
    return wend_incremental_set_goal(t->whole, *goal) == WEND_OK &&
           wend_incremental_set_goal(t->sliced, *goal) == WEND_OK && is_equal(t, *start, *goal);
}

static wend_node some_open(twins *t, uint32_t node_count)
{
    return wend_space_nearest_open(t->space, draw(t, node_count));
}

static bool grid_holds(uint64_t seed, void *context)
{
    uint64_t *repairs = context;
    edits_world world = edits_world_random(seed);
    wend_grid *grid = edits_grid(&world);
    twins t = {.seed = seed};
    wend_space_def def = wend_space_def_default();
    def.grid = grid;
    def.size = seed % 5 == 1 ? 2 : 1;
    def.radius = seed % 5 == 2 ? 0.7 * world.def.cell_size : 0;
    def.team = seed % 3 == 0 ? EDITS_TEAM : WEND_TEAM_NONE;
    bool holds = wend_space_create(&def, &t.space) == WEND_OK && twins_make(&t);
    wend_space_info info;
    wend_space_get_info(t.space, &info);
    wend_node start = some_open(&t, info.node_count);
    wend_node goal = some_open(&t, info.node_count);
    start = start == WEND_NODE_NONE ? 0 : start;
    goal = goal == WEND_NODE_NONE ? 0 : goal;
    for (uint64_t n = 0; n < ROUNDS && holds; n++) {
        holds = round_holds(&t, &start, &goal, info.node_count);
        for (uint64_t k = 0; k < 1 + n % 3 && holds; k++) {
            const edits_outcome outcome = edits_apply(&world, grid, 3 * n + k);
            edits_note(&world, &outcome);
        }
        holds = holds && wend_space_update(t.space) == WEND_OK;
    }
    *repairs += t.repairs;
    twins_free(&t);
    wend_grid_destroy(grid);
    return holds;
}

static void repaired_costs_on_grids_are_those_of_new_searches(void **state)
{
    (void)state;
    uint64_t repairs = 0;
    gen_property("incremental search on grids", GRID_SEEDS, grid_holds, &repairs);
    assert_true(repairs > gen_scaled(GRID_SEEDS)); /* else most were searched anew */
}

/* ---- edits and moves between slices ---- */

/* Slices of one update between which the world is edited and the start moves; what it ends with is
 * what a new search finds. */
static bool is_equal_after_slices(twins *t, edits_world *world, wend_grid *grid, uint64_t edit,
                                  wend_node *start, wend_node goal)
{
    wend_result result = WEND_IN_PROGRESS;
    for (uint64_t n = 0; result == WEND_IN_PROGRESS; n++) {
        if (n > 0 && n < 6 && draw(t, 2) == 0) {
            const edits_outcome outcome = edits_apply(world, grid, edit + n);
            edits_note(world, &outcome);
            assert_int_equal(wend_space_update(t->space), WEND_OK);
        }
        if (n > 0 && n < 6 && draw(t, 3) == 0) {
            const wend_node moved = wend_space_nearest_open(t->space, *start + 1);
            *start = moved == WEND_NODE_NONE ? *start : moved;
        }
        wend_budget budget = wend_budget_steps(1 + draw(t, 12));
        result = wend_incremental_update(t->whole, *start, &budget);
    }
    return is_equal(t, *start, goal); /* there is nothing left to do for `whole` */
}

static bool slices_hold(uint64_t seed, void *context)
{
    (void)context;
    edits_world world = edits_world_random(seed);
    wend_grid *grid = edits_grid(&world);
    twins t = {.seed = seed, .has_own_slices = true};
    wend_space_def def = wend_space_def_default();
    def.grid = grid;
    bool holds = wend_space_create(&def, &t.space) == WEND_OK && twins_make(&t);
    wend_space_info info;
    wend_space_get_info(t.space, &info);
    wend_node start = some_open(&t, info.node_count);
    const wend_node goal = some_open(&t, info.node_count);
    const bool has_ends = start != WEND_NODE_NONE && goal != WEND_NODE_NONE;
    for (uint64_t n = 0; n < ROUNDS && holds && has_ends; n++) {
        holds = wend_incremental_set_goal(t.whole, goal) == WEND_OK &&
                wend_incremental_set_goal(t.sliced, goal) == WEND_OK &&
                is_equal_after_slices(&t, &world, grid, 8 * n, &start, goal);
    }
    twins_free(&t);
    wend_grid_destroy(grid);
    return holds;
}

static void edits_and_moves_between_slices_end_in_what_a_new_search_finds(void **state)
{
    (void)state;
    gen_property("incremental search, edits between slices", GRID_SEEDS, slices_hold, NULL);
}

/* ---- ground that gets cheaper than all of the map, and links that change ---- */

enum { SIDE = 24, EXPENSIVE = 8 };

static bool is_equal_from(twins *t, wend_node start, wend_node goal)
{
    return wend_incremental_set_goal(t->whole, goal) == WEND_OK &&
           wend_incremental_set_goal(t->sliced, goal) == WEND_OK && is_equal(t, start, goal);
}

/* A link over a wall in the middle; the other way is around the wall. */
static wend_link_def link_of(uint64_t seed)
{
    wend_link_def link = wend_link_def_default();
    link.from = wend_random_below(seed, 0, 1, SIDE) * SIDE + SIDE / 2 - 1;
    link.to = wend_random_below(seed, 0, 2, SIDE) * SIDE + SIDE / 2 + 1;
    link.cost = 20 * WEND_COST_ONE;
    link.is_two_way = seed % 2 == 0;
    return link;
}

static bool cheaper_holds(uint64_t seed, void *context)
{
    (void)context;
    twins t = {.seed = seed};
    wend_grid *grid = grids_open(SIDE, SIDE);
    for (uint32_t k = 0; k < SIDE * SIDE; k++) {
        grids_set(grid, (int32_t)(k % SIDE), (int32_t)(k / SIDE),
                  (uint8_t)(EXPENSIVE - wend_random_below(seed, k, 3, 3)));
    }
    const bool is_linked = seed % 2 == 1;
    wend_link_def link = link_of(seed / 2);
    wend_link_id id;
    if (is_linked) {
        grids_wall(grid, SIDE / 2, 0, 1, SIDE - 1);
        assert_int_equal(wend_grid_add_link(grid, &link, &id, NULL), WEND_OK);
    }
    wend_space_def def = wend_space_def_default();
    def.grid = grid;
    bool holds = wend_space_create(&def, &t.space) == WEND_OK && twins_make(&t);
    const wend_node goal = draw(&t, SIDE) * SIDE + SIDE - 1;
    wend_node start = draw(&t, SIDE) * SIDE;
    for (uint64_t n = 0; n < ROUNDS && holds; n++) {
        /* A start that stays keeps the keys in the queue near to the cost of the path. */
        start = is_linked ? draw(&t, SIDE) * SIDE + draw(&t, 4) : start;
        holds = is_equal_from(&t, start, goal);
        if (is_linked) {
            link.cost = (1 + draw(&t, 300)) * WEND_COST_ONE;
            assert_int_equal(wend_grid_set_link(grid, id, &link, NULL), WEND_OK);
        } else { /* ever cheaper strips */
            const uint8_t cost =
                (uint8_t)(n / 2 < EXPENSIVE - 1 ? EXPENSIVE - 1 - n / 2 : EXPENSIVE);
            const int32_t y = (int32_t)draw(&t, SIDE - 1);
            grids_fill(grid, 1, y, SIDE - 2, 1, cost);
        }
        holds = holds && wend_space_update(t.space) == WEND_OK;
    }
    twins_free(&t);
    wend_grid_destroy(grid);
    return holds;
}

static void cheaper_ground_and_changed_links_cost_what_new_searches_find(void **state)
{
    (void)state;
    gen_property("incremental search, cheaper", LEAST_SEEDS, cheaper_holds, NULL);
}

/* ---- graphs ---- */

static wend_graph *random_graph(twins *t)
{
    enum { NODES = 60, EDGES = 150 };
    wend_graph_def def = wend_graph_def_default();
    wend_graph *graph = NULL;
    assert_int_equal(wend_graph_create(&def, &graph), WEND_OK);
    for (uint32_t i = 0; i < NODES; i++) {
        wend_graph_node node = wend_graph_node_default();
        wend_node made;
        node.position = (wend_vec2){100 * wend_random_unit(t->seed, i, 1),
                                    100 * wend_random_unit(t->seed, i, 2)};
        assert_int_equal(wend_graph_add_node(graph, &node, &made), WEND_OK);
    }
    for (uint32_t i = 0; i < EDGES; i++) {
        wend_graph_edge edge = wend_graph_edge_default();
        uint32_t made;
        edge.from = draw(t, NODES);
        edge.to = draw(t, NODES);
        edge.factor = 1 + draw(t, 4);
        edge.cost = draw(t, 30) == 0 ? 5 : 0; /* a teleport */
        edge.is_two_way = draw(t, 3) != 0;
        (void)wend_graph_add_edge(graph, &edge, &made);
    }
    return graph;
}

static void edit_graph(twins *t, wend_graph *graph)
{
    const uint32_t edge = draw(t, wend_graph_edge_limit(graph));
    wend_graph_edge def;
    if (wend_graph_get_edge(graph, edge, &def) != WEND_OK) {
        return;
    }
    switch (draw(t, 12)) {
    case 0:
        (void)wend_graph_remove_edge(graph, edge);
        break;
    case 1: {
        wend_graph_node node;
        const wend_node moved = draw(t, wend_graph_node_limit(graph));
        (void)wend_graph_get_node(graph, moved, &node);
        node.position.x += 3;
        (void)wend_graph_set_node(graph, moved, &node);
        break;
    }
    case 2:
    case 3:
    case 4:
        def.cost = 0;
        def.factor = 1 + draw(t, 6);
        (void)wend_graph_set_edge(graph, edge, &def);
        break;
    default:
        (void)wend_graph_set_open(graph, edge, draw(t, 2) == 0);
        break;
    }
}

static bool graph_holds(uint64_t seed, void *context)
{
    uint64_t *repairs = context;
    twins t = {.seed = seed};
    wend_graph *graph = random_graph(&t);
    wend_space_def def = wend_space_def_default();
    def.graph = graph;
    bool holds = wend_space_create(&def, &t.space) == WEND_OK && twins_make(&t);
    const uint32_t count = wend_graph_node_limit(graph);
    wend_node start = draw(&t, count);
    wend_node goal = draw(&t, count);
    for (uint64_t n = 0; n < ROUNDS && holds; n++) {
        holds = round_holds(&t, &start, &goal, count);
        for (uint64_t k = 0; k < 1 + n % 3; k++) {
            edit_graph(&t, graph);
        }
        holds = holds && wend_space_update(t.space) == WEND_OK;
    }
    *repairs += t.repairs;
    twins_free(&t);
    wend_graph_destroy(graph);
    return holds;
}

static void repaired_costs_on_graphs_are_those_of_new_searches(void **state)
{
    (void)state;
    uint64_t repairs = 0;
    gen_property("incremental search on graphs", GRAPH_SEEDS, graph_holds, &repairs);
    assert_true(repairs > gen_scaled(GRAPH_SEEDS));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(repaired_costs_on_grids_are_those_of_new_searches),
        cmocka_unit_test(edits_and_moves_between_slices_end_in_what_a_new_search_finds),
        cmocka_unit_test(cheaper_ground_and_changed_links_cost_what_new_searches_find),
        cmocka_unit_test(repaired_costs_on_graphs_are_those_of_new_searches),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
