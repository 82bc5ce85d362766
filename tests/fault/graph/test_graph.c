/* Graphs with allocations that fail in turn: a failing call leaves the graph as it was, and some
 * calls never need memory. */
#include "support/fault.h"
#include "support/grids.h"
#include "support/test.h"

#include "wend/graph.h"
#include "wend/graph_build.h"
#include "wend/link.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS = 70, KINDS = 6 };

static wend_result make(wend_allocator allocator, wend_graph **graph)
{
    wend_graph_def def = wend_graph_def_default();
    def.allocator = allocator;
    return wend_graph_create(&def, graph);
}

/* Nodes and edges that carry everything, now and then. */
static wend_graph_node node_of(uint64_t i)
{
    wend_graph_node def = wend_graph_node_default();
    def.position.x = wend_random_unit(3, i, 0) * (i % 7 == 0 ? 1e6 : 20);
    def.position.y = wend_random_unit(3, i, 1) * 20;
    def.height = i % 5 == 0 ? 2.5 : 0;
    def.tag = i % 3 == 0 ? 4 : 0;
    def.user = i % 11 == 0 ? i : 0;
    return def;
}

static wend_graph_edge edge_of(const wend_graph *graph, uint64_t i)
{
    wend_graph_edge def = wend_graph_edge_default();
    const uint32_t limit = wend_graph_node_limit(graph);
    def.from = limit == 0 ? 0 : (uint32_t)(i * 7 % limit);
    def.to = limit == 0 ? 1 : (uint32_t)((i * 7 + 1 + i % 3) % limit);
    def.cost = 1 + i;
    def.behaviour = i % 4 == 0 ? 300 : 0;
    def.flags = i % 3 == 0 ? 9 : 0;
    def.user = i % 7 == 0 ? i : 0;
    def.cost = i % 2 == 0 ? 0 : def.cost;
    def.factor = 0.004;
    return def;
}

static wend_result edit(wend_graph *graph, uint64_t i)
{
    const wend_graph_node node = node_of(i);
    const wend_graph_edge edge = edge_of(graph, i);
    const uint32_t number = (uint32_t)(i / 6);
    wend_graph_edge now;
    switch (i % KINDS) {
    case 0:
        return wend_graph_set_node(graph, number, &node);
    case 1:
        if (wend_graph_get_edge(graph, number, &now) != WEND_OK) {
            return WEND_OK;
        }
        now.behaviour = 500 + number;
        now.flags = 77;
        now.user = 3;
        return wend_graph_set_edge(graph, number, &now);
    case 2:
        return i % 24 == 20 ? wend_graph_compact(graph, NULL, NULL)
                            : wend_graph_add_edge(graph, &edge, NULL);
    case 3:
        return wend_graph_add_edge(graph, &edge, NULL);
    default:
        return wend_graph_add_node(graph, &node, NULL);
    }
}

static void remove_some(wend_graph *graph, uint64_t i)
{
    if (i % 13 == 12) {
        (void)wend_graph_remove_node(graph, (uint32_t)(i / 3));
        (void)wend_graph_remove_edge(graph, (uint32_t)(i / 4));
    }
}

static wend_result edit_all(wend_allocator allocator, void *context)
{
    (void)context;
    wend_graph *graph;
    wend_result first = make(allocator, &graph);
    for (uint64_t i = 0; i < STEPS && graph != NULL; ++i) {
        const uint64_t hash = wend_graph_hash(graph);
        const uint64_t revision = wend_graph_revision(graph);
        const wend_result result = edit(graph, i);
        if (result != WEND_OK) {
            assert_true(wend_graph_hash(graph) == hash && wend_graph_revision(graph) == revision);
            const wend_vec2 at = wend_graph_position(graph, 2);
            assert_true(!wend_graph_has_node(graph, 2) || wend_graph_nearest(graph, at, NULL) == 2);
        }
        first = result == WEND_ERROR_MEMORY && first == WEND_OK ? result : first;
        remove_some(graph, i);
    }
    wend_graph_destroy(graph);
    return first;
}

static void graph_edits_without_memory_change_nothing(void **state)
{
    (void)state;
    assert_true(fault_run(edit_all, NULL) > 30);
}

/* ---- loading ---- */

typedef struct saved {
    uint8_t *bytes;
    size_t count;
} saved;

static saved save(void)
{
    wend_graph *graph;
    saved s;
    assert_int_equal(make((wend_allocator){NULL, NULL}, &graph), WEND_OK);
    for (uint64_t i = 0; i < STEPS; ++i) {
        (void)edit(graph, i);
        remove_some(graph, i);
    }
    assert_int_equal(wend_graph_save(graph, NULL, 0, &s.count), WEND_TRUNCATED);
    s.bytes = malloc(s.count);
    assert_non_null(s.bytes);
    assert_int_equal(wend_graph_save(graph, s.bytes, s.count, &s.count), WEND_OK);
    wend_graph_destroy(graph);
    return s;
}

static wend_result load(wend_allocator allocator, void *context)
{
    const saved *s = context;
    wend_message message;
    wend_graph *graph;
    wend_graph_def def = wend_graph_def_default();
    def.allocator = allocator;
    def.message = &message;
    const wend_result result = wend_graph_load(&def, s->bytes, s->count, &graph);
    assert_int_equal(result == WEND_OK, graph != NULL);
    assert_int_equal(result == WEND_OK, message.text[0] == '\0');
    wend_graph_destroy(graph);
    return result;
}

static void graph_load_without_memory_gives_no_graph(void **state)
{
    (void)state;
    saved s = save();
    assert_true(fault_run(load, &s) > 5);
    free(s.bytes);
}

/* ---- what needs none ---- */

static void graph_switching_removing_and_asking_allocate_nothing(void **state)
{
    (void)state;
    fault_heap heap;
    fault_heap_init(&heap);
    wend_graph *graph;
    assert_int_equal(make(fault_heap_allocator(&heap), &graph), WEND_OK);
    for (uint64_t i = 0; i < STEPS; ++i) {
        (void)edit(graph, i);
    }
    fault_heap_arm(&heap, FAULT_KEEP, 0);
    const uint32_t edges = wend_graph_edge_limit(graph);
    for (uint32_t e = 0; e < edges; ++e) {
        const wend_result there = wend_graph_set_open(graph, e, false);
        assert_int_equal(wend_graph_set_open(graph, e, true), there);
        assert_int_equal(wend_graph_remove_edge(graph, e), there);
    }
    for (uint32_t n = 0; n < wend_graph_node_limit(graph); ++n) {
        wend_node nearest[3];
        (void)wend_graph_nearest_many(graph, (wend_vec2){n, 3}, NULL, nearest, 3);
        assert_int_equal(wend_graph_remove_node(graph, n), WEND_OK);
    }
    assert_int_equal(heap.calls, 0);
    wend_graph_destroy(graph);
}

/* ---- graphs of grids ---- */

static wend_result from_grid(wend_allocator allocator, void *context)
{
    wend_message message;
    wend_graph *graph;
    wend_graph_build_def def = wend_graph_build_def_default();
    def.allocator = allocator;
    def.message = &message;
    const wend_result result = wend_graph_from_grid(context, 0, WEND_TEAM_NONE, &def, &graph);
    assert_int_equal(result == WEND_OK, graph != NULL);
    assert_int_equal(result == WEND_OK, message.text[0] == '\0');
    wend_graph_destroy(graph);
    return result;
}

static void graph_from_grid_without_memory_gives_no_graph(void **state)
{
    (void)state;
    wend_grid_def def = wend_grid_def_default();
    wend_link_def link = wend_link_def_default();
    wend_link_id id;
    def.width = def.height = 8;
    link.from = 3;
    link.to = 40;
    link.user = 9;
    wend_grid *grid = grids_make(def);
    grids_fill(grid, 2, 2, 3, 3, 5);
    assert_int_equal(wend_grid_add_link(grid, &link, &id, NULL), WEND_OK);
    assert_true(fault_run(from_grid, grid) > 8);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graph_edits_without_memory_change_nothing),
        cmocka_unit_test(graph_load_without_memory_gives_no_graph),
        cmocka_unit_test(graph_switching_removing_and_asking_allocate_nothing),
        cmocka_unit_test(graph_from_grid_without_memory_gives_no_graph),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
