/* The space of a graph for one agent's flags and behaviour factors: edges as arcs by node,
 * repaired after edits.
 * Cost: 40 bytes an arc at most, 32 a node; a changed edge costs the arcs at its two ends; edges
 * or nodes added or removed cost a new layout.
 *
 * Open, filtered and closed edges all have their index, so that only edges that are added, removed
 * or change from one-way to two-way need a new layout. */
#include "route/space/graph.h"

#include "base/core/message.h"
#include "base/math/bits.h"
#include "route/space/space.h"
#include "wend/graph_overlay.h"
#include "world/graph/read.h"

#include <string.h>

enum { CHANGES_AT_ONCE = 512 };

static const uint32_t arcs_max = UINT32_MAX - 1; /* both directions of an edge count */

static const double factor_least = 1.0 / 256;
static const double factor_most = 65536;
/* Most that an arc costs, with any factor, so that a sum of two is still a cost. */
static const uint64_t cost_most = (uint64_t)1 << 62;

/* ---- costs of arcs ---- */

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

/* @param graph its overlays count, too. */
static uint64_t cost_of(const wendi_space_graph *net, const wend_graph *graph, uint32_t number,
                        const wendi_graph_arc *edge)
{
    const bool can_use = edge->is_open &&
                         (edge->flags & net->flags_required) == net->flags_required &&
                         (edge->flags & net->flags_refused) == 0;
    if (!can_use) {
        return WEND_COST_INFINITE;
    }
    const uint64_t cost = edge->cost + wend_graph_overlay_cost(graph, net->overlay_layers, number);
    if (edge->behaviour >= net->factor_count) {
        return cost;
    }
    const double factor = net->factors[edge->behaviour];
    return factor <= factor_most ? scaled(cost, factor) : WEND_COST_INFINITE;
}

static uint64_t hash_of(uint32_t from, const wendi_space_arc *arc)
{
    if (arc->cost == WEND_COST_INFINITE) {
        return 0;
    }
    uint64_t hash = wend_hash_u64(wend_hash_begin(), (uint64_t)from << 32 | arc->target);
    hash = wend_hash_u64(hash, arc->edge);
    return wend_hash_u64(hash, arc->cost);
}

/* The arc of an edge among those of a node; it exists. */
static wendi_space_arc *arc_of(const wendi_space_arcs *arcs, uint32_t node, uint32_t edge)
{
    wendi_space_arc *arc = &arcs->items[arcs->first[node]];
    while (arc->edge != edge) {
        ++arc;
    }
    return arc;
}

/* One direction of an edge; true if it costs something else now. */
static bool set_cost(wendi_space_graph *net, uint32_t from, uint32_t to, uint32_t edge,
                     uint64_t cost)
{
    wendi_space_arc *arc = arc_of(&net->out, from, edge);
    if (arc->cost == cost) {
        return false;
    }
    net->hash -= hash_of(from, arc);
    arc->cost = cost;
    net->hash += hash_of(from, arc);
    if (net->in.items != net->out.items) {
        arc_of(&net->in, to, edge)->cost = cost;
    }
    return true;
}

/* ---- memory ---- */

static void free_arcs(const wend_allocator *a, wendi_space_arcs *arcs, uint32_t node_count)
{
    wendi_free(a, arcs->first,
               arcs->first == NULL ? 0 : ((size_t)node_count + 1) * sizeof arcs->first[0]);
    wendi_free(a, arcs->items,
               arcs->items == NULL ? 0 : ((size_t)arcs->count + 1) * sizeof arcs->items[0]);
}

static void free_layout(const wend_allocator *a, wendi_space_graph *net)
{
    wendi_graph_reachability_free(net);
    const size_t nodes = net->node_count;
    wendi_free(a, net->positions, net->positions == NULL ? 0 : nodes * sizeof net->positions[0]);
    wendi_free(a, net->exists, net->exists == NULL ? 0 : nodes);
    wendi_free(a, net->components, net->components == NULL ? 0 : nodes * sizeof net->components[0]);
    wendi_free(a, net->ends, net->ends == NULL ? 0 : net->edge_count * sizeof net->ends[0]);
    if (net->in.first != net->out.first) {
        free_arcs(a, &net->in, net->node_count);
    }
    free_arcs(a, &net->out, net->node_count);
    for (uint32_t k = 0; k < WENDI_METRICS; ++k) {
        double *tree = net->rates[k].tree;
        wendi_free(a, tree, tree == NULL ? 0 : 2 * (size_t)net->leaves * sizeof tree[0]);
    }
}

static size_t arc_bytes(const wendi_space_graph *net, const wendi_space_arcs *arcs)
{
    return ((size_t)net->node_count + 1) * sizeof arcs->first[0] +
           ((size_t)arcs->count + 1) * sizeof arcs->items[0];
}

size_t wendi_space_graph_bytes(const wendi_space_graph *net)
{
    return sizeof *net + net->factor_count * sizeof net->factors[0] +
           net->node_count * (sizeof net->positions[0] + sizeof net->components[0] + 1) +
           net->edge_count * sizeof net->ends[0] + arc_bytes(net, &net->out) +
           (net->in.items != net->out.items ? arc_bytes(net, &net->in) : 0) +
           wendi_graph_reachability_bytes(net) +
           WENDI_METRICS * 2 * (size_t)net->leaves * sizeof net->rates[0].tree[0];
}

/* ---- layout ---- */

static void read_position(wendi_space_graph *net, const wend_graph *graph, wend_node node)
{
    const wend_vec2 at = wend_graph_position(graph, node);
    net->positions[node] = (wend_vec3){at.x, at.y, wendi_graph_height(graph, node)};
}

static void read_nodes(wendi_space_graph *net, const wend_graph *graph)
{
    net->open_count = 0;
    for (uint32_t node = 0; node < net->node_count; ++node) {
        net->exists[node] = wend_graph_has_node(graph, node);
        net->open_count += net->exists[node];
        if (net->exists[node]) {
            read_position(net, graph, node);
        }
    }
}

/* Nodes that were removed: a table of before has rows for them. */
static uint64_t hash_of_gaps(const wendi_space_graph *net)
{
    uint64_t hash = 0;
    for (uint32_t node = 0; node < net->node_count; ++node) {
        if (!net->exists[node]) {
            hash += wend_hash_u64(wend_hash_begin(), (uint64_t)WEND_NODE_NONE << 32 | node);
        }
    }
    return hash;
}

/* Counts of arcs become where those of each node begin. */
static void sum_up(uint32_t *first, uint32_t node_count)
{
    uint32_t sum = 0;
    for (uint32_t node = 0; node <= node_count; ++node) {
        const uint32_t count = first[node];
        first[node] = sum;
        sum += count;
    }
}

/* After all arcs were put in, first[node] is where the next node's begin. */
static void move_back(uint32_t *first, uint32_t node_count)
{
    memmove(first + 1, first, node_count * sizeof first[0]);
    first[0] = 0;
}

/* Counts the arcs of each node. @return true if all edges are two-way. */
static bool count_arcs(wendi_space_graph *net, const wend_graph *graph)
{
    bool is_two_way = true;
    for (uint32_t edge = 0; edge < net->edge_count; ++edge) {
        const wendi_graph_arc arc = wendi_graph_arc_of(graph, edge);
        net->ends[edge] = (wendi_graph_ends){arc.from, arc.to};
        if (arc.from == WEND_NODE_NONE) {
            net->ends[edge].to = WEND_NODE_NONE;
            continue;
        }
        ++net->out.first[arc.from];
        net->out.first[arc.to] += arc.is_two_way;
        net->out.count += arc.is_two_way ? 2 : 1;
        is_two_way = is_two_way && arc.is_two_way;
    }
    return is_two_way;
}

static void count_back(wendi_space_graph *net, const wend_graph *graph)
{
    for (uint32_t edge = 0; edge < net->edge_count; ++edge) {
        const wendi_graph_arc arc = wendi_graph_arc_of(graph, edge);
        if (arc.from != WEND_NODE_NONE) {
            ++net->in.first[arc.to];
            net->in.first[arc.from] += arc.is_two_way;
        }
    }
}

static void put(wendi_space_arcs *arcs, uint32_t at, uint32_t target, uint32_t edge, uint64_t cost)
{
    arcs->items[arcs->first[at]++] = (wendi_space_arc){cost, target, edge};
}

static void put_arcs(wendi_space_graph *net, const wend_graph *graph, bool has_in)
{
    for (uint32_t edge = 0; edge < net->edge_count; ++edge) {
        const wendi_graph_arc arc = wendi_graph_arc_of(graph, edge);
        if (arc.from == WEND_NODE_NONE) {
            continue;
        }
        const uint64_t cost = cost_of(net, graph, edge, &arc);
        put(&net->out, arc.from, arc.to, edge, cost);
        net->hash += hash_of(arc.from, &(wendi_space_arc){cost, arc.to, edge});
        if (has_in) {
            put(&net->in, arc.to, arc.from, edge, cost);
        }
        if (arc.is_two_way) {
            put(&net->out, arc.to, arc.from, edge, cost);
            net->hash += hash_of(arc.to, &(wendi_space_arc){cost, arc.from, edge});
        }
        if (has_in && arc.is_two_way) {
            put(&net->in, arc.from, arc.to, edge, cost);
        }
    }
    move_back(net->out.first, net->node_count);
    if (has_in) {
        move_back(net->in.first, net->node_count);
    }
}

static bool reserve_trees(wendi_space_graph *net, const wend_allocator *a)
{
    const uint32_t blocks = (net->out.count + WENDI_RATE_BLOCK - 1) / WENDI_RATE_BLOCK;
    net->leaves = 1;
    while (net->leaves < blocks) {
        net->leaves *= 2;
    }
    bool is_done = true;
    for (uint32_t k = 0; k < WENDI_METRICS; ++k) {
        net->rates[k].tree = wendi_alloc_items_zero(a, 2 * (size_t)net->leaves, sizeof(double));
        is_done = is_done && net->rates[k].tree != NULL;
    }
    return is_done;
}

/* One more than there are, so that there is a first one always. */
static bool reserve_arcs(wendi_space_arcs *arcs, const wend_allocator *a)
{
    arcs->items = wendi_alloc_items_zero(a, (size_t)arcs->count + 1, sizeof arcs->items[0]);
    return arcs->items != NULL;
}

/* The nodes and edges of the graph as they are now, into a net that has its filters only. */
static bool lay_out(wendi_space_graph *net, const wend_graph *graph, const wend_allocator *a)
{
    const uint32_t nodes = wend_graph_node_limit(graph);
    const uint32_t edges = wend_graph_edge_limit(graph);
    if (edges >= arcs_max / 2) {
        return false;
    }
    net->node_count = nodes;
    net->edge_count = edges;
    net->positions = nodes == 0 ? NULL : wendi_alloc_items_zero(a, nodes, sizeof net->positions[0]);
    net->exists = nodes == 0 ? NULL : wendi_alloc_items_zero(a, nodes, 1);
    net->components =
        nodes == 0 ? NULL : wendi_alloc_items_zero(a, nodes, sizeof net->components[0]);
    net->ends = edges == 0 ? NULL : wendi_alloc_items_zero(a, edges, sizeof net->ends[0]);
    net->out.first = wendi_alloc_items_zero(a, (size_t)nodes + 1, sizeof net->out.first[0]);
    if ((nodes != 0 &&
         (net->positions == NULL || net->exists == NULL || net->components == NULL)) ||
        (edges != 0 && net->ends == NULL) || net->out.first == NULL) {
        return false;
    }
    read_nodes(net, graph);
    net->hash += hash_of_gaps(net);
    const bool has_in = !count_arcs(net, graph);
    sum_up(net->out.first, nodes);
    net->in.count = net->out.count;
    if (has_in) {
        net->in.first = wendi_alloc_items_zero(a, (size_t)nodes + 1, sizeof net->in.first[0]);
        if (net->in.first == NULL || !reserve_arcs(&net->in, a)) {
            return false;
        }
        count_back(net, graph);
        sum_up(net->in.first, nodes);
    }
    if (!reserve_arcs(&net->out, a) || !reserve_trees(net, a)) {
        return false;
    }
    put_arcs(net, graph, has_in);
    net->in = has_in ? net->in : net->out;
    wendi_graph_rates_build(net);
    wendi_graph_components_build(net);
    return wendi_graph_reachability_create(net, a);
}

/* ---- making ---- */

static bool has_grid_fields(const wend_space_def *def)
{
    return def->movement_class != 0 || def->team != WEND_TEAM_NONE || def->size != 1 ||
           !(def->radius <= 0.0) || def->clearance != NULL || def->islands != NULL ||
           def->has_jump_table;
}

static wend_result check(const wend_space_def *def)
{
    if (has_grid_fields(def)) {
        return wendi_fail(
            def->message, WEND_ERROR_ARGUMENT,
            "wend_space_create: movement_class, team, size, radius, clearance, islands "
            "and has_jump_table are for grids, not for graphs: leave them unset");
    }
    if (def->behaviour_factors == NULL && def->behaviour_count > 0) {
        return wendi_fail(
            def->message, WEND_ERROR_ARGUMENT,
            "wend_space_create: behaviour_factors is NULL, but behaviour_count is %zu",
            def->behaviour_count);
    }
    for (size_t k = 0; k < def->behaviour_count; ++k) {
        const double factor = def->behaviour_factors[k];
        const bool is_never = factor > factor_most && !wendi_is_finite(factor);
        if (!is_never && !(factor >= factor_least && factor <= factor_most)) {
            return wendi_fail(def->message, WEND_ERROR_ARGUMENT,
                              "wend_space_create: behaviour_factors[%zu] is %s, and must be from "
                              "1/256 to 65536, or infinite",
                              k, wendi_format_number(factor).text);
        }
    }
    return WEND_OK;
}

static bool copy_factors(wendi_space_graph *net, const wend_space_def *def)
{
    if (def->behaviour_count == 0) {
        return true;
    }
    net->factors =
        wendi_alloc_items_zero(&def->allocator, def->behaviour_count, sizeof net->factors[0]);
    if (net->factors == NULL) {
        return false;
    }
    net->factor_count = def->behaviour_count;
    memcpy(net->factors, def->behaviour_factors, net->factor_count * sizeof net->factors[0]);
    return true;
}

wend_result wendi_space_graph_create(wend_space *space, const wend_space_def *def)
{
    const wend_result result = check(def);
    if (result != WEND_OK) {
        return result;
    }
    space->graph = def->graph;
    space->net = wendi_alloc_zero(&def->allocator, sizeof *space->net);
    if (space->net == NULL) {
        return WEND_ERROR_MEMORY;
    }
    wendi_space_graph *net = space->net;
    net->flags_required = def->flags_required;
    net->flags_refused = def->flags_refused;
    net->overlay_layers = def->overlay_layers;
    if (!copy_factors(net, def) || !lay_out(net, def->graph, &def->allocator)) {
        return WEND_ERROR_MEMORY;
    }
    space->node_count = net->node_count;
    space->revision = wendi_graph_revisions_of(def->graph).all;
    return WEND_OK;
}

void wendi_space_graph_destroy(wend_space *space)
{
    wendi_space_graph *net = space->net;
    if (net == NULL) {
        return;
    }
    free_layout(&space->allocator, net);
    wendi_free(&space->allocator, net->factors, net->factor_count * sizeof net->factors[0]);
    wendi_free(&space->allocator, net, sizeof *net);
    space->net = NULL;
}

/* ---- update ---- */

static wend_result lay_out_again(wend_space *space)
{
    wendi_space_graph made;
    memset(&made, 0, sizeof made);
    made.flags_required = space->net->flags_required;
    made.flags_refused = space->net->flags_refused;
    made.overlay_layers = space->net->overlay_layers;
    made.factors = space->net->factors;
    made.factor_count = space->net->factor_count;
    if (!lay_out(&made, space->graph, &space->allocator)) {
        free_layout(&space->allocator, &made);
        return WEND_ERROR_MEMORY;
    }
    free_layout(&space->allocator, space->net);
    *space->net = made;
    ++space->layout_count;
    space->node_count = made.node_count;
    return WEND_OK;
}

/* True if the edge has an open arc. */
static bool is_usable(const wendi_space_graph *net, uint32_t edge)
{
    const wendi_graph_ends ends = net->ends[edge];
    return ends.from != WEND_NODE_NONE &&
           arc_of(&net->out, ends.from, edge)->cost != WEND_COST_INFINITE;
}

/* Updates the cost of an edge.
 * @param touches_rates update the rates; else they are rebuilt later. */
static void repair_edge(wend_space *space, uint32_t edge, bool touches_rates)
{
    wendi_space_graph *net = space->net;
    const wendi_graph_arc arc = wendi_graph_arc_of(space->graph, edge);
    if (arc.from == WEND_NODE_NONE) {
        return;
    }
    const uint64_t cost = cost_of(net, space->graph, edge, &arc);
    const bool is_new = set_cost(net, arc.from, arc.to, edge, cost);
    if (arc.is_two_way) {
        (void)set_cost(net, arc.to, arc.from, edge, cost);
    }
    if (!is_new || !touches_rates) {
        return;
    }
    const wendi_space_arc *items = net->out.items;
    wendi_graph_rates_note_edit(net, (uint32_t)(arc_of(&net->out, arc.from, edge) - items));
    if (arc.is_two_way) {
        wendi_graph_rates_note_edit(net, (uint32_t)(arc_of(&net->out, arc.to, edge) - items));
    }
}

static void repair_all(wend_space *space)
{
    wendi_space_graph *net = space->net;
    read_nodes(net, space->graph);
    for (uint32_t edge = 0; edge < net->edge_count; ++edge) {
        repair_edge(space, edge, false);
    }
    wendi_graph_rates_build(net);
    wendi_graph_components_build(net);
    wendi_graph_reachability_build(net);
}

/* Updates the components after the edges were repaired.
 * @param was [count] whether each was open before. */
static void repair_components(wend_space *space, const uint32_t *edges, const bool *was,
                              size_t count)
{
    wendi_space_graph *net = space->net;
    bool holds = true;
    for (size_t k = 0; k < count; ++k) {
        const wendi_graph_ends ends = net->ends[edges[k]];
        const bool is = is_usable(net, edges[k]);
        if (is == was[k]) {
            continue;
        }
        if (is) {
            wendi_graph_components_join(net, ends.from, ends.to);
        } else {
            holds = holds && wendi_graph_components_hold(net, ends.from, ends.to, true);
        }
        wendi_graph_reachability_note_edit(net, ends.from, ends.to, is);
        if (wendi_graph_arc_of(space->graph, edges[k]).is_two_way) {
            wendi_graph_reachability_note_edit(net, ends.to, ends.from, is);
        }
    }
    if (!holds && (!wendi_graph_is_one_way(net) || net->out.count <= WENDI_REACHABILITY_STEPS)) {
        wendi_graph_components_build(net);
    }
}

wend_result wendi_space_graph_update(wend_space *space)
{
    const wendi_graph_revisions now = wendi_graph_revisions_of(space->graph);
    wend_result result = WEND_OK;
    uint32_t edges[CHANGES_AT_ONCE];
    size_t count = 0;
    space->update_count += now.all != space->revision ? 1 : 0;
    if (now.all == space->revision) {
        count = 0; /* Work left by an earlier edit may still be unfinished. */
    } else if (now.layout > space->revision) {
        result = lay_out_again(space);
    } else if (now.position > space->revision ||
               !wendi_graph_changed_edges(space->graph, space->revision, edges, CHANGES_AT_ONCE,
                                          &count)) {
        repair_all(space);
    } else {
        bool was[CHANGES_AT_ONCE];
        for (size_t k = 0; k < count; ++k) {
            was[k] = is_usable(space->net, edges[k]);
            repair_edge(space, edges[k], true);
        }
        wendi_graph_rates_update(space->net);
        repair_components(space, edges, was, count);
    }
    if (result == WEND_OK) {
        wendi_graph_reachability_update(space->net);
        space->revision = now.all;
    }
    return result;
}
