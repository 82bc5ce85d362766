/* A* within a number of edges, on random graphs: the cheapest of all paths that have no more, by a table
 * of least costs for each number of edges; several starts and goals with costs of their own. */
#include "support/test.h"
#include "world.h"

#include <stdio.h>

enum { GRAPHS = 1500, DEPTH_MOST = 20, ENDS = 3 };

typedef struct fixture {
    world w;
    wend_space *space;
    wend_search *search;
    wend_path *path;
    wend_node starts[ENDS], goals[ENDS];
    wend_cost start_costs[ENDS], goal_costs[ENDS];
    size_t start_count, goal_count;
    uint64_t least[DEPTH_MOST + 1];
} fixture;

static uint64_t least_goal(const fixture *f, const uint64_t *costs)
{
    uint64_t least = UINT64_MAX;
    for (size_t k = 0; k < f->goal_count; k++) {
        const uint64_t cost = costs[f->goals[k]];
        const uint64_t whole = cost == UINT64_MAX ? cost : cost + f->goal_costs[k];
        least = whole < least ? whole : least;
    }
    return least;
}

/* One more edge. */
static void relax(const fixture *f, const uint64_t *at, uint64_t *after)
{
    for (uint32_t edge = 0; edge < wend_graph_edge_limit(f->w.graph); edge++) {
        wend_graph_edge def;
        if (wend_graph_get_edge(f->w.graph, edge, &def) != WEND_OK) {
            continue;
        }
        for (int way = 0; way < 2; way++) {
            const wend_node from = way == 0 ? def.from : def.to;
            const wend_node to = way == 0 ? def.to : def.from;
            const wend_cost cost = world_edge_cost(&f->w, edge, from, to);
            if (cost != WEND_COST_INFINITE && at[from] != UINT64_MAX &&
                at[from] + cost < after[to]) {
                after[to] = at[from] + cost;
            }
        }
    }
}

static void fill_table(fixture *f)
{
    static uint64_t costs[2][WORLD_NODES_MAX];
    uint64_t *at = costs[0];
    uint64_t *after = costs[1];
    memset(costs, 0xFF, sizeof costs);
    for (size_t k = 0; k < f->start_count; k++) {
        const wend_node node = f->starts[k];
        if (wend_graph_has_node(f->w.graph, node) && f->start_costs[k] < at[node]) {
            at[node] = f->start_costs[k];
        }
    }
    for (uint32_t depth = 0; depth <= DEPTH_MOST; depth++) {
        f->least[depth] = least_goal(f, at);
        memcpy(after, at, sizeof costs[0]);
        relax(f, at, after);
        uint64_t *const swap = at;
        at = after;
        after = swap;
    }
}

static bool check(fixture *f, const wend_search_query *query)
{
    const wend_result result = wend_search_find(f->search, query);
    const uint64_t least = f->least[query->max_depth];
    wend_search_answer answer;
    wend_search_get_answer(f->search, &answer);
    if ((result == WEND_OK) != (least != UINT64_MAX)) {
        fprintf(stderr, "seed %llu, depth %u: result %d, least %llu\n",
                (unsigned long long)f->w.seed, query->max_depth, (int)result,
                (unsigned long long)least);
        return false;
    }
    if (result == WEND_NO_PATH) {
        return true;
    }
    const bool is_read = wend_path_from_search(f->path, f->search) >= 0;
    const size_t steps = wend_path_leg_count(f->path);
    const uint64_t ends = answer.cost - wend_path_cost(f->path);
    const bool is_valid = wend_path_is_valid(f->path, f->space, 0, 0, NULL);
    if (!is_read || steps > query->max_depth || !is_valid ||
        (result == WEND_OK &&
         (answer.cost != least ||
          ends != f->start_costs[answer.start_index] + f->goal_costs[answer.goal_index]))) {
        fprintf(stderr, "seed %llu, depth %u: cost %llu, least %llu, %zu steps, valid %d\n",
                (unsigned long long)f->w.seed, query->max_depth, (unsigned long long)answer.cost,
                (unsigned long long)least, steps, (int)is_valid);
        return false;
    }
    return true;
}

static bool graph_holds(uint64_t seed, uint64_t *bent)
{
    fixture f = {.w = world_make(seed)};
    f.space = world_space(&f.w);
    f.search = world_search(f.space);
    assert_int_equal(wend_path_create(NULL, &f.path), WEND_OK);
    const uint32_t limit = wend_graph_node_limit(f.w.graph);
    f.start_count = 1 + draw(&f.w, ENDS);
    f.goal_count = 1 + draw(&f.w, ENDS);
    for (size_t k = 0; k < ENDS; k++) {
        f.starts[k] = draw(&f.w, limit);
        f.goals[k] = draw(&f.w, limit);
        f.start_costs[k] = (wend_cost)draw(&f.w, 5) << 32;
        f.goal_costs[k] = (wend_cost)draw(&f.w, 5) << 32;
    }
    for (size_t k = 0; k < f.goal_count; k++) { /* goals that are removed do not count */
        f.goal_costs[k] = wend_graph_has_node(f.w.graph, f.goals[k]) ? f.goal_costs[k] : 0;
    }
    fill_table(&f);
    bool holds = true;
    for (int k = 0; k < 4 && holds; k++) {
        wend_search_query query = wend_search_query_default();
        query.starts = f.starts;
        query.start_costs = f.start_costs;
        query.start_count = f.start_count;
        query.goal_kind = WEND_GOAL_SET;
        query.goals = f.goals;
        query.goal_costs = f.goal_costs;
        query.goal_count = f.goal_count;
        query.method = k % 2 == 0 ? WEND_METHOD_BEST : WEND_METHOD_ASTAR;
        query.max_depth = 1 + draw(&f.w, k < 2 ? 6 : DEPTH_MOST);
        holds = check(&f, &query);
    }
    for (int depth = 1; depth <= DEPTH_MOST; depth++) {
        *bent += f.least[depth - 1] != UINT64_MAX && f.least[depth] < f.least[depth - 1] ? 1 : 0;
    }
    wend_path_destroy(f.path);
    wend_search_destroy(f.search);
    wend_space_destroy(f.space);
    wend_graph_destroy(f.w.graph);
    return holds;
}

static void graph_search_within_a_depth_finds_the_cheapest_path_of_so_many_edges(void **state)
{
    (void)state;
    uint64_t bent = 0;
    for (uint64_t seed = 1; seed <= GRAPHS; seed++) {
        assert_true(graph_holds(seed, &bent));
    }
    print_message("%lu limits that cost something\n", (unsigned long)bent);
    assert_true(bent > GRAPHS / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graph_search_within_a_depth_finds_the_cheapest_path_of_so_many_edges)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
