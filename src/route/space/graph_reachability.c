/* Reachability in a graph with one-way arcs.
 * Cost: some 25 ns an arc and a node.
 *
 * After edits: small graphs the same again; else nothing if a search of 64 nodes shows that a
 * closed arc has another path beside it, or that an opened arc leads to nodes that were reachable
 * before; else everything again, in slices. A build in slices that an edit interrupts starts over,
 * with twice the steps, so that it ends with any rate of edits. */
#include "route/space/graph.h"
#include <string.h>

/* ---- components ---- */

enum { CHECK_NODES = 64 };

/* The node that stands for a part, with the path to it halved. */
static uint32_t component_root(uint32_t *components, uint32_t node)
{
    while (components[node] != node) {
        components[node] = components[components[node]];
        node = components[node];
    }
    return node;
}

void wendi_graph_components_join(wendi_space_graph *net, uint32_t a, uint32_t b)
{
    const uint32_t one = component_root(net->components, a);
    const uint32_t two = component_root(net->components, b);
    net->components[one < two ? two : one] = one < two ? one : two;
}

void wendi_graph_components_build(wendi_space_graph *net)
{
    for (uint32_t node = 0; node < net->node_count; ++node) {
        net->components[node] = node;
    }
    for (uint32_t node = 0; node < net->node_count; ++node) {
        for (uint32_t k = net->out.first[node]; k < net->out.first[node + 1]; ++k) {
            if (net->out.items[k].cost != WEND_COST_INFINITE) {
                wendi_graph_components_join(net, node, net->out.items[k].target);
            }
        }
    }
    for (uint32_t node = 0; node < net->node_count; ++node) {
        net->components[node] = component_root(net->components, node);
    }
}

/* Lists the neighbours of a node that are not listed yet. */
static uint32_t list_neighbours(const wendi_space_arcs *arcs, uint32_t node, uint32_t *nodes,
                                uint32_t count)
{
    for (uint32_t k = arcs->first[node]; k < arcs->first[node + 1] && count < CHECK_NODES; ++k) {
        uint32_t at = 0;
        while (at < count && nodes[at] != arcs->items[k].target) {
            ++at;
        }
        if (at == count && arcs->items[k].cost != WEND_COST_INFINITE) {
            nodes[count++] = arcs->items[k].target;
        }
    }
    return count;
}

bool wendi_graph_components_hold(const wendi_space_graph *net, uint32_t from, uint32_t to,
                                 bool either_direction)
{
    uint32_t nodes[CHECK_NODES] = {from};
    uint32_t count = 1;
    for (uint32_t k = 0; k < count; ++k) {
        if (nodes[k] == to) {
            return true;
        }
        count = list_neighbours(&net->out, nodes[k], nodes, count);
        if (either_direction) {
            count = list_neighbours(&net->in, nodes[k], nodes, count);
        }
    }
    return false;
}

/* ---- reachability ---- */

enum { SMALL = 1 << 10, RANGES_MOST = 8 };

/* True if the graph is too large to be rebuilt after each edit. */
static bool is_large(const wendi_space_graph *net)
{
    return (uint64_t)net->node_count + net->out.count > SMALL;
}

static uint32_t target_of(const void *context, uint32_t arc)
{
    const wendi_space_arc *items = context;
    return items[arc].cost == WEND_COST_INFINITE ? UINT32_MAX : items[arc].target;
}

/* Continues the build, from the beginning if none is in progress. There is room for all. */
static void work_on(wendi_space_graph *net, uint64_t steps)
{
    wendi_graph_reachability *reach = &net->reach;
    if (!reach->is_worked) {
        reach->is_worked = wendi_closure_begin(&reach->work, net->node_count, net->out.first,
                                               target_of, net->out.items, RANGES_MOST);
    }
    if (!reach->is_worked || wendi_closure_advance(&reach->work, &steps) != WEND_OK) {
        return;
    }
    const wendi_closure made = reach->work.made;
    reach->work.made = reach->closure;
    reach->closure = made;
    reach->is_worked = false;
    reach->holds = reach->is_exact = true;
    reach->added_count = 0;
    reach->steps_at_once = WENDI_REACHABILITY_STEPS;
}

/* Drops the build in progress. */
static void drop_work(wendi_graph_reachability *reach)
{
    if (reach->is_worked) {
        reach->is_worked = false;
        reach->steps_at_once *= reach->steps_at_once < UINT64_MAX / 2 ? 2 : 1;
    }
}

bool wendi_graph_reachability_create(wendi_space_graph *net, const wend_allocator *allocator)
{
    wendi_graph_reachability *reach = &net->reach;
    wendi_closure_init(&reach->closure, allocator);
    wendi_closure_work_init(&reach->work, allocator);
    if (!wendi_graph_is_one_way(net) || net->node_count >= wendi_closure_max_nodes) {
        reach->is_exact = true; /* without it, and it never will be there */
        return true;
    }
    if (!wendi_closure_reserve(&reach->work, &reach->closure, net->node_count, net->out.count)) {
        return false;
    }
    wendi_graph_reachability_build(net);
    return true;
}

void wendi_graph_reachability_build(wendi_space_graph *net)
{
    wendi_graph_reachability *reach = &net->reach;
    if (reach->closure.components.capacity > 0) {
        reach->is_worked = reach->holds = reach->is_exact = false;
        work_on(net, UINT64_MAX);
    }
}

/* True if one node may lead to another, by the closure and the arcs opened since.
 * @param surely only if it certainly does. */
static bool leads(const wendi_graph_reachability *reach, uint32_t from, uint32_t to, bool surely)
{
    uint32_t waiting[WENDI_REACHABILITY_ADDED_MAX];
    bool is_met[WENDI_REACHABILITY_ADDED_MAX] = {false};
    uint32_t count = 0;
    uint32_t at = from;
    for (uint32_t k = 0;; ++k) {
        const wendi_closure_answer answer = wendi_closure_query(&reach->closure, at, to);
        if (answer == WENDI_CLOSURE_REACHED || (answer == WENDI_CLOSURE_UNKNOWN && !surely)) {
            return true;
        }
        for (uint32_t i = 0; i < reach->added_count; ++i) {
            const wendi_closure_answer beyond =
                is_met[i] ? WENDI_CLOSURE_NOT_REACHED
                          : wendi_closure_query(&reach->closure, at, reach->added_from[i]);
            if (beyond == WENDI_CLOSURE_REACHED || (beyond == WENDI_CLOSURE_UNKNOWN && !surely)) {
                is_met[i] = true;
                waiting[count++] = reach->added_to[i];
            }
        }
        if (k == count) {
            return false;
        }
        at = waiting[k];
    }
}

void wendi_graph_reachability_note_edit(wendi_space_graph *net, uint32_t from, uint32_t to,
                                        bool is_open)
{
    wendi_graph_reachability *reach = &net->reach;
    if (reach->closure.components.capacity == 0) {
        return;
    }
    const bool is_harmless = is_large(net) && !reach->is_worked && reach->holds &&
                             (is_open ? leads(reach, from, to, true)
                                      : wendi_graph_components_hold(net, from, to, false));
    if (is_harmless) {
        return;
    }
    drop_work(reach);
    reach->is_exact = false;
    if (!is_open || !reach->holds || leads(reach, from, to, true)) {
        return;
    }
    if (reach->added_count == WENDI_REACHABILITY_ADDED_MAX) {
        reach->holds = false;
        return;
    }
    reach->added_from[reach->added_count] = from;
    reach->added_to[reach->added_count++] = to;
}

void wendi_graph_reachability_update(wendi_space_graph *net)
{
    if (!net->reach.is_exact) {
        work_on(net, is_large(net) ? net->reach.steps_at_once : UINT64_MAX);
    }
}

void wendi_graph_reachability_free(wendi_space_graph *net)
{
    wendi_closure_free(&net->reach.closure);
    wendi_closure_work_free(&net->reach.work);
    memset(&net->reach, 0, sizeof net->reach);
}

size_t wendi_graph_reachability_bytes(const wendi_space_graph *net)
{
    return wendi_closure_memory_bytes(&net->reach.closure) +
           wendi_closure_work_memory_bytes(&net->reach.work);
}

bool wendi_graph_is_unreachable(const wendi_space_graph *net, uint32_t from, uint32_t to)
{
    return wendi_graph_component(net, from) != wendi_graph_component(net, to) ||
           (net->reach.holds && !leads(&net->reach, from, to, false));
}
