/* Random crowds with everything in them, and random things that happen to them. A
 * seed decides the scene, seed and tick what happens, so that the same can happen to several
 * crowds. */
#ifndef TEST_SUPPORT_CROWD_SCENE_H
#define TEST_SUPPORT_CROWD_SCENE_H

#include "wend/formation.h"
#include "wend/steer.h"

typedef struct crowd_scene {
    uint64_t seed;
    bool answers_later; /* its source of routes; else at once */
    bool edits_ground;  /* walls and cells come and go */
    wend_grid *grid;    /* NULL in some */
    wend_walls *walls;  /* NULL in some */
    double side;        /* metres of the ground */
    wend_crowd *crowd;
    uint32_t questions;
} crowd_scene;

/** The ground and an empty crowd on it. @param allocator of the crowd; NULL = libc.
 * @return of wend_crowd_create; the ground exists in any case, and the test fails without memory
 * for it. */
wend_result crowd_scene_make(crowd_scene *scene, uint64_t seed, uint32_t max_bodies,
                             const wend_executor *executor, const wend_allocator *allocator);
void crowd_scene_free(crowd_scene *scene);
/** Another crowd on the same ground, with the same options. */
wend_result crowd_scene_crowd(crowd_scene *scene, uint32_t max_bodies,
                              const wend_executor *executor, const wend_allocator *allocator,
                              wend_crowd **crowd);
/** Puts bodies down where there is room. */
void crowd_scene_fill(const crowd_scene *scene, wend_crowd *crowd, uint32_t bodies);
/** Random events before a tick: goals, pushes, zones, added and removed bodies, edits.
 * @return WEND_OK or the first error. */
wend_result crowd_scene_act(const crowd_scene *scene, wend_crowd *crowd, uint64_t tick);

#endif
