/* Levels of a room with pillars, and positions in it. */
#include "support/ways_level.h"
#include "wend/walls.h"

static bool add_room(wend_level *level, uint32_t *room)
{
    const wend_level_region region = {0, 3, 0, 0};
    const double side = (double)WAYS_LEVEL_BLOCKS * WAYS_LEVEL_BLOCK;
    const wend_vec2 outline[4] = {{0, 0}, {side, 0}, {side, side}, {0, side}};
    return wend_level_add_region(level, &region, room) == WEND_OK &&
           wend_level_add_outline(level, outline, 4, *room, WEND_REGION_NONE) == WEND_OK;
}

/* A convex pillar: corners at rising angles around the middle of the block. */
static bool add_pillar(wend_level *level, uint32_t room, uint64_t seed, uint64_t block)
{
    wend_vec2 corners[5];
    const uint32_t count = 3 + wend_random_below(seed, block, 0, 3);
    const double x = ((double)(block % WAYS_LEVEL_BLOCKS) + 0.5) * WAYS_LEVEL_BLOCK;
    const double y = ((double)(block / WAYS_LEVEL_BLOCKS) + 0.5) * WAYS_LEVEL_BLOCK;
    const double turn = wend_random_unit(seed, block, 1) * 6;
    for (uint32_t i = 0; i < count; i++) {
        const double part = (double)i + 0.6 * wend_random_unit(seed, block, 2 + i);
        const double angle = turn + part / (double)count * 6.283185307179586;
        corners[i] = (wend_vec2){x + 1.6 * wend_cos(angle), y + 1.6 * wend_sin(angle)};
    }
    return wend_level_add_outline(level, corners, count, WEND_REGION_NONE, room) == WEND_OK;
}

wend_level *ways_level_random(uint64_t seed)
{
    wend_level *level = NULL;
    uint32_t room = 0;
    bool is_done = wend_level_create(NULL, &level) == WEND_OK && add_room(level, &room);
    for (uint64_t b = 0; b < WAYS_LEVEL_BLOCKS * WAYS_LEVEL_BLOCKS && is_done; b++) {
        if (wend_random_below(seed, b, 99, 4) > 0) {
            is_done = add_pillar(level, room, seed, b);
        }
    }
    if (!is_done) {
        wend_level_destroy(level);
        return NULL;
    }
    return level;
}

wend_vec3 ways_level_place(const wend_walls *walls, uint64_t seed, uint64_t id, double radius)
{
    const double side = (double)WAYS_LEVEL_BLOCKS * WAYS_LEVEL_BLOCK;
    wend_vec3 place = {0, 0, 0};
    for (uint64_t tick = 0; tick < 1000; tick += 2) {
        const wend_vec2 at = {side * wend_random_unit(seed, 1000 + id, tick),
                              side * wend_random_unit(seed, 1000 + id, tick + 1)};
        place.x = at.x;
        place.y = at.y;
        wend_wall_hit hit; /* pillars lie within 1.6 m of the middle of their block */
        const double middle_x =
            ((double)(int)(at.x / WAYS_LEVEL_BLOCK) + 0.5) * WAYS_LEVEL_BLOCK - at.x;
        const double middle_y =
            ((double)(int)(at.y / WAYS_LEVEL_BLOCK) + 0.5) * WAYS_LEVEL_BLOCK - at.y;
        const bool is_outside = middle_x * middle_x + middle_y * middle_y > 1.6 * 1.6;
        if (is_outside &&
            !wend_walls_nearest(walls, at, radius * 1.000001, WEND_STOPS_WALK, &hit)) {
            return place;
        }
    }
    return place;
}

bool ways_level_is_clear(const wend_walls *walls, const wend_path *path, double radius)
{
    for (size_t i = 0; i < wend_path_leg_count(path); i++) {
        const wend_leg leg = wend_path_leg(path, i);
        if (!wend_walls_can_walk(walls, leg.from_point, leg.to_point, radius, WEND_STOPS_WALK)) {
            return false;
        }
    }
    return true;
}
