/* Repairs of single edges and nodes in the layout of a graph.
 * Cost: the arcs at the ends of an edge, and the rates of the blocks that hold them: some 2 us.
 *
 *   spans    [ 0-2 | 4-6 | 2-4 ]
 *   items    [ a0 a1 | c0 c1 | b0 b1 ]...............      as laid out: no room between nodes
 *   items    [ a0 a1 | -  -  | b0 b1 | c0 c1 c2 - ]...     an arc was added to the second node
 *
 * A node whose arcs outgrow their place moves behind all others, with some room. Once there is no
 * place left behind, the graph is laid out again; then an eighth of it is free. */
#include "route/space/graph.h"

#include "base/math/bits.h"
#include "wend/graph_overlay.h"
#include "world/graph/read.h"

#include <string.h>

enum { RATE_STEPS = 20 /* of a block in all trees */ };

static const double factor_most = 65536;
/* Most that an arc costs, with any factor, so that a sum of two is still a cost. */
static const uint64_t cost_most = (uint64_t)1 << 62;
static const wendi_space_arc no_arc = {WEND_COST_INFINITE, 0, 0};

/* ---- costs ---- */

static uint64_t scaled(uint64_t cost, double factor)
{
    const double value = (double)cost * factor;
    if (value >= (double)cost_most) {
        return cost_most;
    }
    /* From 2^52 on there is no fraction left. */
    const uint64_t whole = (uint64_t)(value < 4503599627370496.0 ? value + 0.5 : value);
    return whole == 0 ? 1 : whole;
}

uint64_t wendi_graph_cost_of(const wendi_space_graph *net, const wend_graph *graph, uint32_t edge)
{
    const wendi_graph_arc arc = wendi_graph_arc_of(graph, edge);
    const bool can_use = arc.from != WEND_NODE_NONE && arc.is_open &&
                         (arc.flags & net->flags_required) == net->flags_required &&
                         (arc.flags & net->flags_refused) == 0;
    if (!can_use) {
        return WEND_COST_INFINITE;
    }
    const uint64_t cost = arc.cost + wend_graph_overlay_cost(graph, net->overlay_layers, edge);
    if (arc.behaviour >= net->factor_count) {
        return cost;
    }
    const double factor = net->factors[arc.behaviour];
    return factor <= factor_most ? scaled(cost, factor) : WEND_COST_INFINITE;
}

uint64_t wendi_graph_arc_hash(uint32_t from, const wendi_space_arc *arc)
{
    if (arc->cost == WEND_COST_INFINITE) {
        return 0;
    }
    uint64_t hash = wend_hash_u64(wend_hash_begin(), (uint64_t)from << 32 | arc->target);
    hash = wend_hash_u64(hash, arc->edge);
    return wend_hash_u64(hash, arc->cost);
}

/* Nodes that were removed: a table of before has rows for them. */
uint64_t wendi_graph_gap_hash(uint32_t node)
{
    return wend_hash_u64(wend_hash_begin(), (uint64_t)WEND_NODE_NONE << 32 | node);
}

/* The index of the arc of an edge among those of a node; it exists. */
static uint32_t index_of(const wendi_space_arcs *arcs, uint32_t node, uint32_t edge)
{
    uint32_t index = arcs->spans[node].first;
    while (arcs->items[index].edge != edge) {
        ++index;
    }
    return index;
}

bool wendi_graph_is_usable(const wendi_space_graph *net, uint32_t edge)
{
    const wendi_graph_ends ends = net->ends[edge];
    return ends.from != WEND_NODE_NONE &&
           net->out.items[index_of(&net->out, ends.from, edge)].cost != WEND_COST_INFINITE;
}

static void note_rates(wendi_space_graph *net, uint32_t first, uint32_t end, uint64_t *steps)
{
    if (first < end) {
        wendi_graph_rates_note_edit(net, first, end);
        *steps += RATE_STEPS * (1 + (uint64_t)(end - first) / WENDI_RATE_BLOCK);
    }
}

/* One direction of an edge. */
static void set_cost(wendi_space_graph *net, uint32_t from, uint32_t to, uint32_t edge,
                     uint64_t cost, uint64_t *steps)
{
    const uint32_t index = index_of(&net->out, from, edge);
    wendi_space_arc *arc = &net->out.items[index];
    if (arc->cost == cost) {
        return;
    }
    net->hash -= wendi_graph_arc_hash(from, arc);
    arc->cost = cost;
    net->hash += wendi_graph_arc_hash(from, arc);
    if (wendi_graph_is_one_way(net)) {
        net->in.items[index_of(&net->in, to, edge)].cost = cost;
    }
    note_rates(net, index, index + 1, steps);
}

/* ---- places ---- */

/* The places of so many arcs of a node that was moved: some more than they need. The steps grow at
 * multiples of themselves, so no number below one has more places than that one. */
static uint32_t places_of(uint32_t count)
{
    uint32_t step = 4;
    while (step < count / 8 + (count % 8 != 0)) {
        step *= 2;
    }
    return (count + step - 1) / step * step;
}

/* Makes a place for one more arc of a node. @return false: there is none. */
static bool make_place(wendi_space_graph *net, wendi_space_arcs *arcs, uint32_t node,
                       uint64_t *steps)
{
    const wendi_space_span span = arcs->spans[node];
    const uint32_t count = span.end - span.first;
    if (span.first >= arcs->laid && count < places_of(count)) {
        return true;
    }
    const uint32_t places = places_of(count + 1);
    if (places > arcs->capacity - arcs->count) {
        return false;
    }
    const uint32_t to = arcs->count;
    arcs->count += places;
    for (uint32_t k = 0; k < places; ++k) {
        arcs->items[to + k] = k < count ? arcs->items[span.first + k] : no_arc;
    }
    for (uint32_t k = span.first; k < span.end; ++k) {
        arcs->items[k] = no_arc;
    }
    arcs->spans[node] = (wendi_space_span){to, to + count};
    *steps += count / 4;
    if (arcs == &net->out) {
        note_rates(net, span.first, span.end, steps);
        note_rates(net, to, to + count, steps);
    }
    return true;
}

/* There must be a place. */
static void put_arc(wendi_space_arcs *arcs, uint32_t node, wendi_space_arc arc)
{
    wendi_space_span *span = &arcs->spans[node];
    uint32_t at = span->end++;
    for (; at > span->first && arcs->items[at - 1].edge > arc.edge; --at) {
        arcs->items[at] = arcs->items[at - 1];
    }
    arcs->items[at] = arc;
}

static void take_arc(wendi_space_arcs *arcs, uint32_t node, uint32_t edge)
{
    wendi_space_span *span = &arcs->spans[node];
    for (uint32_t at = index_of(arcs, node, edge) + 1; at < span->end; ++at) {
        arcs->items[at - 1] = arcs->items[at];
    }
    arcs->items[--span->end] = no_arc;
}

/* ---- edges ---- */

/* One direction of an edge comes, or goes. */
static void change_arc(wendi_space_graph *net, uint32_t from, uint32_t to, uint32_t edge,
                       const uint64_t *cost, uint64_t *steps)
{
    const bool has_in = wendi_graph_is_one_way(net);
    const uint32_t end = net->out.spans[from].end;
    if (cost != NULL) {
        const wendi_space_arc arc = {*cost, to, edge};
        net->hash += wendi_graph_arc_hash(from, &arc);
        put_arc(&net->out, from, arc);
        if (has_in) {
            put_arc(&net->in, to, (wendi_space_arc){*cost, from, edge});
        }
    } else {
        net->hash -= wendi_graph_arc_hash(from, &net->out.items[index_of(&net->out, from, edge)]);
        take_arc(&net->out, from, edge);
        if (has_in) {
            take_arc(&net->in, to, edge);
        }
    }
    note_rates(net, net->out.spans[from].first, end + (cost != NULL ? 1 : 0), steps);
}

static void change_arcs(wendi_space_graph *net, uint32_t edge, const wendi_graph_ends *ends,
                        const uint64_t *cost, uint64_t *steps)
{
    change_arc(net, ends->from, ends->to, edge, cost, steps);
    if (ends->is_two_way) {
        change_arc(net, ends->to, ends->from, edge, cost, steps);
    }
}

/* Places for both directions of an edge. */
static bool make_places(wendi_space_graph *net, const wendi_graph_ends *ends, uint64_t *steps)
{
    const bool has_in = wendi_graph_is_one_way(net);
    bool is_done = make_place(net, &net->out, ends->from, steps) &&
                   (!ends->is_two_way || make_place(net, &net->out, ends->to, steps));
    if (has_in) {
        is_done = is_done && make_place(net, &net->in, ends->to, steps) &&
                  (!ends->is_two_way || make_place(net, &net->in, ends->from, steps));
    } else {
        net->in = net->out;
    }
    return is_done;
}

/* Tells the reachability what opened and what closed. */
static void note_ways(wendi_space_graph *net, const wendi_graph_ends *was, bool was_open,
                      const wendi_graph_ends *is, bool is_open)
{
    const bool had[2] = {was_open, was_open && was->is_two_way};
    const bool has[2] = {is_open, is_open && is->is_two_way};
    const wendi_graph_ends *ends = was->from != WEND_NODE_NONE ? was : is;
    for (int way = 0; way < 2; ++way) {
        if (had[way] != has[way]) {
            wendi_graph_reachability_note_edit(net, way == 0 ? ends->from : ends->to,
                                               way == 0 ? ends->to : ends->from, has[way]);
        }
    }
}

static bool is_same_ends(const wendi_graph_ends *a, const wendi_graph_ends *b)
{
    return a->from == b->from && a->to == b->to && a->is_two_way == b->is_two_way;
}

static bool fits(const wendi_space_graph *net, const wendi_graph_ends *ends)
{
    return ends->from < net->node_count && ends->to < net->node_count &&
           (ends->is_two_way || wendi_graph_is_one_way(net));
}

wend_result wendi_graph_repair_edge(wendi_space_graph *net, const wend_graph *graph, uint32_t edge,
                                    const wend_allocator *allocator, wendi_graph_edit *edit)
{
    if (edge >= wend_graph_edge_limit(graph)) {
        return WEND_ERROR_FULL;
    }
    if (!wendi_graph_layout_grow_edges(net, edge + 1, allocator)) {
        return WEND_ERROR_MEMORY;
    }
    const wendi_graph_arc arc = wendi_graph_arc_of(graph, edge);
    const bool exists = arc.from != WEND_NODE_NONE;
    const wendi_graph_ends is = {arc.from, exists ? arc.to : WEND_NODE_NONE, arc.is_two_way};
    const wendi_graph_ends was = net->ends[edge];
    const bool had = was.from != WEND_NODE_NONE;
    const bool was_open = wendi_graph_is_usable(net, edge);
    const uint64_t cost = wendi_graph_cost_of(net, graph, edge);
    const bool is_open = cost != WEND_COST_INFINITE;
    edit->steps += 4;
    if (!exists && !had) {
        return WEND_OK;
    }
    if (is_same_ends(&was, &is)) {
        set_cost(net, is.from, is.to, edge, cost, &edit->steps);
        if (is.is_two_way) {
            set_cost(net, is.to, is.from, edge, cost, &edit->steps);
        }
    } else {
        edit->is_new_layout = true;
        wendi_graph_reachability_note_move(net);
        if (exists && (!fits(net, &is) || !make_places(net, &is, &edit->steps))) {
            return WEND_ERROR_FULL;
        }
        if (had) {
            change_arcs(net, edge, &was, NULL, &edit->steps);
            net->one_way_count -= was.is_two_way ? 0 : 1;
        }
        net->ends[edge] = is; /* before its arcs: rates look there */
        if (exists) {
            change_arcs(net, edge, &is, &cost, &edit->steps);
            net->one_way_count += is.is_two_way ? 0 : 1;
        }
        if (!wendi_graph_is_one_way(net)) {
            net->in = net->out;
        }
    }
    note_ways(net, &was, was_open, &is, is_open);
    if (is_open && !was_open) {
        wendi_graph_components_join(&net->components, is.from, is.to);
    }
    edit->is_closed = was_open && !is_open;
    edit->from = was.from;
    edit->to = was.to;
    return WEND_OK;
}

/* ---- nodes ---- */

/* The rates of all arcs at a node. */
static void note_moved(wendi_space_graph *net, uint32_t node, uint64_t *steps)
{
    note_rates(net, net->out.spans[node].first, net->out.spans[node].end, steps);
    for (uint32_t k = net->in.spans[node].first; k < net->in.spans[node].end; ++k) {
        const wendi_space_arc *arc = &net->in.items[k];
        const uint32_t index = index_of(&net->out, arc->target, arc->edge);
        note_rates(net, index, index + 1, steps);
    }
}

wend_result wendi_graph_repair_node(wendi_space_graph *net, const wend_graph *graph, uint32_t node,
                                    const wend_allocator *allocator, wendi_graph_edit *edit)
{
    if (node >= wend_graph_node_limit(graph)) {
        return WEND_ERROR_FULL;
    }
    if (node >= net->node_count) {
        wendi_graph_reachability_note_move(net);
        const wend_result result = wendi_graph_layout_grow_nodes(net, node + 1, allocator);
        if (result != WEND_OK) {
            return result;
        }
        edit->is_new_layout = true;
    }
    edit->steps += 4;
    const bool exists = wend_graph_has_node(graph, node);
    if (exists != (net->exists[node] != 0)) {
        net->hash += exists ? 0 - wendi_graph_gap_hash(node) : wendi_graph_gap_hash(node);
        net->open_count += exists ? 1 : UINT32_MAX;
        net->exists[node] = exists;
        edit->is_new_layout = true;
    }
    if (!exists) {
        return WEND_OK;
    }
    const wend_vec2 at = wend_graph_position(graph, node);
    const wend_vec3 now = {at.x, at.y, wendi_graph_height(graph, node)};
    const wend_vec3 was = net->positions[node];
    if (wendi_bits_of_f64(now.x) != wendi_bits_of_f64(was.x) ||
        wendi_bits_of_f64(now.y) != wendi_bits_of_f64(was.y) ||
        wendi_bits_of_f64(now.z) != wendi_bits_of_f64(was.z)) {
        net->positions[node] = now;
        note_moved(net, node, &edit->steps);
    }
    return WEND_OK;
}
