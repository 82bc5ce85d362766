/* The plainest flows and orders. All of this fails the cmocka test when it cannot; the
 * caller destroys the flows. */
#ifndef TEST_SUPPORT_FLOWS_H
#define TEST_SUPPORT_FLOWS_H

#include "wend/flow.h"

wend_flow *flows_make(wend_flow_def def);
wend_flow *flows_on(const wend_grid *grid);

/** Adds a request to one position that covers all ground, and updates the flow until it is ready.
 */
wend_flow_request_id flows_order(wend_flow *flow, double x, double y, uint32_t floor);

#endif
