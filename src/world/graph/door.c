/* takes: a graph and the line of a door.
 * gives: the edges that lead through it opened or closed.
 * cost:  one look at each edge. */
#include "wend/graph_build.h"
#include "world/graph/store.h"

/* Does an edge lead through the door? */
static bool leads_through(const wend_graph *graph, const wend_walls *door, uint32_t edge,
                          double radius)
{
    wend_graph_edge e;
    return wend_graph_get_edge(graph, edge, &e) == WEND_OK &&
           e.behaviour != WEND_BEHAVIOUR_TELEPORT &&
           !wend_walls_can_walk(door, wend_graph_position(graph, e.from),
                                wend_graph_position(graph, e.to), radius, WEND_STOPS_WALK);
}

/* Only the first edge of a graph that is ever closed needs memory, so all are switched or none. */
static wend_result switch_edges(wend_graph *graph, const wend_walls *door, double radius,
                                bool is_open, size_t *count)
{
    const uint32_t limit = wend_graph_edge_limit(graph);
    for (uint32_t edge = 0; edge < limit; edge++) {
        if (!leads_through(graph, door, edge, radius)) {
            continue;
        }
        const wend_result result = wend_graph_set_open(graph, edge, is_open);
        if (result != WEND_OK) {
            return result;
        }
        ++*count;
    }
    return WEND_OK;
}

wend_result wend_graph_set_open_across(wend_graph *graph, wend_vec2 a, wend_vec2 b, double radius,
                                       bool is_open, size_t *count)
{
    size_t switched = 0;
    if (count != NULL) {
        *count = 0;
    }
    if (graph == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    static const char function[] = "wend_graph_set_open_across";
    if (wendi_check_vec2(&graph->error, function, "a", a) != WEND_OK ||
        wendi_check_vec2(&graph->error, function, "b", b) != WEND_OK) {
        return WEND_ERROR_ARGUMENT;
    }
    if (!(radius >= 0 && radius <= WEND_COORDINATE_MAX)) {
        return wendi_refuse(&graph->error, function, "radius", radius, 0, WEND_COORDINATE_MAX);
    }
    const wend_walls_def def = wend_walls_def_default();
    wend_walls *door = NULL;
    wend_result result = wend_walls_create(&def, &door);
    if (result == WEND_OK) {
        result = wend_walls_add_segment(door, a, b, WEND_STOPS_WALK, 0, NULL);
    }
    if (result == WEND_OK) {
        result = switch_edges(graph, door, radius, is_open, &switched);
    }
    wend_walls_destroy(door);
    if (count != NULL) {
        *count = switched;
    }
    return wendi_fail_plain(&graph->error, function, result);
}
