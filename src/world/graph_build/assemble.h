/* graph_build/assemble.h: what graphs made of grids and of meshes have in common. */
#ifndef WENDI_WORLD_GRAPH_BUILD_ASSEMBLE_H
#define WENDI_WORLD_GRAPH_BUILD_ASSEMBLE_H

#include "wend/graph_build.h"

/** Checks the definition and makes an empty graph of it. @param who the function, for messages.
 * @param nodes how many nodes it is going to have. @return WEND_OK, WEND_ERROR_ARGUMENT,
 * WEND_ERROR_MEMORY, WEND_ERROR_FULL. */
wend_result wendi_graph_assemble_begin(const wend_graph_build_def *def, const char *who,
                                       size_t nodes, wend_graph **graph);
/** Adds a node for a place. WEND_ERROR_ARGUMENT where coordinates cannot be. */
wend_result wendi_graph_assemble_node(wend_graph *graph, wend_vec3 place, uint64_t user);
/** Adds an edge of a cost in metres' worth. WEND_ERROR_ARGUMENT where it is too dear. */
wend_result wendi_graph_assemble_edge(wend_graph *graph, wend_graph_edge *edge, double cost);
/** Says why building failed. Gives result back. @param m may be NULL. */
wend_result wendi_graph_assemble_fail(wend_message *m, const char *who, wend_result result);
/** Hands the graph out, or destroys it and says why there is none. */
wend_result wendi_graph_assemble_end(const wend_graph_build_def *def, const char *who,
                                     wend_result result, wend_graph *made, wend_graph **graph);

#endif
