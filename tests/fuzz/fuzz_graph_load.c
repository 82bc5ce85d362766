/* Runs wend_graph_load on any bytes, and on the same bytes under a right frame and checksum, which
 * chance would never find. A graph that loads must save and load again to the same bytes, and bear
 * queries and edits. */
#include "base/math/bits.h"
#include "fuzz/framed.h"
#include "wend/graph.h"
#include "world/graph/file.h"

#include <stdlib.h>
#include <string.h>

static uint8_t *save(const wend_graph *graph, size_t *count)
{
    check(wend_graph_save(graph, NULL, 0, count) == WEND_TRUNCATED);
    uint8_t *bytes = malloc(*count);
    if (bytes != NULL) {
        check(wend_graph_save(graph, bytes, *count, count) == WEND_OK);
    }
    return bytes;
}

static void check_round_trip(const wend_graph *graph, const uint8_t *bytes, size_t count)
{
    size_t again_count;
    uint8_t *again_bytes = save(graph, &again_count);
    wend_graph *again = NULL;
    if (again_bytes == NULL) {
        return;
    }
    /* Each graph has a single saved form. */
    check(again_count == count && memcmp(again_bytes, bytes, count) == 0);
    const wend_result result = wend_graph_load(NULL, again_bytes, again_count, &again);
    check(result == WEND_OK || result == WEND_ERROR_MEMORY);
    check(again == NULL || wend_graph_hash(again) == wend_graph_hash(graph));
    wend_graph_destroy(again);
    free(again_bytes);
}

/* Every node and edge exists or is reported as removed; each node is nearest to its own position.
 */
static void read_all(const wend_graph *graph)
{
    uint64_t examined = 0;
    wend_graph_nearest_query near = wend_graph_nearest_query_default();
    near.examined = &examined;
    for (uint32_t n = 0; n < wend_graph_node_limit(graph) && n < 500; ++n) {
        uint32_t edges[4];
        size_t count;
        if (!wend_graph_has_node(graph, n)) {
            check(wend_graph_edges_from(graph, n, edges, 4, &count) == WEND_ERROR_STALE);
            continue;
        }
        const wend_vec2 at = wend_graph_position(graph, n);
        const wend_vec2 nearest = wend_graph_position(graph, wend_graph_nearest(graph, at, &near));
        check(wendi_is_zero(at.x - nearest.x) && wendi_is_zero(at.y - nearest.y));
        check(wend_graph_edges_from(graph, n, edges, 4, &count) ==
              (count > 4 ? WEND_TRUNCATED : WEND_OK));
        for (size_t i = 0; i < count && i < 4; ++i) {
            wend_graph_edge edge;
            check(wend_graph_get_edge(graph, edges[i], &edge) == WEND_OK);
            check(edge.from == n || (edge.is_two_way && edge.to == n));
        }
    }
}

static void edit(wend_graph *graph)
{
    wend_graph_node def = wend_graph_node_default();
    wend_node node;
    def.position = (wend_vec2){1.5, -2.5};
    check(wend_graph_add_node(graph, &def, &node) == WEND_OK);
    for (uint32_t n = 0; n < wend_graph_node_limit(graph) && n < 500; n += 2) {
        const wend_result result = wend_graph_set_node(graph, n, &def);
        check(result == WEND_OK || result == WEND_ERROR_STALE || result == WEND_ERROR_ARGUMENT);
        (void)wend_graph_set_open(graph, n, false);
    }
    for (uint32_t n = 1; n < wend_graph_node_limit(graph) && n < 500; n += 3) {
        (void)wend_graph_remove_edge(graph, n);
        (void)wend_graph_remove_node(graph, n);
    }
    check(wend_graph_compact(graph, NULL, NULL) == WEND_OK);
    check(wend_graph_node_limit(graph) == wend_graph_node_count(graph));
    check(wend_graph_edge_limit(graph) == wend_graph_edge_count(graph));
    read_all(graph);
}

static void try_bytes(const uint8_t *bytes, size_t count)
{
    wend_graph *graph = NULL;
    wend_message message;
    wend_graph_def def = wend_graph_def_default();
    def.message = &message;
    const wend_result result = noted(wend_graph_load(&def, bytes, count, &graph));
    check((result == WEND_OK) == (graph != NULL));
    check((result == WEND_OK) == (message.text[0] == '\0'));
    if (graph != NULL) {
        check_round_trip(graph, bytes, count);
        read_all(graph);
        edit(graph);
        wend_graph_destroy(graph);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    raw_try(data, size, try_bytes);
    framed_try(data, size, WENDI_GRAPH_FILE_MAGIC, 1, try_bytes);
    framed_try(data, size, WENDI_GRAPH_FILE_MAGIC, WENDI_GRAPH_FILE_VERSION, try_bytes);
    return 0;
}
