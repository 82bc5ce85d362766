/* Crowds of a few bodies. */
#ifndef TEST_UNIT_CROWD_BODY_H
#define TEST_UNIT_CROWD_BODY_H

#include "support/crowds.h"
#include "support/test.h"

static inline bool is_near(double a, double b, double most)
{
    return a - b <= most && b - a <= most;
}

static inline wend_crowd *make(uint32_t limit, const wend_grid *grid, const wend_walls *walls)
{
    wend_crowd_def def = wend_crowd_def_default();
    def.max_bodies = limit;
    def.grid = grid;
    def.walls = walls;
    return crowds_make(def);
}

#endif
