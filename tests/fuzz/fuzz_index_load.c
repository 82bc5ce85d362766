/* Runs wend_index_load on any bytes, and on the same bytes under a right frame and checksum, which
 * chance would never find. An index that loads saves to the same bytes, and answers for a graph
 * that it claims to be of. */
#include "fuzz/framed.h"
#include "route/index/index.h"

#include <stdlib.h>
#include <string.h>

enum { MAGIC = 0x58444957, VERSION = 1, NODES_MAX = 16 };

/* As many nodes as the index has, in a ring. */
static wend_space *space_of(wend_graph *graph, uint32_t nodes)
{
    wend_graph_node node = wend_graph_node_default();
    wend_graph_edge edge = wend_graph_edge_default();
    for (uint32_t k = 0; k < nodes; k++) {
        wend_node added;
        check(wend_graph_add_node(graph, &node, &added) == WEND_OK);
    }
    for (uint32_t k = 0; k + 1 < nodes; k++) {
        edge.from = k;
        edge.to = k + 1;
        edge.cost = WEND_COST_ONE;
        uint32_t added;
        check(wend_graph_add_edge(graph, &edge, &added) == WEND_OK);
    }
    wend_space_def def = wend_space_def_default();
    def.graph = graph;
    wend_space *space = NULL;
    check(wend_space_create(&def, &space) == WEND_OK);
    return space;
}

/* No pair may lead outside, or into an endless loop, for any index of any graph. */
static void use(wend_index *index)
{
    if (index->node_count > NODES_MAX) {
        return;
    }
    const wend_graph_def graph_def = wend_graph_def_default();
    wend_graph *graph = NULL;
    check(wend_graph_create(&graph_def, &graph) == WEND_OK);
    wend_space *space = space_of(graph, index->node_count);
    index->hash = space->net->hash;
    wend_index_search_def def = wend_index_search_def_default();
    def.index = index;
    def.space = space;
    wend_index_search *search = NULL;
    wend_path *path = NULL;
    check(wend_index_search_create(&def, &search) == WEND_OK);
    check(wend_path_create(NULL, &path) == WEND_OK);
    for (wend_node from = 0; from < index->node_count; from++) {
        for (wend_node to = 0; to < index->node_count; to++) {
            (void)wend_index_search_find(search, from, to);
            (void)wend_path_from_index(path, search);
        }
    }
    wend_path_destroy(path);
    wend_index_search_destroy(search);
    wend_space_destroy(space);
    wend_graph_destroy(graph);
}

static void try_bytes(const uint8_t *bytes, size_t count)
{
    wend_message message;
    wend_index_def def = wend_index_def_default();
    def.message = &message;
    wend_index *index = NULL;
    const wend_result result = wend_index_load(&def, bytes, count, &index);
    check((result == WEND_OK) == (index != NULL));
    check((result == WEND_OK) == (message.text[0] == '\0'));
    if (index == NULL) {
        return;
    }
    uint8_t *again = malloc(count);
    size_t again_count = 0;
    check(wend_index_save(index, again, count, &again_count) == WEND_OK);
    check(again_count == count && memcmp(again, bytes, count) == 0);
    free(again);
    use(index);
    wend_index_destroy(index);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    try_bytes(data, size);
    framed_try(data, size, MAGIC, VERSION, try_bytes);
    return 0;
}
