/* Makes a crowd with walls and one formation in it. */
#include "support/troop.h"
#include "wend/walls.h"

static wend_result add_wall(wend_walls *walls, wend_vec2 low, wend_vec2 high)
{
    const wend_vec2 points[] = {low, {high.x, low.y}, high, {low.x, high.y}};
    return wend_walls_add_polygon(walls, points, 4, WEND_STOPS_ALL, true, NULL);
}

static wend_result begin_walls(troop *t, const troop_def *def)
{
    wend_walls_def walls = wend_walls_def_default();
    if (def->allocator != NULL) {
        walls.allocator = *def->allocator;
    }
    wend_result result = wend_walls_create(&walls, &t->walls);
    if (result == WEND_OK && def->gap > 0) {
        result = add_wall(t->walls, (wend_vec2){20, def->gap / 2}, (wend_vec2){21, 60});
    }
    if (result == WEND_OK && def->gap > 0) {
        result = add_wall(t->walls, (wend_vec2){20, -60}, (wend_vec2){21, -def->gap / 2});
    }
    return result;
}

static wend_result add_members(troop *t, const troop_def *def)
{
    size_t side = 1;
    while (side * side < def->count) {
        side++;
    }
    const double half = 0.4 * (double)(side - 1);
    for (size_t i = 0; i < def->count; ++i) {
        wend_body_def body = wend_body_def_default();
        body.position.x = 0.8 * (double)(i % side) - half;
        body.position.y = 0.8 * (double)(i / side) - half;
        body.user = i;
        if (def->is_mixed) {
            body.speed = 0.9 + 0.4 * (double)(i % 3);
        }
        const wend_result result = wend_crowd_add_body(t->crowd, &body, &t->members[i]);
        if (result != WEND_OK) {
            return result;
        }
        t->count++;
    }
    return WEND_OK;
}

wend_result troop_begin(troop *t, const troop_def *def)
{
    *t = (troop){.count = 0};
    wend_result result = begin_walls(t, def);
    if (result != WEND_OK) {
        return result;
    }
    wend_crowd_def crowd = wend_crowd_def_default();
    crowd.walls = t->walls;
    crowd.route_source = def->source;
    if (def->allocator != NULL) {
        crowd.allocator = *def->allocator;
    }
    if (def->executor != NULL) {
        crowd.executor = *def->executor;
    }
    result = wend_crowd_create(&crowd, &t->crowd);
    if (result == WEND_OK) {
        result = add_members(t, def);
    }
    if (result != WEND_OK) {
        return result;
    }
    wend_formation_def formation = wend_formation_def_default();
    formation.shape = def->shape;
    return wend_formation_create(t->crowd, &formation, t->members, NULL, t->count, &t->formation);
}

void troop_end(troop *t)
{
    wend_crowd_destroy(t->crowd);
    wend_walls_destroy(t->walls);
}

wend_result troop_tick(troop *t, size_t ticks)
{
    for (size_t i = 0; i < ticks; ++i) {
        const wend_result result = wend_crowd_tick(t->crowd);
        if (result != WEND_OK) {
            return result;
        }
    }
    return WEND_OK;
}

wend_formation_info troop_info(const troop *t)
{
    wend_formation_info info;
    (void)wend_formation_get_info(t->crowd, t->formation, &info);
    return info;
}

size_t troop_march(troop *t, size_t most)
{
    for (size_t i = 0; i < most; ++i) {
        if (troop_info(t).state == WEND_BODY_ARRIVED || troop_tick(t, 1) != WEND_OK) {
            return i;
        }
    }
    return most;
}

wend_vec2 troop_place(const troop *t, size_t member)
{
    wend_body body;
    (void)wend_crowd_get_body(t->crowd, t->members[member], &body);
    return body.position;
}
