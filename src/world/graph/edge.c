/* Edges of graphs: adds, changes and removes them, and opens or closes all that cross a door's
 * line.
 * Cost: 24 bytes an edge; adding and changing are constant, removing takes the edges at its ends,
 * a door reads every edge. */
#include "world/graph/store.h"

#include "base/math/bits.h"
#include "wend/graph_build.h"

#include <string.h>

static const uint32_t COOKIE = 0xd85a2e17;
static const double FACTOR_MIN = 1.0 / 256;
static const double FACTOR_MAX = 65536;

enum { CAPACITY_FIRST = 16 };

wend_graph_edge wend_graph_edge_default(void)
{
    wend_graph_edge def;
    memset(&def, 0, sizeof def);
    def.cookie = COOKIE;
    def.from = WEND_NODE_NONE;
    def.to = WEND_NODE_NONE;
    def.factor = 1.0;
    def.is_two_way = true;
    def.is_open = true;
    return def;
}

/* ---- costs ---- */

bool wendi_graph_length_cost(wend_vec3 a, wend_vec3 b, double factor, wend_cost *cost)
{
    const double most = 65536.0; /* 2^48 as a double */
    const double x = a.x - b.x;
    const double y = a.y - b.y;
    const double z = a.z - b.z;
    const double value = wend_sqrt(x * x + y * y + z * z) * factor;
    if (!(value <= most)) {
        return false;
    }
    *cost = wend_cost_from_double(value);
    *cost = *cost == 0 ? 1 : *cost;
    return true;
}

static wend_vec3 position_of(const wend_graph *graph, wend_node node)
{
    const wend_vec2 at = graph->positions[node];
    return (wend_vec3){at.x, at.y, wendi_graph_height(graph, node)};
}

/* A factor of 1 is not stored. */
static uint64_t factor_bits(double factor)
{
    const uint64_t bits = wendi_bits_of_f64(factor);
    return bits == wendi_bits_of_f64(1.0) ? 0 : bits;
}

double wendi_graph_factor(const wend_graph *graph, uint32_t edge)
{
    return (graph->edges[edge].word & WENDI_GRAPH_HAS_FACTOR) == 0
               ? 1.0
               : wendi_f64_of_bits(wendi_graph_column_get(&graph->factors, edge));
}

/* ---- checking ---- */

static bool check_numbers(const wend_graph_edge *def)
{
    return def->from != def->to && def->cost <= (wend_cost)1 << WENDI_GRAPH_COST_BITS;
}

/* An edge whose cost is unchanged since it was read still follows its length. */
static bool follows_length_of(const wend_graph *graph, uint32_t edge, const wend_graph_edge *def)
{
    wend_cost read = 0;
    if (def->cost == 0 || !def->follows_length) {
        return def->cost == 0;
    }
    if (edge != WEND_EDGE_NONE) {
        const uint64_t word = graph->edges[edge].word;
        return (word & WENDI_GRAPH_FOLLOWS) != 0 && (word & WENDI_GRAPH_COST_MASK) == def->cost;
    }
    return wendi_graph_length_cost(position_of(graph, def->from), position_of(graph, def->to),
                                   def->factor, &read) &&
           read == def->cost;
}

wend_result wendi_graph_normalize_edge(const wend_graph *graph, uint32_t edge,
                                       const wend_graph_edge *def, wend_graph_edge *settled)
{
    if (!check_numbers(def)) {
        return WEND_ERROR_ARGUMENT;
    }
    if (!wendi_graph_has(graph, def->from) || !wendi_graph_has(graph, def->to)) {
        return WEND_ERROR_STALE;
    }
    *settled = *def;
    settled->follows_length = follows_length_of(graph, edge, def);
    if (!settled->follows_length) {
        settled->factor = 1.0;
        return WEND_OK;
    }
    const bool is_fit =
        def->factor >= FACTOR_MIN && def->factor <= FACTOR_MAX &&
        wendi_graph_length_cost(position_of(graph, def->from), position_of(graph, def->to),
                                def->factor, &settled->cost);
    return is_fit ? WEND_OK : WEND_ERROR_ARGUMENT;
}

/* ---- storing ---- */

bool wendi_graph_reserve_edges(wend_graph *graph, uint32_t capacity)
{
    if (capacity <= graph->edge_capacity) {
        return true;
    }
    if (!wendi_graph_reserve_changes(graph, capacity)) {
        return false;
    }
    wendi_graph_record *edges = wendi_resize_items(
        &graph->allocator, graph->edges, graph->edge_capacity, capacity, sizeof *graph->edges);
    if (edges == NULL) {
        return false;
    }
    graph->edges = edges;
    graph->edge_capacity = capacity;
    return true;
}

static bool is_large(const wend_graph_edge *settled)
{
    return settled->behaviour >= WENDI_GRAPH_BEHAVIOUR_LARGE;
}

/* Reserves memory for an edge's values. */
static bool reserve_values(wend_graph *graph, uint32_t edge, const wend_graph_edge *settled)
{
    const wend_allocator *a = &graph->allocator;
    const uint32_t capacity = graph->edge_capacity;
    return (!is_large(settled) ||
            wendi_graph_column_reserve(&graph->behaviours, a, edge, capacity)) &&
           (settled->flags == 0 || wendi_graph_column_reserve(&graph->flags, a, edge, capacity)) &&
           (settled->user == 0 ||
            wendi_graph_column_reserve(&graph->edge_users, a, edge, capacity)) &&
           (factor_bits(settled->factor) == 0 ||
            wendi_graph_column_reserve(&graph->factors, a, edge, capacity));
}

static uint64_t word_of(const wend_graph_edge *settled)
{
    const uint64_t behaviour = is_large(settled) ? WENDI_GRAPH_BEHAVIOUR_LARGE : settled->behaviour;
    return settled->cost | behaviour << WENDI_GRAPH_BEHAVIOUR_AT |
           (settled->is_two_way ? WENDI_GRAPH_TWO_WAY : 0) |
           (settled->follows_length ? WENDI_GRAPH_FOLLOWS : 0) |
           (settled->is_open ? 0 : WENDI_GRAPH_CLOSED) |
           (settled->flags != 0 ? WENDI_GRAPH_HAS_FLAGS : 0) |
           (settled->user != 0 ? WENDI_GRAPH_HAS_USER : 0) |
           (factor_bits(settled->factor) != 0 ? WENDI_GRAPH_HAS_FACTOR : 0);
}

static void set_values(wend_graph *graph, uint32_t edge, const wend_graph_edge *settled)
{
    wendi_graph_column_set(&graph->behaviours, edge, is_large(settled) ? settled->behaviour : 0);
    wendi_graph_column_set(&graph->flags, edge, settled->flags);
    wendi_graph_column_set(&graph->edge_users, edge, settled->user);
    wendi_graph_column_set(&graph->factors, edge, factor_bits(settled->factor));
    graph->edges[edge].word = word_of(settled);
}

wend_result wendi_graph_push_edge(wend_graph *graph, const wend_graph_edge *settled)
{
    const uint32_t edge = graph->edge_limit;
    const uint32_t more = edge / 2 < CAPACITY_FIRST ? CAPACITY_FIRST : edge / 2;
    if (edge == WENDI_GRAPH_LIMIT) {
        return WEND_ERROR_FULL;
    }
    if (edge == graph->edge_capacity && !wendi_graph_reserve_edges(graph, edge + more)) {
        return WEND_ERROR_MEMORY;
    }
    if (settled != NULL && !reserve_values(graph, edge, settled)) {
        return WEND_ERROR_MEMORY;
    }
    ++graph->edge_limit;
    graph->edges[edge] =
        (wendi_graph_record){0, WEND_NODE_NONE, WEND_NODE_NONE, {WEND_EDGE_NONE, WEND_EDGE_NONE}};
    if (settled != NULL) {
        wendi_graph_record *record = &graph->edges[edge];
        record->from = settled->from;
        record->to = settled->to;
        record->next[0] = graph->firsts[settled->from];
        record->next[1] = graph->firsts[settled->to];
        graph->firsts[settled->from] = edge;
        graph->firsts[settled->to] = edge;
        set_values(graph, edge, settled);
        ++graph->edge_count;
    }
    return WEND_OK;
}

static wend_result check_def(wend_graph *graph, const char *function, const wend_graph_edge *def)
{
    if (graph == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (def == NULL) {
        return wendi_refuse_null(&graph->error, function, "def");
    }
    return def->cookie == COOKIE ? WEND_OK
                                 : wendi_refuse_cookie(&graph->error, function, def->cookie,
                                                       "wend_graph_edge_default");
}

/* Reports why the graph refuses an edge. */
static wend_result refuse_edge(wend_graph *graph, const char *function, const wend_graph_edge *def,
                               wend_result result)
{
    wend_message *error = &graph->error;
    if (result == WEND_ERROR_STALE) {
        return wendi_graph_refuse_node(error, function,
                                       wendi_graph_has(graph, def->from) ? def->to : def->from);
    }
    if (result != WEND_ERROR_ARGUMENT) {
        return wendi_fail_plain(error, function, result);
    }
    if (def->from == def->to) {
        return wendi_fail(error, result, "%s: from and to are both %lu, and must be two nodes",
                          function, (unsigned long)def->from);
    }
    if (def->cost > (wend_cost)1 << WENDI_GRAPH_COST_BITS) {
        return wendi_fail(error, result, "%s: cost is %llu, and must be from 0 to 2^%d", function,
                          (unsigned long long)def->cost, WENDI_GRAPH_COST_BITS);
    }
    if (!(def->factor >= FACTOR_MIN && def->factor <= FACTOR_MAX)) {
        return wendi_refuse(error, function, "factor", def->factor, FACTOR_MIN, FACTOR_MAX);
    }
    return wendi_fail(error, result,
                      "%s: the length of the edge from node %lu to node %lu times factor %s costs "
                      "more than 2^%d",
                      function, (unsigned long)def->from, (unsigned long)def->to,
                      wendi_format_number(def->factor).text, WENDI_GRAPH_COST_BITS);
}

wend_result wend_graph_add_edge(wend_graph *graph, const wend_graph_edge *def, uint32_t *edge)
{
    wend_graph_edge settled;
    if (edge != NULL) {
        *edge = WEND_EDGE_NONE;
    }
    wend_result result = check_def(graph, "wend_graph_add_edge", def);
    if (result != WEND_OK) {
        return result;
    }
    result = wendi_graph_normalize_edge(graph, WEND_EDGE_NONE, def, &settled);
    if (result == WEND_OK) {
        result = wendi_graph_push_edge(graph, &settled);
    }
    if (result != WEND_OK) {
        return refuse_edge(graph, "wend_graph_add_edge", def, result);
    }
    if (edge != NULL) {
        *edge = graph->edge_limit - 1;
    }
    wendi_graph_advance_layout(graph);
    wendi_graph_record_change(graph, graph->edge_limit - 1, false);
    return WEND_OK;
}

/* ---- changing ---- */

/* Records a change by its meaning for searches. */
static void record_change(wend_graph *graph, uint32_t edge, const wend_graph_edge *was,
                          const wend_graph_edge *is)
{
    if (was->is_two_way != is->is_two_way) {
        wendi_graph_advance_layout(graph);
        wendi_graph_record_change(graph, edge, false);
        return;
    }
    ++graph->revision;
    if (was->cost != is->cost || was->is_open != is->is_open || was->behaviour != is->behaviour ||
        was->flags != is->flags) {
        wendi_graph_record_change(graph, edge, false);
    }
}

static bool is_same_edge(const wend_graph_edge *a, const wend_graph_edge *b)
{
    return word_of(a) == word_of(b) && a->behaviour == b->behaviour && a->flags == b->flags &&
           a->user == b->user && factor_bits(a->factor) == factor_bits(b->factor);
}

wend_result wend_graph_set_edge(wend_graph *graph, uint32_t edge, const wend_graph_edge *def)
{
    wend_graph_edge settled;
    wend_graph_edge now;
    wend_result result = check_def(graph, "wend_graph_set_edge", def);
    if (result != WEND_OK) {
        return result;
    }
    if (wend_graph_get_edge(graph, edge, &now) != WEND_OK) {
        return wendi_refuse_gone(&graph->error, "wend_graph_set_edge", "edge", edge);
    }
    if (def->from != now.from || def->to != now.to) {
        return wendi_fail(&graph->error, WEND_ERROR_ARGUMENT,
                          "wend_graph_set_edge: from and to must stay %lu and %lu",
                          (unsigned long)now.from, (unsigned long)now.to);
    }
    result = wendi_graph_normalize_edge(graph, edge, def, &settled);
    if (result != WEND_OK || is_same_edge(&now, &settled)) {
        return refuse_edge(graph, "wend_graph_set_edge", def, result);
    }
    if (!reserve_values(graph, edge, &settled)) {
        return wendi_fail_plain(&graph->error, "wend_graph_set_edge", WEND_ERROR_MEMORY);
    }
    set_values(graph, edge, &settled);
    record_change(graph, edge, &now, &settled);
    return WEND_OK;
}

wend_result wend_graph_set_open(wend_graph *graph, uint32_t edge, bool is_open)
{
    if (graph == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (!wendi_graph_has_edge(graph, edge)) {
        return wendi_refuse_gone(&graph->error, "wend_graph_set_open", "edge", edge);
    }
    uint64_t *word = &graph->edges[edge].word;
    if (((*word & WENDI_GRAPH_CLOSED) == 0) != is_open) {
        *word ^= WENDI_GRAPH_CLOSED;
        ++graph->revision;
        wendi_graph_record_change(graph, edge, false);
    }
    return WEND_OK;
}

static void unlink_edge(wend_graph *graph, uint32_t edge, wend_node node)
{
    uint32_t *at = &graph->firsts[node];
    while (*at != edge) {
        wendi_graph_record *record = &graph->edges[*at];
        at = &record->next[record->from == node ? 0 : 1];
    }
    *at = wendi_graph_record_next(&graph->edges[edge], node);
}

void wendi_graph_drop_edge(wend_graph *graph, uint32_t edge, wend_node except)
{
    wendi_graph_record *record = &graph->edges[edge];
    if (record->from != except) {
        unlink_edge(graph, edge, record->from);
    }
    if (record->to != except) {
        unlink_edge(graph, edge, record->to);
    }
    wendi_graph_overlays_drop_edge(graph, edge);
    const wend_graph_edge none = wend_graph_edge_default();
    set_values(graph, edge, &none);
    *record =
        (wendi_graph_record){0, WEND_NODE_NONE, WEND_NODE_NONE, {WEND_EDGE_NONE, WEND_EDGE_NONE}};
    --graph->edge_count;
    wendi_graph_record_change(graph, edge, false);
}

wend_result wend_graph_remove_edge(wend_graph *graph, uint32_t edge)
{
    if (graph == NULL) {
        return WEND_ERROR_ARGUMENT;
    }
    if (!wendi_graph_has_edge(graph, edge)) {
        return wendi_refuse_gone(&graph->error, "wend_graph_remove_edge", "edge", edge);
    }
    wendi_graph_advance_layout(graph);
    wendi_graph_drop_edge(graph, edge, WEND_NODE_NONE);
    return WEND_OK;
}

/* ---- doors ---- */

/* True if an edge leads through the door. */
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
