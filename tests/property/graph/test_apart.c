/* Graphs with one-way edges that are edited: nodes reported as unreachable are so by a plain search
 * over the edges; once spaces had time for an update, no query searches for an unreachable node. */
#include "support/gen.h"
#include "support/graphs.h"
#include "support/searches.h"
#include "support/test.h"

#include "route/space/space.h"
#include "wend/pathfinder.h"
#include "wend/search.h"

#include <string.h>

enum { NODES_MOST = 900, ROUNDS = 12, QUESTIONS = 30, WAYS = 6 };

typedef struct town {
    uint64_t seed, dice;
    wend_graph *graph;
    wend_space *space;
    wend_search *search;
    wend_pathfinder *ways;
    uint32_t nodes, edges;
    bool leads[NODES_MOST];
} town;

static uint32_t roll(town *t, uint32_t below)
{
    return wend_random_below(t->seed, ++t->dice, 0, below);
}

/* Most edges lead to nodes of near and higher numbers, a few back: components of all sizes. */
static wend_graph_edge draw_edge(town *t, uint32_t back)
{
    wend_graph_edge edge = wend_graph_edge_default();
    edge.from = roll(t, t->nodes);
    const uint32_t far = 1 + roll(t, 12);
    const bool is_back = roll(t, 100) < back;
    edge.to = (edge.from + (is_back ? t->nodes - far % t->nodes : far)) % t->nodes;
    if (!is_back && edge.to < edge.from) {
        edge.to = t->nodes - 1;
    }
    edge.cost = WEND_COST_ONE * (1 + roll(t, 5));
    edge.is_two_way = roll(t, 10) == 0;
    edge.is_open = roll(t, 10) != 0;
    return edge;
}

static void make(town *t, uint64_t seed)
{
    memset(t, 0, sizeof *t);
    t->seed = seed;
    t->graph = graphs_empty();
    t->nodes = roll(t, 2) == 0 ? 2 + roll(t, 30) : NODES_MOST - roll(t, 100);
    for (uint32_t i = 0; i < t->nodes; ++i) {
        graphs_node(t->graph, 10.0 * (i % 30), 10.0 * (i / 30));
    }
    const uint32_t back = roll(t, 8);
    const uint32_t edges = t->nodes / 2 + roll(t, 2 * t->nodes);
    for (uint32_t i = 0; i < edges; ++i) {
        const wend_graph_edge edge = draw_edge(t, back);
        if (edge.from != edge.to) {
            graphs_add_edge(t->graph, edge);
        }
    }
    t->edges = wend_graph_edge_limit(t->graph);
    wend_space_def space = wend_space_def_default();
    space.graph = t->graph;
    t->space = spaces_make(space);
    t->search = searches_on(t->space);
    wend_pathfinder_def ways = wend_pathfinder_def_default();
    ways.space = t->space;
    ways.max_node_distance = 11;
    assert_int_equal(wend_pathfinder_create(&ways, &t->ways), WEND_OK);
}

static void drop(town *t)
{
    wend_pathfinder_destroy(t->ways);
    wend_search_destroy(t->search);
    wend_space_destroy(t->space);
    wend_graph_destroy(t->graph);
}

/* A plain search over the graph's edges as the caller sees them. */
static void search_plainly(town *t, wend_node from)
{
    memset(t->leads, 0, sizeof t->leads);
    t->leads[from] = true;
    for (bool is_more = true; is_more;) {
        is_more = false;
        for (uint32_t e = 0; e < t->edges; ++e) {
            wend_graph_edge edge;
            if (wend_graph_get_edge(t->graph, e, &edge) != WEND_OK || !edge.is_open) {
                continue;
            }
            if (t->leads[edge.from] && !t->leads[edge.to]) {
                t->leads[edge.to] = is_more = true;
            }
            if (edge.is_two_way && t->leads[edge.to] && !t->leads[edge.from]) {
                t->leads[edge.from] = is_more = true;
            }
        }
    }
}

static bool answers_hold(town *t, bool had_time)
{
    for (uint32_t k = 0; k < QUESTIONS; ++k) {
        wend_search_query query = wend_search_query_default();
        query.start = roll(t, t->nodes);
        search_plainly(t, query.start);
        for (uint32_t i = 0; i < t->nodes; ++i) {
            const bool is_apart = wendi_space_is_unreachable(t->space, query.start, i);
            if (is_apart ? t->leads[i] : had_time && !t->leads[i]) {
                return false;
            }
        }
        query.goal = roll(t, t->nodes);
        wend_search_answer answer;
        (void)wend_search_find(t->search, &query);
        wend_search_get_answer(t->search, &answer);
        if ((answer.result == WEND_OK) != t->leads[query.goal] ||
            (had_time && answer.result == WEND_NO_PATH && answer.expanded != 0)) {
            return false;
        }
    }
    return true;
}

/* Nodes beside positions are those within 11 m. */
static bool ways_hold(town *t, bool had_time)
{
    for (uint32_t k = 0; k < WAYS; ++k) {
        wend_path_query query = wend_path_query_default();
        const wend_vec2 from = wend_graph_position(t->graph, roll(t, t->nodes));
        const wend_vec2 to = wend_graph_position(t->graph, roll(t, t->nodes));
        query.from = (wend_vec3){from.x + 5, from.y, 0};
        query.to = (wend_vec3){to.x, to.y + 4, 0};
        query.is_searched = true;
        bool is_led = false;
        for (uint32_t i = 0; i < t->nodes; ++i) {
            const wend_vec2 a = wend_graph_position(t->graph, i);
            if (wend_vec2_length(wend_vec2_sub(a, (wend_vec2){query.from.x, query.from.y})) > 11) {
                continue;
            }
            search_plainly(t, i);
            for (uint32_t j = 0; j < t->nodes; ++j) {
                const wend_vec2 b = wend_graph_position(t->graph, j);
                const wend_vec2 off = wend_vec2_sub(b, (wend_vec2){query.to.x, query.to.y});
                is_led = is_led || (t->leads[j] && wend_vec2_length(off) <= 11);
            }
        }
        const wend_result result = wend_pathfinder_find(t->ways, &query);
        wend_path_answer answer;
        wend_pathfinder_get_answer(t->ways, &answer);
        if ((result == WEND_OK) != is_led ||
            (had_time && result == WEND_NO_PATH && answer.expanded != 0)) {
            return false;
        }
    }
    return true;
}

static void edit(town *t)
{
    const uint32_t count = roll(t, 4) == 0 ? 1 + roll(t, 40) : 1 + roll(t, 3);
    for (uint32_t k = 0; k < count && t->edges > 0; ++k) {
        const uint32_t e = roll(t, t->edges);
        wend_graph_edge edge;
        if (wend_graph_get_edge(t->graph, e, &edge) == WEND_OK) {
            assert_int_equal(wend_graph_set_open(t->graph, e, !edge.is_open), WEND_OK);
        }
    }
    if (roll(t, 12) == 0) {
        const wend_graph_edge edge = draw_edge(t, 50);
        uint32_t made;
        (void)wend_graph_add_edge(t->graph, &edge, &made);
        t->edges = wend_graph_edge_limit(t->graph);
    }
}

static bool town_holds(uint64_t seed, void *context)
{
    (void)context;
    town t;
    make(&t, seed);
    bool holds = answers_hold(&t, true) && ways_hold(&t, true);
    for (uint32_t round = 0; round < ROUNDS && holds; ++round) {
        edit(&t);
        if (t.space->net->reach.steps_at_once > 0) {
            t.space->net->reach.steps_at_once = 1 + roll(&t, 3000); /* slices that show */
        }
        assert_int_equal(wend_space_update(t.space), WEND_OK);
        const bool is_idle = roll(&t, 3) == 0;
        for (int k = 0; k < 5000 && is_idle && !t.space->net->reach.is_exact; ++k) {
            assert_int_equal(wend_space_update(t.space), WEND_OK);
        }
        const bool is_small = t.nodes + t.space->net->out.count <= 1024;
        holds = answers_hold(&t, is_idle || is_small) && ways_hold(&t, is_idle || is_small);
    }
    drop(&t);
    return holds;
}

static void nothing_that_can_be_reached_is_said_to_be_apart(void **state)
{
    (void)state;
    gen_property("graph apart", 60, town_holds, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_that_can_be_reached_is_said_to_be_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
