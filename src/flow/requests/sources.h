/* requests/sources.h: what orders and the sources that are added to them share. */
#ifndef WENDI_FLOW_REQUESTS_SOURCES_H
#define WENDI_FLOW_REQUESTS_SOURCES_H

#include "flow/core/flow_private.h"

/** Where a goal or source lies. @return false: outside of the map. */
bool wendi_flow_find_endpoint(const wend_flow *flow, const wend_flow_position *place,
                              wendi_flow_endpoint *goal);
/** Has the place a direction already, by a plan that is as new as the order? */
bool wendi_flow_request_is_covered(const wend_flow *flow, const wendi_flow_request *request,
                                   const wendi_flow_endpoint *place);
/** Is the definition made by its default function, with goals and areas where it counts some? */
wend_result wendi_flow_request_check_def(const wend_flow_request_def *def, wend_message *message);
/** Frees the sources; the order's count of them stays. */
void wendi_flow_request_clear_sources(const wend_flow *flow, wendi_flow_request *request);

#endif
