/* A search cut into slices of any size is the search run whole, in small worlds of every kind. */
#include "support/gen.h"
#include "support/model.h"
#include "support/searches.h"
#include "support/test.h"
#include "wend/link.h"
#include "wend/path.h"

#include <stdio.h>
#include <string.h>

enum { WORLDS = 1500, NODES_MAX = 64 * MODEL_CELLS_MAX };

typedef struct fixture {
    model m;
    wend_grid *grid;
    wend_space *space;
    wend_search *search;
    wend_path *path;
} fixture;

/* Everything that can be seen of a search that ended. */
typedef struct outcome {
    wend_search_answer answer;
    uint64_t hash; /* of path, order, frontier and costs */
} outcome;

static uint32_t draw(const fixture *f, uint64_t what, uint32_t below)
{
    return wend_random_below(f->m.seed, 71, what, below);
}

static void make(fixture *f, uint64_t seed)
{
    f->m = model_random(seed);
    f->grid = model_grid(&f->m);
    wend_space_def space = wend_space_def_default();
    space.grid = f->grid;
    space.size = f->m.size;
    space.radius = f->m.radius;
    f->space = spaces_make(space);
    f->search = searches_on(f->space);
    f->path = paths_make();
}

static void drop(fixture *f)
{
    wend_path_destroy(f->path);
    wend_search_destroy(f->search);
    wend_space_destroy(f->space);
    wend_grid_destroy(f->grid);
}

static uint64_t hash_nodes(uint64_t hash, const wend_node *nodes, size_t count)
{
    hash = wend_hash_u64(hash, count);
    for (size_t k = 0; k < count; ++k) {
        hash = wend_hash_u64(hash, nodes[k]);
    }
    return hash;
}

static outcome outcome_of(fixture *f)
{
    static wend_node nodes[NODES_MAX];
    outcome o;
    size_t count = 0;
    memset(&o, 0, sizeof o);
    o.hash = wend_hash_begin();
    wend_search_get_answer(f->search, &o.answer);
    o.hash = wend_hash_u64(o.hash, (uint64_t)wend_path_from_search(f->path, f->search));
    (void)wend_path_cells(f->path, f->space, nodes, NODES_MAX, &count);
    o.hash = hash_nodes(o.hash, nodes, count);
    assert_int_equal(wend_search_visited(f->search, nodes, NODES_MAX, &count), WEND_OK);
    o.hash = hash_nodes(o.hash, nodes, count);
    assert_int_equal(wend_search_frontier(f->search, nodes, NODES_MAX, &count), WEND_OK);
    o.hash = hash_nodes(o.hash, nodes, count);
    for (wend_node node = 0; node < (wend_node)(f->m.width * f->m.height); ++node) {
        o.hash = wend_hash_u64(o.hash, wend_search_cost_to(f->search, node));
    }
    return o;
}

static bool is_same(const fixture *f, const wend_search_query *query, const outcome *a,
                    const outcome *b)
{
    const wend_search_answer *one = &a->answer;
    const wend_search_answer *other = &b->answer;
    const bool holds = one->result == other->result && one->reason == other->reason &&
                       one->node == other->node && one->cost == other->cost &&
                       one->heading == other->heading && one->turns == other->turns &&
                       one->expanded == other->expanded && one->generated == other->generated &&
                       one->max_frontier == other->max_frontier && a->hash == b->hash;
    if (!holds) {
        fprintf(stderr,
                "%s in slices: result %d, %d, cost %llu, %llu, expanded %llu, %llu (%d x %d, %d "
                "neighbours)\n",
                wend_method_name(query->method), (int)one->result, (int)other->result,
                (unsigned long long)one->cost, (unsigned long long)other->cost,
                (unsigned long long)one->expanded, (unsigned long long)other->expanded,
                (int)f->m.width, (int)f->m.height, (int)f->m.neighbours);
    }
    return holds;
}

/* Runs in slices of `size` steps, 0 = of random ones; false if a slice takes more than it may. */
static bool run_in_slices(fixture *f, uint32_t size)
{
    uint64_t expanded = 0;
    for (uint64_t slice = 0;; ++slice) {
        const uint32_t steps = size != 0 ? size : draw(f, 900 + slice, 8);
        wend_budget budget = wend_budget_steps(steps);
        wend_search_answer answer;
        const wend_result result = wend_search_run(f->search, &budget);
        wend_search_get_answer(f->search, &answer);
        if (steps - budget.steps != answer.expanded - expanded) {
            return false;
        }
        expanded = answer.expanded;
        if (result != WEND_IN_PROGRESS) {
            return true;
        }
        if (budget.steps != 0) {
            return false;
        }
    }
}

static bool slices_are_whole(fixture *f, const wend_search_query *query)
{
    if (wend_search_find(f->search, query) < 0) {
        return true;
    }
    const outcome whole = outcome_of(f);
    for (uint32_t size = 0; size < 4; ++size) {
        if (wend_search_start(f->search, query) != WEND_OK || !run_in_slices(f, size)) {
            fprintf(stderr, "%s: a slice took more or less than it may\n",
                    wend_method_name(query->method));
            return false;
        }
        const outcome sliced = outcome_of(f);
        if (!is_same(f, query, &sliced, &whole)) {
            return false;
        }
    }
    return true;
}

static wend_search_query random_query(const fixture *f, wend_method method)
{
    wend_search_query query = wend_search_query_default();
    query.start = f->m.start;
    query.goal = f->m.goal;
    query.method = method;
    query.records_order = true;
    query.weight = 1 + draw(f, 1, 3);
    query.max_steps = draw(f, 2, 3) == 0 ? 1 + draw(f, 3, 40) : 0;
    return query;
}

static wend_turning random_turning(const fixture *f)
{
    const uint32_t step = f->m.neighbours == WEND_NEIGHBOURS_4 ? 2 : 1;
    const uint32_t count = f->m.neighbours == WEND_NEIGHBOURS_6 ? 6 : 8;
    wend_turning turning = wend_turning_default();
    turning.cost = draw(f, 10, 3) * (WEND_COST_ONE / 2);
    turning.max_parts = draw(f, 11, 4) * step;
    turning.fewest_turns = draw(f, 12, 2) == 0;
    if (draw(f, 13, 2) == 0) {
        turning.start_heading = draw(f, 14, count / step) * step;
        turning.goal_heading = draw(f, 15, count / step) * step;
    }
    return turning;
}

static bool holds_all(fixture *f)
{
    for (int method = WEND_METHOD_BEST; method < WEND_METHOD_COUNT; ++method) {
        wend_search_query query = random_query(f, (wend_method)method);
        if (!slices_are_whole(f, &query)) {
            return false;
        }
        query.noise = 0.4;
        query.noise_seed = f->m.seed;
        if (!slices_are_whole(f, &query)) {
            return false;
        }
        const wend_turning turning = random_turning(f);
        query.turning = &turning;
        if (!slices_are_whole(f, &query)) {
            return false;
        }
        query.noise = 0.0;
        if (!slices_are_whole(f, &query)) {
            return false;
        }
    }
    wend_search_query area = random_query(f, WEND_METHOD_DIJKSTRA);
    area.goal_kind = WEND_GOAL_WITHIN;
    return slices_are_whole(f, &area);
}

static bool holds_for(uint64_t seed, void *context)
{
    (void)context;
    fixture f;
    make(&f, seed);
    const bool holds = holds_all(&f);
    drop(&f);
    return holds;
}

static void worlds_searched_in_slices_are_searched_whole(void **state)
{
    (void)state;
    gen_property("slices of worlds", WORLDS, holds_for, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worlds_searched_in_slices_are_searched_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
