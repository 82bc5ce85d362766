/* Spaces of random graphs that were repaired after random edits are fresh ones, to the bit of their
 * rates. */
#include "support/graphs.h"
#include "support/test.h"
#include "world.h"

#include "base/math/bits.h"
#include "route/space/space.h"
#include "wend/path.h"
#include "wend/search.h"

#include <stddef.h>

enum { SEEDS = 400, ROUNDS = 8 };

static void edit_edge(world *w)
{
    const uint32_t limit = wend_graph_edge_limit(w->graph);
    const uint32_t edge = limit == 0 ? 0 : draw(w, limit);
    wend_graph_edge def;
    if (limit == 0 || wend_graph_get_edge(w->graph, edge, &def) != WEND_OK) {
        return;
    }
    switch (draw(w, 5)) {
    case 0:
        (void)wend_graph_set_open(w->graph, edge, !def.is_open);
        return;
    case 1:
        def.cost = (wend_cost)1 << draw(w, 40);
        break;
    case 2:
        def.behaviour = draw(w, 7);
        break;
    case 3:
        def.flags ^= 1;
        break;
    default:
        def.is_two_way = !def.is_two_way;
        break;
    }
    (void)wend_graph_set_edge(w->graph, edge, &def);
}

static void edit_node(world *w)
{
    const wend_node node = draw(w, wend_graph_node_limit(w->graph));
    wend_graph_node def;
    if (wend_graph_get_node(w->graph, node, &def) != WEND_OK) {
        return;
    }
    if (draw(w, 2) == 0) {
        def.position.x += 1;
    } else {
        def.height += 2;
    }
    (void)wend_graph_set_node(w->graph, node, &def);
}

static void edit(world *w)
{
    switch (draw(w, 12)) {
    case 0:
        edit_node(w);
        return;
    case 1:
        draw_edge(w);
        return;
    case 2:
        if (wend_graph_node_limit(w->graph) < WORLD_NODES_MAX) {
            draw_node(w);
        }
        return;
    case 3:
        (void)wend_graph_remove_edge(w->graph, draw(w, wend_graph_edge_limit(w->graph) + 1));
        return;
    case 4:
        if (draw(w, 4) == 0) {
            (void)wend_graph_remove_node(w->graph, draw(w, wend_graph_node_limit(w->graph)));
        } else if (draw(w, 16) == 0) {
            (void)wend_graph_compact(w->graph, NULL, NULL);
        }
        return;
    default:
        edit_edge(w);
        return;
    }
}

static bool is_same_rate(const wend_space *a, const wend_space *b, uint32_t metric)
{
    const wendi_graph_rate *left = &a->net->rates[metric];
    const wendi_graph_rate *right = &b->net->rates[metric];
    if (wendi_bits_of_f64(left->least) != wendi_bits_of_f64(right->least) ||
        left->cheap_count != right->cheap_count) {
        return false;
    }
    for (uint32_t k = 0; k < left->cheap_count; ++k) {
        if (a->net->out.items[left->cheap[k]].edge != b->net->out.items[right->cheap[k]].edge) {
            return false;
        }
    }
    return true;
}

static bool is_same_node(const wend_space *a, const wend_space *b, wend_node node)
{
    const wend_vec3 left = a->net->positions[node];
    const wend_vec3 right = b->net->positions[node];
    return wend_space_is_open(a, node) == wend_space_is_open(b, node) &&
           (!wend_space_is_open(a, node) ||
            (wendi_bits_of_f64(left.x) == wendi_bits_of_f64(right.x) &&
             wendi_bits_of_f64(left.y) == wendi_bits_of_f64(right.y) &&
             wendi_bits_of_f64(left.z) == wendi_bits_of_f64(right.z)));
}

/* The same nodes are together, whatever stands for them. */
static bool is_same_partition(const wend_space *a, const wend_space *b, uint32_t nodes)
{
    uint32_t *of_left = calloc(4 * (size_t)nodes + 400, sizeof *of_left);
    bool holds = of_left != NULL;
    for (wend_node node = 0; node < nodes && holds; ++node) {
        uint32_t *known = &of_left[wendi_graph_component(a->net, node)];
        const uint32_t right = wendi_graph_component(b->net, node) + 1;
        holds = *known == 0 || *known == right;
        *known = right;
    }
    free(of_left);
    return holds;
}

static bool is_same_arcs(const wendi_space_arcs *a, const wendi_space_arcs *b, wend_node node)
{
    const wendi_space_arc *left = wendi_space_arcs_begin(a, node);
    const wendi_space_arc *right = wendi_space_arcs_begin(b, node);
    const ptrdiff_t count = wendi_space_arcs_end(a, node) - left;
    bool holds = count == wendi_space_arcs_end(b, node) - right;
    for (ptrdiff_t k = 0; k < count && holds; ++k) {
        holds = left[k].cost == right[k].cost && left[k].target == right[k].target &&
                left[k].edge == right[k].edge;
    }
    return holds;
}

static bool is_same(const wend_space *a, const wend_space *b)
{
    wend_space_info left;
    wend_space_info right;
    wend_space_get_info(a, &left);
    wend_space_get_info(b, &right);
    bool holds = left.is_fresh && left.node_count == right.node_count &&
                 left.open_count == right.open_count && left.revision == right.revision &&
                 a->net->hash == b->net->hash && a->net->edge_count == b->net->edge_count &&
                 wendi_graph_is_one_way(a->net) == wendi_graph_is_one_way(b->net);
    for (uint32_t metric = 0; metric < WENDI_METRICS; ++metric) {
        holds = holds && is_same_rate(a, b, metric);
    }
    for (wend_node node = 0; node < left.node_count && holds; ++node) {
        holds = is_same_node(a, b, node) && is_same_arcs(&a->net->out, &b->net->out, node) &&
                is_same_arcs(&a->net->in, &b->net->in, node);
    }
    return holds && is_same_partition(a, b, left.node_count) &&
           is_same_partition(b, a, left.node_count);
}

static wend_search_query draw_query(world *w, wend_turning *turning)
{
    wend_search_query query = wend_search_query_default();
    query.start = draw(w, wend_graph_node_limit(w->graph));
    query.goal = draw(w, wend_graph_node_limit(w->graph));
    query.method = WEND_METHOD_ASTAR_BIDIRECTIONAL; /* it looks at the reversed arcs */
    if (draw(w, 2) == 0) {
        query.method = WEND_METHOD_ASTAR;
        turning->cost = WEND_COST_ONE;
        turning->fewest_turns = draw(w, 2) == 0;
        query.turning = turning;
    }
    return query;
}

static bool searches_alike(world *w, const wend_space *a, const wend_space *b)
{
    wend_search *searches[2] = {world_search(a), world_search(b)};
    wend_search_answer answers[2];
    wend_path *paths[2];
    wend_turning turning = wend_turning_default();
    const wend_search_query query = draw_query(w, &turning);
    for (int k = 0; k < 2; ++k) {
        (void)wend_search_find(searches[k], &query);
        wend_search_get_answer(searches[k], &answers[k]);
        assert_int_equal(wend_path_create(NULL, &paths[k]), WEND_OK);
        (void)wend_path_from_search(paths[k], searches[k]);
    }
    bool holds = answers[0].result == answers[1].result && answers[0].cost == answers[1].cost &&
                 answers[0].expanded == answers[1].expanded &&
                 wend_path_leg_count(paths[0]) == wend_path_leg_count(paths[1]);
    for (size_t k = 0; holds && k < wend_path_leg_count(paths[0]); ++k) {
        const wend_leg left = wend_path_leg(paths[0], k);
        const wend_leg right = wend_path_leg(paths[1], k);
        holds = left.edge == right.edge && left.from == right.from && left.to == right.to;
    }
    for (int k = 0; k < 2; ++k) {
        wend_path_destroy(paths[k]);
        wend_search_destroy(searches[k]);
    }
    return holds;
}

/* @param slices updates are cut into slices of so many steps, with edits between; 0 = whole. */
static wend_result update(world *w, wend_space *space, uint32_t slices)
{
    if (slices == 0) {
        return wend_space_update(space);
    }
    wend_result result = WEND_IN_PROGRESS;
    for (uint32_t k = 0; k < 10000 && result == WEND_IN_PROGRESS; ++k) {
        wend_budget budget = {slices, 0};
        result = wend_space_update_sliced(space, &budget);
        if (k < 4 && draw(w, 3) == 0) {
            edit(w);
            result = result == WEND_OK ? WEND_IN_PROGRESS : result;
        }
    }
    while (result == WEND_OK && !space->net->reach.is_exact) {
        result = wend_space_update(space); /* what is reached may follow later */
    }
    return result;
}

typedef struct repair_kind {
    bool is_two_way; /* the whole graph */
    bool is_large;
    uint32_t steps; /* of a slice; 0 = whole */
    bool is_deferred;
} repair_kind;

static world make_world(uint64_t seed, const repair_kind *kind)
{
    world w = world_make(seed);
    for (uint32_t k = 0; kind->is_large && k < 200; ++k) {
        draw_node(&w);
    }
    for (uint32_t k = 0; kind->is_large && k < 500; ++k) {
        draw_edge(&w);
    }
    for (uint32_t edge = 0; kind->is_two_way && edge < wend_graph_edge_limit(w.graph); ++edge) {
        wend_graph_edge def;
        if (wend_graph_get_edge(w.graph, edge, &def) == WEND_OK) {
            def.is_two_way = true;
            (void)wend_graph_set_edge(w.graph, edge, &def);
        }
    }
    return w;
}

static bool repaired_is_fresh(uint64_t seed, void *context)
{
    const repair_kind *kind = context;
    world w = make_world(seed, kind);
    wend_space *space = kind->is_deferred ? world_space_deferred(&w) : world_space(&w);
    bool holds = space != NULL;
    for (int round = 0; round < ROUNDS && holds; ++round) {
        const uint32_t edits = round == 0 && kind->is_deferred ? 0 : draw(&w, 6);
        for (uint32_t k = 0; k < edits; ++k) {
            edit(&w);
        }
        holds = update(&w, space, kind->steps) == WEND_OK;
        wend_space *fresh = world_space(&w);
        holds = holds && is_same(space, fresh) && searches_alike(&w, space, fresh) &&
                searches_alike(&w, space, fresh);
        wend_space_destroy(fresh);
    }
    wend_space_destroy(space);
    wend_graph_destroy(w.graph);
    return holds;
}

static void graph_space_repaired_equals_fresh(void **state)
{
    (void)state;
    repair_kind kinds[] = {{false, false, 0, false}, {true, false, 0, false}};
    gen_property("repaired", SEEDS, repaired_is_fresh, &kinds[0]);
    gen_property("repaired", SEEDS, repaired_is_fresh, &kinds[1]);
}

static void graph_space_of_many_nodes_repaired_equals_fresh(void **state)
{
    (void)state;
    repair_kind kinds[] = {{false, true, 0, false}, {true, true, 0, false}};
    gen_property("repaired large", SEEDS / 4, repaired_is_fresh, &kinds[0]);
    gen_property("repaired large", SEEDS / 4, repaired_is_fresh, &kinds[1]);
}

static void graph_space_updated_in_slices_equals_fresh(void **state)
{
    (void)state;
    repair_kind kinds[] = {
        {false, true, 1, false}, {true, true, 40, false}, {false, false, 3, false}};
    for (int k = 0; k < 3; ++k) {
        gen_property("sliced", SEEDS / 4, repaired_is_fresh, &kinds[k]);
    }
}

static void graph_space_deferred_equals_fresh(void **state)
{
    (void)state;
    repair_kind kinds[] = {{false, true, 1, true}, {false, false, 0, true}};
    for (int k = 0; k < 2; ++k) {
        gen_property("deferred", SEEDS / 8, repaired_is_fresh, &kinds[k]);
    }
}

/* Nodes come, more than there is room for, or arcs that move those of their nodes, none of them open. */
static void edit_layout(world *w)
{
    if (draw(w, 2) == 0) {
        for (uint32_t k = 0; k < 60; ++k) {
            draw_node(w);
        }
        return;
    }
    for (uint32_t k = 0; k < 20; ++k) {
        const wend_node from = draw(w, 40);
        wend_graph_edge edge = edge_between(w, from, from + 1 + draw(w, 20));
        edge.is_open = false;
        (void)wend_graph_add_edge(w->graph, &edge, NULL);
    }
}

/* Updates in slices, and lays out anew in the midst of the making of what is reached. */
static bool moved_is_fresh(uint64_t seed, void *context)
{
    const repair_kind kind = {false, true, 1, false};
    uint32_t *moved = context;
    world w = make_world(seed, &kind);
    wend_space *space = world_space(&w);
    bool holds = space != NULL;
    for (int round = 0; round < ROUNDS && holds; ++round) {
        for (int k = 0; k < 10; ++k) {
            const uint32_t edge = draw(&w, wend_graph_edge_limit(w.graph));
            (void)wend_graph_set_open(w.graph, edge, draw(&w, 2) == 0);
        }
        for (wend_result result = WEND_IN_PROGRESS; result == WEND_IN_PROGRESS;) {
            wend_budget budget = {1, 0};
            result = wend_space_update_sliced(space, &budget);
        }
        if (space->net->reach.is_worked) {
            edit_layout(&w);
            ++*moved;
        }
        holds = update(&w, space, 40) == WEND_OK;
        wend_space *fresh = world_space(&w);
        holds = holds && is_same(space, fresh);
        for (int k = 0; k < 8 && holds; ++k) {
            holds = searches_alike(&w, space, fresh);
        }
        wend_space_destroy(fresh);
    }
    wend_space_destroy(space);
    wend_graph_destroy(w.graph);
    return holds;
}

static void graph_space_that_moves_while_reachability_is_built_equals_fresh(void **state)
{
    (void)state;
    uint32_t moved = 0;
    gen_property("moved", SEEDS / 8, moved_is_fresh, &moved);
    assert_true(moved > 10);
}

/* Many edges at once: more changes than an update lists. */
static void graph_space_after_many_changes_equals_fresh(void **state)
{
    (void)state;
    enum { NODES = 3000 };
    world w = {.factors = {1, 1, 1, 1, 1, 1, 1, 1}};
    w.graph = graphs_empty();
    for (uint32_t k = 0; k < NODES; ++k) {
        draw_node(&w);
    }
    for (uint32_t k = 0; k < 3 * NODES; ++k) {
        draw_edge(&w);
    }
    wend_space *space = world_space(&w);
    for (uint32_t many = 1; many <= 4096; many *= 8) {
        for (uint32_t k = 0; k < many; ++k) {
            const uint32_t edge = draw(&w, wend_graph_edge_limit(w.graph));
            (void)wend_graph_set_open(w.graph, edge, draw(&w, 2) == 0);
        }
        assert_int_equal(wend_space_update(space), WEND_OK);
        wend_space *fresh = world_space(&w);
        assert_true(is_same(space, fresh));
        wend_space_destroy(fresh);
    }
    wend_space_destroy(space);
    wend_graph_destroy(w.graph);
}

/* While nothing is open there is no rate at all. */
static void graph_space_first_edge_that_opens_makes_the_rate(void **state)
{
    (void)state;
    world w = {.factors = {1, 1, 1, 1, 1, 1, 1, 1}};
    w.graph = graphs_empty();
    for (uint32_t k = 0; k < 400; ++k) {
        draw_node(&w);
    }
    for (uint32_t k = 0; k < 900; ++k) {
        draw_edge(&w);
    }
    for (uint32_t k = 0; k < wend_graph_edge_limit(w.graph); ++k) {
        assert_int_equal(wend_graph_set_open(w.graph, k, false), WEND_OK);
    }
    wend_space *space = world_space(&w);
    if (space == NULL) {
        fail();
        return;
    }
    assert_true(!(space->net->rates[0].least > 0));
    for (uint32_t k = 40; k < 44; ++k) {
        assert_int_equal(wend_graph_set_open(w.graph, k, true), WEND_OK);
        assert_int_equal(wend_space_update(space), WEND_OK);
        wend_space *fresh = world_space(&w);
        assert_true(is_same(space, fresh));
        wend_space_destroy(fresh);
    }
    assert_true(space->net->rates[0].least > 0);
    wend_space_destroy(space);
    wend_graph_destroy(w.graph);
}

/* A long edge of a fixed cost, whose arc lies in another block of rates than the node that moves. */
static void graph_space_moved_node_changes_the_rates_of_its_arcs(void **state)
{
    (void)state;
    enum { COUNT = 100 };
    for (int is_two_way = 0; is_two_way < 2; ++is_two_way) {
        world w = {.factors = {1, 1, 1, 1, 1, 1, 1, 1}};
        w.graph = graphs_empty();
        wend_graph_edge edge = wend_graph_edge_default();
        edge.is_two_way = is_two_way != 0;
        for (uint32_t k = 0; k < COUNT; ++k) {
            graphs_node(w.graph, k, 0);
        }
        for (uint32_t k = 0; k < COUNT; ++k) {
            edge.from = k + 1 < COUNT ? k : 0;
            edge.to = k + 1 < COUNT ? k + 1 : COUNT - 1;
            edge.cost = k + 1 < COUNT ? 40 * WEND_COST_ONE : 39 * (COUNT - 1) * WEND_COST_ONE;
            (void)graphs_add_edge(w.graph, edge);
        }
        wend_space *space = world_space(&w);
        wend_graph_node node;
        assert_int_equal(wend_graph_get_node(w.graph, COUNT - 1, &node), WEND_OK);
        for (int round = 0; round < 3; ++round) {
            node.position.y = 50 - 20 * round;
            assert_int_equal(wend_graph_set_node(w.graph, COUNT - 1, &node), WEND_OK);
            assert_int_equal(wend_space_update(space), WEND_OK);
            wend_space *fresh = world_space(&w);
            assert_true(is_same(space, fresh));
            wend_space_destroy(fresh);
        }
        wend_space_destroy(space);
        wend_graph_destroy(w.graph);
    }
}

/* As many edits in each slice as make a layout worth while, or fewer: the space shows a revision in
 * the end. */
static void graph_space_update_in_slices_ends_while_edits_come(void **state)
{
    (void)state;
    enum { EDGES = 1000, RATES = 64, SLICES = 20000 };
    for (uint32_t rate = 1; rate <= RATES; rate += 3) {
        world w = {.seed = rate, .factors = {1, 1, 1, 1, 1, 1, 1, 1}};
        w.graph = graphs_empty();
        for (uint32_t k = 0; k < 50; ++k) {
            draw_node(&w);
        }
        while (wend_graph_edge_limit(w.graph) < EDGES) {
            draw_edge(&w);
        }
        wend_space *space = world_space_deferred(&w);
        if (space == NULL) {
            fail();
            return;
        }
        uint32_t slices = 0;
        while (space->revision == 0 && slices < SLICES) {
            for (uint32_t k = slices * rate / 16; k < (slices + 1) * rate / 16; ++k) {
                wend_graph_edge def;
                const uint32_t edge = k % EDGES;
                assert_int_equal(wend_graph_get_edge(w.graph, edge, &def), WEND_OK);
                assert_int_equal(wend_graph_set_open(w.graph, edge, !def.is_open), WEND_OK);
            }
            wend_budget budget = {1, 0};
            assert_true(wend_space_update_sliced(space, &budget) >= 0);
            ++slices;
        }
        assert_true(slices < SLICES);
        wend_space_destroy(space);
        wend_graph_destroy(w.graph);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graph_space_repaired_equals_fresh),
        cmocka_unit_test(graph_space_of_many_nodes_repaired_equals_fresh),
        cmocka_unit_test(graph_space_updated_in_slices_equals_fresh),
        cmocka_unit_test(graph_space_deferred_equals_fresh),
        cmocka_unit_test(graph_space_that_moves_while_reachability_is_built_equals_fresh),
        cmocka_unit_test(graph_space_after_many_changes_equals_fresh),
        cmocka_unit_test(graph_space_first_edge_that_opens_makes_the_rate),
        cmocka_unit_test(graph_space_update_in_slices_ends_while_edits_come),
        cmocka_unit_test(graph_space_moved_node_changes_the_rates_of_its_arcs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
