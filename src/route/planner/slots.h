/* Slots of a planner: slots.c, reserves.c, turn.c. They belong to the updating thread. */
#ifndef WENDI_ROUTE_PLANNER_SLOTS_H
#define WENDI_ROUTE_PLANNER_SLOTS_H

#include "route/planner/planner.h"

/* ---- slots.c ---- */

/** Gives a job that waits a slot. @return WEND_OK, WEND_ERROR_FULL (no slot or no memory under the
 * ceiling until others end), WEND_NO_PATH (it cannot fit at all: the job is done),
 * WEND_ERROR_MEMORY. */
wend_result wendi_plan_slot_admit(wend_planner *planner, uint32_t job);
/** Takes the result of a turn over. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_plan_slot_collect(wend_planner *planner, uint32_t slot);
/** True if the items of a slot's query are unchanged since it began. */
bool wendi_plan_slot_has_fresh_items(const wendi_plan_slot *slot);
/** Ends the work on a job, whose pathfinder is kept for others. */
void wendi_plan_slot_stop(wend_planner *planner, uint32_t slot);
/** Puts the jobs of a profile back to those that wait: those whose searches have not begun, or
 * all. */
void wendi_plan_slots_return(wend_planner *planner, const wendi_plan_profile *profile, bool all);
/** Frees the pathfinders of a profile; none of them has a job. */
void wendi_plan_slots_forget(wend_planner *planner, const wendi_plan_profile *profile);
/** Frees the pathfinder. */
void wendi_plan_slot_free(wend_planner *planner, wendi_plan_slot *slot);

/* ---- reserves.c ---- */

/** The bytes that a slot counts as having. */
size_t wendi_plan_slot_bytes(const wendi_plan_slot *slot);
/** The bytes of all slots, and of the pages that no search holds. */
size_t wendi_plan_slots_bytes(const wend_planner *planner);
/** The idle slot with the most memory, other than `but`; NULL if all idle ones are empty. */
wendi_plan_slot *wendi_plan_largest_idle(const wend_planner *planner, const wendi_plan_slot *but);
/** Makes the claim of a slot so large, at the cost of idle ones, and of pages that no search holds.
 * @return false: no room. */
bool wendi_plan_reserve(wend_planner *planner, wendi_plan_slot *slot, size_t bytes);
/** Makes the reserve larger after a turn that used most of it, where there is free room. */
void wendi_plan_reserve_more(wend_planner *planner, wendi_plan_slot *slot);
/** The reserve that a job begins with. */
size_t wendi_plan_need(wend_planner *planner, const wendi_plan_job *job);
/** Notes the memory of a search that has ended. */
void wendi_plan_learn_need(wend_planner *planner, const wendi_plan_slot *slot,
                           const wendi_plan_job *job);
/** True if a job has to wait because enough searches with pages run. */
bool wendi_plan_has_many_pages(const wend_planner *planner, const wendi_plan_job *job);
/** Gives memory to slots that wait for it, the oldest first; where all slots do, the newest is
 * stopped to begin again later. Between rounds. */
void wendi_plan_slots_feed(wend_planner *planner);

/* ---- turn.c ---- */

/** Makes the slot's query that of a job. */
void wendi_plan_slot_set_query(wend_planner *planner, wendi_plan_slot *slot,
                               const wendi_plan_job *job);
/** Makes a pathfinder where the slot has none. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_plan_slot_fill(wend_planner *planner, wendi_plan_slot *slot, uint32_t profile);
/** One turn of up to slot->granted steps. On any thread. */
void wendi_plan_slot_run(wend_planner *planner, wendi_plan_slot *slot);
/** Notes the steps of the turn, for replaying. */
void wendi_plan_slot_note_slice(wendi_plan_slot *slot);
/** Brings a slot without a pathfinder to where it was: makes one, which knows what `warmth` says, and
 * starts and runs the search of its job as it ran before. @param bytes that it counts as having, at
 * least. @param is_found its search had ended.
 * @return WEND_OK, WEND_NO_PATH (the world is another), WEND_ERROR_MEMORY. */
wend_result wendi_plan_slot_replay(wend_planner *planner, wendi_plan_slot *slot, size_t bytes,
                                   bool is_found);
/** Makes the pathfinder of a slot as one that is loaded will be: without the memory that earlier
 * queries left. @return as wendi_plan_slot_replay; then the job, if there is one, waits again. */
wend_result wendi_plan_slot_renew(wend_planner *planner, uint32_t slot);
/** What its pathfinder knows now; of one that was loaded and has not begun, what it is to know. */
wendi_pathfinder_warmth wendi_plan_slot_warmth(const wend_planner *planner,
                                               const wendi_plan_slot *slot);

#endif
