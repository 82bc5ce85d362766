/* The parts of a table.
 *
 *   positions  [ 0 | 3 | 1 | 2 ]        node -> its position in a depth-first order of the graph
 *   row_ends   [ 2 | 5 | 6 | 8 ]        node -> where its runs end
 *   runs       [ 0:e4 2:e7 | 0:e4 1:e2 3:- | ... ]
 *                                       from this position on, up to the next run's, that edge;
 *                                       a node without runs was removed from the graph */
#ifndef WENDI_ROUTE_TABLE_TABLE_H
#define WENDI_ROUTE_TABLE_TABLE_H

#include "base/core/array.h"
#include "base/core/heap.h"
#include "route/space/space.h"
#include "wend/table.h"

enum { WENDI_TABLE_COOKIE = 0x57544232 };

typedef struct wendi_table_edge {
    uint64_t cost; /* infinite: closed */
    uint32_t from, to;
} wendi_table_edge;

struct wend_table {
    wend_allocator allocator;
    uint64_t hash; /* of the space's arcs */
    uint32_t node_count, edge_count;
    uint32_t *positions;     /* [node_count] */
    uint64_t *row_ends;      /* [node_count] */
    wendi_table_edge *edges; /* [edge_count] */
    wendi_array_u64 runs;    /* position << 32 | edge */
    uint64_t *costs;         /* [node_count][node_count], or NULL */
};

/** An empty table with room for a number of nodes and edges; NULL without memory. */
wend_table *wendi_table_create_empty(const wend_allocator *allocator, uint32_t node_count,
                                     uint32_t edge_count, bool has_costs);

/** All rows, and costs where they are kept. @return WEND_OK or WEND_ERROR_MEMORY. */
wend_result wendi_table_fill(wend_table *table, const wendi_space_graph *net,
                             const wend_executor *executor);

#endif
