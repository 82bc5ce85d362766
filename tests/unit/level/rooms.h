/* Levels of rectangles. */
#ifndef TEST_UNIT_LEVEL_ROOMS_H
#define TEST_UNIT_LEVEL_ROOMS_H

#include "support/levels.h"
#include "support/meshes.h"
#include "support/test.h"
#include "wend/level.h"

/* Exactly the same number? */
static inline bool is(double a, double b)
{
    return !(a < b) && !(a > b);
}

static inline uint32_t add_region(wend_level *level, uint32_t area)
{
    const wend_level_region region = {0, 3, area, area + 10};
    uint32_t index = 77;
    assert_int_equal(wend_level_add_region(level, &region, &index), WEND_OK);
    return index;
}

static inline void add_rectangle(wend_level *level, wend_vec2 low, wend_vec2 high, uint32_t inside,
                                 uint32_t outside)
{
    const wend_vec2 points[4] = {low, {high.x, low.y}, high, {low.x, high.y}};
    assert_int_equal(wend_level_add_outline(level, points, 4, inside, outside), WEND_OK);
}

/* A room of 10 x 8 with a pillar of 2 x 2 in it. */
static inline wend_level *room_with_pillar(void)
{
    wend_level *level = levels_empty();
    const uint32_t room = add_region(level, 3);
    add_rectangle(level, (wend_vec2){0, 0}, (wend_vec2){10, 8}, room, WEND_REGION_NONE);
    add_rectangle(level, (wend_vec2){4, 3}, (wend_vec2){6, 5}, WEND_REGION_NONE, room);
    return level;
}

#endif
