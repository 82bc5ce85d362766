/* crowd_private.h: what the files of the crowd share.
 *
 *   wend_crowd_tick
 *     barriers   what was built and torn down           barriers.h
 *     routes     questions, in body order               goals.h
 *     formations questions, and what else needs memory  formations.h
 *                ---- until here it may fail, and nothing has changed ----
 *     routes     what was answered                      goals.h
 *     formations where slots are, and who goes there    formations.h
 *     push       forces from outside                    push.c        | in parallel, over bodies
 *     throw      those whom they move                   throw.c
 *     cells      bodies sorted by place                 cells.h       | on one thread beside
 *     prefer     what each would like to do             prefer.c      | those over bodies
 *     gather     bodies as their neighbours see them    gather.c      | over sorted bodies,
 *     avoid      what it does about the others          avoid.c       | a barrier after each
 *     contact    what is possible                       contact.c     |
 *     measure    what came of it                        measure.c     |
 *     finish     headings, progress, arrival            finish.c      | over bodies
 *     stuck      jams, events                           stuck.c, events.h
 *
 * Each pass reads what the passes before it wrote and writes its own slots, so that threads do not
 * matter. */
#ifndef WENDI_CROWD_PRIVATE_H
#define WENDI_CROWD_PRIVATE_H

#include "base/message.h"
#include "crowd/barriers.h"
#include "crowd/bodies.h"
#include "crowd/cells.h"
#include "crowd/events.h"
#include "crowd/formations.h"
#include "crowd/goals.h"
#include "crowd/routes.h"
#include "crowd/spots.h"
#include "crowd/steers.h"
#include "crowd/work.h"
#include "crowd/zones.h"
#include "wend/overlay.h"

struct wend_crowd {
    wend_allocator allocator;
    wend_executor executor;
    double step;
    double radius_most;
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
    uint64_t next_party;
    bool is_busy;

    wendi_barriers barriers;
    wendi_bodies bodies;
    wendi_routes routes;
    wendi_steers steers;
    wendi_zones zones;
    wendi_formations formations;
    wendi_cells cells;
    wendi_spots spots;
    wendi_work work;
    wendi_events events;
    wend_message error; /* of the last failure: no part of hashes and saves */

    double overlap_last, overlap_most;
    uint64_t wall_violations;
    uint64_t pairs_last;
    uint64_t ns[5];
};

/** May a crowd be changed now? @return WEND_OK, WEND_ERROR_ARGUMENT (NULL), WEND_ERROR_BUSY. The
 * latter leaves the crowd's error alone: several threads of a tick may get it at once. */
wend_result wendi_crowd_may_change(const wend_crowd *crowd);
/** Tells the source of routes that a question (0: there is none) is dropped. The crowd is busy
 * meanwhile. */
void wendi_crowd_drop_question(wend_crowd *crowd, uint64_t ticket);
/** Walls may have been edited since the last tick. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_crowd_see_edits(wend_crowd *crowd, const char *function);
/** May one of its bodies be changed now? @param body its index. @return WEND_OK,
 * WEND_ERROR_ARGUMENT, WEND_ERROR_BUSY, WEND_ERROR_STALE (told in the crowd's error). */
wend_result wendi_crowd_find(wend_crowd *crowd, const char *function, wend_body_id id,
                             uint32_t *body);
/** Refuses a position and floor that are out of range. */
wend_result wendi_crowd_check_place(wend_crowd *crowd, const char *function, wend_vec2 position,
                                    uint32_t floor);

#endif
