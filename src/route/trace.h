/* How a way is read out of a search: the door from search to path. */
#ifndef WENDI_TRACE_H
#define WENDI_TRACE_H

#include "base/array.h"
#include "wend/search.h"

/** The way a search knows to a node, as nodes from start to node; between two neighbours in the
 * list lie only cells in one straight line (straight or diagonal), so cells left out are implied.
 * Start alone when node is the start. On failure the array is empty.
 * @return WEND_OK, WEND_NO_PATH (no way known), WEND_ERROR_MEMORY. */
wend_result wendi_search_trace(const wend_search *search, wend_node node, wendi_array_u32 *nodes);

/** Adds up the way to a slot and lowers the slot's cost to the sum. A place on the way may have
 * become cheaper after the slot was found; the way is then better than the cost that was noted.
 * Only for slots to which a way is known. */
void wendi_search_sum_way(wend_search *search, uint32_t slot);

#endif
