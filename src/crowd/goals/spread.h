/* goals/spread.h: streams as wide as there is room. */
#ifndef WENDI_CROWD_GOALS_SPREAD_H
#define WENDI_CROWD_GOALS_SPREAD_H

#include "crowd/core/crowd.h"

/** The way of one that follows a flow, past those who hold it up. @param near [count] walls near.
 * @param way of length 1. @return of length 1. */
wend_vec2 wendi_flow_spread_direction(const wend_crowd *crowd, uint32_t body,
                                      const wendi_obstacle_constraint *near, uint32_t count,
                                      wend_vec2 way);

#endif
