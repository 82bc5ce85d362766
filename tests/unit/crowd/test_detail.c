/* Levels of detail: bodies outside of regions tick less often, are where they would be when a region
 * comes to them, and cross nothing; off they change nothing. */
#include "support/crowds.h"
#include "support/grids.h"
#include "support/test.h"
#include "wend/detail.h"
#include "wend/social.h"
#include "wend/walls.h"

#include <math.h>
#include <string.h>

static const wend_detail_region far_off = {0, {500, 500}, {510, 510}, 0};

static void set(wend_crowd *crowd, const wend_detail_region *region, uint32_t level_most)
{
    wend_detail_def def = wend_detail_def_default();
    def.regions = region;
    def.region_count = region != NULL;
    def.level_most = level_most;
    assert_int_equal(wend_crowd_set_detail(crowd, &def), WEND_OK);
}

static uint32_t level_of(const wend_crowd *crowd, wend_body_id id)
{
    uint32_t level = 9;
    assert_int_equal(wend_crowd_get_detail(crowd, id, &level), WEND_OK);
    return level;
}

/* A walker at full speed, which it has after a second. */
static wend_body_id put_walker(wend_crowd *crowd, double x, double y)
{
    const wend_body_id id = crowds_put(crowd, x, y);
    assert_int_equal(wend_crowd_set_velocity(crowd, id, (wend_vec2){1.2, 0}), WEND_OK);
    return id;
}

static void body_far_off_moves_every_eighth_tick_as_far_as_in_eight(void **state)
{
    (void)state;
    wend_crowd *crowd = crowds_open();
    const wend_body_id id = put_walker(crowd, 0, 0);
    set(crowd, &far_off, 3);
    crowds_tick(crowd, 64);
    assert_int_equal(level_of(crowd, id), 3);
    int moves = 0;
    const double from = crowds_body(crowd, id).position.x;
    for (int i = 0; i < 64; i++) {
        const double x = crowds_body(crowd, id).position.x;
        crowds_tick(crowd, 1);
        const double by = crowds_body(crowd, id).position.x - x;
        moves += by > 0;
        assert_true(by < 1e-9 || fabs(by - 8 * 0.05 * 1.2) < 1e-4);
    }
    assert_int_equal(moves, 8);
    assert_true(fabs(crowds_body(crowd, id).position.x - from - 64 * 0.05 * 1.2) < 1e-3);
    assert_true(fabs(crowds_body(crowd, id).velocity.x - 1.2) < 1e-3);
    wend_crowd_destroy(crowd);
}

static void each_tick_moves_an_equal_share(void **state)
{
    (void)state;
    wend_crowd_def def = wend_crowd_def_default();
    def.max_bodies = 2048;
    wend_crowd *crowd = crowds_make(def);
    for (int i = 0; i < 2048; i++) {
        (void)put_walker(crowd, 4.0 * (i % 64), 4.0 * (i / 64));
    }
    set(crowd, &far_off, 3);
    crowds_tick(crowd, 60);
    for (int i = 0; i < 16; i++) {
        uint32_t counts[WEND_DETAIL_LEVEL_MAX + 1];
        crowds_tick(crowd, 1);
        assert_int_equal(wend_crowd_count_detail(crowd, counts), 256);
        assert_int_equal(counts[3], 2048);
    }
    wend_crowd_destroy(crowd);
}

static void levels_go_by_the_distance_with_a_margin(void **state)
{
    (void)state;
    wend_crowd *crowd = crowds_open();
    const double xs[5] = {1, 12, 20, 40, 80};
    wend_body_id ids[5];
    for (int i = 0; i < 5; i++) {
        ids[i] = crowds_put(crowd, xs[i], 0);
    }
    const wend_detail_region circle = {WEND_DETAIL_ALL_FLOORS, {0, 0}, {0, 0}, 10};
    set(crowd, &circle, 3);
    crowds_tick(crowd, 16);
    /* Within the margin the body at 12 has kept what it had. */
    const uint32_t expected[5] = {0, 0, 1, 2, 3};
    for (int i = 0; i < 5; i++) {
        assert_int_equal(level_of(crowd, ids[i]), expected[i]);
    }
    const wend_detail_region gone = {0, {-99, 0}, {-99, 0}, 10};
    set(crowd, &gone, 3);
    crowds_tick(crowd, 16);
    set(crowd, &circle, 3);
    crowds_tick(crowd, 16);
    assert_int_equal(level_of(crowd, ids[0]), 0);
    assert_int_equal(level_of(crowd, ids[1]), 1);
    wend_crowd_destroy(crowd);
}

static void body_is_where_it_would_be_when_a_region_comes(void **state)
{
    (void)state;
    for (uint32_t late = 0; late < 8; late++) {
        wend_crowd *crowd = crowds_open();
        const wend_body_id id = put_walker(crowd, 0, 0);
        set(crowd, &far_off, 3);
        crowds_tick(crowd, 80);
        const double from = crowds_body(crowd, id).position.x;
        crowds_tick(crowd, 8 + late);
        const wend_detail_region here = {0, {0, -5}, {60, 5}, 0};
        set(crowd, &here, 3);
        crowds_tick(crowd, 1);
        assert_int_equal(level_of(crowd, id), 0);
        const double walked = crowds_body(crowd, id).position.x - from;
        /* The last move before may have been up to seven ticks ago. */
        const double least = (9 + late) * 0.06;
        assert_true(walked > least - 1e-3 && walked < least + 7 * 0.06 + 1e-3);
        for (int i = 0; i < 5; i++) {
            const double x = crowds_body(crowd, id).position.x;
            crowds_tick(crowd, 1);
            assert_true(fabs(crowds_body(crowd, id).position.x - x - 0.06) < 1e-3);
        }
        assert_true(fabs(crowds_body(crowd, id).position.x - (80 + 8 + late + 6) * 0.06) < 0.2);
        wend_crowd_destroy(crowd);
    }
}

static void fast_body_stops_at_a_thin_wall(void **state)
{
    (void)state;
    const wend_vec2 ends[2] = {{20, -1000}, {20, 1000}};
    wend_walls *walls = crowds_walls(ends, 1);
    for (int i = 0; i < 10; i++) {
        wend_crowd *crowd = crowds_on(NULL, walls);
        wend_body_def def = wend_body_def_default();
        def.speed = 1 + i;
        const wend_body_id id = crowds_add(crowd, def, 0.37 * i, 0);
        assert_int_equal(wend_crowd_set_velocity(crowd, id, (wend_vec2){1 + i, 0.3}), WEND_OK);
        set(crowd, &far_off, 4);
        crowds_tick(crowd, 450);
        assert_true(crowds_body(crowd, id).position.x < 20 - 0.24);
        assert_true(crowds_body(crowd, id).position.x > 19);
        assert_int_equal(crowds_info(crowd).wall_violations, 0);
        wend_crowd_destroy(crowd);
    }
    wend_walls_destroy(walls);
}

static void order_and_push_are_obeyed_in_the_next_tick(void **state)
{
    (void)state;
    wend_crowd *crowd = crowds_open();
    const wend_body_id id = crowds_put(crowd, 0, 0);
    set(crowd, &far_off, 3);
    crowds_tick(crowd, 33);
    for (int i = 0; i < 9; i++) {
        crowds_tick(crowd, 1);
        assert_int_equal(wend_crowd_apply_impulse(crowd, id, (wend_vec2){0, 80}), WEND_OK);
        const double y = crowds_body(crowd, id).position.y;
        crowds_tick(crowd, 1);
        assert_true(crowds_body(crowd, id).position.y > y);
        crowds_tick(crowd, 60);
        assert_int_equal(wend_crowd_set_goal(crowd, id, (wend_vec2){10.0 * (i + 1), 0}, 0),
                         WEND_OK);
        const double x = crowds_body(crowd, id).position.x;
        crowds_tick(crowd, 1);
        assert_true(crowds_body(crowd, id).position.x > x);
        crowds_tick(crowd, 200);
    }
    wend_crowd_destroy(crowd);
}

/* The push comes after the ticks that the body makes up for. */
static void push_moves_as_far_as_at_full_detail(void **state)
{
    (void)state;
    for (uint32_t late = 0; late < 8; late++) {
        wend_crowd *crowd = crowds_open();
        wend_crowd *plain = crowds_open();
        const wend_body_id id = crowds_put(crowd, 0, 0);
        const wend_body_id twin = crowds_put(plain, 0, 0);
        set(crowd, &far_off, 3);
        crowds_tick(crowd, 40 + late);
        crowds_tick(plain, 40 + late);
        assert_int_equal(wend_crowd_apply_impulse(crowd, id, (wend_vec2){800, 0}), WEND_OK);
        assert_int_equal(wend_crowd_apply_impulse(plain, twin, (wend_vec2){800, 0}), WEND_OK);
        for (int i = 0; i < 10; i++) {
            crowds_tick(crowd, 1);
            crowds_tick(plain, 1);
            const double far = crowds_body(plain, twin).position.x;
            assert_true(far > 0.1);
            /* It stems itself against the push for those ticks. */
            assert_true(fabs(crowds_body(crowd, id).position.x - far) < 0.5);
        }
        wend_crowd_destroy(plain);
        wend_crowd_destroy(crowd);
    }
}

static void member_of_a_social_group_is_at_full_detail_in_the_next_tick(void **state)
{
    (void)state;
    const wend_social_def def = wend_social_def_default();
    for (uint32_t late = 0; late < 8; late++) {
        wend_crowd *crowd = crowds_open();
        const wend_body_id id = crowds_put(crowd, 0, 0);
        wend_social_id group;
        uint32_t counts[WEND_DETAIL_LEVEL_MAX + 1];
        set(crowd, &far_off, 3);
        crowds_tick(crowd, 40 + late);
        assert_int_equal(level_of(crowd, id), 3);
        assert_int_equal(wend_social_create(crowd, &def, &id, 1, &group), WEND_OK);
        crowds_tick(crowd, 1);
        assert_int_equal(wend_crowd_count_detail(crowd, counts), 1);
        assert_int_equal(counts[0], 1);
        wend_crowd_destroy(crowd);
    }
}

/* ---- late answers ---- */

/* Answers the first query at once, later ones when it is told to. */
typedef struct slow_source {
    uint32_t queries;
    bool is_ready;
    wend_vec2 to;
} slow_source;

static wend_result ask(void *context, const wend_route_query *query, wend_path *path)
{
    slow_source *s = context;
    const wend_vec2 points[2] = {query->from, query->to};
    s->to = query->to;
    return s->queries++ == 0 ? wend_path_from_points(path, points, 2) : WEND_IN_PROGRESS;
}

static wend_result poll(void *context, uint64_t ticket, wend_path *path)
{
    const slow_source *s = context;
    const wend_vec2 points[2] = {s->to, {s->to.x, s->to.y + 0.01}};
    (void)ticket;
    return s->is_ready ? wend_path_from_points(path, points, 2) : WEND_IN_PROGRESS;
}

static void cancel(void *context, uint64_t ticket)
{
    (void)context;
    (void)ticket;
}

/* A wall cuts the path of a body and is removed again; the body has arrived when its source gives another
 * path. What others see of a body that stands still is what its saved state says. */
static void body_that_rests_moves_in_the_tick_of_a_late_answer(void **state)
{
    (void)state;
    for (uint32_t late = 0; late < 8; late++) {
        wend_walls *walls = crowds_walls((wend_vec2[2]){{40, 40}, {41, 40}}, 1);
        slow_source s = {.queries = 0};
        wend_crowd_def def = wend_crowd_def_default();
        def.walls = walls;
        def.route_source =
            (wend_route_source){.start = ask, .poll = poll, .cancel = cancel, .context = &s};
        wend_crowd *crowd = crowds_make(def);
        const wend_body_id id = crowds_put(crowd, 0, 0);
        wend_wall_id wall;
        uint32_t counts[WEND_DETAIL_LEVEL_MAX + 1];
        assert_int_equal(wend_crowd_set_goal(crowd, id, (wend_vec2){6, 0}, 0), WEND_OK);
        crowds_tick(crowd, 5);
        assert_int_equal(wend_walls_add_segment(walls, (wend_vec2){5, -2}, (wend_vec2){5, 2},
                                                WEND_STOPS_ALL, 0, &wall),
                         WEND_OK);
        crowds_tick(crowd, 12);
        assert_int_equal(s.queries, 2);
        assert_int_equal(wend_walls_remove(walls, wall), WEND_OK);
        crowds_tick(crowd, 200);
        assert_int_equal(crowds_body(crowd, id).state, WEND_BODY_ARRIVED);
        set(crowd, &far_off, 3);
        crowds_tick(crowd, 40 + late);
        assert_int_equal(level_of(crowd, id), 3);
        s.is_ready = true;
        crowds_tick(crowd, 1);
        assert_int_equal(wend_crowd_count_detail(crowd, counts), 1);
        wend_crowd_destroy(crowd);
        wend_walls_destroy(walls);
    }
}

static void without_levels_the_state_is_the_same(void **state)
{
    (void)state;
    wend_crowd *crowd = crowds_open();
    wend_crowd *plain = crowds_open();
    (void)put_walker(crowd, 0, 0);
    (void)put_walker(plain, 0, 0);
    assert_int_equal(wend_crowd_set_detail(crowd, NULL), WEND_OK);
    crowds_tick(crowd, 5);
    crowds_tick(plain, 5);
    assert_true(wend_crowd_hash(crowd) == wend_crowd_hash(plain));
    set(crowd, &far_off, 3);
    assert_true(wend_crowd_hash(crowd) != wend_crowd_hash(plain));
    crowds_tick(crowd, 21);
    crowds_tick(plain, 21);
    /* Off again: in the next tick it has walked all of its time, and nothing is left of it. */
    assert_int_equal(wend_crowd_set_detail(crowd, NULL), WEND_OK);
    crowds_tick(crowd, 1);
    size_t with = 0;
    size_t without = 0;
    assert_int_equal(wend_crowd_save(crowd, NULL, 0, &with), WEND_TRUNCATED);
    assert_int_equal(wend_crowd_save(plain, NULL, 0, &without), WEND_TRUNCATED);
    assert_int_equal(with, without);
    wend_crowd_destroy(plain);
    wend_crowd_destroy(crowd);
}

static void bad_definitions_change_nothing(void **state)
{
    (void)state;
    wend_crowd *crowd = crowds_open();
    const uint64_t hash = wend_crowd_hash(crowd);
    wend_detail_def def = wend_detail_def_default();
    def.level_most = 0;
    assert_int_equal(wend_crowd_set_detail(crowd, &def), WEND_ERROR_ARGUMENT);
    def = wend_detail_def_default();
    def.region_count = 1;
    assert_int_equal(wend_crowd_set_detail(crowd, &def), WEND_ERROR_ARGUMENT);
    const wend_detail_region upside_down = {0, {5, 5}, {4, 6}, 1};
    def.regions = &upside_down;
    assert_int_equal(wend_crowd_set_detail(crowd, &def), WEND_ERROR_ARGUMENT);
    def = wend_detail_def_default();
    def.cookie = 0;
    assert_int_equal(wend_crowd_set_detail(crowd, &def), WEND_ERROR_ARGUMENT);
    def = wend_detail_def_default();
    def.margin = (double)NAN;
    assert_int_equal(wend_crowd_set_detail(crowd, &def), WEND_ERROR_ARGUMENT);
    assert_true(wend_crowd_hash(crowd) == hash);
    uint32_t level = 7;
    assert_int_equal(wend_crowd_get_detail(crowd, (wend_body_id){3, 1}, &level), WEND_ERROR_STALE);
    assert_int_equal(level, 0);
    wend_crowd_destroy(crowd);
}

static void a_number_of_a_region_is_named_with_its_range(void **state)
{
    (void)state;
    static const double most = 1073741824;
    const double nan = (double)NAN;
    const struct {
        wend_detail_region region;
        const char *text;
    } bad[] = {
        {{0, {nan, 0}, {1, 1}, 0}, "regions[1].low.x is nan, and must be from -1073741824 to"},
        {{0, {0, -2 * most}, {1, 1}, 0}, "regions[1].low.y is -2147483648, and must be from"},
        {{0, {5, 5}, {4, 6}, 1}, "regions[1].high.x is 4, and must be from 5 to 1073741824"},
        {{0, {5, 5}, {6, 4}, 1}, "regions[1].high.y is 4, and must be from 5 to 1073741824"},
        {{0, {5, 5}, {6, 6}, -1}, "regions[1].radius is -1, and must be from 0 to 1073741824"},
        {{3, {5, 5}, {6, 6}, 1}, "regions[1].floor is 3, but the number of floors is 1"},
    };
    wend_crowd *crowd = crowds_open();
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const wend_detail_region regions[2] = {far_off, bad[i].region};
        wend_detail_def def = wend_detail_def_default();
        def.regions = regions;
        def.region_count = 2;
        assert_int_equal(wend_crowd_set_detail(crowd, &def), WEND_ERROR_ARGUMENT);
        assert_non_null(strstr(wend_crowd_error(crowd), bad[i].text));
    }
    wend_crowd_destroy(crowd);
}

/* Bodies that stand are in the same state with and without levels. */
static void levels_leave_the_hash_at_the_end_of_the_next_tick(void **state)
{
    (void)state;
    wend_crowd *crowd = crowds_open();
    wend_crowd *plain = crowds_open();
    (void)crowds_put(crowd, 0, 0);
    (void)crowds_put(plain, 0, 0);
    set(crowd, &far_off, 3);
    crowds_tick(crowd, 20);
    crowds_tick(plain, 20);
    assert_int_equal(wend_crowd_set_detail(crowd, NULL), WEND_OK);
    assert_true(wend_crowd_hash(crowd) != wend_crowd_hash(plain));
    crowds_tick(crowd, 1);
    crowds_tick(plain, 1);
    assert_true(wend_crowd_hash(crowd) == wend_crowd_hash(plain));
    wend_crowd_destroy(plain);
    wend_crowd_destroy(crowd);
}

/* Bodies walk at most 0.4 seconds at once. */
static void the_step_limits_the_levels(void **state)
{
    (void)state;
    static const double steps[5] = {0.025, 0.026, 0.05, 0.2, 0.201};
    static const uint32_t expected[5] = {4, 3, 3, 1, 0};
    for (int i = 0; i < 5; i++) {
        wend_crowd_def def = wend_crowd_def_default();
        def.step = steps[i];
        wend_crowd *crowd = crowds_make(def);
        const wend_body_id id = put_walker(crowd, 0, 0);
        set(crowd, &far_off, 4);
        crowds_tick(crowd, 160);
        assert_int_equal(level_of(crowd, id), expected[i]);
        wend_crowd_destroy(crowd);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(body_far_off_moves_every_eighth_tick_as_far_as_in_eight),
        cmocka_unit_test(each_tick_moves_an_equal_share),
        cmocka_unit_test(levels_go_by_the_distance_with_a_margin),
        cmocka_unit_test(body_is_where_it_would_be_when_a_region_comes),
        cmocka_unit_test(fast_body_stops_at_a_thin_wall),
        cmocka_unit_test(order_and_push_are_obeyed_in_the_next_tick),
        cmocka_unit_test(push_moves_as_far_as_at_full_detail),
        cmocka_unit_test(member_of_a_social_group_is_at_full_detail_in_the_next_tick),
        cmocka_unit_test(body_that_rests_moves_in_the_tick_of_a_late_answer),
        cmocka_unit_test(without_levels_the_state_is_the_same),
        cmocka_unit_test(bad_definitions_change_nothing),
        cmocka_unit_test(a_number_of_a_region_is_named_with_its_range),
        cmocka_unit_test(levels_leave_the_hash_at_the_end_of_the_next_tick),
        cmocka_unit_test(the_step_limits_the_levels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
