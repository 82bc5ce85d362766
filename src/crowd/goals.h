/* goals.h: what bodies are after, begun, ended, and asked for. */
#ifndef WENDI_CROWD_GOALS_H
#define WENDI_CROWD_GOALS_H

#include "crowd/bodies.h"

/** Ends the goal there is: its question, route, behaviours and slot are given back; the body stands
 * where it is. */
void wendi_goal_end(wend_crowd *crowd, uint32_t body);
/** Begins one: counts of progress are as new. */
void wendi_goal_begin(wend_crowd *crowd, uint32_t body, wend_body_goal goal);
/** Takes the legs of a path as a body's route from where it is. @return false: no memory. */
bool wendi_goal_take_path(wend_crowd *crowd, uint32_t body, const wend_path *path);
/** Has the crowd a flow with this order? @return WEND_OK, WEND_ERROR_ARGUMENT, WEND_ERROR_STALE. */
wend_result wendi_goals_check_order(wend_crowd *crowd, const char *function, wend_flow_id order);
/** Asks the route source, and looks for its answers; on one thread, in the order of bodies.
 * @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_goals_ask(wend_crowd *crowd);
/** The same question for a formation's anchor. @param ticket 0 = ask; changed. */
wend_result wendi_goals_query(wend_crowd *crowd, uint64_t *ticket, const wend_route_query *about,
                              wend_path *path);

#endif
