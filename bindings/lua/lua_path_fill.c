/* takes: places, or a path
 * gives: another path over the same places
 * cost:  a graph of the places, for the call
 *
 * The library fills paths from searches only. So the places become a graph in one line, and the way
 * along it is the path: legs keep their behaviours and costs.
 */
#include <stdlib.h>

#include "lua_path.h"

static wend_result add_stops(wend_graph *graph, const wendlua_stop *stops, size_t count)
{
    wend_result result = WEND_OK;
    for (size_t i = 0; i < count && result == WEND_OK; i++) {
        wend_node node = WEND_NODE_NONE;
        wend_graph_node def = wend_graph_node_default();
        def.position = (wend_vec2){stops[i].x, stops[i].y};
        def.height = stops[i].z;
        result = wend_graph_add_node(graph, &def, &node);
    }
    for (size_t i = 1; i < count && result == WEND_OK; i++) {
        uint32_t number = WEND_EDGE_NONE;
        wend_graph_edge edge = wend_graph_edge_default();
        edge.from = (wend_node)i - 1;
        edge.to = (wend_node)i;
        edge.cost = stops[i].cost;
        edge.behaviour = stops[i].behaviour;
        edge.is_two_way = false;
        result = wend_graph_add_edge(graph, &edge, &number);
    }
    return result;
}

static wend_result search_line(const wend_space *space, size_t count, wend_path *path)
{
    wend_search_def def = wend_search_def_default();
    wend_search *search = NULL;
    def.space = space;
    wend_result result = wend_search_create(&def, &search);
    if (result == WEND_OK) {
        wend_query query = wend_query_default();
        query.start = 0;
        query.goal = (wend_node)count - 1;
        query.method = WEND_METHOD_DIJKSTRA;
        result = wend_search_find(search, &query);
    }
    if (result == WEND_OK) {
        result = wend_path_from_search(path, search);
    }
    wend_search_destroy(search);
    return result;
}

wend_result wendlua_path_fill(wend_path *path, const wendlua_stop *stops, size_t count)
{
    wend_graph_def graph_def = wend_graph_def_default();
    wend_space_def def = wend_space_def_default();
    wend_graph *graph = NULL;
    wend_space *space = NULL;
    wend_result result = wend_graph_create(&graph_def, &graph);
    if (result == WEND_OK) {
        result = add_stops(graph, stops, count);
    }
    if (result == WEND_OK) {
        def.graph = graph;
        result = wend_space_create(&def, &space);
    }
    if (result == WEND_OK) {
        result = search_line(space, count, path);
    }
    wend_space_destroy(space);
    wend_graph_destroy(graph);
    return result;
}

wend_result wendlua_path_copy(wend_path *path, const wend_path *source)
{
    size_t count = wend_path_leg_count(source);
    if (count == 0) {
        wend_path_clear(path);
        return WEND_OK;
    }
    wendlua_stop *stops = calloc(count + 1, sizeof *stops);
    if (stops == NULL) {
        return WEND_ERROR_MEMORY;
    }
    wend_leg first = wend_path_leg(source, 0);
    stops[0] = (wendlua_stop){first.from_point.x, first.from_point.y, first.from_height, 0, 0};
    for (size_t i = 0; i < count; i++) {
        wend_leg leg = wend_path_leg(source, i);
        stops[i + 1] =
            (wendlua_stop){leg.to_point.x, leg.to_point.y, leg.to_height, leg.cost, leg.behaviour};
    }
    wend_result result = wendlua_path_fill(path, stops, count + 1);
    free(stops);
    return result;
}
