/* Many bodies added around a position stand apart, off walls, on ground that is joined to it. */
#include "support/crowds.h"
#include "support/fault.h"
#include "support/grids.h"
#include "support/test.h"

#include <math.h>
#include <string.h>

enum { MANY = 60 };

static wend_body_def body_at(double x, double y)
{
    wend_body_def def = wend_body_def_default();
    def.position = (wend_vec2){x, y};
    return def;
}

/* No two overlap, and none is nearer to a closed cell than its radius. */
static void expect_apart(const wend_crowd *crowd, const wend_grid *grid, const wend_body_id *ids,
                         size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const wend_body a = crowds_body(crowd, ids[i]);
        for (size_t k = 0; k < i; k++) {
            const wend_body b = crowds_body(crowd, ids[k]);
            assert_true(wend_vec2_distance(a.position, b.position) >= a.radius + b.radius);
        }
        for (int32_t y = 0; y < 12; y++) {
            for (int32_t x = 0; x < 12; x++) {
                const double dx = a.position.x < x       ? x - a.position.x
                                  : a.position.x > x + 1 ? a.position.x - x - 1
                                                         : 0;
                const double dy = a.position.y < y       ? y - a.position.y
                                  : a.position.y > y + 1 ? a.position.y - y - 1
                                                         : 0;
                assert_true(wend_grid_is_open(grid, 0, WEND_TEAM_NONE, x, y) ||
                            dx * dx + dy * dy > (a.radius - 1e-6) * (a.radius - 1e-6));
            }
        }
    }
}

static void bodies_stand_apart_the_nearest_first(void **state)
{
    (void)state;
    wend_crowd *crowd = crowds_open();
    wend_body_id ids[MANY];
    const wend_body_def def = body_at(3, 4);
    assert_int_equal(wend_crowd_add_bodies(crowd, &def, MANY, ids), WEND_OK);
    assert_int_equal(wend_crowd_body_count(crowd), MANY);
    double farthest = 0;
    for (size_t i = 0; i < MANY; i++) {
        const double far = wend_vec2_distance(crowds_body(crowd, ids[i]).position, def.position);
        assert_true(far >= farthest);
        farthest = far;
        for (size_t k = 0; k < i; k++) {
            assert_true(wend_vec2_distance(crowds_body(crowd, ids[i]).position,
                                           crowds_body(crowd, ids[k]).position) > 0.6);
        }
    }
    assert_true(farthest > 2 && farthest < 3.2);
    crowds_tick(crowd, 1);
    assert_true(crowds_info(crowd).max_overlap <= 0);
    /* A second unit finds the ground taken, and stands around the first. */
    wend_body_id more[MANY];
    assert_int_equal(wend_crowd_add_bodies(crowd, &def, MANY, more), WEND_OK);
    assert_true(wend_vec2_distance(crowds_body(crowd, more[0]).position, def.position) >
                farthest - 1e-9);
    crowds_tick(crowd, 1);
    assert_true(crowds_info(crowd).max_overlap <= 0);
    wend_crowd_destroy(crowd);
}

static void bodies_keep_off_walls_and_on_their_side(void **state)
{
    (void)state;
    static const char *const rows[] = {
        "....#.......", ".11.#.......", "....#.......", "....#.......",
        "..........#.", "####........", "...#........", "...#....#...",
        "...#...###..", "...#....#...", "...#........", "...#........",
    };
    wend_grid *grid = grids_drawn(grids_def(12, 12, 1), rows, 12);
    wend_crowd *crowd = crowds_on(grid, NULL);
    wend_body_id ids[MANY];
    wend_body_def def = body_at(7.5, 6.5);
    assert_int_equal(wend_crowd_add_bodies(crowd, &def, MANY, ids), WEND_OK);
    expect_apart(crowd, grid, ids, MANY);
    for (size_t i = 0; i < MANY; i++) { /* none in the closed room */
        const wend_body body = crowds_body(crowd, ids[i]);
        assert_false(body.position.x < 3 && body.position.y > 6);
    }
    wend_crowd_destroy(crowd);
    wend_grid_destroy(grid);
}

static void without_room_no_body_is_added(void **state)
{
    (void)state;
    static const char *const rows[] = {"....", "####", "...."};
    wend_grid *grid = grids_drawn(grids_def(4, 3, 1), rows, 3);
    wend_crowd *crowd = crowds_on(grid, NULL);
    wend_body_id ids[MANY];
    const wend_body_def def = body_at(0.5, 0.5);
    const uint64_t before = wend_crowd_hash(crowd);
    assert_int_equal(wend_crowd_add_bodies(crowd, &def, MANY, ids), WEND_ERROR_FULL);
    assert_non_null(strstr(wend_crowd_error(crowd), "there is room for 6 of 60 bodies"));
    assert_int_equal(ids[MANY - 1].index1, 0);
    assert_true(wend_crowd_hash(crowd) == before);
    const wend_body_def walled = body_at(0.5, 1.5);
    assert_int_equal(wend_crowd_add_bodies(crowd, &walled, 2, ids), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_add_bodies(crowd, &def, 2000, NULL), WEND_ERROR_FULL);
    assert_int_equal(wend_crowd_add_bodies(crowd, &def, 0, NULL), WEND_OK);
    assert_int_equal(wend_crowd_add_bodies(crowd, NULL, 1, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_crowd_add_bodies(NULL, &def, 1, ids), WEND_ERROR_ARGUMENT);
    assert_true(wend_crowd_hash(crowd) == before);
    assert_int_equal(wend_crowd_add_bodies(crowd, &def, 6, NULL), WEND_OK);
    assert_int_equal(wend_crowd_body_count(crowd), 6);
    wend_crowd_destroy(crowd);
    wend_grid_destroy(grid);
}

static void bad_definitions_add_no_body(void **state)
{
    (void)state;
    wend_crowd *crowd = crowds_open();
    const uint64_t before = wend_crowd_hash(crowd);
    const double bad[] = {(double)NAN, (double)INFINITY, -1e300};
    for (size_t i = 0; i < 3; i++) {
        const wend_body_def defs[2] = {body_at(bad[i], 4), body_at(4, bad[i])};
        wend_body_def wide = body_at(4, 4);
        wide.radius = bad[i];
        wend_body_id ids[2] = {{7, 7}, {7, 7}};
        assert_int_equal(wend_crowd_add_bodies(crowd, &defs[0], 2, ids), WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_crowd_add_bodies(crowd, &defs[1], 2, ids), WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_crowd_add_bodies(crowd, &wide, 2, ids), WEND_ERROR_ARGUMENT);
        assert_int_equal(ids[1].index1, 0);
    }
    const wend_body_def def = body_at(4, 4);
    assert_int_equal(wend_crowd_add_bodies(crowd, &def, 1000000000, NULL), WEND_ERROR_FULL);
    assert_int_equal(wend_crowd_add_bodies(crowd, &def, SIZE_MAX, NULL), WEND_ERROR_FULL);
    assert_true(wend_crowd_hash(crowd) == before);
    wend_body_def small = def;
    small.radius = 1e-6;
    wend_body_id ids[MANY];
    assert_int_equal(wend_crowd_add_bodies(crowd, &small, MANY, ids), WEND_OK);
    for (size_t i = 0; i < MANY; i++) {
        for (size_t k = 0; k < i; k++) {
            assert_true(wend_vec2_distance(crowds_body(crowd, ids[i]).position,
                                           crowds_body(crowd, ids[k]).position) > 2.4e-6);
        }
    }
    wend_crowd_destroy(crowd);
}

static wend_result add_some(wend_allocator allocator, void *context)
{
    wend_crowd_def def = wend_crowd_def_default();
    def.grid = context;
    def.has_own_flow = true;
    def.max_bodies = 40;
    def.allocator = allocator;
    wend_crowd *crowd = NULL;
    wend_result result = wend_crowd_create(&def, &crowd);
    if (result == WEND_OK) {
        const wend_body_def body = body_at(5, 5);
        wend_body_id ids[30];
        result = wend_crowd_add_bodies(crowd, &body, 30, ids);
        assert_int_equal(wend_crowd_body_count(crowd), result == WEND_OK ? 30 : 0);
        wend_flow_request_id to = {0, 0};
        if (result == WEND_OK) {
            result = wend_flow_add_request_to(wend_crowd_flow(crowd), 0, (wend_vec2){9, 9}, 0, &to);
        }
        for (int tick = 0; result == WEND_OK && tick < 3; tick++) {
            const uint64_t hash = wend_crowd_hash(crowd);
            result = wend_crowd_tick(crowd);
            assert_true(result == WEND_OK || wend_crowd_hash(crowd) == hash);
        }
    }
    wend_crowd_destroy(crowd);
    return result;
}

static void without_memory_nothing_is_added(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(12, 12);
    fault_run(add_some, grid);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_stand_apart_the_nearest_first),
        cmocka_unit_test(bodies_keep_off_walls_and_on_their_side),
        cmocka_unit_test(without_room_no_body_is_added),
        cmocka_unit_test(bad_definitions_add_no_body),
        cmocka_unit_test(without_memory_nothing_is_added),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
