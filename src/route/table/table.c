/* Tables of a graph: next edges, costs and paths between all pairs.
 * Cost: a next edge is a bisection among the runs of a row. */
#include "route/table/table.h"
#include "base/core/message.h"
#include "route/path/path.h"

#include <string.h>

enum { NODES_MOST = 65536 };

wend_table_def wend_table_def_default(void)
{
    wend_table_def def;
    memset(&def, 0, sizeof def);
    def.cookie = WENDI_TABLE_COOKIE;
    def.max_nodes = NODES_MOST;
    return def;
}

wend_table *wendi_table_create_empty(const wend_allocator *allocator, uint32_t node_count,
                                     uint32_t edge_count, bool has_costs)
{
    wend_table *table = wendi_alloc_zero(allocator, sizeof *table);
    if (table == NULL) {
        return NULL;
    }
    table->allocator = *allocator;
    table->node_count = node_count;
    table->edge_count = edge_count;
    wendi_array_u64_init(&table->runs, allocator);
    table->positions = wendi_alloc_items_zero(allocator, node_count, sizeof table->positions[0]);
    table->row_ends = wendi_alloc_items_zero(allocator, node_count, sizeof table->row_ends[0]);
    table->edges = wendi_alloc_items_zero(allocator, edge_count, sizeof table->edges[0]);
    size_t pairs = 0;
    const bool can_pair = !has_costs || wendi_size_multiply(node_count, node_count, &pairs);
    table->costs = has_costs && can_pair
                       ? wendi_alloc_items_zero(allocator, pairs, sizeof table->costs[0])
                       : NULL;
    if ((node_count > 0 && (table->positions == NULL || table->row_ends == NULL ||
                            (has_costs && table->costs == NULL))) ||
        (edge_count > 0 && table->edges == NULL)) {
        wend_table_destroy(table);
        return NULL;
    }
    return table;
}

void wend_table_destroy(wend_table *table)
{
    if (table == NULL) {
        return;
    }
    const wend_allocator a = table->allocator;
    const size_t nodes = table->node_count;
    wendi_free(&a, table->positions, table->positions == NULL ? 0 : nodes * sizeof(uint32_t));
    wendi_free(&a, table->row_ends, table->row_ends == NULL ? 0 : nodes * sizeof(uint64_t));
    wendi_free(&a, table->edges,
               table->edges == NULL ? 0 : table->edge_count * sizeof table->edges[0]);
    wendi_free(&a, table->costs, table->costs == NULL ? 0 : nodes * nodes * sizeof(uint64_t));
    wendi_array_u64_free(&table->runs);
    wendi_free(&a, table, sizeof *table);
}

static wend_result check(const wend_table_def *def)
{
    if (def == NULL || !wendi_has_cookie(def->cookie, WENDI_TABLE_COOKIE, def->message,
                                         "wend_table_create", "wend_table_def_default")) {
        return WEND_ERROR_ARGUMENT;
    }
    if (def->space == NULL) {
        return wendi_fail(def->message, WEND_ERROR_ARGUMENT, "wend_table_create: space is NULL");
    }
    if (def->space->net == NULL) {
        return wendi_fail(def->message, WEND_ERROR_UNSUPPORTED,
                          "wend_table_create: tables are of graphs, and this space is of a grid");
    }
    wend_space_info info;
    wend_space_get_info(def->space, &info);
    if (!info.is_fresh) {
        return wendi_fail(def->message, WEND_ERROR_STALE,
                          "wend_table_create: the space is older than its graph: call "
                          "wend_space_update first");
    }
    if (info.node_count > def->max_nodes) {
        return wendi_fail(def->message, WEND_ERROR_FULL,
                          "wend_table_create: %lu nodes are more than max_nodes, %lu",
                          (unsigned long)info.node_count, (unsigned long)def->max_nodes);
    }
    return WEND_OK;
}

wend_result wend_table_create(const wend_table_def *def, wend_table **table)
{
    if (table != NULL) {
        *table = NULL;
    }
    wend_result result = check(def);
    if (result != WEND_OK) {
        return result;
    }
    if (table == NULL) {
        return wendi_refuse_null(def->message, "wend_table_create", "table");
    }
    wendi_message_clear(def->message);
    const wendi_space_graph *net = def->space->net;
    wend_table *made =
        wendi_table_create_empty(&def->allocator, net->node_count, net->edge_count, def->has_costs);
    result = made == NULL ? WEND_ERROR_MEMORY : wendi_table_fill(made, net, &def->executor);
    if (result != WEND_OK) {
        wend_table_destroy(made);
        return wendi_fail(def->message, result, "wend_table_create: out of memory for %lu nodes",
                          (unsigned long)net->node_count);
    }
    made->hash = net->hash;
    *table = made;
    return WEND_OK;
}

/* ---- questions ---- */

static bool has_pair(const wend_table *table, wend_node from, wend_node to)
{
    return table != NULL && from < table->node_count && to < table->node_count;
}

/* True if the node exists now and existed when the table was made. */
static bool has_node(const wend_table *table, wend_node node)
{
    return table != NULL && node < table->node_count &&
           (node == 0 ? 0 : table->row_ends[node - 1]) < table->row_ends[node];
}

uint32_t wend_table_next_edge(const wend_table *table, wend_node from, wend_node to)
{
    if (!has_node(table, from) || !has_node(table, to) || from == to) {
        return WEND_EDGE_NONE;
    }
    const uint64_t *runs = table->runs.items;
    const uint32_t position = table->positions[to];
    uint64_t low = from == 0 ? 0 : table->row_ends[from - 1];
    uint64_t high = table->row_ends[from];
    /* The last run that begins at the position or before; the first one begins at 0. */
    while (high - low > 1) {
        const uint64_t middle = low + (high - low) / 2;
        if (runs[middle] >> 32 <= position) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return (uint32_t)runs[low];
}

static wend_node other_end(const wend_table *table, wend_node node, uint32_t edge)
{
    const wendi_table_edge *ends = &table->edges[edge];
    return ends->from == node ? ends->to : ends->from;
}

wend_node wend_table_next(const wend_table *table, wend_node from, wend_node to)
{
    if (from == to) {
        return has_node(table, from) ? from : WEND_NODE_NONE;
    }
    const uint32_t edge = wend_table_next_edge(table, from, to);
    return edge == WEND_EDGE_NONE ? WEND_NODE_NONE : other_end(table, from, edge);
}

/* Sums the path edge by edge. A forged table cannot cause an endless loop: no path has more edges
 * than the graph has nodes. */
static wend_cost sum_of_edges(const wend_table *table, wend_node from, wend_node to)
{
    wend_cost sum = 0;
    for (uint32_t steps = 0; from != to; ++steps) {
        const uint32_t edge = wend_table_next_edge(table, from, to);
        if (edge == WEND_EDGE_NONE || steps == table->node_count) {
            return WEND_COST_INFINITE;
        }
        sum += table->edges[edge].cost;
        from = other_end(table, from, edge);
    }
    return sum;
}

wend_cost wend_table_cost(const wend_table *table, wend_node from, wend_node to)
{
    if (!has_node(table, from) || !has_node(table, to)) {
        return WEND_COST_INFINITE;
    }
    return table->costs != NULL ? table->costs[(size_t)from * table->node_count + to]
                                : sum_of_edges(table, from, to);
}

bool wend_table_fits(const wend_table *table, const wend_space *space)
{
    if (table == NULL || space == NULL || space->net == NULL) {
        return false;
    }
    wend_space_info info;
    wend_space_get_info(space, &info);
    return info.is_fresh && space->net->node_count == table->node_count &&
           space->net->hash == table->hash;
}

static wend_result list_edges(const wend_table *table, wend_node from, wend_node to,
                              wendi_trace *trace)
{
    wendi_array_u32_clear(&trace->nodes);
    wendi_array_u32_clear(&trace->follows);
    bool is_done = wendi_trace_push(trace, from, WEND_EDGE_NONE);
    for (uint32_t steps = 0; is_done && from != to; ++steps) {
        const uint32_t edge = wend_table_next_edge(table, from, to);
        if (edge == WEND_EDGE_NONE || steps == table->node_count) {
            return WEND_NO_PATH;
        }
        from = other_end(table, from, edge);
        is_done = wendi_trace_push(trace, from, edge);
    }
    return is_done ? WEND_OK : WEND_ERROR_MEMORY;
}

/* True if each edge is open in this space. A file may have the right hash and still be wrong. */
static bool has_arcs(const wendi_space_graph *net, const wendi_trace *trace)
{
    for (size_t k = 1; k < trace->nodes.count; ++k) {
        const uint32_t from = trace->nodes.items[k - 1];
        uint32_t at = net->out.spans[from].first;
        const uint32_t end = net->out.spans[from].end;
        while (at < end && net->out.items[at].edge != trace->follows.items[k]) {
            ++at;
        }
        if (at == end || net->out.items[at].target != trace->nodes.items[k]) {
            return false;
        }
    }
    return true;
}

static wend_result refuse_stale(wend_path *path)
{
    return wendi_fail(&path->error, WEND_ERROR_STALE,
                      "wend_table_path: space is not of the graph that the table was made for, or "
                      "that graph changed");
}

wend_result wend_table_path(const wend_table *table, const wend_space *space, wend_node from,
                            wend_node to, wend_path *path)
{
    static const char function[] = "wend_table_path";
    const wend_result allowed = wendi_path_check_editable(path);
    if (allowed != WEND_OK) {
        return allowed;
    }
    if (table == NULL || space == NULL) {
        return wendi_refuse_null(&path->error, function, table == NULL ? "table" : "space");
    }
    if (!has_pair(table, from, to)) {
        const bool is_from = from >= table->node_count;
        return wendi_refuse(&path->error, function, is_from ? "from" : "to", is_from ? from : to, 0,
                            (double)table->node_count - 1);
    }
    if (!wend_table_fits(table, space)) {
        return refuse_stale(path);
    }
    wend_result result = space->net->exists[from] && space->net->exists[to]
                             ? list_edges(table, from, to, &path->trace)
                             : WEND_NO_PATH;
    if (result == WEND_OK && !has_arcs(space->net, &path->trace)) {
        return refuse_stale(path);
    }
    if (result == WEND_NO_PATH) {
        wend_path_clear(path);
    }
    if (result == WEND_OK) {
        result = wendi_path_build_graph(path, space, &path->trace);
    }
    return wendi_fail_plain(&path->error, function, result);
}

const char *wend_table_error(const wend_table *table)
{
    (void)table;
    return "";
}

size_t wend_table_memory_bytes(const wend_table *table)
{
    if (table == NULL) {
        return 0;
    }
    const size_t nodes = table->node_count;
    return sizeof *table + nodes * (sizeof table->positions[0] + sizeof table->row_ends[0]) +
           table->edge_count * sizeof table->edges[0] +
           table->runs.capacity * sizeof table->runs.items[0] +
           (table->costs != NULL ? nodes * nodes * sizeof table->costs[0] : 0);
}
