/* Spaces of graphs that are built or updated with allocations that fail in turn: a space whose update
 * failed is stale and refuses queries, and the next update makes it equal to a new one. */
#include "support/fault.h"
#include "support/graphs.h"
#include "support/test.h"

#include "route/space/space.h"
#include "wend/search.h"

#include <string.h>

enum { ROW = 8, NODES = ROW * ROW, ROUNDS = 3, QUERIES = 12 };

typedef enum edit_kind {
    EDIT_NONE, /* the first update of a deferred space */
    EDIT_CLOSE,
    EDIT_COST,
    EDIT_MOVE,
    EDIT_ADD_EDGES,
    EDIT_ADD_NODES,
    EDIT_REMOVE_EDGE,
    EDIT_REMOVE_NODE,
    EDIT_DIRECTION,
    EDIT_MANY,
    EDIT_COMPACT,
    EDIT_KINDS
} edit_kind;

typedef struct update_case {
    edit_kind kind;
    bool is_two_way; /* the whole graph, before the edits */
    bool is_sliced;
} update_case;

static wend_graph *make_graph(bool is_two_way)
{
    wend_graph *graph = graphs_empty();
    for (uint32_t k = 0; k < NODES; ++k) {
        graphs_node(graph, k % ROW, 2.0 * (k / ROW));
    }
    for (uint32_t k = 0; k < NODES; ++k) {
        if (k % ROW + 1 < ROW) {
            graphs_edge(graph, k, k + 1, is_two_way || k % 5 != 0);
        }
        if (k + ROW < NODES && k % 3 != 0) {
            graphs_edge(graph, k, k + ROW, true);
        }
    }
    return graph;
}

static void set_edge(wend_graph *graph, uint32_t edge, edit_kind kind, uint32_t round)
{
    wend_graph_edge def;
    assert_int_equal(wend_graph_get_edge(graph, edge, &def), WEND_OK);
    if (kind == EDIT_DIRECTION) {
        def.is_two_way = round % 2 != 0;
    } else {
        def.cost = WEND_COST_ONE * (2 + round);
    }
    assert_int_equal(wend_graph_set_edge(graph, edge, &def), WEND_OK);
}

static void add_edges(wend_graph *graph, uint32_t round)
{
    for (uint32_t k = 0; k < 16; ++k) {
        graphs_edge(graph, 3, 5 + 3 * k + round, true);
    }
}

/* More than the room that was left for them, in two rounds. */
static void add_nodes(wend_graph *graph, uint32_t round)
{
    for (uint32_t k = 0; k < 14; ++k) {
        graphs_node(graph, ROW + k, round);
    }
    graphs_edge(graph, wend_graph_node_limit(graph) - 1, 2, round == 1);
}

static void edit(wend_graph *graph, edit_kind kind, uint32_t round)
{
    switch (kind) {
    case EDIT_CLOSE:
        assert_int_equal(wend_graph_set_open(graph, 20, round % 2 != 0), WEND_OK);
        break;
    case EDIT_COST:
    case EDIT_DIRECTION:
        set_edge(graph, 1, kind, round);
        break;
    case EDIT_MOVE: {
        wend_graph_node def;
        assert_int_equal(wend_graph_get_node(graph, 9, &def), WEND_OK);
        def.position.x += 0.25;
        assert_int_equal(wend_graph_set_node(graph, 9, &def), WEND_OK);
        break;
    }
    case EDIT_ADD_EDGES:
        add_edges(graph, round);
        break;
    case EDIT_ADD_NODES:
        add_nodes(graph, round);
        break;
    case EDIT_REMOVE_EDGE:
        assert_int_equal(wend_graph_remove_edge(graph, 7 + round), WEND_OK);
        break;
    case EDIT_REMOVE_NODE:
        assert_int_equal(wend_graph_remove_node(graph, 30 + round), WEND_OK);
        break;
    case EDIT_MANY:
        for (uint32_t edge = 0; edge < 60; ++edge) {
            assert_int_equal(wend_graph_set_open(graph, edge, (edge + round) % 4 != 0), WEND_OK);
        }
        break;
    case EDIT_COMPACT:
        assert_int_equal(wend_graph_remove_edge(graph, 5), WEND_OK);
        assert_int_equal(wend_graph_compact(graph, NULL, NULL), WEND_OK);
        break;
    case EDIT_NONE:
    case EDIT_KINDS:
    default:
        break;
    }
}

static wend_space *make_space(const wend_graph *graph, bool is_deferred, wend_allocator allocator)
{
    wend_space *space = NULL;
    wend_space_def def = wend_space_def_default();
    def.graph = graph;
    def.is_deferred = is_deferred;
    def.allocator = allocator;
    assert_int_equal(wend_space_create(&def, &space), WEND_OK);
    return space;
}

static wend_search *make_search(const wend_space *space)
{
    wend_search *search = NULL;
    wend_search_def def = wend_search_def_default();
    def.space = space;
    assert_int_equal(wend_search_create(&def, &search), WEND_OK);
    return search;
}

static void check_refused(const wend_space *space, wend_search *search)
{
    wend_space_info info;
    wend_search_query query = wend_search_query_default();
    wend_space_get_info(space, &info);
    assert_false(info.is_fresh);
    query.start = query.goal = 0;
    if (info.node_count > 0) {
        assert_int_equal(wend_search_find(search, &query), WEND_ERROR_STALE);
        assert_non_null(strstr(wend_search_error(search), "call wend_space_update first"));
    }
}

static void check_as_new(const wend_graph *graph, const wend_space *space, wend_search *search)
{
    wend_space *fresh = make_space(graph, false, (wend_allocator){NULL, NULL});
    wend_search *other = make_search(fresh);
    const uint32_t nodes = wend_graph_node_limit(graph);
    assert_true(space->net->hash == fresh->net->hash);
    for (uint64_t k = 0; k < QUERIES; ++k) {
        wend_search_query query = wend_search_query_default();
        wend_search_answer answers[2];
        query.start = wend_random_below(5, k, 0, nodes);
        query.goal = wend_random_below(5, k, 1, nodes);
        assert_int_equal(wend_search_find(search, &query), wend_search_find(other, &query));
        wend_search_get_answer(search, &answers[0]);
        wend_search_get_answer(other, &answers[1]);
        assert_true(answers[0].cost == answers[1].cost);
        assert_int_equal(answers[0].reason, answers[1].reason);
    }
    wend_search_destroy(other);
    wend_space_destroy(fresh);
}

static wend_result update(wend_space *space, bool is_sliced)
{
    wend_result result = is_sliced ? WEND_IN_PROGRESS : wend_space_update(space);
    while (result == WEND_IN_PROGRESS) {
        wend_budget budget = wend_budget_steps(20);
        result = wend_space_update_sliced(space, &budget);
    }
    return result;
}

/* Only updates meet failures; after the first one there is memory again. */
static wend_result run(wend_allocator allocator, void *context)
{
    const update_case *c = context;
    fault_heap *heap = allocator.context;
    const fault_mode mode = heap->mode;
    wend_graph *graph = make_graph(c->is_two_way);
    heap->mode = FAULT_NONE;
    wend_space *space = make_space(graph, c->kind == EDIT_NONE, allocator);
    wend_search *search = make_search(space);
    atomic_store(&heap->calls, 0);
    heap->mode = mode;
    wend_result first = WEND_OK;
    for (uint32_t round = 0; round < ROUNDS; ++round) {
        edit(graph, c->kind, round);
        const wend_result result = update(space, c->is_sliced);
        if (result < 0) {
            first = result;
            heap->mode = FAULT_NONE;
            check_refused(space, search);
            assert_int_equal(update(space, c->is_sliced), WEND_OK);
        }
        check_as_new(graph, space, search);
    }
    wend_search_destroy(search);
    wend_space_destroy(space);
    wend_graph_destroy(graph);
    return first;
}

static void run_kinds(bool is_two_way, bool is_sliced)
{
    for (int kind = 0; kind < EDIT_KINDS; ++kind) {
        update_case c = {(edit_kind)kind, is_two_way, is_sliced};
        assert_true(fault_run(run, &c) > 0);
    }
}

static void graph_space_update_without_memory_leaves_it_stale(void **state)
{
    (void)state;
    run_kinds(false, false);
    run_kinds(true, false);
}

static void graph_space_update_in_slices_without_memory_leaves_it_stale(void **state)
{
    (void)state;
    run_kinds(false, true);
    run_kinds(true, true);
}

/* What repairs reserve when nodes come is enough for every later repair, in whichever allocation it
 * first failed. */
static void graph_space_that_grew_after_a_failure_repairs_without_memory(void **state)
{
    (void)state;
    bool has_failed = true;
    for (size_t fail_at = 0; has_failed; ++fail_at) {
        fault_heap heap;
        fault_heap_init(&heap);
        wend_graph *graph = make_graph(false);
        wend_space *space = make_space(graph, false, fault_heap_allocator(&heap));
        add_nodes(graph, 0);
        assert_int_equal(wend_space_update(space), WEND_OK);
        add_nodes(graph, 1);
        fault_heap_arm(&heap, FAULT_ONCE, fail_at);
        has_failed = wend_space_update(space) == WEND_ERROR_MEMORY;
        assert_int_equal(wend_space_update(space), WEND_OK);
        fault_heap_arm(&heap, FAULT_NONE, 0);
        for (uint32_t edge = 0; edge < 8; ++edge) {
            assert_int_equal(wend_graph_set_open(graph, edge, false), WEND_OK);
            assert_int_equal(wend_space_update(space), WEND_OK);
        }
        assert_int_equal(atomic_load(&heap.calls), 0);
        wend_space_destroy(space);
        wend_graph_destroy(graph);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graph_space_update_without_memory_leaves_it_stale),
        cmocka_unit_test(graph_space_update_in_slices_without_memory_leaves_it_stale),
        cmocka_unit_test(graph_space_that_grew_after_a_failure_repairs_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
