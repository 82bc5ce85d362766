/* Methods of wend.graph for compacting, arcs, coverage, and memory.
 * Cost: as in wend/graph.h and wend/graph_build.h. */
#include "lua/world/graph.h"
#include "wend/graph.h"
#include "wend/grid.h"
#include "wend/walls.h"

static const wend_graph *read(lua_State *L)
{
    return wendlua_read_pointer(L, 1, &wendlua_graph_kind);
}

/* {[old] = new} of those that remain. */
static void push_map(lua_State *L, const uint32_t *map, uint32_t count)
{
    lua_newtable(L);
    for (uint32_t i = 0; i < count; i++) {
        if (map[i] != WEND_NODE_NONE) {
            lua_pushinteger(L, map[i]);
            lua_rawseti(L, -2, i);
        }
    }
}

/* nodes, edges = compact(): new numbers by old ones. */
int wendlua_graph_compact(lua_State *L)
{
    uint32_t node_limit = wend_graph_node_limit(read(L));
    uint32_t *nodes = wendlua_scratch(L, node_limit, sizeof *nodes);
    uint32_t edge_limit = wend_graph_edge_limit(read(L));
    uint32_t *edges = wendlua_scratch(L, edge_limit, sizeof *edges);
    wend_graph *graph = wendlua_edit_pointer(L, 1, &wendlua_graph_kind);
    bool is_as_asked =
        wend_graph_node_limit(graph) == node_limit && wend_graph_edge_limit(graph) == edge_limit;
    wendlua_arg_check(L, is_as_asked, 1, "a finalizer changed it meanwhile");
    wendlua_done(L, wend_graph_compact(graph, nodes, edges), NULL, NULL);
    push_map(L, nodes, node_limit);
    push_map(L, edges, edge_limit);
    return 2;
}

static const wendlua_field arc_fields[] = {
    {"centre", WENDLUA_VEC2, offsetof(wend_graph_arc, centre), NULL},
    {"radius", WENDLUA_DOUBLE, offsetof(wend_graph_arc, radius), NULL},
    {"turn", WENDLUA_DOUBLE, offsetof(wend_graph_arc, turn), NULL},
    {NULL, 0, 0, NULL},
};

/* get_arc(edge, walls): a table; nil where the edge is straight, or there is none. */
int wendlua_graph_arc(lua_State *L)
{
    wend_graph_arc arc;
    uint32_t edge = wendlua_u32(L, 2);
    const wend_walls *walls = wendlua_read_pointer(L, 3, &wendlua_walls_kind);
    if (!wend_graph_get_arc(read(L), edge, walls, &arc)) {
        return wendlua_push_nil(L);
    }
    wendlua_push(L, arc_fields, &arc);
    return 1;
}

static const wendlua_field coverage_fields[] = {
    {"walkable", WENDLUA_U64, offsetof(wend_coverage, walkable), NULL},
    {"invisible", WENDLUA_U64, offsetof(wend_coverage, invisible), NULL},
    {"part", WENDLUA_DOUBLE, offsetof(wend_coverage, part), NULL},
    {NULL, 0, 0, NULL},
};

/* coverage(walls, grid [, radius [, stops]]): figures, and the cells that no node sees. */
int wendlua_graph_coverage(lua_State *L)
{
    wend_coverage found = {0};
    size_t count = 0;
    wend_grid_info info;
    wendlua_takes(L, "walls, grid");
    double radius = wendlua_number_or(L, 4, 0);
    uint32_t stops = wendlua_mask_or(L, 5, wendlua_stops_names, WEND_STOPS_WALK);
    wend_grid_get_info(wendlua_read_pointer(L, 3, &wendlua_grid_kind), &info);
    size_t most = (size_t)info.width * (size_t)info.height;
    wend_node *cells = wendlua_scratch(L, most, sizeof *cells);
    const wend_walls *walls = wendlua_read_pointer(L, 2, &wendlua_walls_kind);
    const wend_grid *grid = wendlua_read_pointer(L, 3, &wendlua_grid_kind);
    wend_result result =
        wend_graph_coverage(read(L), walls, grid, radius, stops, &found, cells, most, &count);
    wendlua_done(L, result, NULL, "the radius is 0 or more");
    wendlua_push(L, coverage_fields, &found);
    wendlua_push_nodes(L, cells, count < most ? count : most);
    return 2;
}

int wendlua_graph_memory_bytes(lua_State *L)
{
    wendlua_push_u64(L, wend_graph_memory_bytes(read(L)));
    return 1;
}
