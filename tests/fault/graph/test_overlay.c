/* Overlays of a graph with allocations that fail in turn: a failing call leaves the graph as it was,
 * and ticking needs no memory. */
#include "support/fault.h"
#include "support/test.h"

#include "wend/graph.h"
#include "wend/graph_overlay.h"

#include <stdlib.h>

enum { NODES = 12, STEPS = 40 };

static wend_graph *make(wend_allocator allocator)
{
    wend_graph_def def = wend_graph_def_default();
    wend_graph *graph = NULL;
    def.allocator = allocator;
    if (wend_graph_create(&def, &graph) != WEND_OK) {
        return NULL;
    }
    for (uint32_t i = 0; i < NODES; i++) {
        wend_graph_node node = wend_graph_node_default();
        wend_graph_edge edge = wend_graph_edge_default();
        node.position.x = i * 2.0;
        wend_result result = wend_graph_add_node(graph, &node, NULL);
        edge.from = i - 1;
        edge.to = i;
        result = result == WEND_OK && i > 0 ? wend_graph_add_edge(graph, &edge, NULL) : result;
        if (result != WEND_OK) {
            wend_graph_destroy(graph);
            return NULL;
        }
    }
    return graph;
}

static wend_result change(wend_graph *graph, wend_overlay_id *id, uint32_t i)
{
    wend_graph_overlay_def def = wend_graph_overlay_def_default();
    wend_overlay_id made;
    if (i % 11 == 0) {
        const wend_result result = wend_graph_add_overlay(graph, &def, &made, NULL);
        *id = result == WEND_OK ? made : *id;
        return result;
    }
    if (id->index1 == 0) {
        return WEND_OK;
    }
    switch (i % 4) {
    case 0:
        return wend_graph_overlay_tick(graph, *id);
    case 1:
        return wend_graph_overlay_add_edge(graph, *id, i % (NODES - 1), 700);
    case 2:
        return i % 20 == 18 ? wend_graph_compact(graph, NULL, NULL) : WEND_OK;
    default:
        return wend_graph_overlay_add(graph, *id, (wend_vec2){i, 0}, 7, 900);
    }
}

static wend_result change_all(wend_allocator allocator, void *context)
{
    (void)context;
    wend_graph *graph = make(allocator);
    wend_result first = graph == NULL ? WEND_ERROR_MEMORY : WEND_OK;
    wend_overlay_id id = {0, 0};
    for (uint32_t i = 0; i < STEPS && graph != NULL; i++) {
        const uint64_t hash = wend_graph_hash(graph);
        const uint64_t revision = wend_graph_revision(graph);
        const wend_result result = change(graph, &id, i);
        if (result != WEND_OK) {
            assert_true(wend_graph_hash(graph) == hash && wend_graph_revision(graph) == revision);
        }
        first = result != WEND_OK && first == WEND_OK ? result : first;
    }
    wend_graph_destroy(graph);
    return first;
}

static void graph_overlays_without_memory_change_nothing(void **state)
{
    (void)state;
    assert_true(fault_run(change_all, NULL) > 6);
}

static wend_result load(wend_allocator allocator, void *context)
{
    (void)context;
    uint8_t bytes[2048];
    size_t count;
    wend_overlay_id id = {0, 0};
    wend_graph *graph = make((wend_allocator){NULL, NULL});
    for (uint32_t i = 0; i < STEPS; i++) {
        assert_int_equal(change(graph, &id, i), WEND_OK);
    }
    assert_int_equal(wend_graph_save(graph, bytes, sizeof bytes, &count), WEND_OK);
    wend_graph *loaded;
    wend_graph_def def = wend_graph_def_default();
    def.allocator = allocator;
    const wend_result result = wend_graph_load(&def, bytes, count, &loaded);
    assert_true(result != WEND_OK || wend_graph_hash(loaded) == wend_graph_hash(graph));
    wend_graph_destroy(loaded);
    wend_graph_destroy(graph);
    return result;
}

static void graph_with_overlays_is_loaded_whole_or_not(void **state)
{
    (void)state;
    assert_true(fault_run(load, NULL) > 6);
}

static void graph_overlays_tick_and_go_without_memory(void **state)
{
    (void)state;
    fault_heap heap;
    fault_heap_init(&heap);
    wend_graph *graph = make(fault_heap_allocator(&heap));
    wend_overlay_id id = {0, 0};
    for (uint32_t i = 0; i < STEPS; i++) {
        assert_int_equal(change(graph, &id, i), WEND_OK);
    }
    fault_heap_arm(&heap, FAULT_KEEP, 0);
    assert_int_equal(wend_graph_overlay_tick(graph, id), WEND_OK);
    assert_int_equal(wend_graph_remove_edge(graph, 3), WEND_OK);
    assert_int_equal(wend_graph_remove_overlay(graph, id), WEND_OK);
    assert_int_equal(heap.calls, 0);
    wend_graph_destroy(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graph_overlays_without_memory_change_nothing),
        cmocka_unit_test(graph_with_overlays_is_loaded_whole_or_not),
        cmocka_unit_test(graph_overlays_tick_and_go_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
