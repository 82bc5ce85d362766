/* request_sources.h: what orders and the sources that are added to them share. */
#ifndef WENDI_FLOW_REQUEST_SOURCES_H
#define WENDI_FLOW_REQUEST_SOURCES_H

#include "flow/flow_private.h"

/** Where a goal or source lies. @return false: outside of the map. */
bool wendi_request_place(const wend_flow *flow, const wend_flow_place *place,
                         wendi_plan_goal *goal);
/** Has the place a direction already, by a plan that is as new as the order? */
bool wendi_request_is_covered(const wend_flow *flow, const wendi_request *request,
                              const wendi_plan_goal *place);
/** Is the definition made by its default function, with goals and areas where it counts some? */
wend_result wendi_request_check_def(const wend_flow_request_def *def, wend_message *message);
/** Frees the sources; the order's count of them stays. */
void wendi_request_forget_sources(const wend_flow *flow, wendi_request *request);

#endif
