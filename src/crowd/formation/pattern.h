/* The slots of a formation around its anchor.
 *
 *        x ahead     a line of 7          narrowed to 3 files: front ranks stay in front,
 *           |                                   2 3 4         of a rank the middle is first,
 *    y -----+        0 1 2 3 4 5 6              0 1 5         and left stays left
 *    left                  ^ anchor               6
 *
 * The anchor is the centre of the box around the slots: patterns turn around their middle, where
 * the outermost slots move least. Slots of CUSTOM keep the offsets of the definition. Nothing
 * allocates; equal bits everywhere. */
#ifndef WENDI_CROWD_FORMATION_PATTERN_H
#define WENDI_CROWD_FORMATION_PATTERN_H

#include "base/core/sort.h"
#include "base/math/floating_point.h"
#include "wend/formation.h"

/** Metres: the largest spacing of a formation. */
#define WENDI_SPACING_MOST 1e3
/** Metres: the farthest that a slot lies from its anchor, in x and in y. */
#define WENDI_OFFSET_MOST 1e6

/** The input of a layout. */
typedef struct wendi_pattern_def {
    const wend_formation_slot *slots; /* [slot_count]: as in wend_formation_def */
    size_t slot_count;
    double spacing; /* metres, 1e-6 to 1000 */
    wend_formation_shape shape;
    uint32_t members; /* 1 to WEND_FORMATION_SLOTS_MAX */
    uint32_t files;   /* as ordered; 0 = by the shape */
    uint32_t room;    /* most files; 0 = any */
} wendi_pattern_def;

/** The properties of a layout. */
typedef struct wendi_pattern {
    uint32_t slot_count; /* members, or the slots of CUSTOM if those are more */
    uint32_t files;      /* positions side by side, a spacing apart, that its width holds */
    double width, depth; /* metres between the centres of the outermost slots */
    double half_width;   /* metres: largest |y| of a slot, from the anchor */
    double reach;        /* metres: farthest slot from the anchor */
} wendi_pattern;

/** Scratch for the most slots. */
typedef struct wendi_pattern_scratch {
    wendi_sort_pair pairs[WEND_FORMATION_SLOTS_MAX];
    wendi_sort_pair more_pairs[WEND_FORMATION_SLOTS_MAX];
    wend_formation_slot slots[WEND_FORMATION_SLOTS_MAX];
} wendi_pattern_scratch;

/** Lays the slots out. A slot keeps its index and its role when the pattern narrows. Slots are in
 * the order of their ranks, front first, from left to right; circles from the outer ring, ahead,
 * to the left and around; wedges from the point, left and right in turn. @param slots
 * [WEND_FORMATION_SLOTS_MAX], of which slot_count are filled. @return WEND_OK, WEND_ERROR_ARGUMENT
 * (counts or numbers out of range; offsets beyond 10^6 m). */
wend_result wendi_pattern_make(const wendi_pattern_def *def, wendi_pattern_scratch *scratch,
                               wend_formation_slot *slots, wendi_pattern *pattern);

#endif
