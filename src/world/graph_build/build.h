/* graph_build/build.h: what the builders of graphs out of walls have in common. */
#ifndef WENDI_WORLD_GRAPH_BUILD_BUILD_H
#define WENDI_WORLD_GRAPH_BUILD_BUILD_H

#include "wend/level.h"

/** Checks a definition and clears its message. @param who the function, for the message.
 * @param missing which of the function's other arguments is NULL; NULL: none.
 * @param told gets the sentence as well; may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT. */
wend_result wendi_graph_build_check(const wend_graph_build_def *def, const char *who,
                                    const char *missing, wend_message *told);

/** Joins a node of a graph to what is there already, in the memory of the definition's allocator.
 */
typedef wend_result (*wendi_graph_join_fn)(wend_graph *graph, wend_node node,
                                           const wend_walls *walls,
                                           const wend_graph_build_def *def);
/** Checks the arguments of a function that joins a node, joins it, and says why that failed.
 * @param who the function, for messages. @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE, or
 * what join gave. */
wend_result wendi_graph_join(const char *who, wendi_graph_join_fn join, wend_graph *graph,
                             wend_node node, const wend_walls *walls,
                             const wend_graph_build_def *def);
/** The edges of wend_graph_join_visible. */
wend_result wendi_graph_join_seen(wend_graph *graph, wend_node node, const wend_walls *walls,
                                  const wend_graph_build_def *def);

/** All pairs of points no farther from each other than a distance: tested in parallel, then taken
 * one after the other, ordered by (i, j), i < j, so that nothing depends on the executor. */
typedef struct wendi_point_pairs {
    const wend_executor *executor;
    const wend_allocator *allocator;
    const wend_vec2 *points; /* [count] */
    uint32_t count;
    double most;
    /* 0 = nothing between these two; other values are handed to take. From any thread. */
    uint8_t (*test)(const void *context, uint32_t i, uint32_t j);
    wend_result (*take)(void *context, uint32_t i, uint32_t j, uint8_t verdict);
    void *context;
} wendi_point_pairs;

/** @return WEND_OK, WEND_ERROR_MEMORY, or the first failure of take. */
wend_result wendi_point_pairs_run(const wendi_point_pairs *pairs);

/** wend_graph_build_expanded; with a level whose walls these are (see wend_level_build_walls),
 * corners that face no region are left out. @param level may be NULL. */
wend_result wendi_graph_expand(const wend_walls *walls, const wend_level *level,
                               const wend_graph_build_def *def, wend_graph **graph);

#endif
