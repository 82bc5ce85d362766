/* A* with a limit of depth: its interface within the search.
 *
 *   A cell or node can be reached by a cheap path of many steps and by an expensive one of few, and
 *   only one of them may lead on to the goal within the limit. So it has a label for each path that no
 *   other one beats in both cost and steps:
 *
 *     keys, heads   slot -> its first label
 *     items         [ cost 7.0, 4 steps | cost 5.5, 6 steps | ... ]   each with the label before it
 *
 * After Hansen, "Bicriterion Path Problems" (1980). */
#ifndef WENDI_ROUTE_SEARCH_LABELS_H
#define WENDI_ROUTE_SEARCH_LABELS_H

#include "base/core/key_table.h"
#include "route/search/trace.h"

typedef struct wendi_depth_label {
    uint64_t cost; /* from the start */
    uint32_t slot;
    uint32_t parent; /* index; itself for a start */
    uint32_t next;   /* of the same slot; NONE = none */
    uint32_t depth;  /* steps from the start */
    uint32_t way; /* direction of the step here, or WENDI_DIRECTIONS + 1 + link arc; on graphs the
                        edge */
    bool is_open; /* in the open list, and not beaten since */
} wendi_depth_label;

typedef struct wendi_depth_labels {
    bool is_used; /* by the query */
    bool prunes;  /* labels too far from the goals for the steps they have left are dropped */
    wendi_depth_label *items; /* [capacity] */
    uint32_t count, capacity;
    wendi_key_table keys;
    uint32_t *heads; /* [head_capacity] by index of the key */
    uint32_t head_capacity;
    uint32_t goal_label, best_label;      /* NONE = none */
    int32_t low_x, low_y, high_x, high_y; /* of the goals, padded; grids */
} wendi_depth_labels;

wend_result wendi_labels_begin(wend_search *search);
wend_result wendi_labels_advance(wend_search *search, uint64_t *steps);
void wendi_labels_destroy(wendi_depth_labels *labels, const wend_allocator *allocator);
size_t wendi_labels_bytes(const wendi_depth_labels *labels);

/** The label that stands for a slot: the answer's, if it is there, else its cheapest; UINT32_MAX if it
 * has none. */
uint32_t wendi_labels_find(const wend_search *search, uint32_t slot);
/** The cost of that label; infinite without one. */
uint64_t wendi_labels_cost(const wend_search *search, uint32_t slot);
/** The path to a slot that has a label, from there back to the start; false without memory. */
bool wendi_labels_trace(const wend_search *search, uint32_t slot, wendi_trace *trace);
/** True if any label of a slot is open. */
bool wendi_labels_is_open(const wend_search *search, uint32_t slot);
/** Fills the members of the answer that depend on its label. */
void wendi_labels_conclude(wend_search *search);

#endif
