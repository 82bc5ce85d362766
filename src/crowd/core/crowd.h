/* core/crowd.h: what the files of the crowd share.
 *
 *   wend_crowd_tick
 *     barriers   what was built and torn down           obstacles/obstacles.h
 *     routes     questions, in body order               goals/goals.h
 *     formations questions, and what else needs memory  formation/formations.h
 *                ---- until here it may fail, and nothing has changed ----
 *     routes     what was answered                      goals/goals.h
 *     formations where slots are, and who goes there    formation/formations.h
 *     push       forces from outside                    contact/forces.c        | in parallel, over
 * bodies throw      those whom they move                   contact/displacement.c cells      bodies
 * sorted by place                 core/body_grid.h       | on one thread beside prefer     what
 * each would like to do             goals/preferred_velocity.c      | those over bodies gather
 * bodies as their neighbours see them    avoidance/gather.c      | over sorted bodies, avoid what
 * it does about the others          avoidance/avoidance.c       | a barrier after each contact what
 * is possible                       contact/contact.c     | measure    what came of it
 * contact/overlap.c     | finish     headings, progress, arrival            goals/arrival.c      |
 * over bodies stuck      jams, events                           goals/stuck.c, core/events.h
 *
 * Each pass reads what the passes before it wrote and writes its own slots, so that threads do not
 * matter. */
#ifndef WENDI_CROWD_CORE_CROWD_H
#define WENDI_CROWD_CORE_CROWD_H

#include "base/core/message.h"
#include "crowd/contact/body_chains.h"
#include "crowd/contact/zones.h"
#include "crowd/core/bodies.h"
#include "crowd/core/body_grid.h"
#include "crowd/core/events.h"
#include "crowd/core/routes.h"
#include "crowd/core/workspace.h"
#include "crowd/formation/formations.h"
#include "crowd/goals/goals.h"
#include "crowd/obstacles/obstacles.h"
#include "crowd/steering/steering.h"
#include "wend/overlay.h"

struct wend_crowd {
    wend_allocator allocator;
    wend_executor executor;
    double step;
    double max_radius;
    double radius_now; /* of the largest body that is there */
    float reach_now;   /* metres that the fastest may go in this tick */
    double horizon;
    double reach;
    uint64_t seed;
    wend_flow *flow;
    double flow_cell; /* metres of a step of the flow */
    wend_route_source source;
    wend_grid *jam_grid;
    wend_overlay_id jam; /* {0, 0} until there is one */
    uint32_t stuck_plan;
    double stuck_margin;
    wend_vec2 side; /* y of it: -1 where those who meet pass on the right of y up */

    uint64_t tick;
    uint64_t next_ticket;  /* as of the last tick that was done */
    uint64_t fresh_ticket; /* the same, past those of a tick that failed: never given twice */
    uint64_t next_goal_group;
    bool is_busy;

    wendi_obstacles obstacles;
    wendi_bodies bodies;
    wendi_routes routes;
    wendi_steering steering;
    wendi_zones zones;
    wendi_formations formations;
    wendi_body_grid cells;
    wendi_body_chains chains;
    wendi_workspace work;
    wendi_events events;
    wend_message error; /* of the last failure: no part of hashes and saves */

    double last_overlap, max_overlap;
    uint64_t wall_violations;
    uint64_t pairs_last;
    uint64_t ns[5];
};

/** May a crowd be changed now? @return WEND_OK, WEND_ERROR_ARGUMENT (NULL), WEND_ERROR_BUSY. The
 * latter leaves the crowd's error alone: several threads of a tick may get it at once. */
wend_result wendi_crowd_check_idle(const wend_crowd *crowd);
/** Tells the source of routes that a question (0: there is none) is dropped. The crowd is busy
 * meanwhile. */
void wendi_crowd_cancel_query(wend_crowd *crowd, uint64_t ticket);
/** Walls may have been edited since the last tick. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_crowd_update_obstacles(wend_crowd *crowd, const char *function);
/** May one of its bodies be changed now? @param body its index. @return WEND_OK,
 * WEND_ERROR_ARGUMENT, WEND_ERROR_BUSY, WEND_ERROR_STALE (told in the crowd's error). */
wend_result wendi_crowd_find(wend_crowd *crowd, const char *function, wend_body_id id,
                             uint32_t *body);
/** Refuses a position and floor that are out of range. */
wend_result wendi_crowd_check_position(wend_crowd *crowd, const char *function, wend_vec2 position,
                                       uint32_t floor);

#endif
