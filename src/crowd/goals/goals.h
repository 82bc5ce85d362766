/* goals/goals.h: what bodies are after, begun, ended, and asked for. */
#ifndef WENDI_CROWD_GOALS_GOALS_H
#define WENDI_CROWD_GOALS_GOALS_H

#include "crowd/core/bodies.h"

/** Ends the goal there is: its question, route, behaviours and slot are given back; the body stands
 * where it is. */
void wendi_goal_end(wend_crowd *crowd, uint32_t body);
/** Begins one: counts of progress are as new. */
void wendi_goal_begin(wend_crowd *crowd, uint32_t body, wend_body_goal goal);
/** Takes the legs that are parked (core/routes.h) as a body's route from where it is. */
void wendi_goal_apply_pending_route(wend_crowd *crowd, uint32_t body);
/** Has the crowd a flow with this order? @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
wend_result wendi_goals_check_flow_order(wend_crowd *crowd, const char *function,
                                         wend_flow_request_id order);
/** Asks the route source, and looks for its answers; on one thread, in the order of bodies. Answers
 * are parked: nothing else changes. Who was asked for already is not asked for again.
 * @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_goals_query_routes(wend_crowd *crowd);
/** Parks what is in the scratch path. @return false: no memory; it stays there. */
bool wendi_goals_keep_pending(wend_crowd *crowd);
/** Bodies do what they were answered. */
void wendi_goals_apply_routes(wend_crowd *crowd);
/** The same question for a formation's anchor. @param ticket 0 = ask; changed: 0 = the source does
 * not know it any more. */
wend_result wendi_goals_query_source(wend_crowd *crowd, uint64_t *ticket,
                                     const wend_route_query *about, wend_path *path);

#endif
