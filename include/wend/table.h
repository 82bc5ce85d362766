/* wend/table.h: all ways of a graph worked out ahead.
 *
 * A table says for each pair of nodes which edge to take next and what the whole way costs, in
 * constant (next hop) or logarithmic time, without a search. For graphs of up to some ten thousand
 * nodes that do not change during play. A table answers for the graph as it was when the table was
 * made, whatever became of it: wend_table_fits tells whether it still is so, and wend_table_path
 * refuses if not.
 *
 * Next hops are compressed: in each row, runs of targets with one next hop, over an order of nodes
 * (by a walk through the graph) that makes runs long. Costs are kept only if asked for; without
 * them a cost is summed up along the way.
 *
 * Source: compressed path databases, Botea, "Ultra-Fast Optimal Pathfinding without Runtime Search"
 * (2011); run-length rows after Strasser, Harabor and Botea (2014).
 */
#ifndef WEND_TABLE_H
#define WEND_TABLE_H

#include "wend/path.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_table wend_table;

typedef struct wend_table_def {
    uint32_t cookie;          /**< Set by wend_table_def_default; leave it. */
    const wend_space *space;  /**< Of a graph. Set it; needed only while the table is made. */
    bool has_costs;           /**< Keep all costs too: 8 bytes a pair. Default false. */
    uint32_t max_nodes;       /**< Refuse graphs of more nodes. Default 65536. */
    wend_executor executor;   /**< Rows are made in parallel; the table does not depend on it. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< May be NULL (default). */
} wend_table_def;

WEND_API wend_table_def wend_table_def_default(void);
/** A Dijkstra from each node, 16 of them at once.
 * @param table set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_UNSUPPORTED (not a graph's space),
 * WEND_ERROR_STALE (update the space first), WEND_ERROR_FULL (more than max_nodes),
 * WEND_ERROR_MEMORY. */
WEND_API wend_result wend_table_create(const wend_table_def *def, wend_table **table);
/** Frees; NULL is fine. */
WEND_API void wend_table_destroy(wend_table *table);
/** "": nothing changes a table that is made, and wend_path_error tells of wend_table_path. There so
 * that all objects are asked alike. */
WEND_API const char *wend_table_error(const wend_table *table);
/** The edge to take first from one node towards another; WEND_EDGE_NONE if there is no way or they
 * are the same. The table's ways are those of least cost; of equally cheap next edges the least
 * number. */
WEND_API uint32_t wend_table_next_edge(const wend_table *table, wend_node from, wend_node to);
/** The node that edge leads to; WEND_NODE_NONE if there is no way; `from` itself if they are the
 * same. For a node that was removed from the graph before the table was made, there is none, and
 * no cost either. */
WEND_API wend_node wend_table_next(const wend_table *table, wend_node from, wend_node to);
/** What the cheapest way costs; WEND_COST_INFINITE if there is none. */
WEND_API wend_cost wend_table_cost(const wend_table *table, wend_node from, wend_node to);
/** The whole way, as wend_path_from_search would give it.
 * @param space a fresh space of the same graph.
 * @return WEND_OK, WEND_NO_PATH, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (the graph is not the one
 * the table was made for), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_table_path(const wend_table *table, const wend_space *space,
                                     wend_node from, wend_node to, wend_path *path);
/** Is it made for this graph as it is now, with the same edges open to the same agent at the same
 * costs? False for a space that is older than its graph. Where nodes lie and how edges are gone may
 * change; a table's paths show it as it is. */
WEND_API bool wend_table_fits(const wend_table *table, const wend_space *space);
WEND_API size_t wend_table_memory_bytes(const wend_table *table);
/** The table as bytes, the same on every machine. @param bytes [capacity], may be NULL when
 * capacity is 0. @param count how many there are.
 * @return WEND_OK, WEND_TRUNCATED (nothing written), WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_table_save(const wend_table *table, uint8_t *bytes, size_t capacity,
                                     size_t *count);
/** Makes a table of saved bytes. @param def allocator and message count; NULL = defaults.
 * @param table set to NULL first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FILE (damaged, or of a newer
 * version; the message says what). */
WEND_API wend_result wend_table_load(const wend_table_def *def, const uint8_t *bytes, size_t count,
                                     wend_table **table);

#ifdef __cplusplus
}
#endif
#endif
