/* Legs of a path over a graph: one for each edge. Cost: linear in the edges. */
#include "route/path/path.h"
#include "world/graph/read.h"

/* The cost of the edge from this node. */
static wend_cost cost_of(const wendi_space_graph *net, wend_node from, uint32_t edge)
{
    const wendi_space_arc *arc = &net->out.items[net->out.first[from]];
    while (arc->edge != edge) {
        ++arc;
    }
    return arc->cost;
}

static wend_leg leg_of(const wend_space *space, wend_node from, wend_node to, uint32_t edge)
{
    const wendi_space_graph *net = space->net;
    const wend_vec3 here = net->places[from];
    const wend_vec3 there = net->places[to];
    /* A graph may have lost edges since the space was updated. */
    const bool is_there = edge < wend_graph_edge_limit(space->graph);
    return (wend_leg){
        .from = from,
        .to = to,
        .from_point = {here.x, here.y},
        .to_point = {there.x, there.y},
        .from_height = here.z,
        .to_height = there.z,
        .cost = cost_of(net, from, edge),
        .length = wendi_graph_length(WENDI_METRIC_STRAIGHT, here, there),
        .behaviour = is_there ? wendi_graph_arc_of(space->graph, edge).behaviour : 0,
        .edge = edge,
    };
}

wend_result wendi_path_build_graph(wend_path *path, const wend_space *space,
                                   const wendi_trace *trace)
{
    const size_t count = trace->nodes.count;
    path->spare.count = 0;
    if (count > 1 && !wendi_path_reserve(path, &path->spare, count - 1)) {
        return WEND_ERROR_MEMORY;
    }
    for (size_t k = 1; k < count; ++k) {
        path->spare.items[k - 1] = leg_of(space, trace->nodes.items[k - 1], trace->nodes.items[k],
                                          trace->follows.items[k]);
    }
    path->spare.count = count - 1;
    wendi_path_commit(path, trace->nodes.items[0]);
    return WEND_OK;
}
