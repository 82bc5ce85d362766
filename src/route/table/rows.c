/* The rows of a table: an order of the nodes, and a Dijkstra from each node, folded to runs.
 * Cost: a Dijkstra a node, 16 of them at once; 40 bytes a node for each of these.
 *
 * All memory is allocated before the work is distributed, as only the caller's thread may allocate;
 * runs are concatenated in the order of the rows, so that the result does not depend on threads. */
#include "route/table/table.h"

enum { ROWS_AT_ONCE = 16 };

/* Scratch memory for one row. */
typedef struct table_row {
    uint64_t *costs; /* [node_count] */
    uint32_t *edges; /* [node_count] first edge of the path to the node */
    uint64_t *runs;  /* [node_count] */
    uint32_t run_count;
    wendi_heap heap;
} table_row;

typedef struct row_batch {
    wend_table *table;
    const wendi_space_graph *net;
    const uint32_t *order; /* [node_count] position -> node */
    table_row rows[ROWS_AT_ONCE];
    uint32_t first; /* node of rows[0] */
} row_batch;

/* ---- order ---- */

/* Puts the node's neighbours on the stack, the first one on top. */
static bool push_ends(const wendi_space_arcs *arcs, uint32_t node, const uint32_t *positions,
                      wendi_array_u32 *stack)
{
    for (uint32_t k = arcs->spans[node].end; k > arcs->spans[node].first; --k) {
        const uint32_t target = arcs->items[k - 1].target;
        if (positions[target] == UINT32_MAX && !wendi_array_u32_push(stack, target)) {
            return false;
        }
    }
    return true;
}

/* Depth first along and against all arcs: nodes that are near each other in the graph are so in the
 * order, so that far targets share their next edge with those beside them. */
static bool order_nodes(const wendi_space_graph *net, uint32_t *positions, uint32_t *order,
                        wendi_array_u32 *stack)
{
    uint32_t count = 0;
    for (uint32_t node = 0; node < net->node_count; ++node) {
        positions[node] = UINT32_MAX;
    }
    for (uint32_t node = 0; node < net->node_count; ++node) {
        bool is_done = wendi_array_u32_push(stack, node);
        while (is_done && stack->count > 0) {
            const uint32_t at = stack->items[--stack->count];
            if (positions[at] != UINT32_MAX) {
                continue;
            }
            positions[at] = count;
            order[count++] = at;
            is_done = push_ends(&net->in, at, positions, stack) &&
                      push_ends(&net->out, at, positions, stack);
        }
        if (!is_done) {
            return false;
        }
    }
    return true;
}

/* ---- one row ---- */

/* All costs are above 0, so all nodes before a node on a cheapest path have left the heap before
 * it, and the least first edge of all these paths is known by then. */
static void relax(table_row *r, const wendi_space_arc *arc, uint64_t cost, uint32_t first_edge)
{
    if (cost > r->costs[arc->target]) {
        return;
    }
    if (cost == r->costs[arc->target]) {
        uint32_t *known = &r->edges[arc->target];
        *known = first_edge < *known ? first_edge : *known;
        return;
    }
    r->costs[arc->target] = cost;
    r->edges[arc->target] = first_edge;
    if (wendi_heap_contains(&r->heap, arc->target)) {
        (void)wendi_heap_decrease(&r->heap, cost, arc->target);
    } else {
        (void)wendi_heap_push(&r->heap, cost, arc->target); /* There is room for all. */
    }
}

static void dijkstra(table_row *r, const wendi_space_graph *net, uint32_t start)
{
    for (uint32_t node = 0; node < net->node_count; ++node) {
        r->costs[node] = WEND_COST_INFINITE;
        r->edges[node] = WEND_EDGE_NONE;
    }
    if (!net->exists[start]) {
        return;
    }
    r->costs[start] = 0;
    (void)wendi_heap_push(&r->heap, 0, start);
    uint64_t cost;
    uint32_t node;
    while (wendi_heap_pop(&r->heap, &cost, &node)) {
        const uint32_t end = net->out.spans[node].end;
        for (uint32_t k = net->out.spans[node].first; k < end; ++k) {
            const wendi_space_arc *arc = &net->out.items[k];
            const bool is_over = arc->cost == WEND_COST_INFINITE || cost > UINT64_MAX - arc->cost;
            if (!is_over && arc->target != start) {
                relax(r, arc, cost + arc->cost, node == start ? arc->edge : r->edges[node]);
            }
        }
    }
}

/* The path to itself is empty, so it may belong to any run. */
static void fold(table_row *r, const uint32_t *order, uint32_t node_count, uint32_t start)
{
    for (uint32_t position = 0; position < node_count; ++position) {
        const uint32_t edge = r->edges[order[position]];
        const bool is_first = r->run_count == 0;
        const bool goes_on =
            !is_first && (order[position] == start || (uint32_t)r->runs[r->run_count - 1] == edge);
        if (!goes_on) {
            r->runs[r->run_count++] = (uint64_t)position << 32 | edge;
        }
    }
}

static void make_rows(void *context, size_t begin, size_t end)
{
    row_batch *b = context;
    const uint32_t count = b->net->node_count;
    for (size_t k = begin; k < end; ++k) {
        table_row *r = &b->rows[k];
        const uint32_t start = b->first + (uint32_t)k;
        dijkstra(r, b->net, start);
        r->run_count = 0;
        if (b->net->exists[start]) {
            fold(r, b->order, count, start);
        }
        if (b->table->costs != NULL) {
            uint64_t *costs = b->table->costs + (size_t)start * count;
            for (uint32_t node = 0; node < count; ++node) {
                costs[node] = r->costs[node];
            }
        }
    }
}

/* ---- all rows ---- */

static bool create_row(table_row *r, uint32_t count, const wend_allocator *a)
{
    wendi_heap_init(&r->heap, a);
    r->costs = wendi_alloc(a, count * sizeof r->costs[0]);
    r->edges = wendi_alloc(a, count * sizeof r->edges[0]);
    r->runs = wendi_alloc(a, count * sizeof r->runs[0]);
    return r->costs != NULL && r->edges != NULL && r->runs != NULL &&
           wendi_heap_reserve(&r->heap, count, count);
}

static void free_row(table_row *r, uint32_t count, const wend_allocator *a)
{
    wendi_free(a, r->costs, r->costs == NULL ? 0 : count * sizeof r->costs[0]);
    wendi_free(a, r->edges, r->edges == NULL ? 0 : count * sizeof r->edges[0]);
    wendi_free(a, r->runs, r->runs == NULL ? 0 : count * sizeof r->runs[0]);
    wendi_heap_free(&r->heap);
}

static bool fill_rows(row_batch *b, const wend_executor *executor)
{
    wend_table *table = b->table;
    const uint32_t count = b->net->node_count;
    for (b->first = 0; b->first < count; b->first += ROWS_AT_ONCE) {
        const uint32_t left = count - b->first;
        const uint32_t rows = left < ROWS_AT_ONCE ? left : ROWS_AT_ONCE;
        wend_parallel_for(executor, rows, 1, make_rows, b);
        for (uint32_t k = 0; k < rows; ++k) {
            if (!wendi_array_u64_append(&table->runs, b->rows[k].runs, b->rows[k].run_count)) {
                return false;
            }
            table->row_ends[b->first + k] = table->runs.count;
        }
    }
    return true;
}

wend_result wendi_table_fill(wend_table *table, const wendi_space_graph *net,
                             const wend_executor *executor)
{
    for (uint32_t edge = 0; edge < net->edge_count; ++edge) {
        const wendi_graph_ends ends = net->ends[edge];
        table->edges[edge] = (wendi_table_edge){WEND_COST_INFINITE, ends.from, ends.to};
    }
    /* Arcs by node: between those of two nodes there may be some that were moved away. */
    for (uint32_t node = 0; node < net->node_count; ++node) {
        for (uint32_t k = net->out.spans[node].first; k < net->out.spans[node].end; ++k) {
            table->edges[net->out.items[k].edge].cost = net->out.items[k].cost;
        }
    }

    if (net->node_count == 0) {
        return WEND_OK;
    }
    const size_t order_bytes = net->node_count * sizeof(uint32_t);
    uint32_t *order = wendi_alloc(&table->allocator, order_bytes);
    if (order == NULL) {
        return WEND_ERROR_MEMORY;
    }
    wendi_array_u32 stack;
    wendi_array_u32_init(&stack, &table->allocator);
    row_batch b = {.table = table, .net = net, .order = order};

    /* Heaps of rows that were never taken are zero, and free as such. */
    const wend_allocator *a = &b.table->allocator;
    const uint32_t count = b.net->node_count;
    const uint32_t rows = b.net->node_count < ROWS_AT_ONCE ? b.net->node_count : ROWS_AT_ONCE;
    bool is_done = order_nodes(b.net, b.table->positions, order, &stack);
    for (uint32_t k = 0; k < rows && is_done; ++k) {
        is_done = create_row(&b.rows[k], count, a);
    }
    is_done = is_done && fill_rows(&b, executor);
    for (uint32_t k = 0; k < rows; ++k) {
        free_row(&b.rows[k], count, a);
    }
    const wend_result result = is_done ? WEND_OK : WEND_ERROR_MEMORY;

    wendi_array_u32_free(&stack);
    wendi_free(&table->allocator, order, order_bytes);
    return result;
}
