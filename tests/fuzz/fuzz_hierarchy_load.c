/* Runs wend_hierarchy_load on any bytes, and on the same bytes under a right frame and checksum, which
 * chance would never find. A hierarchy that loads can be updated and searched; it saves to bytes that
 * load again to the same hash. The worlds are kept from run to run: a hierarchy only reads them. */
#include "fuzz/framed.h"
#include "wend/graph.h"
#include "wend/hierarchy.h"
#include "wend/path.h"

#include <stdlib.h>
#include <string.h>

enum { MAGIC = 0x52494857, VERSION = 1, SIDE = 24, NODES = 40 };

static wend_space *space_of_grid(void)
{
    static wend_grid *grid;
    wend_grid_def def = wend_grid_def_default();
    def.width = def.height = SIDE;
    check(wend_grid_create(&def, &grid) == WEND_OK);
    check(wend_grid_fill(grid, 0, 7, 2, 2, SIDE - 4, WEND_COST_WALL) == WEND_OK);
    wend_space_def space = wend_space_def_default();
    space.grid = grid;
    wend_space *made = NULL;
    check(wend_space_create(&space, &made) == WEND_OK);
    return made;
}

static wend_space *space_of_graph(void)
{
    static wend_graph *graph;
    const wend_graph_def def = wend_graph_def_default();
    check(wend_graph_create(&def, &graph) == WEND_OK);
    for (uint32_t k = 0; k < NODES; k++) {
        wend_graph_node node = wend_graph_node_default();
        wend_node added;
        node.position = (wend_vec2){k % 8, k / 8};
        check(wend_graph_add_node(graph, &node, &added) == WEND_OK);
    }
    for (uint32_t k = 0; k + 1 < NODES; k++) {
        wend_graph_edge edge = wend_graph_edge_default();
        uint32_t added;
        edge.from = k;
        edge.to = k % 3 == 0 && k + 8 < NODES ? k + 8 : k + 1;
        check(wend_graph_add_edge(graph, &edge, &added) == WEND_OK);
    }
    wend_space_def space = wend_space_def_default();
    space.graph = graph;
    wend_space *made = NULL;
    check(wend_space_create(&space, &made) == WEND_OK);
    return made;
}

/* No pair may lead outside, or into an endless loop, whatever the costs are. */
static void use(wend_hierarchy *hierarchy, wend_node nodes)
{
    wend_hierarchy_search_def def = wend_hierarchy_search_def_default();
    def.hierarchy = hierarchy;
    wend_hierarchy_search *search = NULL;
    wend_path *path = NULL;
    check(wend_hierarchy_update(hierarchy, NULL) == WEND_OK);
    check(wend_hierarchy_search_create(&def, &search) == WEND_OK);
    check(wend_path_create(NULL, &path) == WEND_OK);
    for (wend_node from = 0; from < nodes; from += nodes / 6) {
        for (wend_node to = 0; to < nodes; to += nodes / 5) {
            (void)wend_hierarchy_search_find(search, from, to);
            (void)wend_path_from_hierarchy(path, search);
        }
    }
    wend_path_destroy(path);
    wend_hierarchy_search_destroy(search);
}

static void check_round_trip(const wend_hierarchy_def *def, const wend_hierarchy *hierarchy)
{
    size_t counts[2];
    wend_hierarchy *again = NULL;
    check(wend_hierarchy_save(hierarchy, NULL, 0, &counts[0]) == WEND_TRUNCATED);
    uint8_t *bytes = malloc(2 * counts[0]);
    check(bytes != NULL);
    check(wend_hierarchy_save(hierarchy, bytes, counts[0], &counts[0]) == WEND_OK);
    check(wend_hierarchy_load(def, bytes, counts[0], &again) == WEND_OK);
    check(wend_hierarchy_update(again, NULL) == WEND_OK);
    check(wend_hierarchy_hash(again) == wend_hierarchy_hash(hierarchy));
    check(wend_hierarchy_save(again, bytes + counts[0], counts[0], &counts[1]) == WEND_OK);
    check(counts[0] == counts[1] && memcmp(bytes, bytes + counts[0], counts[0]) == 0);
    wend_hierarchy_destroy(again);
    free(bytes);
}

static void try_on(const wend_space *space, wend_node nodes, const uint8_t *bytes, size_t count)
{
    wend_message message;
    wend_hierarchy_def def = wend_hierarchy_def_default();
    def.space = space;
    def.message = &message;
    def.sector_size = 8;
    def.region_nodes = 8;
    def.group_size = 2;
    def.level_count = 2;
    wend_hierarchy *hierarchy = NULL;
    const wend_result result = noted(wend_hierarchy_load(&def, bytes, count, &hierarchy));
    check((result == WEND_OK) == (hierarchy != NULL));
    check((result == WEND_OK) == (message.text[0] == '\0'));
    if (hierarchy != NULL) {
        use(hierarchy, nodes);
        check_round_trip(&def, hierarchy);
        wend_hierarchy_destroy(hierarchy);
    }
}

static void try_bytes(const uint8_t *bytes, size_t count)
{
    static wend_space *on_grid;
    static wend_space *on_graph;
    if (on_grid == NULL) {
        on_grid = space_of_grid();
        on_graph = space_of_graph();
    }
    try_on(on_grid, SIDE * SIDE, bytes, count);
    try_on(on_graph, NODES, bytes, count);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    raw_try(data, size, try_bytes);
    framed_try(data, size, MAGIC, VERSION, try_bytes);
    return 0;
}
