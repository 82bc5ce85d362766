/* Legs joined where the agent can walk straight, in any world.
 *
 *     plain legs    o---o---o---o            kept legs (swim, a link)   ~~~~
 *     quick         o-------o---o            each leg and the next one, from the first on
 *     precise       o-----------o            from each point to every later one; the cheapest chain
 *
 * Only runs of plain legs between kept ones change, so a kept leg is neither dropped nor stretched.
 */
#ifndef WENDI_ROUTE_PATH_STRAIGHTEN_H
#define WENDI_ROUTE_PATH_STRAIGHTEN_H

#include "route/path/path.h"

/** The clearance test of a world. */
typedef struct wendi_segment_world {
    void *context;
    bool is_flat; /**< Lengths are measured in the plane, else with height. */
    /** True if this leg may be dropped and stretched. */
    bool (*is_plain)(void *context, const wend_leg *leg);
    /** Tests whether the agent can walk straight along this leg, for at most this cost. Its ends,
     * heights and length are set; sets its cost.
     * @return WEND_OK = yes, WEND_NO_PATH, or an error. */
    wend_result (*walk)(void *context, wend_leg *leg, wend_cost most);
} wendi_segment_world;

/** @return WEND_OK, or the walk's error with the path as it was, WEND_ERROR_MEMORY. */
wend_result wendi_path_straighten(wend_path *path, const wendi_segment_world *world,
                                  wend_smoothing smoothing);

/** True if the legs follow each other without a gap. */
bool wendi_leg_continues(const wend_leg *leg, const wend_leg *next);

/** A walk from where one leg begins to where another one ends. No cost. */
wend_leg wendi_leg_across(const wend_leg *first, const wend_leg *last, bool is_flat);

#endif
