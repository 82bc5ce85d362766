/* Crowds of any size for measuring speed. */
#ifndef BENCH_CROWD_WORLDS_H
#define BENCH_CROWD_WORLDS_H

#include "wend/crowd.h"

typedef enum crowd_world_kind {
    CROWD_WORLD_BLOCKS = 0, /* blocks of 125 in pairs that walk through each other */
    CROWD_WORLD_RINGS,      /* circles of 125 that all move to the opposite side */
    CROWD_WORLD_FLOW,       /* one order over a 1024 x 1024 map, contacts only */
    CROWD_WORLD_COUNT
} crowd_world_kind;

typedef struct crowd_world {
    size_t count;
    wend_vec2 *starts, *goals; /* [count] */
    wend_vec2 low, high;       /* around them all */
    wend_crowd *crowd;
    wend_grid *grid; /* flow only */
    wend_flow *flow;
} crowd_world;

/** "blocks", "rings", "flow". */
const char *crowd_world_name(crowd_world_kind kind);
/** Ticks in which most of them reach their goals; for the flow some ticks of the walk. */
size_t crowd_world_ticks(crowd_world_kind kind);
/** @param count a multiple of 250. @param executor NULL = serial.
 * @return false: something failed; nothing is to be freed. */
bool crowd_world_make(crowd_world *world, crowd_world_kind kind, size_t count,
                      const wend_executor *executor);
void crowd_world_free(crowd_world *world);

#endif
