/* Runs wend_index_load on any bytes, and on the same bytes under a right frame and checksum, which
 * chance would never find. An index that loads saves to the same bytes, and answers for a graph or a
 * grid that it claims to be of. */
#include "fuzz/framed.h"
#include "route/index/index.h"
#include "wend/graph.h"
#include "wend/path.h"

#include <stdlib.h>
#include <string.h>

enum { MAGIC = 0x58444957, VERSION_GRAPH = 1, VERSION_GRID = 2, NODES_MAX = 16, CELLS_MAX = 64 };

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

/* No pair may lead outside, or into an endless loop, for any index of any world. */
static void ask_all(const wend_index *index, const wend_space *space, wend_node count)
{
    wend_index_search_def def = wend_index_search_def_default();
    def.index = index;
    def.space = space;
    wend_index_search *search = NULL;
    wend_path *path = NULL;
    check(wend_index_search_create(&def, &search) == WEND_OK);
    check(wend_path_create(NULL, &path) == WEND_OK);
    for (wend_node from = 0; from < count; from++) {
        for (wend_node to = 0; to < count; to++) {
            (void)wend_index_search_find(search, from, to);
            (void)wend_path_from_index(path, search);
        }
    }
    wend_path_destroy(path);
    wend_index_search_destroy(search);
}

/* On the grid whose open cells it holds. */
static void use_grid(const wend_index *index)
{
    const wendi_jump_states *states = &index->states;
    wend_grid_def def = wend_grid_def_default();
    def.width = (int32_t)states->columns - 2;
    def.height = (int32_t)states->rows - 2;
    def.corner_rule = (wend_corner_rule)states->rule;
    if ((int64_t)def.width * def.height > CELLS_MAX) {
        return;
    }
    wend_grid *grid = NULL;
    check(wend_grid_create(&def, &grid) == WEND_OK);
    for (int32_t y = 0; y < def.height; y++) {
        for (int32_t x = 0; x < def.width; x++) {
            const uint64_t *row = states->open + (size_t)(y + 1) * states->row_words;
            const bool is_open = (row[(x + 1) / 64] >> (x + 1) % 64 & 1) != 0;
            check(wend_grid_set_cost(grid, 0, x, y, is_open ? states->factor : WEND_COST_WALL) ==
                  WEND_OK);
        }
    }
    wend_space_def space_def = wend_space_def_default();
    space_def.grid = grid;
    wend_space *space = NULL;
    check(wend_space_create(&space_def, &space) == WEND_OK);
    if (wend_index_fits(index, space)) {
        ask_all(index, space, (wend_node)(def.width * def.height));
    }
    wend_space_destroy(space);
    wend_grid_destroy(grid);
}

static void use(wend_index *index)
{
    if (index->is_grid) {
        use_grid(index);
        return;
    }
    if (index->node_count > NODES_MAX) {
        return;
    }
    const wend_graph_def graph_def = wend_graph_def_default();
    wend_graph *graph = NULL;
    check(wend_graph_create(&graph_def, &graph) == WEND_OK);
    wend_space *space = space_of(graph, index->node_count);
    index->hash = space->net->hash;
    ask_all(index, space, index->node_count);
    wend_space_destroy(space);
    wend_graph_destroy(graph);
}

static void try_bytes(const uint8_t *bytes, size_t count)
{
    wend_message message;
    wend_index_def def = wend_index_def_default();
    def.message = &message;
    wend_index *index = NULL;
    const wend_result result = noted(wend_index_load(&def, bytes, count, &index));
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
    raw_try(data, size, try_bytes);
    framed_try(data, size, MAGIC, VERSION_GRAPH, try_bytes);
    framed_try(data, size, MAGIC, VERSION_GRID, try_bytes);
    return 0;
}
