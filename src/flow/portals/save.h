/* portals/save.h: a class's portals as bytes.
 *
 * Where windows are follows from the ground, and so does everything about open ground and closed
 * sectors: that is read from the grids, which must be the ones the bytes were made of. What takes
 * long to work out is written: the costs between portals of a sector that is like no other's.
 *
 *   | windows u8 | symmetric u8 | excess ... |      a page, for each such sector in ascending order
 *
 * excess: 0 for portals that are not connected, else 1 more than what the cost is above that of
 * the shortest way over open ground. One for each pair; unless symmetric, another one behind it for
 * the way back, as the difference. All as varints. */
#ifndef WENDI_FLOW_PORTALS_SAVE_H
#define WENDI_FLOW_PORTALS_SAVE_H

#include "base/core/bytes.h"
#include "flow/portals/portal_graph.h"

/** What ground a key stands for, whatever happened before: sectors that look alike have one name,
 * others one each. 41 bits. */
uint64_t wendi_cost_tile_key_name(uint64_t key);
/** Is the ground of a key what it was when its sector was built first? */
bool wendi_cost_tile_key_is_original(uint64_t key);
/** A ground by its key. @param class_portals [class_count] all of a flow. @param costs [a tile]
 * room for it. @return false: there is no such ground any more. */
bool wendi_cost_tile_key_find(wendi_portal_graph *const *class_portals, uint32_t class_count,
                              uint64_t key, wendi_tile_shape *shape, uint8_t *costs);

/** Appends the pages of portals that are fresh. */
void wendi_portal_graph_save(const wendi_portal_graph *portals, wendi_writer *writer);
/** Was no sector ever built? */
bool wendi_portal_graph_is_unbuilt(const wendi_portal_graph *portals);
/** Takes all sectors of raw portals from bytes that wendi_portal_graph_save gave over the same
 * grids; then they are fresh. @return WEND_OK; WEND_ERROR_MEMORY or WEND_ERROR_FILE: they are raw.
 */
wend_result wendi_portal_graph_load(wendi_portal_graph *portals, wendi_reader *reader);
/** Back to where no sector was ever built. */
void wendi_portal_graph_reset(wendi_portal_graph *portals);

#endif
