/* A search cut into slices of any size is the search run whole, on random maps by every method. */
#include "wend/search.h"
#include "world.h"

enum { MAPS = 6000 };

/* Everything that can be seen of a search that ended. */
typedef struct outcome {
    wend_search_answer answer;
    uint64_t hash; /* of path, order and frontier */
} outcome;

static uint64_t hash_nodes(uint64_t hash, const wend_node *nodes, size_t count)
{
    hash = wend_hash_u64(hash, count);
    for (size_t k = 0; k < count; ++k) {
        hash = wend_hash_u64(hash, nodes[k]);
    }
    return hash;
}

static outcome outcome_of(world *w)
{
    outcome o;
    memset(&o, 0, sizeof o);
    o.hash = wend_hash_begin();
    wend_search_get_answer(w->search, &o.answer);
    o.answer.memory_bytes = 0; /* arrays keep what earlier queries needed */
    size_t count = 0;
    const wend_result made = wend_path_from_search(w->path, w->search);
    o.hash = wend_hash_u64(o.hash, (uint64_t)made);
    if (wend_path_cells(w->path, w->space, w->cells, w->count, &count) == WEND_OK) {
        o.hash = hash_nodes(o.hash, w->cells, count);
    }
    for (int k = 0; k < 2; ++k) {
        (void)(k == 0 ? wend_search_visited : wend_search_frontier)(w->search, NULL, 0, &count);
        wend_node *nodes = world_alloc(count * sizeof *nodes);
        (void)(k == 0 ? wend_search_visited : wend_search_frontier)(w->search, nodes, count,
                                                                    &count);
        o.hash = hash_nodes(o.hash, nodes, count);
        free(nodes);
    }
    for (wend_node node = 0; node < w->count; ++node) {
        o.hash = wend_hash_u64(o.hash, wend_search_cost_to(w->search, node));
    }
    return o;
}

static bool is_same(world *w, const char *name, const outcome *a, const outcome *b)
{
    return world_equal(w, name, "result", (uint64_t)a->answer.result, (uint64_t)b->answer.result) &&
           world_equal(w, name, "reason", a->answer.reason, b->answer.reason) &&
           world_equal(w, name, "node", a->answer.node, b->answer.node) &&
           world_equal(w, name, "cost", a->answer.cost, b->answer.cost) &&
           world_equal(w, name, "expanded", a->answer.expanded, b->answer.expanded) &&
           world_equal(w, name, "generated", a->answer.generated, b->answer.generated) &&
           world_equal(w, name, "max_frontier", a->answer.max_frontier, b->answer.max_frontier) &&
           world_equal(w, name, "path, order and costs", a->hash, b->hash);
}

/* Runs in slices of `size` steps, 0 = of random ones; checks that no slice takes more. */
static bool run_in_slices(world *w, const char *name, uint32_t size, wend_result *result)
{
    uint64_t expanded = 0;
    for (uint64_t slice = 0;; ++slice) {
        const uint32_t steps = size != 0 ? size : world_draw(w->map.seed, 900 + slice, 8);
        wend_budget budget = wend_budget_steps(steps);
        *result = wend_search_run(w->search, &budget);
        wend_search_answer answer;
        wend_search_get_answer(w->search, &answer);
        if (!world_equal(w, name, "steps taken from the budget", steps - budget.steps,
                         answer.expanded - expanded)) {
            return false;
        }
        expanded = answer.expanded;
        if (*result != WEND_IN_PROGRESS) {
            return true;
        }
        if (!world_equal(w, name, "budget left in progress", budget.steps, 0)) {
            return false;
        }
    }
}

static bool slices_are_whole(world *w, const wend_search_query *query)
{
    const char *name = wend_method_name(query->method);
    if (wend_search_find(w->search, query) < 0) {
        return true;
    }
    const outcome whole = outcome_of(w);
    for (uint32_t size = 0; size < 4; ++size) {
        wend_result result = wend_search_start(w->search, query);
        outcome sliced;
        if (!world_equal(w, name, "result of start", (uint64_t)result, WEND_OK) ||
            !run_in_slices(w, name, size, &result)) {
            return false;
        }
        sliced = outcome_of(w);
        if (!world_equal(w, name, "result", (uint64_t)result, (uint64_t)whole.answer.result) ||
            !is_same(w, name, &sliced, &whole)) {
            return false;
        }
    }
    return true;
}

static bool every_method_in_slices(world *w)
{
    for (int k = WEND_METHOD_BEST; k < WEND_METHOD_COUNT; ++k) {
        wend_search_query query = world_query(w, (wend_method)k, w->map.goal);
        query.records_order = true;
        query.weight = 1 + world_draw(w->map.seed, 880, 5);
        query.max_steps =
            world_draw(w->map.seed, 881, 3) == 0 ? 1 + world_draw(w->map.seed, 882, 40) : 0;
        if (!slices_are_whole(w, &query)) {
            return false;
        }
    }
    wend_search_query area = world_query(w, WEND_METHOD_DIJKSTRA, WEND_NODE_NONE);
    area.goal_kind = WEND_GOAL_WITHIN;
    return slices_are_whole(w, &area);
}

static void search_in_slices_is_the_search_run_whole(void **state)
{
    (void)state;
    world_check("slices are the whole", MAPS, every_method_in_slices);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(search_in_slices_is_the_search_run_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
