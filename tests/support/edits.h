/* Grids of every kind and random edits of them: cells, rectangles, gates, stamps,
 * gradients, overlays and links. A seed and a number alone decide an edit, so that the same edits
 * can be made to two grids, and some of them left out.
 */
#ifndef TEST_SUPPORT_EDITS_H
#define TEST_SUPPORT_EDITS_H

#include "wend/grid.h"
#include "wend/overlay.h"

enum { EDITS_OVERLAYS = 3, EDITS_SIDE_MAX = 60, EDITS_TEAM = 5 };

/* The source of random numbers. */
typedef struct edits_dice {
    uint64_t seed, stream, tick;
} edits_dice;

/* The properties of the edited grid. */
typedef struct edits_world {
    uint64_t seed;
    wend_grid_def def;
    bool is_plain;  /* one cost and walls, other things seldom and not for long */
    bool is_linked; /* narrow passages and links, mostly edits of single cells */
    wend_overlay_id overlays[EDITS_OVERLAYS];
} edits_world;

/* The result of an edit: the id of the object that it added. */
typedef struct edits_outcome {
    const char *what;
    wend_result result;
    uint32_t index1, generation;
    int32_t overlay; /* index of the overlay with this id now; -1 = none */
} edits_outcome;

/** low ... high. */
int32_t edits_roll(edits_dice *dice, int32_t low, int32_t high);
/** One in so many times. */
bool edits_one_in(edits_dice *dice, int32_t count);

/** A grid's kind, without any edits. */
edits_world edits_world_random(uint64_t seed);
/** The grid as it begins: open ground, rooms, a maze…; aborts without memory. */
wend_grid *edits_grid(const edits_world *world);
/** Makes an edit, which is WEND_OK or finds nothing to do (also WEND_OK). */
edits_outcome edits_apply(const edits_world *world, wend_grid *grid, uint64_t number);
/** Takes note of it, when it was made to all grids. */
void edits_note(edits_world *world, const edits_outcome *outcome);

#endif
