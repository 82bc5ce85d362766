/* Hierarchies of random graphs give the least costs of all pairs, with regions found and given, on
 * any number of levels, before and after edits; and what was repaired is what is made afresh. */
#include "support/pools.h"
#include "support/test.h"
#include "world.h"

#include "wend/graph.h"
#include "wend/hierarchy.h"

enum { SEEDS = 50, ROUNDS = 3 };

typedef struct fixture {
    world w;
    wend_space *space;
    uint32_t regions[WORLD_NODES_MAX];
    wend_hierarchy_def def;
    wend_hierarchy *hierarchy;
    wend_hierarchy_search *search;
    wend_path *path, *whole;
} fixture;

static bool make(fixture *f, uint64_t seed)
{
    memset(f, 0, sizeof *f);
    f->w = world_make(seed);
    f->space = world_space(&f->w);
    f->def = wend_hierarchy_def_default();
    f->def.space = f->space;
    f->def.region_nodes = 2 + draw(&f->w, 8);
    f->def.level_count = draw(&f->w, 5);
    f->def.group_size = 2;
    if (draw(&f->w, 3) == 0) {
        const uint32_t count = 1 + draw(&f->w, 12);
        for (uint32_t k = 0; k < WORLD_NODES_MAX; ++k) {
            f->regions[k] = 100 * draw(&f->w, count);
        }
        f->def.regions = f->regions;
        f->def.region_node_count = draw(&f->w, WORLD_NODES_MAX);
    }
    wend_hierarchy_search_def search = wend_hierarchy_search_def_default();
    const bool is_made = wend_hierarchy_create(&f->def, &f->hierarchy) == WEND_OK;
    search.hierarchy = f->hierarchy;
    return is_made && wend_hierarchy_search_create(&search, &f->search) == WEND_OK &&
           wend_path_create(NULL, &f->path) == WEND_OK &&
           wend_path_create(NULL, &f->whole) == WEND_OK;
}

static void drop(fixture *f)
{
    wend_path_destroy(f->whole);
    wend_path_destroy(f->path);
    wend_hierarchy_search_destroy(f->search);
    wend_hierarchy_destroy(f->hierarchy);
    wend_space_destroy(f->space);
    wend_graph_destroy(f->w.graph);
}

/* The pieces are the legs of the whole path, one after the other. */
static bool pieces_are(fixture *f)
{
    size_t at = 0;
    wend_result result = WEND_PARTIAL;
    while (result == WEND_PARTIAL) {
        result = wend_hierarchy_search_next(f->search, f->path);
        for (size_t k = 0; k < wend_path_leg_count(f->path); ++k, ++at) {
            const wend_leg a = wend_path_leg(f->path, k);
            const wend_leg b = wend_path_leg(f->whole, at);
            if (a.from != b.from || a.to != b.to || a.edge != b.edge || a.cost != b.cost) {
                return false;
            }
        }
    }
    return result == WEND_OK && at == wend_path_leg_count(f->whole);
}

static bool pair_is_right(fixture *f, wend_node from, wend_node to, wend_cost cost)
{
    const bool has_from = wend_graph_has_node(f->w.graph, from);
    const bool has_path = has_from && cost != WEND_COST_INFINITE;
    const wend_failure_reason reason = has_path    ? WEND_FAILURE_NONE
                                       : !has_from ? WEND_FAILURE_START_BLOCKED
                                       : !wend_graph_has_node(f->w.graph, to)
                                           ? WEND_FAILURE_GOAL_BLOCKED
                                           : WEND_FAILURE_UNREACHABLE;
    const wend_result result = wend_hierarchy_search_find(f->search, from, to);
    wend_hierarchy_answer answer;
    wend_hierarchy_search_get_answer(f->search, &answer);
    if (result != (has_path ? WEND_OK : WEND_NO_PATH) || answer.reason != reason ||
        answer.cost != (has_path ? cost : WEND_COST_INFINITE) ||
        wend_path_from_hierarchy(f->whole, f->search) != result) {
        return false;
    }
    return !has_path || (world_path_is(&f->w, f->whole, from, to, cost) && pieces_are(f));
}

static bool all_pairs_are_right(fixture *f)
{
    wend_cost costs[2 * WORLD_NODES_MAX];
    const uint32_t limit = wend_graph_node_limit(f->w.graph);
    for (wend_node from = 0; from < limit; ++from) {
        if (wend_graph_has_node(f->w.graph, from)) {
            world_costs(&f->w, from, costs);
        }
        for (wend_node to = 0; to < limit; ++to) {
            if (!pair_is_right(f, from, to, costs[to])) {
                print_error("%u to %u\n", (unsigned)from, (unsigned)to);
                return false;
            }
        }
    }
    return true;
}

static bool is_as_fresh(fixture *f, const wend_executor *executor, bool has_added)
{
    /* Regions are found where nodes were at first; a fresh one finds others. */
    if (f->def.regions == NULL && has_added) {
        return true;
    }
    wend_hierarchy_def def = f->def;
    def.executor = *executor;
    wend_hierarchy *fresh = NULL;
    bool holds = wend_hierarchy_create(&def, &fresh) == WEND_OK;
    wend_result result = WEND_IN_PROGRESS;
    while (result == WEND_IN_PROGRESS) {
        wend_budget budget = wend_budget_steps(1 + draw(&f->w, 5));
        result = wend_hierarchy_update(fresh, &budget);
    }
    holds = holds && result == WEND_OK && wend_hierarchy_hash(fresh) != 0 &&
            (has_added || wend_hierarchy_hash(fresh) == wend_hierarchy_hash(f->hierarchy));
    wend_hierarchy_destroy(fresh);
    return holds;
}

static void set_price(fixture *f, uint32_t edge)
{
    wend_graph_edge def;
    if (wend_graph_get_edge(f->w.graph, edge, &def) == WEND_OK) {
        def.cost = WEND_COST_ONE * (1 + draw(&f->w, 9));
        assert_int_equal(wend_graph_set_edge(f->w.graph, edge, &def), WEND_OK);
    }
}

/* Closes, opens and prices edges; now and then adds one, or a node. */
static bool edit(fixture *f)
{
    bool has_added = false;
    for (uint32_t k = 0; k < 4; ++k) {
        const uint32_t limit = wend_graph_edge_limit(f->w.graph);
        const uint32_t edge = limit == 0 ? 0 : draw(&f->w, limit);
        switch (draw(&f->w, 6)) {
        case 0:
            draw_edge(&f->w);
            break;
        case 1:
            if (wend_graph_node_limit(f->w.graph) < WORLD_NODES_MAX && draw(&f->w, 3) == 0) {
                draw_node(&f->w);
                has_added = true;
            }
            break;
        case 2:
            set_price(f, edge);
            break;
        default:
            (void)wend_graph_set_open(f->w.graph, edge, draw(&f->w, 2) == 0);
            break;
        }
    }
    return has_added;
}

static bool graph_holds(uint64_t seed, void *context)
{
    fixture f;
    bool holds = make(&f, seed);
    bool has_added = false;
    for (uint32_t round = 0; round < ROUNDS && holds; ++round) {
        holds = wend_space_update(f.space) == WEND_OK &&
                wend_hierarchy_update(f.hierarchy, NULL) == WEND_OK && all_pairs_are_right(&f) &&
                is_as_fresh(&f, context, has_added);
        has_added = edit(&f) || has_added;
    }
    drop(&f);
    return holds;
}

static void hierarchy_equals_reference_for_all_pairs(void **state)
{
    (void)state;
    wend_pool *pool = pools_make(3);
    wend_executor executor = wend_pool_executor(pool);
    gen_property("all pairs", SEEDS, graph_holds, &executor);
    wend_pool_destroy(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hierarchy_equals_reference_for_all_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
