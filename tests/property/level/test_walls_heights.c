/* Walls with heights against plain geometry: segments that stand upright and convex polygons that are
 * solid between two heights, cut with a line in space. */
#include "support/gen.h"
#include "support/test.h"
#include "wend/walls.h"

#include <math.h>

enum { MOST = 24, RAYS = 60 };

typedef struct upright {
    wend_vec2 corners[4];
    size_t count; /* 2 or 4 */
    double bottom, top;
    wend_wall_id id;
} upright;

typedef struct world {
    uint64_t seed, drawn;
    upright walls[MOST];
    size_t count;
} world;

static double unit(world *w)
{
    return wend_random_unit(w->seed, 5, w->drawn++);
}

static upright some_wall(world *w)
{
    upright it = {.count = unit(w) < 0.5 ? 2 : 4, .bottom = -HUGE_VAL, .top = HUGE_VAL};
    const wend_vec2 a = {20 * unit(w), 20 * unit(w)};
    const wend_vec2 along = {8 * unit(w) - 4, 8 * unit(w) - 4};
    const wend_vec2 beside = wend_vec2_scale(wend_vec2_perpendicular(along), 0.1 + unit(w));
    it.corners[0] = a;
    it.corners[1] = wend_vec2_add(a, along);
    it.corners[2] = wend_vec2_add(it.corners[1], beside);
    it.corners[3] = wend_vec2_add(a, beside);
    if (unit(w) < 0.8) {
        it.bottom = unit(w) < 0.3 ? -HUGE_VAL : 4 * unit(w);
        it.top = unit(w) < 0.2 ? HUGE_VAL : fmax(it.bottom, 0) + 0.1 + 3 * unit(w);
    }
    return it;
}

/* The part of the ray over a wall: a point of a segment, a stretch of a polygon. False: none. */
static bool part_over(const upright *it, wend_vec2 from, wend_vec2 to, double part[2])
{
    const wend_vec2 along = wend_vec2_sub(to, from);
    part[0] = 0;
    part[1] = 1;
    if (it->count == 2) {
        const wend_vec2 wall = wend_vec2_sub(it->corners[1], it->corners[0]);
        const wend_vec2 away = wend_vec2_sub(it->corners[0], from);
        const double cross = wend_vec2_cross(along, wall);
        part[0] = part[1] = wend_vec2_cross(away, wall) / cross;
        const double at = wend_vec2_cross(away, along) / cross;
        return part[0] > 0 && part[0] < 1 && at > 0 && at < 1;
    }
    for (size_t i = 0; i < 4; i++) { /* corners run to the left */
        const wend_vec2 edge = wend_vec2_sub(it->corners[(i + 1) % 4], it->corners[i]);
        const double start = wend_vec2_cross(edge, wend_vec2_sub(from, it->corners[i]));
        const double end = wend_vec2_cross(edge, wend_vec2_sub(to, it->corners[i]));
        if (start <= 0 && end <= 0) {
            return false;
        }
        const double at = start / (start - end);
        if (start < 0) {
            part[0] = fmax(part[0], at);
        } else if (end < 0) {
            part[1] = fmin(part[1], at);
        }
    }
    return part[0] < part[1];
}

/* The fraction at which a wall stops a ray, above 1 = never. *is_near: roundings decide. */
static double stop_of(const upright *it, wend_vec3 from, wend_vec3 to, bool *is_near)
{
    double part[2];
    if (!part_over(it, (wend_vec2){from.x, from.y}, (wend_vec2){to.x, to.y}, part)) {
        return 2;
    }
    const double rise = to.z - from.z;
    const double at = from.z + rise * part[0];
    if (it->count == 2) {
        *is_near = *is_near || fabs(at - it->bottom) < 1e-9 || fabs(at - it->top) < 1e-9;
        return at > it->bottom && at < it->top ? part[0] : 2;
    }
    double first = part[0], last = part[1];
    const double cut_bottom = (it->bottom - from.z) / rise, cut_top = (it->top - from.z) / rise;
    first = fmax(first, fmin(cut_bottom, cut_top));
    last = fmin(last, fmax(cut_bottom, cut_top));
    *is_near = *is_near || fabs(first - last) < 1e-9;
    return first < last ? first : 2;
}

static bool ray_agrees(world *w, const wend_walls *walls, bool *is_near)
{
    const wend_vec3 from = {20 * unit(w), 20 * unit(w), 6 * unit(w) - 1};
    const wend_vec3 to = {20 * unit(w), 20 * unit(w), 6 * unit(w) - 1};
    double least = 2;
    size_t stopping = 0;
    for (size_t i = 0; i < w->count; i++) {
        const double stop = stop_of(&w->walls[i], from, to, is_near);
        least = fmin(least, stop);
        stopping += stop <= 1 ? 1 : 0;
    }
    wend_wall_hit hit;
    wend_wall_crossing all[2 * MOST];
    size_t count;
    const bool is_hit = wend_walls_ray_3d(walls, from, to, WEND_STOPS_SIGHT, &hit);
    (void)wend_walls_crossings_3d(walls, from, to, WEND_STOPS_SIGHT, all, 2 * MOST, &count);
    size_t different = 0;
    for (size_t i = 0; i < count; i++) {
        bool is_new = true;
        for (size_t k = 0; k < i; k++) {
            is_new = is_new && all[k].wall.index1 != all[i].wall.index1;
        }
        different += is_new ? 1 : 0;
    }
    const bool agrees =
        is_hit == (least <= 1) && (!is_hit || fabs(hit.fraction - least) < 1e-9) &&
        wend_walls_can_see_3d(walls, from, to, WEND_STOPS_SIGHT) == !is_hit &&
        (count > 0) == is_hit && different == stopping &&
        (!is_hit || fabs(all[0].fraction - least) < 1e-9) &&
        wend_walls_see_points(walls, from, &to, 1, WEND_STOPS_SIGHT) == (is_hit ? 0U : 1U);
    return agrees || *is_near;
}

static bool heights_agree(uint64_t seed, void *context)
{
    (void)context;
    world w = {.seed = seed};
    wend_walls *walls = NULL;
    const wend_walls_def def = wend_walls_def_default();
    assert_int_equal(wend_walls_create(&def, &walls), WEND_OK);
    w.count = 1 + (size_t)(unit(&w) * (double)MOST) % MOST;
    for (size_t i = 0; i < w.count; i++) {
        upright *it = &w.walls[i];
        *it = some_wall(&w);
        assert_int_equal(
            it->count == 2
                ? wend_walls_add_segment(walls, it->corners[0], it->corners[1], WEND_STOPS_ALL, i,
                                         &it->id)
                : wend_walls_add_polygon(walls, it->corners, 4, WEND_STOPS_ALL, i, &it->id),
            WEND_OK);
        assert_int_equal(wend_walls_set_heights(walls, it->id, it->bottom, it->top), WEND_OK);
    }
    bool agrees = true;
    for (int i = 0; i < RAYS && agrees; i++) {
        bool is_near = false;
        agrees = ray_agrees(&w, walls, &is_near);
    }
    wend_walls_destroy(walls);
    return agrees;
}

static void rays_with_heights_meet_what_is_tall_enough(void **state)
{
    (void)state;
    gen_property("rays with heights", 1500, heights_agree, NULL);
}

static void heights_are_part_of_walls(void **state)
{
    (void)state;
    wend_walls *walls = NULL;
    const wend_walls_def def = wend_walls_def_default();
    wend_wall_id id;
    wend_wall wall;
    assert_int_equal(wend_walls_create(&def, &walls), WEND_OK);
    assert_int_equal(wend_walls_add_segment(walls, (wend_vec2){0, -1}, (wend_vec2){0, 1},
                                            WEND_STOPS_ALL, 0, &id),
                     WEND_OK);
    const uint64_t hash = wend_walls_hash(walls), revision = wend_walls_revision(walls);
    assert_int_equal(wend_walls_set_heights(walls, id, -HUGE_VAL, HUGE_VAL), WEND_OK);
    assert_true(wend_walls_revision(walls) == revision);
    assert_int_equal(wend_walls_set_heights(walls, id, 2, 2), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_walls_set_heights(walls, id, (double)NAN, 2), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_walls_set_heights(walls, id, 0, 1), WEND_OK);
    assert_true(wend_walls_hash(walls) != hash && wend_walls_revision(walls) > revision);
    assert_int_equal(wend_walls_get(walls, id, &wall), WEND_OK);
    assert_true(!(wall.bottom < 0) && !(wall.bottom > 0) && wall.top >= 1 && wall.top <= 1);
    /* exactly at its top a ray passes; rays without heights meet it all the same */
    const wend_vec3 from = {-1, 0, 1}, to = {1, 0, 1};
    assert_true(wend_walls_can_see_3d(walls, from, to, WEND_STOPS_SIGHT));
    assert_false(
        wend_walls_can_see(walls, (wend_vec2){-1, 0}, (wend_vec2){1, 0}, WEND_STOPS_SIGHT));
    assert_int_equal(wend_walls_set_heights(walls, id, -HUGE_VAL, HUGE_VAL), WEND_OK);
    assert_true(wend_walls_hash(walls) == hash);
    assert_int_equal(wend_walls_set_heights(walls, id, 0, 1), WEND_OK);
    assert_int_equal(wend_walls_remove(walls, id), WEND_OK);
    assert_int_equal(wend_walls_set_heights(walls, id, 0, 1), WEND_ERROR_STALE);
    wend_walls_destroy(walls);
}

static void a_ray_straight_down_enters_from_above(void **state)
{
    (void)state;
    wend_walls *walls = NULL;
    const wend_walls_def def = wend_walls_def_default();
    const wend_vec2 box[4] = {{0, 0}, {2, 0}, {2, 2}, {0, 2}};
    wend_wall_id id;
    wend_wall_hit hit;
    assert_int_equal(wend_walls_create(&def, &walls), WEND_OK);
    assert_int_equal(wend_walls_add_polygon(walls, box, 4, WEND_STOPS_ALL, 0, &id), WEND_OK);
    assert_int_equal(wend_walls_set_heights(walls, id, 1, 2), WEND_OK);
    assert_true(wend_walls_ray_3d(walls, (wend_vec3){1, 1, 3}, (wend_vec3){1, 1, -1},
                                  WEND_STOPS_SIGHT, &hit));
    assert_true(hit.fraction >= 0.25 && hit.fraction <= 0.25 && !hit.is_inside);
    assert_true(wend_walls_can_see_3d(walls, (wend_vec3){1, 1, 0}, (wend_vec3){1.5, 1, 1},
                                      WEND_STOPS_SIGHT));
    assert_true(wend_walls_ray_3d(walls, (wend_vec3){1, 1, 1.5}, (wend_vec3){5, 1, 1.5},
                                  WEND_STOPS_SIGHT, &hit) &&
                hit.is_inside);
    wend_walls_destroy(walls);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rays_with_heights_meet_what_is_tall_enough),
        cmocka_unit_test(heights_are_part_of_walls),
        cmocka_unit_test(a_ray_straight_down_enters_from_above),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
