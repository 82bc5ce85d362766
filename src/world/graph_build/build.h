/* The common parts of all builders of graphs. */
#ifndef WENDI_WORLD_GRAPH_BUILD_BUILD_H
#define WENDI_WORLD_GRAPH_BUILD_BUILD_H

#include "wend/graph.h"
#include "wend/level.h"

/** Checks a definition and clears its message. @param function its name, for the message. @param
 * missing the other argument of the function that is NULL; NULL: none. @param copy gets the
 * sentence too; may be NULL. @return WEND_OK, WEND_ERROR_ARGUMENT. */
wend_result wendi_graph_build_check(const wend_graph_build_def *def, const char *function,
                                    const char *missing, wend_message *copy);
/** The same for a builder, with *graph set to NULL. @param source what the graph is built from.
 * NULL is refused under this name. */
wend_result wendi_graph_build_begin(const wend_graph_build_def *def, const char *function,
                                    const char *name, const void *source, wend_graph **graph);

/** Joins a node of a graph to the others, with memory of the definition's allocator. */
typedef wend_result (*wendi_graph_join_fn)(wend_graph *graph, wend_node node,
                                           const wend_walls *walls,
                                           const wend_graph_build_def *def);
/** Checks the arguments of a function that joins a node, joins it, and reports failures. @param
 * function its name, for messages. @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE, or the
 * result of join. */
wend_result wendi_graph_join(const char *function, wendi_graph_join_fn join, wend_graph *graph,
                             wend_node node, const wend_walls *walls,
                             const wend_graph_build_def *def);
/** The edges of wend_graph_join_visible. */
wend_result wendi_graph_join_seen(wend_graph *graph, wend_node node, const wend_walls *walls,
                                  const wend_graph_build_def *def);

/** All pairs of points no farther apart than a distance: tested in parallel, then taken one after
 * the other, ordered by (i, j), i < j, so that nothing depends on the executor. */
typedef struct wendi_point_pairs {
    const wend_executor *executor;
    const wend_allocator *allocator;
    const wend_vec2 *points; /* [count] */
    uint32_t count;
    double most;
    /* 0 = no edge between these two; other values are passed to take. From any thread. */
    uint8_t (*test)(const void *context, uint32_t i, uint32_t j);
    wend_result (*accept)(void *context, uint32_t i, uint32_t j, uint8_t verdict);
    void *context;
} wendi_point_pairs;

/** @return WEND_OK, WEND_ERROR_MEMORY, or the first failure of take. */
wend_result wendi_point_pairs_run(const wendi_point_pairs *pairs);

/** wend_graph_build_expanded; with the level of these walls (see wend_level_build_walls), corners
 * that face no region are left out. @param level may be NULL. */
wend_result wendi_graph_expand(const wend_walls *walls, const wend_level *level,
                               const wend_graph_build_def *def, wend_graph **graph);

/* ---- assembling ---- */

/** Checks the definition and creates an empty graph. @param function its name, for messages.
 * @param nodes the expected number of nodes. @return WEND_OK, WEND_ERROR_ARGUMENT,
 * WEND_ERROR_MEMORY, WEND_ERROR_FULL. */
wend_result wendi_graph_assemble_begin(const wend_graph_build_def *def, const char *function,
                                       size_t nodes, wend_graph **graph);
/** Adds a node at a position. WEND_ERROR_ARGUMENT for invalid coordinates. */
wend_result wendi_graph_assemble_node(wend_graph *graph, wend_vec3 position, uint64_t user);
/** Adds an edge with a cost in metres on plain ground. WEND_ERROR_ARGUMENT if it is too large. */
wend_result wendi_graph_assemble_edge(wend_graph *graph, wend_graph_edge *edge, double cost);
/** Reports why building failed. Returns result. @param m may be NULL. */
wend_result wendi_graph_assemble_fail(wend_message *m, const char *function, wend_result result);
/** Outputs the graph, or destroys it and reports the failure. */
wend_result wendi_graph_assemble_end(const wend_graph_build_def *def, const char *function,
                                     wend_result result, wend_graph *made, wend_graph **graph);

#endif
