/* Builds graphs of points that can be walked between in a straight line, and joins single nodes to
 * them.
 * Cost: one wall test for each two points within the longest edge, in parallel. */
#include "base/core/memory.h"
#include "base/core/message.h"
#include "world/graph/store.h"
#include "world/graph_build/build.h"

static const char *const function = "wend_graph_build_visibility";

typedef struct visibility_joiner {
    const wend_walls *walls;
    const wend_graph_build_def *def;
    wend_graph *graph;
} visibility_joiner;

static uint8_t test_sight(const void *context, uint32_t i, uint32_t j)
{
    const visibility_joiner *b = context;
    return wend_walls_can_walk(b->walls, b->def->points[i], b->def->points[j], b->def->radius,
                               b->def->stops);
}

static wend_result add_edge(wend_graph *graph, wend_node from, wend_node to)
{
    wend_graph_edge edge = wend_graph_edge_default();
    edge.from = from;
    edge.to = to;
    return wend_graph_add_edge(graph, &edge, NULL);
}

static wend_result accept_edge(void *context, uint32_t i, uint32_t j, uint8_t verdict)
{
    (void)verdict;
    const visibility_joiner *b = context;
    return add_edge(b->graph, i, j);
}

static wend_result build(visibility_joiner *b)
{
    wend_result result = WEND_OK;
    for (size_t i = 0; i < b->def->point_count && result == WEND_OK; ++i) {
        const wend_vec2 p = b->def->points[i];
        result = wendi_graph_assemble_node(b->graph, (wend_vec3){p.x, p.y, 0}, 0);
    }
    const wendi_point_pairs pairs = {
        &b->def->executor,       &b->def->allocator, b->def->points, (uint32_t)b->def->point_count,
        b->def->max_edge_length, test_sight,         accept_edge,    b};
    return result == WEND_OK ? wendi_point_pairs_run(&pairs) : result;
}

wend_result wend_graph_build_visibility(const wend_walls *walls, const wend_graph_build_def *def,
                                        wend_graph **graph)
{
    if (wendi_graph_build_begin(def, function, "walls", walls, graph) != WEND_OK) {
        return WEND_ERROR_ARGUMENT;
    }
    visibility_joiner b = {walls, def, NULL};
    const wend_result result =
        wendi_graph_assemble_begin(def, function, def->point_count, &b.graph);
    if (result != WEND_OK) {
        return result;
    }
    return wendi_graph_assemble_end(def, function, build(&b), b.graph, graph);
}

/* ---- one more node ---- */

/* True if this node can be reached straight from another one, at a valid cost. */
static bool is_joined(const visibility_joiner *b, wend_node node, wend_node other)
{
    if (other == node || !wendi_graph_has(b->graph, other)) {
        return false;
    }
    const wend_vec2 from = b->graph->positions[node];
    const wend_vec2 to = b->graph->positions[other];
    return wend_vec2_distance(from, to) <= b->def->max_edge_length &&
           wend_walls_can_walk(b->walls, from, to, b->def->radius, b->def->stops);
}

/* The edges at a node that follow their length. @return the first of them, WEND_EDGE_NONE if
 * none. */
static uint32_t followed_edge(const wend_graph *graph, wend_node node)
{
    uint32_t edge = graph->firsts[node];
    while (edge != WEND_EDGE_NONE && (graph->edges[edge].word & WENDI_GRAPH_FOLLOWS) == 0) {
        edge = wendi_graph_record_next(&graph->edges[edge], node);
    }
    return edge;
}

/* All memory is reserved before the first edge is removed. */
static wend_result join(const visibility_joiner *b, wend_node node, uint32_t *seen)
{
    uint32_t count = 0;
    for (wend_node other = 0; other < b->graph->node_limit; ++other) {
        if (is_joined(b, node, other)) {
            seen[count++] = other;
        }
    }
    if (count >= WENDI_GRAPH_LIMIT - b->graph->edge_limit) {
        return WEND_ERROR_FULL;
    }
    if (!wendi_graph_reserve_edges(b->graph, b->graph->edge_limit + count)) {
        return WEND_ERROR_MEMORY;
    }
    for (uint32_t edge = followed_edge(b->graph, node); edge != WEND_EDGE_NONE;
         edge = followed_edge(b->graph, node)) {
        wend_graph_remove_edge(b->graph, edge);
    }
    wend_result result = WEND_OK;
    for (uint32_t k = 0; k < count && result == WEND_OK; ++k) {
        result = add_edge(b->graph, node, seen[k]);
    }
    return result;
}

wend_result wendi_graph_join_seen(wend_graph *graph, wend_node node, const wend_walls *walls,
                                  const wend_graph_build_def *def)
{
    const visibility_joiner b = {walls, def, graph};
    const size_t bytes = graph->node_limit * sizeof(uint32_t);
    uint32_t *seen = wendi_alloc(&def->allocator, bytes);
    const wend_result result = seen == NULL ? WEND_ERROR_MEMORY : join(&b, node, seen);
    wendi_free(&def->allocator, seen, bytes);
    return result;
}

wend_result wend_graph_join_visible(wend_graph *graph, wend_node node, const wend_walls *walls,
                                    const wend_graph_build_def *def)
{
    return wendi_graph_join("wend_graph_join_visible", wendi_graph_join_seen, graph, node, walls,
                            def);
}
