/* formation/pattern.h: where the slots of a formation lie.
 *
 *       x ahead     a line of 7          narrowed to 3 files: front ranks stay in front,
 *          |                                   2 3 4         of a rank the middle is first,
 *   y -----+        0 1 2 3 4 5 6              0 1 5         and left stays left
 *   left                  ^ anchor               6
 *
 * The anchor is the middle of the box around the slots, of the wedge too: all turn around their
 * middle, where the outermost walk least. Slots of CUSTOM lie where the definition has them.
 * Nothing here allocates; equal bits everywhere.
 */
#ifndef WENDI_CROWD_FORMATION_PATTERN_H
#define WENDI_CROWD_FORMATION_PATTERN_H

#include "base/core/sort.h"
#include "base/math/floating_point.h"
#include "wend/formation.h"

/** What a pattern is made of. */
typedef struct wendi_pattern_def {
    const wend_formation_slot *slots; /* [slot_count]: as in wend_formation_def */
    size_t slot_count;
    double spacing; /* metres, 1e-6 to 1000 */
    wend_formation_shape shape;
    uint32_t members; /* 1 to WEND_FORMATION_SLOTS_MAX */
    uint32_t files;   /* side by side as ordered; 0 = as the shape has it */
    uint32_t room;    /* narrows to at most so many side by side; 0 = there is room for all */
} wendi_pattern_def;

/** What is known of a pattern besides its slots. */
typedef struct wendi_pattern {
    uint32_t slot_count; /* members, of CUSTOM its slots where there are more */
    uint32_t files;      /* as many places side by side, a spacing apart, as its width holds */
    double width, depth; /* metres from the middles of the outermost slots */
    double half_width;   /* metres: largest |y| of a slot, from the anchor */
    double reach;        /* metres: farthest slot from the anchor */
} wendi_pattern;

/** Scratch for as many slots as there may be. */
typedef struct wendi_pattern_scratch {
    wendi_sort_pair pairs[WEND_FORMATION_SLOTS_MAX];
    wendi_sort_pair more_pairs[WEND_FORMATION_SLOTS_MAX];
    wend_formation_slot slots[WEND_FORMATION_SLOTS_MAX];
} wendi_pattern_scratch;

/** Lays the slots out. A slot keeps its index and its role when its pattern narrows. Slots come in
 * the order of their ranks, front first, and from left to right; circles from the outer ring,
 * ahead, to the left and around; wedges from the point, left and right in turn.
 * @param slots [WEND_FORMATION_SLOTS_MAX], of which slot_count are filled.
 * @return WEND_OK, WEND_ERROR_ARGUMENT (counts or numbers out of range; offsets beyond 10^6 m). */
wend_result wendi_pattern_make(const wendi_pattern_def *def, wendi_pattern_scratch *scratch,
                               wend_formation_slot *slots, wendi_pattern *pattern);

#endif
