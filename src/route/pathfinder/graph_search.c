/* A* over a graph from several nodes to several others, each at a cost of its own.
 * Cost: A* over the nodes of the graph; a heap. */
#include "route/pathfinder/pathfinder.h"
#include "route/space/space.h"

static const uint32_t NONE = UINT32_MAX;

static wend_cost add(wend_cost a, wend_cost b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static bool has_predicate(const wend_pathfinder *pathfinder)
{
    return pathfinder->query.goal_kind == WEND_PATH_TO_PREDICATE ||
           pathfinder->query.goal_kind == WEND_PATH_TO_TAG;
}

/* The estimated remaining cost from a node. */
static wend_cost estimate(const wend_pathfinder *pathfinder, wend_node node)
{
    const wendi_pathfinder_graph *g = &pathfinder->graph;
    return g->ends.count == 0 ? 0
                              : add(wendi_graph_heuristic_at(&g->guess, node), g->approach_least);
}

/* Records a path to a node if it is the cheapest so far. @return false without memory. */
static bool reach(wend_pathfinder *pathfinder, wend_node node, wend_cost cost, uint32_t before,
                  uint32_t edge)
{
    wendi_pathfinder_graph *g = &pathfinder->graph;
    wendi_pathfinder_node *known = &g->nodes[node];
    if (known->stamp == g->stamp && known->cost <= cost) {
        return true;
    }
    const wend_cost whole = add(cost, estimate(pathfinder, node));
    if (whole >= g->best) {
        return true;
    }
    if (!wendi_length_queue_reserve(&g->queue, g->queue.count + 1, &pathfinder->allocator)) {
        return false;
    }
    *known = (wendi_pathfinder_node){cost, before, edge, g->stamp};
    const wendi_length_entry entry = {(double)whole, node};
    wendi_length_queue_push(&g->queue, entry);
    return true;
}

/* Lists the ends by node: goals[node] is the first, equal nodes follow it. */
static void sort_ends(wendi_pathfinder_graph *g)
{
    for (size_t i = 1; i < g->ends.count; i++) {
        const wendi_pathfinder_end end = g->ends.items[i];
        size_t at = i;
        while (at > 0 && g->ends.items[at - 1].node > end.node) {
            g->ends.items[at] = g->ends.items[at - 1];
            at--;
        }
        g->ends.items[at] = end;
    }
}

wend_result wendi_pathfinder_graph_begin(wend_pathfinder *pathfinder)
{
    wendi_pathfinder_graph *g = &pathfinder->graph;
    g->queue.count = 0;
    wendi_graph_heuristic_clear(&g->guess, pathfinder->def.space->net);
    sort_ends(g);
    g->approach_least = WEND_COST_INFINITE;
    for (size_t i = g->ends.count; i > 0; i--) {
        const wendi_pathfinder_end *end = &g->ends.items[i - 1];
        g->goals[end->node] = (uint32_t)i;
        wendi_graph_heuristic_add_goal(&g->guess, end->node);
        g->approach_least = end->cost < g->approach_least ? end->cost : g->approach_least;
    }

    if (g->ends.count > 0) {
        wendi_graph_heuristic_prepare(&g->guess, WEND_HEURISTIC_EUCLIDEAN, false);
    }
    for (size_t i = 0; i < g->beginnings.count; i++) {
        const wendi_pathfinder_end *begin = &g->beginnings.items[i];
        if (!reach(pathfinder, begin->node, begin->cost, NONE, (uint32_t)i)) {
            return WEND_ERROR_MEMORY;
        }
    }
    return WEND_OK;
}

static bool is_goal(wend_pathfinder *pathfinder, wend_node node)
{
    const wend_path_query *query = &pathfinder->query;
    if (query->goal_kind == WEND_PATH_TO_TAG) {
        wend_graph_node def;
        if (wend_graph_get_node(pathfinder->def.space->graph, node, &def) != WEND_OK ||
            def.tag != query->tag) {
            return false;
        }
    }
    return query->is_goal == NULL || query->is_goal(query->user, node);
}

/* Improves the best path by one that ends here, if it is cheaper. */
static void arrive(wend_pathfinder *pathfinder, wend_node node, wend_cost cost)
{
    wendi_pathfinder_graph *g = &pathfinder->graph;
    if (has_predicate(pathfinder)) {
        if (cost < g->best && is_goal(pathfinder, node)) {
            g->best = cost;
            g->best_node = node;
            g->best_end = NONE;
        }
        return;
    }
    for (uint32_t i = g->goals[node]; i > 0 && i <= g->ends.count; i++) {
        const wendi_pathfinder_end *end = &g->ends.items[i - 1];
        if (end->node != node) {
            break;
        }
        if (add(cost, end->cost) < g->best) {
            g->best = add(cost, end->cost);
            g->best_node = node;
            g->best_end = i - 1;
        }
    }
}

/* @return false without memory. */
static bool expand(wend_pathfinder *pathfinder, wend_node node)
{
    const wendi_space_arcs *out = &pathfinder->def.space->net->out;
    const wend_cost cost = pathfinder->graph.nodes[node].cost;
    pathfinder->answer.expanded++;
    arrive(pathfinder, node, cost);
    for (uint32_t i = out->first[node]; i < out->first[node + 1]; i++) {
        const wendi_space_arc *arc = &out->items[i];
        if (arc->cost != WEND_COST_INFINITE &&
            !reach(pathfinder, arc->target, add(cost, arc->cost), node, arc->edge)) {
            return false;
        }
    }
    return true;
}

/* An entry holds the estimated cost of the whole path at the time of its push; outdated entries are
 * skipped. */
static bool is_overtaken(const wend_pathfinder *pathfinder, wendi_length_entry entry)
{
    const wend_cost whole =
        add(pathfinder->graph.nodes[entry.number].cost, estimate(pathfinder, entry.number));
    return (double)whole < entry.key;
}

wend_result wendi_pathfinder_graph_advance(wend_pathfinder *pathfinder, uint64_t *steps)
{
    wendi_pathfinder_graph *g = &pathfinder->graph;
    while (g->queue.count > 0) {
        if (g->queue.entries[0].key > (double)g->best) {
            break;
        }
        if (*steps == 0) {
            return WEND_IN_PROGRESS;
        }
        const wendi_length_entry entry = wendi_length_queue_pop(&g->queue);
        if (is_overtaken(pathfinder, entry)) {
            continue;
        }
        --*steps;
        if (!expand(pathfinder, entry.number)) {
            return WEND_ERROR_MEMORY;
        }
    }
    return pathfinder->graph.best == WEND_COST_INFINITE ? WEND_NO_PATH : WEND_OK;
}
