/* The parts of an update: update.c, inbox.c, edits.c, publish.c. */
#ifndef WENDI_ROUTE_PLANNER_UPDATE_H
#define WENDI_ROUTE_PLANNER_UPDATE_H

#include "route/planner/planner.h"

/* ---- update.c ---- */

/** Takes steps from the purse; missing ones become a debt. */
void wendi_plan_spend(wend_planner *planner, uint64_t steps);
/** True if the update is to take up no more work. */
bool wendi_plan_is_spent(const wend_planner *planner);

/* ---- inbox.c ---- */

/** Begins the requests of the inbox, and drops those that are over. Under the lock. */
void wendi_plan_drain_inbox(wend_planner *planner);
/** Frees the requests that were released since the last update, which does that otherwise. Under the
 * lock, not while the planner works. */
void wendi_plan_purge_released(wend_planner *planner);

/* ---- edits.c ---- */

/** Brings spaces over which no search runs, and paths, to the worlds as they are, as far as the
 * budget goes. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_plan_follow_edits(wend_planner *planner);
/** True if any job of the profile has still to begin, or is admitted. */
bool wendi_plan_has_waiting(const wend_planner *planner, const wendi_plan_profile *profile);
/** Brings the planner to a state that a file can hold: spaces are updated to their worlds, searches
 * over older worlds or items wait again. The steps are paid for by the next updates. Under the
 * lock, not while the planner works. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_plan_settle(wend_planner *planner);

/* ---- publish.c ---- */

/** Shows answers that are there, and paths so far that are wanted; ends requests whose time is over.
 * Under the lock. */
void wendi_plan_publish(wend_planner *planner);
/** Shows the figures. Under the lock. */
void wendi_plan_publish_stats(wend_planner *planner);

#endif
