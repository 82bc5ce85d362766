/* Reachability in a graph with one-way arcs.
 * Cost: some 25 ns an arc and a node.
 *
 * After edits: small graphs the same again; else nothing if a search of 64 nodes shows that a
 * closed arc has another path beside it, or that an opened arc leads to nodes that were reachable
 * before; else everything again, in slices. A build in slices that an edit interrupts starts over,
 * with twice the steps, so that it ends with any rate of edits. */
#include "route/space/graph.h"

#include "base/core/budget.h"

#include <string.h>

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
static void work_on(wendi_space_graph *net, uint64_t *steps)
{
    wendi_graph_reachability *reach = &net->reach;
    if (!reach->is_worked) {
        reach->is_worked =
            wendi_closure_begin_spans(&reach->work, net->node_count, &net->out.spans[0].first,
                                      target_of, net->out.items, RANGES_MOST);
    }
    if (!reach->is_worked || wendi_closure_advance(&reach->work, steps) != WEND_OK) {
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

void wendi_graph_reachability_init(wendi_space_graph *net, const wend_allocator *allocator)
{
    memset(&net->reach, 0, sizeof net->reach);
    wendi_closure_init(&net->reach.closure, allocator);
    wendi_closure_work_init(&net->reach.work, allocator);
    net->reach.is_exact = true; /* without edges, or without one-way edges for ever */
}

/* True if the graph is to have a closure. */
static bool is_wanted(const wendi_space_graph *net)
{
    return net->one_way_count > 0 && net->node_capacity < wendi_closure_max_nodes;
}

bool wendi_graph_reachability_reserve(wendi_space_graph *net)
{
    wendi_graph_reachability *reach = &net->reach;
    if (!is_wanted(net)) {
        return true;
    }
    reach->is_worked = reach->is_exact = false;
    const bool is_done =
        wendi_closure_reserve(&reach->work, &reach->closure, net->node_capacity, net->out.capacity);
    reach->reserved_nodes = is_done ? net->node_capacity : reach->reserved_nodes;
    return is_done;
}

bool wendi_graph_reachability_work(wendi_space_graph *net, uint64_t steps)
{
    if (!net->reach.is_exact && net->reach.closure.components.capacity > 0) {
        work_on(net, &steps);
    }
    return net->reach.is_exact || net->reach.closure.components.capacity == 0;
}

/* As the closure says; nodes that it does not know reach nothing by it. */
static wendi_closure_answer query(const wendi_graph_reachability *reach, uint32_t from, uint32_t to)
{
    const size_t known = reach->closure.components.count;
    if (from < known && to < known) {
        return wendi_closure_query(&reach->closure, from, to);
    }
    return from == to ? WENDI_CLOSURE_REACHED : WENDI_CLOSURE_NOT_REACHED;
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
        const wendi_closure_answer answer = query(reach, at, to);
        if (answer == WENDI_CLOSURE_REACHED || (answer == WENDI_CLOSURE_UNKNOWN && !surely)) {
            return true;
        }
        for (uint32_t i = 0; i < reach->added_count; ++i) {
            const wendi_closure_answer beyond =
                is_met[i] ? WENDI_CLOSURE_NOT_REACHED : query(reach, at, reach->added_from[i]);
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

void wendi_graph_reachability_note_move(wendi_space_graph *net)
{
    if (net->reach.is_worked) {
        drop_work(&net->reach);
        net->reach.is_exact = false;
    }
}

void wendi_graph_reachability_update(wendi_space_graph *net, wend_budget *budget, uint64_t *steps)
{
    enum { PIECE = 1 << 10, EDGES_A_STEP = 2 };
    wendi_graph_reachability *reach = &net->reach;
    if (reach->closure.components.capacity == 0) {
        return;
    }
    uint64_t left = is_large(net) ? reach->steps_at_once : UINT64_MAX;
    while (!reach->is_exact && left > 0) {
        const uint64_t piece = left < PIECE ? left : (uint64_t)PIECE;
        uint64_t rest = piece;
        work_on(net, &rest);
        left -= piece;
        *steps += (piece - rest) / EDGES_A_STEP;
        wendi_budget_spend(budget, (piece - rest) / EDGES_A_STEP);
        if (is_large(net) && budget != NULL && wendi_budget_grant(budget, 1) == 0) {
            return;
        }
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
