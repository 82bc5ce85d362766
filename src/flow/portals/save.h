/* The portal graph of a class as bytes.
 *
 * Portals follow from the ground, and so does everything about open and closed sectors: that is
 * read from the grids, which must be the ones the bytes were written for. The bytes hold what takes
 * long to compute: the edge costs of sectors with pages of their own.
 *
 *   | portals u8 | symmetric u8 | excess ... |      a page, for each such sector in ascending order
 *
 * excess: 0 for portals that are not connected, else 1 plus the cost minus that of the shortest
 * path over open ground. One for each pair; unless symmetric, followed by the difference of the way
 * back. All are varints. */
#ifndef WENDI_FLOW_PORTALS_SAVE_H
#define WENDI_FLOW_PORTALS_SAVE_H

#include "base/core/bytes.h"
#include "flow/portals/portal_graph.h"

/** The name of the cost tile with a key, independent of history: sectors that are alike have one
 * name, others one each. 41 bits. */
uint64_t wendi_cost_tile_key_name(uint64_t key);
/** True if the cost tile of a key is the one its sector had when it was built first. */
bool wendi_cost_tile_key_is_original(uint64_t key);
/** Finds a cost tile by its key. @param class_portals [class_count] all of a flow. @param costs [a
 * tile] is set. @return false: it does not exist any more. */
bool wendi_cost_tile_key_find(wendi_portal_graph *const *class_portals, uint32_t class_count,
                              uint64_t key, wendi_tile_shape *shape, uint8_t *costs);

/** Appends the pages of a fresh graph. */
void wendi_portal_graph_save(const wendi_portal_graph *graph, wendi_writer *writer);
/** True if no sector was ever built. */
bool wendi_portal_graph_is_unbuilt(const wendi_portal_graph *graph);
/** Loads all sectors of an unbuilt graph from bytes of wendi_portal_graph_save over the same
 * grids; then it is fresh. @return WEND_OK; WEND_ERROR_MEMORY or WEND_ERROR_FILE: it is unbuilt. */
wend_result wendi_portal_graph_load(wendi_portal_graph *graph, wendi_reader *reader);
/** Makes the graph unbuilt again. */
void wendi_portal_graph_reset(wendi_portal_graph *graph);

#endif
