/* The size of a flow's cells and the goal of a request, for other modules. */
#ifndef WENDI_FLOW_CORE_CELL_SIZE_H
#define WENDI_FLOW_CORE_CELL_SIZE_H

#include "wend/flow.h"

/** Metres of a step, the unit of costs: the width of a cell. */
double wendi_flow_cell_size(const wend_flow *flow);
/** The goal of a request for one position. @return false: it is another kind of request, or stale.
 */
bool wendi_flow_only_goal(const wend_flow *flow, wend_flow_request_id id, wend_flow_position *goal);

#endif
