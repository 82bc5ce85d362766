/* tick/saved_state.h: what a crowd is apart from what it walks on, as it is read from bytes: all of
 * it aside, until it is known to be sound.
 *
 *   | options and counts | bodies | wanted and moved | routes | steers | zones | formations |
 */
#ifndef WENDI_CROWD_TICK_SAVED_STATE_H
#define WENDI_CROWD_TICK_SAVED_STATE_H

#include "crowd/core/crowd.h"

typedef struct wendi_crowd_saved_state {
    uint32_t version; /* of the bytes */
    double horizon, reach, stuck_margin;
    uint64_t seed;
    uint32_t stuck_plan;
    uint32_t slots; /* of bodies, free ones among them */
    uint64_t tick, next_ticket, next_goal_group;
    wend_overlay_id jam;
    double last_overlap, max_overlap;
    uint64_t wall_violations, pairs_last;

    wendi_bodies bodies;
    wendi_reader wanted; /* where in the bytes it is what bodies wanted and moved */
    wendi_routes routes;
    wendi_steering steering;
    wendi_zones zones;
    wendi_formations formations;
} wendi_crowd_saved_state;

/** Does it all make sense for this crowd? Then no number of it leads anywhere in memory, and none
 * is a NaN. Does not look into routes, steers, zones and formations, which checked themselves.
 * @return what is wrong; NULL if nothing. */
const char *wendi_state_check(const wend_crowd *crowd, const wendi_crowd_saved_state *state);

#endif
