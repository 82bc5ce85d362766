/** @file wend/graph_overlay.h
 * Overlays of a graph: additions to the costs of its edges that decay (jams, danger), as those of
 * wend/overlay.h on grids.
 *
 * They only add, and never close or open an edge. Wherever an edge passes through jammed or
 * dangerous ground, its metres there cost more:
 *
 *           .-----.
 *      (0)-/-------\------(1)     amount 3 on the disc: the 4 m inside count as 16 m
 *          |  4 m  |
 *           `-----'
 *
 * An overlay is a number for each edge, in metres with 8 fraction bits. A tick multiplies the
 * numbers by `keep`. Each number, rounded down to whole steps of 1/8 metre, is added to its edge's
 * cost; those of several overlays add up. Adding and ticking make a revision only when such a step
 * changes, and wend_space_update then repairs the arcs of those edges alone.
 *
 * Overlays lie in layers, and each space counts those that concern its agents
 * (wend_space_def.overlay_layers): one side avoids the towers of the other, and walks past its own.
 *
 *      layer 0 (jams)   -----+----------> every agent, unless told otherwise
 *      layer 1 (danger) --+  |
 *                         |  +----------> overlay_layers 1: blue
 *                         +--+----------> overlay_layers 3: red
 *
 * wend_graph_get_edge gives the cost without overlays. Overlays belong to the graph's state:
 * hashed, saved, loaded; wend_graph_compact keeps them. A moved node leaves the numbers of its edges
 * as they are; a removed edge takes its numbers with it.
 *
 * Threads as for the graph: each change is an edit.
 */
#ifndef WEND_GRAPH_OVERLAY_H
#define WEND_GRAPH_OVERLAY_H

#include "wend/overlay.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Limits of a graph's overlays. Their layers are those of wend/overlay.h. */
enum {
    WEND_GRAPH_OVERLAYS_MAX = 16,          /**< Most overlays of a graph. */
    WEND_GRAPH_OVERLAY_VALUE_MAX = 1 << 24 /**< Largest number of an edge: 65536 metres. */
};

/** Definition of an overlay of a graph. */
typedef struct wend_graph_overlay_def {
    uint32_t cookie;    /**< Set by wend_graph_overlay_def_default; leave it. */
    uint32_t layers;    /**< Bits of the layers that it lies in; it counts for spaces with any of
                             them. Default WEND_LAYER_JAM. */
    double keep;        /**< Factor of one tick, 0 to 1; rounded to 1/65536. 1 = does not decay.
                             Default 0.9. */
    uint32_t max_value; /**< Largest number of an edge, in 1/256 metre; 1 to
                             WEND_GRAPH_OVERLAY_VALUE_MAX. Default 64 * WEND_OVERLAY_ONE. */
} wend_graph_overlay_def;

/** Returns the default definition, with its cookie. */
WEND_API wend_graph_overlay_def wend_graph_overlay_def_default(void);

/** Adds an overlay of zeros. Memory is allocated with the edges that are touched: 8 bytes each.
 * @param id set to {0, 0} first.
 * @param message may be NULL.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_FULL, WEND_ERROR_MEMORY. */
WEND_API wend_result wend_graph_add_overlay(wend_graph *graph, const wend_graph_overlay_def *def,
                                            wend_overlay_id *id, wend_message *message);
/** Gets the definition of an overlay, with keep as rounded.
 * @param def set to the default's values first.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (NULL, id is {0, 0}), WEND_ERROR_STALE. */
WEND_API wend_result wend_graph_get_overlay(const wend_graph *graph, wend_overlay_id id,
                                            wend_graph_overlay_def *def);
/** Lists the overlays by index; a loaded graph has the ids of the saved one.
 * @param ids [capacity], may be NULL when capacity is 0; WEND_GRAPH_OVERLAYS_MAX is always enough.
 * @param count number of overlays.
 * @return WEND_OK, WEND_TRUNCATED, WEND_ERROR_ARGUMENT. */
WEND_API wend_result wend_graph_list_overlays(const wend_graph *graph, wend_overlay_id *ids,
                                              size_t capacity, size_t *count);
/** Removes an overlay and all that it added.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_graph_remove_overlay(wend_graph *graph, wend_overlay_id id);
/** Adds to the edges that pass through a disc: amount for each metre within it, of the straight
 * segment between an edge's ends, closed edges too. The disc is one of the plane: heights count for
 * the length of an edge only. Teleports pass through no ground and get nothing. Time: the nodes
 * within the radius and twice the mean length of an edge, the edges that are longer than four times
 * that (a quarter at most), and the edges with any number; once after nodes or edges changed all
 * edges.
 * @param centre metres.
 * @param radius metres, 0 or more; 0 does nothing.
 * @param amount in 1/256 a metre: 3 * WEND_OVERLAY_ONE makes a metre count as 4. May be negative;
 * numbers stay within 0 and the overlay's max_value. What is added to an edge is rounded to 1/256
 * metre.
 * @return WEND_OK (also when no edge lies there), WEND_ERROR_ARGUMENT (graph is NULL, id is {0, 0},
 * centre or radius is not finite, radius is below 0), WEND_ERROR_STALE, WEND_ERROR_MEMORY (nothing
 * changed). */
WEND_API wend_result wend_graph_overlay_add(wend_graph *graph, wend_overlay_id id, wend_vec2 centre,
                                            double radius, int32_t amount);
/** Adds to one edge, of any behaviour.
 * @param amount in 1/256 metre: 3 * WEND_OVERLAY_ONE makes the edge 3 metres longer.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (graph is NULL, id is {0, 0}), WEND_ERROR_STALE (no such
 * overlay, no such edge), WEND_ERROR_MEMORY (nothing changed). */
WEND_API wend_result wend_graph_overlay_add_edge(wend_graph *graph, wend_overlay_id id,
                                                 uint32_t edge, int32_t amount);
/** Ticks an overlay once: every number becomes number * keep, rounded down. Time: the edges with
 * any number. Never allocates.
 * @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
WEND_API wend_result wend_graph_overlay_tick(wend_graph *graph, wend_overlay_id id);
/** Returns an edge's number, in 1/256 metre; 0 where there is none, and for a stale id. */
WEND_API uint32_t wend_graph_overlay_value(const wend_graph *graph, wend_overlay_id id,
                                           uint32_t edge);
/** Returns what the overlays of some layers add to an edge's cost now; 0 where nothing is added.
 * @param layers bits of layers. */
WEND_API wend_cost wend_graph_overlay_cost(const wend_graph *graph, uint32_t layers, uint32_t edge);

#ifdef __cplusplus
}
#endif
#endif
