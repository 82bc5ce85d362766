/* Impulses, explosions, and zones that carry, blow and whirl: which bodies move by how much, and
 * what is refused. */
#include "support/test.h"
#include "support/walls.h"

#include "support/crowds.h"
#include "support/grids.h"

#include <math.h>

static wend_body_id put(wend_crowd *crowd, double x, double y, double mass)
{
    wend_body_def def = wend_body_def_default();
    def.mass = mass;
    return crowds_add(crowd, def, x, y);
}

static wend_vec2 at(const wend_crowd *crowd, wend_body_id id)
{
    return crowds_body(crowd, id).position;
}

/* The farthest that a body gets on x, and whether it comes back. */
static double thrown(double impulse, double mass)
{
    wend_crowd *crowd = crowds_open();
    const wend_body_id id = put(crowd, 0, 0, mass);
    assert_int_equal(wend_crowd_apply_impulse(crowd, id, (wend_vec2){impulse, 0}), WEND_OK);
    double most = 0;
    for (int i = 0; i < 400; i++) {
        crowds_tick(crowd, 1);
        most = at(crowd, id).x > most ? at(crowd, id).x : most;
    }
    const wend_body body = crowds_body(crowd, id);
    assert_true(fabs(body.velocity.x) < 0.05 && fabs(body.velocity.y) < 0.05);
    wend_crowd_destroy(crowd);
    return most;
}

static void impulse_moves_the_lighter_further_and_ends(void **state)
{
    (void)state;
    const double light = thrown(800, 80);
    const double heavy = thrown(800, 160);
    assert_true(light > 2 * heavy && heavy > 0.5);
    assert_true(light < 10);
}

static void impulse_is_velocity_at_once(void **state)
{
    (void)state;
    wend_crowd *crowd = crowds_open();
    const wend_body_id id = put(crowd, 0, 0, 80);
    wend_body body;
    assert_int_equal(wend_crowd_apply_impulse(crowd, id, (wend_vec2){0, 400}), WEND_OK);
    assert_int_equal(wend_crowd_get_body(crowd, id, &body), WEND_OK);
    assert_true(fabs(body.velocity.y - 5) < 1e-9);
    crowds_tick(crowd, 1);
    assert_true(at(crowd, id).y > 0.2 && at(crowd, id).y < 0.26);
    wend_crowd_destroy(crowd);
}

/* Walls to which it is too near push it away, but not into others that it did not look for: the corner of a
 * third wall is just outside of its reach. */
static void small_push_moves_a_body_in_walls_by_little(void **state)
{
    (void)state;
    const wend_vec2 ends[] = {{-1, 0.06}, {1, 0.06},     {-0.15, -1},
                              {-0.15, 1}, {0.26, -0.34}, {2, -1}};
    wend_walls *walls = crowds_walls(ends, 3);
    wend_crowd *crowd = crowds_on(NULL, walls);
    const wend_body_id id = crowds_put_sized(crowd, 0, 0, 0.4);
    assert_int_equal(wend_crowd_apply_impulse(crowd, id, (wend_vec2){20, -24}), WEND_OK);
    crowds_tick(crowd, 1);
    assert_true(wend_vec2_length(at(crowd, id)) < 0.04);
    wend_crowd_destroy(crowd);
    wend_walls_destroy(walls);
}

/* Ticks of bodies that are displaced in a box of 40 m. */
static void velocity_is_what_a_body_moved_in_the_tick_over_the_step(void **state)
{
    (void)state;
    enum { COUNT = 6 };
    const wend_vec2 ends[] = {{0, 0},   {40, 0}, {40, 0}, {40, 40},
                              {40, 40}, {0, 40}, {0, 40}, {0, 0}};
    wend_walls *walls = crowds_walls(ends, 4);
    wend_crowd *crowd = crowds_on(NULL, walls);
    wend_zone_def belt = wend_zone_def_default();
    belt.kind = WEND_ZONE_CONVEYOR;
    belt.high = (wend_vec2){15, 15};
    belt.velocity = (wend_vec2){3, 0};
    assert_int_equal(wend_crowd_add_zone(crowd, &belt, NULL), WEND_OK);
    wend_body_id ids[COUNT];
    for (int i = 0; i < COUNT; i++) {
        ids[i] = put(crowd, 5 + 5 * i, 5 + 2 * i, i == 0 ? 1e-6 : 80);
        assert_int_equal(wend_crowd_set_velocity(crowd, ids[i], (wend_vec2){1, -0.5}), WEND_OK);
    }
    for (int tick = 0; tick < 60; tick++) {
        if (tick % 20 == 0) {
            const wend_vec2 middle = {20, 10};
            assert_int_equal(wend_crowd_apply_explosion(crowd, 0, middle, 60, 1e9, false, NULL),
                             WEND_OK);
        }
        wend_vec2 before[COUNT];
        for (int i = 0; i < COUNT; i++) {
            before[i] = at(crowd, ids[i]);
        }
        crowds_tick(crowd, 1);
        const double step = crowds_info(crowd).step;
        for (int i = 0; i < COUNT; i++) {
            const wend_body body = crowds_body(crowd, ids[i]);
            assert_true(fabs((body.position.x - before[i].x) / step - body.velocity.x) < 1e-9);
            assert_true(fabs((body.position.y - before[i].y) / step - body.velocity.y) < 1e-9);
            assert_true(wend_vec2_length(body.velocity) <= 60 / step);
        }
    }
    wend_crowd_destroy(crowd);
    wend_walls_destroy(walls);
}

static void impulse_out_of_range_is_refused(void **state)
{
    (void)state;
    wend_crowd *crowd = crowds_open();
    const wend_body_id id = put(crowd, 0, 0, 80);
    const uint64_t hash = wend_crowd_hash(crowd);
    const wend_vec2 bad[] = {{(double)NAN, 0}, {0, (double)INFINITY}, {1e16, 0}};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(wend_crowd_apply_impulse(crowd, id, bad[i]), WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_crowd_apply_explosion(crowd, 0, bad[i], 5, 100, false, NULL),
                         WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_crowd_apply_explosion(crowd, 0, (wend_vec2){0, 0}, 5,
                                                    bad[i].x + bad[i].y, false, NULL),
                         WEND_ERROR_ARGUMENT);
    }
    assert_int_equal(wend_crowd_apply_explosion(crowd, 0, (wend_vec2){0, 0}, 0, 100, false, NULL),
                     WEND_ERROR_ARGUMENT);
    size_t hits = 9;
    assert_int_equal(wend_crowd_apply_explosion(crowd, 1, (wend_vec2){0, 0}, 5, 100, false, &hits),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(hits, 0);
    assert_int_equal(wend_crowd_apply_explosion(NULL, 0, (wend_vec2){0, 0}, 1, 100, false, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_true(wend_crowd_hash(crowd) == hash);
    wend_crowd_destroy(crowd);
}

static void explosion_throws_away_from_its_centre_less_at_its_edge(void **state)
{
    (void)state;
    wend_crowd *crowd = crowds_open();
    const wend_body_id near = put(crowd, 1, 0, 80);
    const wend_body_id far = put(crowd, -4, 0, 80);
    const wend_body_id out = put(crowd, 0, 5.5, 80);
    size_t hits = 99;
    wend_body body[3];
    assert_int_equal(wend_crowd_apply_explosion(crowd, 0, (wend_vec2){0, 0}, 5, 400, false, &hits),
                     WEND_OK);
    assert_int_equal(hits, 2);
    assert_int_equal(wend_crowd_get_body(crowd, near, &body[0]), WEND_OK);
    assert_int_equal(wend_crowd_get_body(crowd, far, &body[1]), WEND_OK);
    assert_int_equal(wend_crowd_get_body(crowd, out, &body[2]), WEND_OK);
    assert_true(fabs(body[0].velocity.x - 4) < 1e-9);
    assert_true(fabs(body[1].velocity.x + 1) < 1e-9);
    assert_true(fabs(body[2].velocity.y) < 1e-9);
    /* A negative impulse attracts, likewise. */
    assert_int_equal(wend_crowd_apply_explosion(crowd, 0, (wend_vec2){0, 0}, 5, -800, false, &hits),
                     WEND_OK);
    assert_int_equal(wend_crowd_get_body(crowd, near, &body[0]), WEND_OK);
    assert_true(fabs(body[0].velocity.x + 4) < 1e-9);
    wend_crowd_destroy(crowd);
}

static size_t hits_behind(const wend_grid *grid, const wend_walls *walls, bool is_shielded)
{
    wend_crowd *crowd = crowds_on(grid, walls);
    put(crowd, 2.5, 4.5, 80);
    put(crowd, 6.5, 4.5, 80);
    size_t hits;
    assert_int_equal(
        wend_crowd_apply_explosion(crowd, 0, (wend_vec2){1.5, 4.5}, 8, 400, is_shielded, &hits),
        WEND_OK);
    wend_crowd_destroy(crowd);
    return hits;
}

static void walls_shield_from_an_explosion_if_asked(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(9, 9);
    grids_wall(grid, 4, 0, 1, 9);
    assert_int_equal(hits_behind(grid, NULL, false), 2);
    assert_int_equal(hits_behind(grid, NULL, true), 1);
    wend_grid_destroy(grid);
    wend_walls *walls = walls_empty();
    walls_add(walls, (wend_vec2){4, 0}, (wend_vec2){4, 9}, WEND_STOPS_WALK);
    assert_int_equal(hits_behind(NULL, walls, false), 2);
    assert_int_equal(hits_behind(NULL, walls, true), 1);
    wend_walls_destroy(walls);
}

static void wall_that_was_just_built_shields_from_an_explosion(void **state)
{
    (void)state;
    size_t hits;
    wend_walls *walls = walls_empty();
    wend_crowd *crowd = crowds_on(NULL, walls);
    put(crowd, 2.5, 4.5, 80);
    put(crowd, 6.5, 4.5, 80);
    crowds_tick(crowd, 1);
    walls_add(walls, (wend_vec2){4, 0}, (wend_vec2){4, 9}, WEND_STOPS_WALK);
    assert_int_equal(
        wend_crowd_apply_explosion(crowd, 0, (wend_vec2){1.5, 4.5}, 8, 400, true, &hits), WEND_OK);
    assert_int_equal(hits, 1);
    wend_crowd_destroy(crowd);
    wend_walls_destroy(walls);
}

/* ---- blocking bodies ---- */

static double overlap_of(const wend_crowd *crowd)
{
    const wend_crowd_info info = crowds_info(crowd);
    return info.max_overlap;
}

static void thrown_body_passes_nobody_and_hands_on_its_push(void **state)
{
    (void)state;
    for (int held = 0; held < 2; held++) {
        wend_crowd *crowd = crowds_open();
        const wend_body_id id = put(crowd, 0, 0, 80);
        const wend_body_id other = put(crowd, 20, 0, 80);
        assert_int_equal(wend_crowd_set_held(crowd, other, held == 1), WEND_OK);
        assert_int_equal(wend_crowd_apply_impulse(crowd, id, (wend_vec2){80 * 1000, 0}), WEND_OK);
        crowds_tick(crowd, 1);
        assert_true(at(crowd, id).x > 19.4 && at(crowd, id).x < 19.6);
        crowds_tick(crowd, 2);
        assert_true((at(crowd, other).x > 22) == (held == 0));
        assert_true(overlap_of(crowd) < 1e-3);
        wend_crowd_destroy(crowd);
    }
}

static void explosion_in_a_dense_crowd_spreads_it_and_overlaps_nobody(void **state)
{
    (void)state;
    wend_crowd *crowd = crowds_open();
    for (int i = 0; i < 100; i++) {
        put(crowd, 0.52 * (i % 10), 0.52 * (i / 10), 80);
    }
    const wend_vec2 middle = {2.4, 2.4};
    assert_int_equal(wend_crowd_apply_explosion(crowd, 0, middle, 6, 2000, false, NULL), WEND_OK);
    size_t inside = 100;
    for (int i = 0; i < 20; i++) {
        crowds_tick(crowd, 1);
        (void)wend_crowd_query_circle(crowd, 0, middle, 2, NULL, 0, &inside);
    }
    assert_true(inside < 20);
    assert_true(overlap_of(crowd) < 1e-3);
    wend_crowd_destroy(crowd);
}

static void row_on_a_belt_moves_as_one(void **state)
{
    (void)state;
    wend_crowd *crowd = crowds_open();
    wend_zone_def def = wend_zone_def_default();
    def.low = (wend_vec2){-1, -1};
    def.high = (wend_vec2){20, 1};
    def.velocity = (wend_vec2){1, 0};
    assert_int_equal(wend_crowd_add_zone(crowd, &def, NULL), WEND_OK);
    wend_body_id ids[10];
    for (int i = 0; i < 10; i++) {
        /* From its end to its front: the first one has to wait. */
        ids[i] = put(crowd, 0.502 * i, 0, 80);
        assert_int_equal(wend_crowd_set_velocity(crowd, ids[i], (wend_vec2){0, 0}), WEND_OK);
    }
    crowds_tick(crowd, 20);
    for (int i = 0; i < 10; i++) {
        assert_true(fabs(at(crowd, ids[i]).x - 0.502 * i - 1) < 0.1);
    }
    assert_true(overlap_of(crowd) < 1e-3);
    wend_crowd_destroy(crowd);
}

static void riders_who_meet_at_speed_overlap_in_no_tick(void **state)
{
    (void)state;
    wend_crowd *crowd = crowds_open();
    for (int i = 0; i < 40; i++) {
        wend_body_def def = wend_body_def_default();
        wend_body_id id;
        const double side = i % 2 == 0 ? -1 : 1;
        def.speed = 20;
        def.position = (wend_vec2){side * (20 + i / 8), 0.8 * (i / 2 % 4)};
        assert_int_equal(wend_crowd_add_body(crowd, &def, &id), WEND_OK);
        assert_int_equal(wend_crowd_set_velocity(crowd, id, (wend_vec2){-20 * side, 0}), WEND_OK);
    }
    crowds_tick(crowd, 100);
    assert_true(overlap_of(crowd) < 1e-3);
    wend_crowd_destroy(crowd);
}

/* ---- zones ---- */

static wend_zone_def rectangle(wend_zone_kind kind, wend_vec2 velocity)
{
    wend_zone_def def = wend_zone_def_default();
    def.kind = kind;
    def.low = (wend_vec2){-1, -1};
    def.high = (wend_vec2){3, 1};
    def.velocity = velocity;
    return def;
}

static void conveyor_carries_whoever_stands_on_it(void **state)
{
    (void)state;
    wend_crowd *crowd = crowds_open();
    const wend_zone_def def = rectangle(WEND_ZONE_CONVEYOR, (wend_vec2){1, 0});
    const wend_body_id light = put(crowd, 0, 0.5, 10);
    const wend_body_id heavy = put(crowd, 0, -0.5, 500);
    const wend_body_id beside = put(crowd, 0, 3, 80);
    assert_int_equal(wend_crowd_add_zone(crowd, &def, NULL), WEND_OK);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(wend_crowd_set_velocity(crowd, i == 0 ? light : heavy, (wend_vec2){0, 0}),
                         WEND_OK);
    }
    crowds_tick(crowd, 20);
    assert_true(fabs(at(crowd, light).x - 1) < 0.1);
    assert_true(fabs(at(crowd, heavy).x - 1) < 0.1);
    assert_true(fabs(at(crowd, beside).x) < 1e-9);
    wend_crowd_destroy(crowd);
}

static void wind_blows_the_lighter_away(void **state)
{
    (void)state;
    wend_crowd *crowd = crowds_open();
    const wend_zone_def def = rectangle(WEND_ZONE_WIND, (wend_vec2){800, 0});
    const wend_body_id light = put(crowd, 0, 0.5, 20);
    const wend_body_id heavy = put(crowd, 0, -0.5, 2000);
    assert_int_equal(wend_crowd_add_zone(crowd, &def, NULL), WEND_OK);
    crowds_tick(crowd, 20);
    assert_true(at(crowd, light).x > 1);
    assert_true(at(crowd, heavy).x < 0.1);
    wend_crowd_destroy(crowd);
}

static void tornado_whirls_to_the_left_and_draws_in(void **state)
{
    (void)state;
    wend_crowd *crowd = crowds_open();
    wend_zone_def def = wend_zone_def_default();
    def.kind = WEND_ZONE_TORNADO;
    def.radius = 6;
    def.velocity = (wend_vec2){2000, 1500};
    const wend_body_id id = put(crowd, 3, 0, 80);
    const wend_body_id out = put(crowd, 8, 0, 80);
    assert_int_equal(wend_crowd_add_zone(crowd, &def, NULL), WEND_OK);
    crowds_tick(crowd, 6);
    assert_true(at(crowd, id).y > 0.05);
    assert_true(at(crowd, id).x < 2.99);
    assert_true(fabs(at(crowd, out).y) < 1e-9);
    wend_crowd_destroy(crowd);
}

static void zone_id_is_stale_after_removal(void **state)
{
    (void)state;
    wend_crowd *crowd = crowds_open();
    wend_zone_def def = rectangle(WEND_ZONE_CONVEYOR, (wend_vec2){1, 0});
    wend_zone_id first;
    wend_zone_id second;
    assert_int_equal(wend_crowd_add_zone(crowd, &def, &first), WEND_OK);
    def.velocity.x = -1;
    assert_int_equal(wend_crowd_set_zone(crowd, first, &def), WEND_OK);
    assert_int_equal(wend_crowd_remove_zone(crowd, first), WEND_OK);
    assert_int_equal(wend_crowd_remove_zone(crowd, first), WEND_ERROR_STALE);
    assert_int_equal(wend_crowd_set_zone(crowd, first, &def), WEND_ERROR_STALE);
    assert_int_equal(wend_crowd_add_zone(crowd, &def, &second), WEND_OK);
    assert_int_equal(second.index1, first.index1);
    assert_int_equal(wend_crowd_remove_zone(crowd, first), WEND_ERROR_STALE);
    wend_crowd_destroy(crowd);
}

static void zone_out_of_range_is_refused(void **state)
{
    (void)state;
    wend_crowd *crowd = crowds_open();
    for (int i = 0; i < 8; i++) {
        wend_zone_def def = rectangle(WEND_ZONE_WIND, (wend_vec2){1, 0});
        wend_zone_id id = {7, 7};
        def.cookie += i == 0;
        def.floor = i == 1 ? 1 : 0;
        def.low.x = i == 2 ? (double)NAN : -1;
        def.radius = i == 3 ? -1 : i == 4 ? (double)INFINITY : 0;
        def.velocity.y = i == 5 ? 1e10 : 0;
        def.centre.x = i == 6 ? (double)NAN : 0;
        assert_int_equal(wend_crowd_add_zone(crowd, i == 7 ? NULL : &def, &id),
                         WEND_ERROR_ARGUMENT);
        assert_int_equal(id.index1, 0);
    }
    wend_crowd_destroy(crowd);
}

static void crowd_holds_4096_zones_and_no_more(void **state)
{
    (void)state;
    wend_crowd *crowd = crowds_open();
    const wend_zone_def def = rectangle(WEND_ZONE_WIND, (wend_vec2){1, 0});
    for (int i = 0; i < 4096; i++) {
        assert_int_equal(wend_crowd_add_zone(crowd, &def, NULL), WEND_OK);
    }
    assert_int_equal(wend_crowd_add_zone(crowd, &def, NULL), WEND_ERROR_FULL);
    wend_crowd_destroy(crowd);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(impulse_moves_the_lighter_further_and_ends),
        cmocka_unit_test(impulse_is_velocity_at_once),
        cmocka_unit_test(small_push_moves_a_body_in_walls_by_little),
        cmocka_unit_test(velocity_is_what_a_body_moved_in_the_tick_over_the_step),
        cmocka_unit_test(impulse_out_of_range_is_refused),
        cmocka_unit_test(explosion_throws_away_from_its_centre_less_at_its_edge),
        cmocka_unit_test(walls_shield_from_an_explosion_if_asked),
        cmocka_unit_test(wall_that_was_just_built_shields_from_an_explosion),
        cmocka_unit_test(thrown_body_passes_nobody_and_hands_on_its_push),
        cmocka_unit_test(explosion_in_a_dense_crowd_spreads_it_and_overlaps_nobody),
        cmocka_unit_test(row_on_a_belt_moves_as_one),
        cmocka_unit_test(riders_who_meet_at_speed_overlap_in_no_tick),
        cmocka_unit_test(conveyor_carries_whoever_stands_on_it),
        cmocka_unit_test(wind_blows_the_lighter_away),
        cmocka_unit_test(tornado_whirls_to_the_left_and_draws_in),
        cmocka_unit_test(zone_id_is_stale_after_removal),
        cmocka_unit_test(zone_out_of_range_is_refused),
        cmocka_unit_test(crowd_holds_4096_zones_and_no_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
