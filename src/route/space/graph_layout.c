/* Lays a graph out as a space, in units, while the graph may be edited.
 * Cost: some 0.2 us an edge and a node.
 *
 *   nodes, ends --> sums --> arcs --> rates --> components --> reachability
 *
 * Ends and directions of edges are copied first, and places are given by these copies alone, so an
 * edge that is removed meanwhile only leaves a closed arc. The repairs of all changes since the
 * beginning follow (graph_update.c). */
#include "route/space/graph.h"

#include "world/graph/read.h"

#include <string.h>

enum {
    BUILD_NONE,
    BUILD_NODES,
    BUILD_ENDS,
    BUILD_ENDS_IN, /* counted for `in`, where edges are one-way */
    BUILD_SUMS,
    BUILD_ARCS,
    BUILD_LEAVES,
    BUILD_KNOTS,
    BUILD_JOIN,
    BUILD_LABELS,
    BUILD_REACHABILITY
};

enum { ITEMS_A_UNIT = 128, BLOCKS_A_UNIT = 8, SPARE_SHARE = 8, SPARE_NODES = 16, SPARE_ARCS = 64 };

static const uint32_t arcs_max = UINT32_MAX - 1; /* both directions of an edge count */

/* ---- memory ---- */

static uint32_t with_spare(uint32_t count, uint32_t least)
{
    const uint64_t all = (uint64_t)count + count / SPARE_SHARE + least;
    return all < arcs_max ? (uint32_t)all : arcs_max;
}

static void free_items(const wend_allocator *a, void *items, size_t count, size_t bytes)
{
    wendi_free(a, items, items == NULL ? 0 : count * bytes);
}

static void free_nodes(wendi_space_graph *net, const wend_allocator *a)
{
    const size_t n = net->node_capacity;
    free_items(a, net->positions, n, sizeof net->positions[0]);
    free_items(a, net->exists, n, 1);
    if (net->in.spans != net->out.spans) {
        free_items(a, net->in.spans, n, sizeof net->in.spans[0]);
    }
    free_items(a, net->out.spans, n, sizeof net->out.spans[0]);
    free_items(a, net->components.labels, n, sizeof(uint32_t));
    free_items(a, net->components.parents, 2 * n, sizeof(uint32_t));
    free_items(a, net->components.marks, n, sizeof(uint32_t));
    free_items(a, net->components.waiting, n, sizeof(uint32_t));
}

/* Arrays for so many nodes, all zero. @return false without memory; free_nodes in any case. */
static bool reserve_nodes(wendi_space_graph *net, uint32_t capacity, bool has_in,
                          const wend_allocator *a)
{
    const size_t n = capacity;
    wendi_graph_components *c = &net->components;
    net->node_capacity = capacity;
    net->positions = wendi_alloc_items_zero(a, n, sizeof net->positions[0]);
    net->exists = wendi_alloc_items_zero(a, n, 1);
    net->out.spans = wendi_alloc_items_zero(a, n, sizeof net->out.spans[0]);
    net->in.spans = has_in ? wendi_alloc_items_zero(a, n, sizeof net->in.spans[0]) : NULL;
    c->labels = wendi_alloc_items_zero(a, n, sizeof(uint32_t));
    c->parents = wendi_alloc_items_zero(a, 2 * n, sizeof(uint32_t));
    c->marks = wendi_alloc_items_zero(a, n, sizeof(uint32_t));
    c->waiting = wendi_alloc_items_zero(a, n, sizeof(uint32_t));
    return net->positions != NULL && net->exists != NULL && net->out.spans != NULL &&
           (!has_in || net->in.spans != NULL) && c->labels != NULL && c->parents != NULL &&
           c->marks != NULL && c->waiting != NULL;
}

static bool reserve_arcs(wendi_space_arcs *arcs, const wend_allocator *a)
{
    arcs->laid = arcs->count;
    arcs->capacity = with_spare(arcs->count, SPARE_ARCS);
    arcs->items = wendi_alloc_items(a, (size_t)arcs->capacity + 1, sizeof arcs->items[0]);
    return arcs->items != NULL;
}

/* Those that are missing. */
static bool reserve_trees(wendi_space_graph *net, const wend_allocator *a)
{
    const uint32_t blocks = net->out.capacity / WENDI_RATE_BLOCK + 1;
    net->leaves = 1;
    while (net->leaves < blocks) {
        net->leaves *= 2;
    }
    bool is_done = true;
    for (uint32_t k = 0; k < WENDI_METRICS; ++k) {
        double **tree = &net->rates[k].tree;
        if (*tree == NULL) {
            *tree = wendi_alloc_items_zero(a, 2 * (size_t)net->leaves, sizeof(double));
        }
        is_done = is_done && *tree != NULL;
    }
    return is_done;
}

void wendi_graph_layout_free(wendi_space_graph *net, const wend_allocator *allocator)
{
    wendi_graph_reachability_free(net);
    if (net->in.items != net->out.items) {
        free_items(allocator, net->in.items, (size_t)net->in.capacity + 1, sizeof net->in.items[0]);
    }
    free_items(allocator, net->out.items, (size_t)net->out.capacity + 1, sizeof net->out.items[0]);
    free_nodes(net, allocator);
    free_items(allocator, net->ends, net->edge_capacity, sizeof net->ends[0]);
    for (uint32_t k = 0; k < WENDI_METRICS; ++k) {
        free_items(allocator, net->rates[k].tree, 2 * (size_t)net->leaves, sizeof(double));
    }
}

size_t wendi_graph_layout_bytes(const wendi_space_graph *net)
{
    const bool has_in = wendi_graph_is_one_way(net);
    const size_t places = net->out.items == NULL ? 0 : (size_t)net->out.capacity + 1;
    const size_t back = has_in ? (size_t)net->in.capacity + 1 : 0;
    return (size_t)net->node_capacity *
               (sizeof net->positions[0] + 1 + (has_in ? 2 : 1) * sizeof net->out.spans[0] +
                5 * sizeof(uint32_t)) +
           net->edge_capacity * sizeof net->ends[0] + (places + back) * sizeof net->out.items[0] +
           wendi_graph_reachability_bytes(net) +
           WENDI_METRICS * 2 * (size_t)net->leaves * sizeof net->rates[0].tree[0];
}

/* ---- growing ---- */

bool wendi_graph_layout_grow_edges(wendi_space_graph *net, uint32_t count,
                                   const wend_allocator *allocator)
{
    if (count > net->edge_capacity) {
        const uint32_t capacity = with_spare(count, SPARE_ARCS);
        wendi_graph_ends *ends = wendi_resize_items(allocator, net->ends, net->edge_capacity,
                                                    capacity, sizeof net->ends[0]);
        if (ends == NULL) {
            return false;
        }
        net->ends = ends;
        net->edge_capacity = capacity;
    }
    for (; net->edge_count < count; ++net->edge_count) {
        net->ends[net->edge_count] = (wendi_graph_ends){WEND_NODE_NONE, WEND_NODE_NONE, false};
    }
    return true;
}

/* Moves the arrays of nodes to larger ones. */
static bool move_nodes(wendi_space_graph *net, uint32_t capacity, const wend_allocator *a)
{
    const bool has_in = wendi_graph_is_one_way(net);
    const size_t n = net->node_count;
    wendi_space_graph made = *net;
    if (!reserve_nodes(&made, capacity, has_in, a)) {
        free_nodes(&made, a);
        return false;
    }
    if (!has_in) {
        made.in = made.out;
    }
    if (n > 0) { /* else there may be no arrays */
        memcpy(made.positions, net->positions, n * sizeof made.positions[0]);
        memcpy(made.exists, net->exists, n);
        memcpy(made.out.spans, net->out.spans, n * sizeof made.out.spans[0]);
        if (has_in) {
            memcpy(made.in.spans, net->in.spans, n * sizeof made.in.spans[0]);
        }
        memcpy(made.components.labels, net->components.labels, n * sizeof(uint32_t));
        memcpy(made.components.parents, net->components.parents,
               net->components.count * sizeof(uint32_t));
    }
    made.components.mark = 0;
    free_nodes(net, a);
    *net = made;
    return true;
}

wend_result wendi_graph_layout_grow_nodes(wendi_space_graph *net, uint32_t count,
                                          const wend_allocator *allocator)
{
    const uint32_t more = count - net->node_count;
    if (more > 2 * net->node_capacity - net->components.count) {
        return WEND_ERROR_FULL;
    }
    if (count > net->node_capacity && !move_nodes(net, with_spare(count, SPARE_NODES), allocator)) {
        return WEND_ERROR_MEMORY;
    }
    const bool must_reserve =
        wendi_graph_is_one_way(net) && net->reach.reserved_nodes < net->node_capacity;
    if (must_reserve && !wendi_graph_reachability_reserve(net)) {
        return WEND_ERROR_MEMORY;
    }
    wendi_graph_components *components = &net->components;
    for (; net->node_count < count; ++net->node_count) {
        net->exists[net->node_count] = 0;
        net->hash += wendi_graph_gap_hash(net->node_count);
        components->parents[components->count] = components->count;
        components->labels[net->node_count] = components->count++;
    }
    return WEND_OK;
}

/* ---- units ---- */

bool wendi_graph_layout_begin(wendi_graph_layout_build *build, const wendi_space_graph *like,
                              const wend_graph *graph, const wend_allocator *allocator)
{
    memset(build, 0, sizeof *build);
    wendi_space_graph *made = &build->made;
    made->flags_required = like->flags_required;
    made->flags_refused = like->flags_refused;
    made->overlay_layers = like->overlay_layers;
    made->factors = like->factors;
    made->factor_count = like->factor_count;
    made->node_count = wend_graph_node_limit(graph);
    made->edge_count = wend_graph_edge_limit(graph);
    wendi_graph_reachability_init(made, allocator);
    build->phase = BUILD_NODES;
    build->since = wend_graph_revision(graph);
    made->edge_capacity = with_spare(made->edge_count, SPARE_ARCS);
    made->ends = wendi_alloc_items(allocator, made->edge_capacity, sizeof made->ends[0]);
    if (made->edge_count >= arcs_max / 2 || made->ends == NULL ||
        !reserve_nodes(made, with_spare(made->node_count, SPARE_NODES), false, allocator)) {
        wendi_graph_layout_end(build, allocator);
        return false;
    }
    made->components.count = made->node_count;
    return true;
}

void wendi_graph_layout_end(wendi_graph_layout_build *build, const wend_allocator *allocator)
{
    if (build->phase != BUILD_NONE) {
        wendi_graph_layout_free(&build->made, allocator);
    }
    memset(build, 0, sizeof *build);
}

static void go_to(wendi_graph_layout_build *build, uint32_t phase)
{
    build->phase = phase;
    build->at = 0;
}

/* The end of the next unit of so many items. */
static uint32_t unit_end(const wendi_graph_layout_build *build, uint32_t count, uint32_t unit)
{
    return count - build->at < unit ? count : build->at + unit;
}

static void read_node(wendi_space_graph *net, const wend_graph *graph, uint32_t node)
{
    net->components.labels[node] = net->components.parents[node] = node;
    net->exists[node] = wend_graph_has_node(graph, node);
    if (!net->exists[node]) {
        net->hash += wendi_graph_gap_hash(node);
        return;
    }
    const wend_vec2 at = wend_graph_position(graph, node);
    net->positions[node] = (wend_vec3){at.x, at.y, wendi_graph_height(graph, node)};
    ++net->open_count;
}

/* Copies ends, and counts the arcs of nodes in the ends of their spans. */
static void read_ends(wendi_space_graph *net, const wend_graph *graph, uint32_t edge)
{
    const wendi_graph_arc arc = wendi_graph_arc_of(graph, edge);
    if (arc.from == WEND_NODE_NONE) {
        net->ends[edge] = (wendi_graph_ends){WEND_NODE_NONE, WEND_NODE_NONE, false};
        return;
    }
    net->ends[edge] = (wendi_graph_ends){arc.from, arc.to, arc.is_two_way};
    ++net->out.spans[arc.from].end;
    net->out.spans[arc.to].end += arc.is_two_way;
    net->one_way_count += arc.is_two_way ? 0 : 1;
}

static void count_in(wendi_space_graph *net, uint32_t edge)
{
    const wendi_graph_ends ends = net->ends[edge];
    if (ends.from != WEND_NODE_NONE) {
        ++net->in.spans[ends.to].end;
        net->in.spans[ends.from].end += ends.is_two_way;
    }
}

/* The count becomes where the arcs of the node begin. */
static void sum_span(wendi_space_arcs *arcs, uint32_t node)
{
    const uint32_t count = arcs->spans[node].end;
    arcs->spans[node] = (wendi_space_span){arcs->count, arcs->count};
    arcs->count += count;
}

static void put(wendi_space_arcs *arcs, uint32_t node, wendi_space_arc arc)
{
    arcs->items[arcs->spans[node].end++] = arc;
}

static void put_way(wendi_space_graph *net, uint32_t from, uint32_t to, uint32_t edge,
                    uint64_t cost)
{
    const wendi_space_arc arc = {cost, to, edge};
    put(&net->out, from, arc);
    net->hash += wendi_graph_arc_hash(from, &arc);
    if (net->one_way_count > 0) {
        put(&net->in, to, (wendi_space_arc){cost, from, edge});
    }
}

static void put_edge(wendi_space_graph *net, const wend_graph *graph, uint32_t edge)
{
    const wendi_graph_ends ends = net->ends[edge];
    if (ends.from == WEND_NODE_NONE) {
        return;
    }
    const uint64_t cost = wendi_graph_cost_of(net, graph, edge);
    put_way(net, ends.from, ends.to, edge, cost);
    if (ends.is_two_way) {
        put_way(net, ends.to, ends.from, edge, cost);
    }
}

static void join_arcs(wendi_space_graph *net, uint32_t node)
{
    const wendi_space_arc *end = wendi_space_arcs_end(&net->out, node);
    for (const wendi_space_arc *arc = wendi_space_arcs_begin(&net->out, node); arc < end; ++arc) {
        if (arc->cost != WEND_COST_INFINITE) {
            wendi_graph_components_join(&net->components, node, arc->target);
        }
    }
}

/* After all spans: memory for arcs and trees. Places of no node are closed. */
static bool begin_arcs(wendi_space_graph *net, const wend_allocator *a)
{
    const wendi_space_arc none = {WEND_COST_INFINITE, 0, 0};
    const bool has_in = net->one_way_count > 0;
    if (net->out.items == NULL && !reserve_arcs(&net->out, a)) {
        return false;
    }
    if (has_in && net->in.items == NULL && !reserve_arcs(&net->in, a)) {
        return false;
    }
    if (!reserve_trees(net, a)) {
        return false;
    }
    for (uint32_t k = net->out.count; k <= net->out.capacity; ++k) {
        net->out.items[k] = none;
    }
    for (uint32_t k = net->in.count; has_in && k <= net->in.capacity; ++k) {
        net->in.items[k] = none;
    }
    return true;
}

/* Items of a phase before arcs are put. @return false: no memory. */
static bool lay_spans(wendi_graph_layout_build *build, const wend_graph *graph,
                      const wend_allocator *a)
{
    wendi_space_graph *net = &build->made;
    const bool is_of_nodes = build->phase == BUILD_NODES || build->phase == BUILD_SUMS;
    const uint32_t count = is_of_nodes ? net->node_count : net->edge_count;
    const uint32_t end = unit_end(build, count, ITEMS_A_UNIT);
    for (uint32_t k = build->at; k < end; ++k) {
        if (build->phase == BUILD_NODES) {
            read_node(net, graph, k);
        } else if (build->phase == BUILD_ENDS) {
            read_ends(net, graph, k);
        } else if (build->phase == BUILD_ENDS_IN) {
            count_in(net, k);
        } else {
            sum_span(&net->out, k);
            if (net->one_way_count > 0) {
                sum_span(&net->in, k);
            }
        }
    }
    build->at = end;
    if (end < count) {
        return true;
    }
    if (build->phase == BUILD_ENDS) {
        const bool has_in = net->one_way_count > 0;
        if (has_in && net->in.spans == NULL) {
            net->in.spans = wendi_alloc_items_zero(a, net->node_capacity, sizeof *net->in.spans);
        }
        if (has_in && net->in.spans == NULL) {
            return false;
        }
        go_to(build, has_in ? (uint32_t)BUILD_ENDS_IN : (uint32_t)BUILD_SUMS);
        return true;
    }
    if (build->phase == BUILD_SUMS && !begin_arcs(net, a)) {
        return false;
    }
    go_to(build, build->phase + 1);
    return true;
}

/* Items of the phases from arcs to labels. */
static void lay_arcs(wendi_graph_layout_build *build, const wend_graph *graph, uint64_t *steps)
{
    wendi_space_graph *net = &build->made;
    const uint32_t blocks = net->out.count / WENDI_RATE_BLOCK + 1;
    const bool is_of_blocks = build->phase == BUILD_LEAVES;
    const uint32_t count = is_of_blocks                 ? net->leaves
                           : build->phase == BUILD_ARCS ? net->edge_count
                                                        : net->node_count;
    uint32_t end = unit_end(build, count, is_of_blocks ? BLOCKS_A_UNIT : ITEMS_A_UNIT);
    if (is_of_blocks && build->at >= blocks) {
        end = unit_end(build, count, 64 * BLOCKS_A_UNIT); /* nothing is in them */
    }
    for (uint32_t k = build->at; k < end; ++k) {
        if (build->phase == BUILD_ARCS) {
            put_edge(net, graph, k);
        } else if (build->phase == BUILD_LEAVES) {
            wendi_graph_rates_set_leaf(net, k);
        } else if (build->phase == BUILD_JOIN) {
            join_arcs(net, k);
        } else {
            net->components.labels[k] = wendi_graph_components_root(&net->components, k);
        }
    }
    *steps += (uint64_t)(end - build->at) * (build->phase == BUILD_LABELS ? 0 : 1);
    build->at = end;
    if (end == count) {
        net->in = net->one_way_count > 0 ? net->in : net->out;
        go_to(build, build->phase + 1);
    }
}

wend_result wendi_graph_layout_unit(wendi_graph_layout_build *build, const wend_graph *graph,
                                    const wend_allocator *allocator, uint64_t *steps)
{
    enum { CLOSURE_UNIT = 512, EDGES_A_STEP = 2, KNOTS_A_STEP = 4 };
    wendi_space_graph *net = &build->made;
    if (build->phase < BUILD_ARCS) {
        *steps += ITEMS_A_UNIT / 2;
        return lay_spans(build, graph, allocator) ? WEND_IN_PROGRESS : WEND_ERROR_MEMORY;
    }
    if (build->phase == BUILD_KNOTS) {
        wendi_graph_rates_set_knots(net);
        wendi_graph_rates_update(net);
        *steps += net->leaves / KNOTS_A_STEP;
        go_to(build, BUILD_JOIN);
        return WEND_IN_PROGRESS;
    }
    if (build->phase < BUILD_REACHABILITY) {
        *steps += ITEMS_A_UNIT / 4;
        lay_arcs(build, graph, steps);
        return WEND_IN_PROGRESS;
    }
    if (build->at == 0) {
        build->at = 1;
        if (!wendi_graph_reachability_reserve(net)) {
            build->at = 0;
            return WEND_ERROR_MEMORY;
        }
    }
    *steps += CLOSURE_UNIT / EDGES_A_STEP;
    if (!wendi_graph_reachability_work(net, CLOSURE_UNIT)) {
        return WEND_IN_PROGRESS;
    }
    build->phase = BUILD_NONE; /* what is made is the caller's */
    return WEND_OK;
}
