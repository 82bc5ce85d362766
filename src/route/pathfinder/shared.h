/* What a pathfinder over shared spaces keeps from one query to the next and does not have to do
 * again, as far as that changes the steps of its searches: a planner that is loaded gives it to its
 * new pathfinders, so that they take as many steps as before. */
#ifndef WENDI_ROUTE_PATHFINDER_SHARED_H
#define WENDI_ROUTE_PATHFINDER_SHARED_H

#include "wend/pathfinder.h"

typedef struct wendi_pathfinder_warmth {
    uint32_t records,
        back_records;    /* of cells: slots that are not clear, + 1; 0 = there are none */
    uint32_t jump_nodes; /* room for jump points, which costs steps to make */
    bool has_components; /* of the disc, over its mesh space as it is */
} wendi_pathfinder_warmth;

wendi_pathfinder_warmth wendi_pathfinder_get_warmth(const wend_pathfinder *pathfinder);
/** Gives a new pathfinder records of cells. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_pathfinder_warm_records(wend_pathfinder *pathfinder,
                                          const wendi_pathfinder_warmth *warmth);
/** Completes the components of the disc, after a query has started. @return WEND_OK, WEND_NO_PATH
 * (the query has no disc: it leaves that to the next one), WEND_ERROR_MEMORY. */
wend_result wendi_pathfinder_warm_components(wend_pathfinder *pathfinder);
/** Drops components that an earlier query left half made. */
void wendi_pathfinder_forget_half(wend_pathfinder *pathfinder);

#endif
