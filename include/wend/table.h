/** @file wend/table.h
 * Path tables: all paths of a graph computed ahead.
 *
 * A table gives for each pair of nodes the next edge and the cost of the path, in constant (next
 * edge) or logarithmic time, without a search. It is for graphs of up to some ten thousand nodes
 * that do not change during play. A table describes the graph as it was when the table was created:
 * wend_table_fits checks whether the graph is still the same, and wend_table_path refuses if not.
 *
 * Next edges are compressed: each row holds runs of targets with one next edge, over an order of
 * nodes (a walk through the graph) that makes runs long. Costs are kept only on request; without
 * them a cost is summed up along the path.
 *
 * Source: compressed path databases, Botea, "Ultra-Fast Optimal Pathfinding without Runtime Search"
 * (2011); run-length rows after Strasser, Harabor and Botea (2014).
 */
#ifndef WEND_TABLE_H
#define WEND_TABLE_H

#include "wend/types.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Definition of a table. */
typedef struct wend_table_def {
    uint32_t cookie;          /**< Set by wend_table_def_default; leave it. */
    const wend_space *space;  /**< A graph's space. Set it; needed only by wend_table_create. */
    bool has_costs;           /**< Keep all costs too: 8 bytes a pair. Default false. */
    uint32_t max_nodes;       /**< Refuse graphs of more nodes. Default 65536. */
    wend_executor executor;   /**< Computes rows in parallel; the table does not depend on it. */
    wend_allocator allocator; /**< Default libc. */
    wend_message *message;    /**< May be NULL (default). */
} wend_table_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_table_def wend_table_def_default(void);
/** Creates a table by a Dijkstra search from each node, 16 of them at once.
 * @param table set to NULL first; the caller destroys it.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_UNSUPPORTED (not a graph's space),
 * WEND_ERROR_STALE (update the space first), WEND_ERROR_FULL (more than max_nodes),
 * WEND_ERROR_MEMORY. */
WEND_API wend_result wend_table_create(const wend_table_def *def, wend_table **table);
/** Frees a table; NULL is allowed. */
WEND_API void wend_table_destroy(wend_table *table);
/** Returns "": no call changes a table, and wend_path_error has the messages of wend_table_path. It
 * exists so that all objects have the same functions. */
WEND_API const char *wend_table_error(const wend_table *table);
/** Returns the first edge of the path from one node to another; WEND_EDGE_NONE if there is no path
 * or they are the same. Paths have the least cost; of equally cheap next edges the smallest index
 * is taken. */
WEND_API uint32_t wend_table_next_edge(const wend_table *table, wend_node from, wend_node to);
/** Returns the node that wend_table_next_edge leads to; WEND_NODE_NONE if there is no path; `from`
 * itself if they are the same. A node removed from the graph before the table was created has no
 * path and no cost. */
WEND_API wend_node wend_table_next(const wend_table *table, wend_node from, wend_node to);
/** Returns the cost of the cheapest path; WEND_COST_INFINITE if there is none. */
WEND_API wend_cost wend_table_cost(const wend_table *table, wend_node from, wend_node to);
/** Fills a path with the path from one node to another, as wend_path_from_search would.
 * @param space a fresh space of the same graph.
 * @return WEND_OK, WEND_NO_PATH, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE (the graph is not the one of
 * the table), WEND_ERROR_MEMORY. */
WEND_API wend_result wend_table_path(const wend_table *table, const wend_space *space,
                                     wend_node from, wend_node to, wend_path *path);
/** True if the table fits the space's graph now: the same edges are open to the same agent at the
 * same costs. False for a space that is older than its graph. Positions of nodes and behaviours of
 * edges may change; a table's paths show the present ones. */
WEND_API bool wend_table_fits(const wend_table *table, const wend_space *space);
/** Returns the memory of the table in bytes. */
WEND_API size_t wend_table_memory_bytes(const wend_table *table);
/** Saves the table as bytes, the same on every machine.
 * @param bytes [capacity], may be NULL when capacity is 0.
 * @param count bytes needed.
 * @return WEND_OK, WEND_TRUNCATED (nothing written), WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_table_save(const wend_table *table, uint8_t *bytes, size_t capacity,
                                     size_t *count);
/** Loads a table from the bytes of wend_table_save.
 * @param def allocator and message are used; NULL = defaults.
 * @param table set to NULL first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_MEMORY, WEND_ERROR_FILE (damaged, or of a newer
 * version; the message gives the reason). */
WEND_API wend_result wend_table_load(const wend_table_def *def, const uint8_t *bytes, size_t count,
                                     wend_table **table);

#ifdef __cplusplus
}
#endif
#endif
