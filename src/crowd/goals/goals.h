/* Preferred velocities, arrival, stuck bodies, and routes from the route source. */
#ifndef WENDI_CROWD_GOALS_GOALS_H
#define WENDI_CROWD_GOALS_GOALS_H

#include "crowd/core/crowd.h"

/* ---- passes over bodies ---- */

/** Sets the preferred velocity, weight, marks and near walls of each body. */
void wendi_pass_preferred_velocity(wend_crowd *crowd, size_t begin, size_t end);
/** Takes over position and velocity; updates heading, progress and arrival. */
void wendi_pass_arrival(wend_crowd *crowd, size_t begin, size_t end);

/* ---- orders ---- */

/** Checks that the crowd is idle and that all bodies exist. @param ids [count]. */
wend_result wendi_goals_check_bodies(wend_crowd *crowd, const char *function,
                                     const wend_body_id *ids, size_t count);

/** Sends a body to a point, by a path that the next tick requests. @param goal_group of bodies that
 * settle together; 0 = none. */
void wendi_goal_set_point(wend_crowd *crowd, uint32_t body, wend_vec2 to, uint32_t floor,
                          uint64_t goal_group);
/** Sends a body along a request of the flow. @param goal_group from next_goal_group; the next tick
 * joins the groups of one request. */
void wendi_goal_set_flow(wend_crowd *crowd, uint32_t body, wend_flow_request_id request,
                         uint64_t goal_group);

/* ---- velocities ---- */

extern const wendi_goal_provider wendi_goal_provider_point, wendi_goal_provider_path,
    wendi_goal_provider_flow, wendi_goal_provider_velocity;

/** The velocity that a body prefers for its goal. Writes the body's state, leg and distance left.
 * @param pace from wendi_body_pace. @param stands set to true if the body is where it is to be. */
wend_vec2 wendi_goal_velocity(wend_crowd *crowd, uint32_t body, double pace, bool *is_standing);
/** The body's speed, less within the last 0.4 seconds before its goal, and where it could not stop
 * there otherwise. */
double wendi_goal_braking_speed(const wendi_bodies *b, uint32_t body, double distance);
/** The velocity towards a point at which the body stops; 0, 0 within `slack` metres. */
wend_vec2 wendi_goal_velocity_toward(const wendi_bodies *b, uint32_t body, double x, double y,
                                     double slack);
/** The snapshot of a body that will stand still in the next tick, at a level of detail above 0; of
 * its saved columns alone. */
void wendi_snapshot_still(wend_crowd *crowd, uint32_t body);
/** The velocity of a body while its route is not known. */
wend_vec2 wendi_meanwhile_velocity(wend_crowd *crowd, uint32_t body, bool *is_standing);
/** Samples the flow for the bodies of a block that follow it. */
void wendi_goal_sample_flows(wend_crowd *crowd, uint32_t begin, uint32_t end);
/** The direction from a body to the goal of its group. @param left set to the metres to it.
 * @return of length 1; 0, 0 at the goal or where none is known, and then left is 0. */
wend_vec2 wendi_goal_direction(const wend_crowd *crowd, uint32_t body, double *left);

/** Spreads a stream: the direction of a body that follows a flow behind others.
 * @param speed metres a second, of the body where nothing holds it up.
 * @param near [count] constraints of near walls. @param direction of length 1. @return of length
 * 1. */
wend_vec2 wendi_flow_spread_direction(const wend_crowd *crowd, uint32_t body, double speed,
                                      const wendi_obstacle_constraint *near, uint32_t count,
                                      wend_vec2 direction);

/* Radii of a body: how far before a corner it chooses a lane, see gates.c. */
#define WENDI_GATE_NEAR 80.0
/** Now and then looks for the next corner on the path of a body that follows a flow and that others
 * hold up: sets WENDI_BODY_SEES_CORNER and goal_vector, or clears the flag. */
void wendi_flow_look_for_corner(wend_crowd *crowd, uint32_t body);

/* ---- groups ---- */

/** Metres around a goal with room for bodies, packed as a crowd packs by itself.
 * @param squares sum of the squares of their radii. */
double wendi_goal_group_radius(double squares);
/** Bodies that follow one request of the flow become one group; after calls that sent some. */
void wendi_goals_join_groups(wend_crowd *crowd);

/** Bodies that share a goal and see it choose places around it; on one thread. */
void wendi_goals_assign_places(wend_crowd *crowd);
/** Bodies that turn around a corner with much room choose lanes there; on one thread. */
void wendi_goals_assign_lanes(wend_crowd *crowd);
/** True if the body has a lane around a corner in this tick: of a route other than the innermost, which
 * is its route; of a flow any. */
static inline bool wendi_body_has_lane(const wend_crowd *crowd, uint32_t body)
{
    const double x = crowd->work.gate_x[body];
    const double y = crowd->work.gate_y[body];
    return x < 0 || x > 0 || y < 0 || y > 0;
}
/** Metres that the body's way is longer by its lane in this tick; 0 without a lane. */
double wendi_lane_detour(const wend_crowd *crowd, uint32_t body);
/** The velocity towards the body's place, where it arrives. */
wend_vec2 wendi_place_velocity(wend_crowd *crowd, uint32_t body);

/* ---- ends ---- */

/** The body has arrived and rests at x, y from now on. */
void wendi_body_arrive(wend_crowd *crowd, uint32_t body, double x, double y);
/** The body has no path: it rests, and reports that once. */
void wendi_body_lose_path(wend_crowd *crowd, uint32_t body);

/* ---- stuck bodies ---- */

/** Detects a moving body without progress, and advances its plan. */
void wendi_stuck_watch(wend_crowd *crowd, uint32_t body);
/** Metres from the middle of a body to the edge of a jam around it. */
static inline double wendi_jam_radius(double radius)
{
    return 4 * radius + 1;
}
/** Ends the stuck state, and drops a STUCK event of this tick. */
void wendi_stuck_end(wend_crowd *crowd, uint32_t body);
/** Adds the costs of jams that bodies begin ... end - 1 reported; on one thread. */
void wendi_stuck_note_jams(wend_crowd *crowd, uint32_t begin, uint32_t end);
/** Lets the costs of jams decay by a tick. */
void wendi_stuck_fade_jams(wend_crowd *crowd);

/* ---- routes ---- */

/** Queries the route source for the bodies that need a route, and polls it; on one thread, in the
 * order of bodies. Answers stay pending, and a body whose answer is pending is not queried again.
 * @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_goals_query_routes(wend_crowd *crowd);
/** Applies the pending answers. */
void wendi_goals_apply_routes(wend_crowd *crowd);
/** Finds the bodies whose routes an edit closed, and lets them query a new one within half a
 * second. */
void wendi_goals_check_routes(wend_crowd *crowd);
/** Makes pending legs (routes.h) the body's route from where it is. */
void wendi_goal_apply_pending_route(wend_crowd *crowd, uint32_t body);
/** One query of the route source, or a poll. @param ticket 0 for a new query; set to 0 when the
 * source has forgotten it. @param answer the source's answer with a path, else zeroed. */
wend_result wendi_goals_query_source(wend_crowd *crowd, uint64_t *ticket,
                                     const wend_route_query *about, wend_path *path,
                                     wend_route_answer *answer);
/** Checks that the crowd has a flow with this request. @return WEND_OK, WEND_ERROR_ARGUMENT,
 * WEND_ERROR_STALE. */
wend_result wendi_goals_check_flow_order(wend_crowd *crowd, const char *function,
                                         wend_flow_request_id order);

#endif
