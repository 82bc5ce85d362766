/* What saving and loading a planner share.
 *
 *   | definition | counters | requests | jobs | lists | slots | goals |
 *
 * One visitor goes over the fields of all of them. Reading fills tables that were just made; what is
 * wrong in itself it refuses, what does not fit together load.c does. */
#ifndef WENDI_ROUTE_PLANNER_SAVE_H
#define WENDI_ROUTE_PLANNER_SAVE_H

#include "base/core/visitor.h"
#include "route/planner/planner.h"

enum { WENDI_PLANNER_FILE_MAGIC = 0x4E4C5057 /* "WPLN" */, WENDI_PLANNER_FILE_VERSION = 3 };

/** Marks of slots while they are read: wendi_plan_slot.granted. */
enum { WENDI_PLAN_SLOT_EMPTY, WENDI_PLAN_SLOT_IDLE, WENDI_PLAN_SLOT_RUNS, WENDI_PLAN_SLOT_FOUND };

/* fields.c: paths are made, and arrays allocated, with the planner's allocator. */

/** Reading, one that is not below the limit is refused and becomes 0. */
void wendi_plan_visit_index(wendi_visitor *v, uint32_t *index, uint32_t limit);
void wendi_plan_visit_vec3(wendi_visitor *v, wend_vec3 *position);
void wendi_plan_visit_size(wendi_visitor *v, size_t *value);
void wendi_plan_visit_query(wendi_visitor *v, const wend_planner *planner, wendi_plan_job *job);
void wendi_plan_visit_answer(wendi_visitor *v, wend_path_answer *answer);
/** A path, or none. */
void wendi_plan_visit_path(wendi_visitor *v, const wend_planner *planner, wend_path **path);
void wendi_plan_visit_found(wendi_visitor *v, const wend_planner *planner, wendi_plan_found *found);
void wendi_plan_visit_nearest(wendi_visitor *v, wend_path_nearest *nearest);

/* save.c */

/** All fields. Reading: the planner has profiles, and new tables. */
void wendi_plan_visit(wendi_visitor *v, wend_planner *planner);

#endif
