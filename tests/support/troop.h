/* A crowd with walls and a formation in it, for tests of formations. */
#ifndef TEST_SUPPORT_TROOP_H
#define TEST_SUPPORT_TROOP_H

#include "wend/formation.h"

enum { TROOP_MOST = 1024 };

typedef struct troop {
    wend_crowd *crowd;
    wend_walls *walls;
    wend_formation_id formation;
    wend_body_id members[TROOP_MOST];
    size_t count;
} troop;

/* Its parameters. */
typedef struct troop_def {
    wend_formation_shape shape;
    size_t count;
    double gap;                      /* metres: of a gap in a wall at x = 20; 0 = no wall */
    bool is_mixed;                   /* every third is slow, every third is fast */
    const wend_allocator *allocator; /* NULL = libc */
    const wend_executor *executor;   /* NULL = serial */
    wend_route_source source;
} troop_def;

/** Members stand in a block around 0, 0. @return WEND_OK, or the first error met; troop_end ends
 * it in any case. */
wend_result troop_begin(troop *t, const troop_def *def);
void troop_end(troop *t);
/** Ticks so often. @return the first error. */
wend_result troop_tick(troop *t, size_t ticks);
wend_formation_info troop_info(const troop *t);
/** Ticks until the formation has arrived. @return after how many ticks; most = not at all. */
size_t troop_march(troop *t, size_t most);
wend_vec2 troop_place(const troop *t, size_t member);

#endif
