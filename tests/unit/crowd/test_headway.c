/* Headways: the gap that a body leaves ahead of it, and what keeps the property.
 * Cost: some hundred ticks of two bodies. */
#include "body.h"

#include "crowd/core/crowd.h"
#include "wend/detail.h"

static const double LEADS = 0.4; /* metres a second */
static const double APART = 0.5; /* two radii */

enum { FILE_BYTES = 65536 };

static wend_body_id put_with(wend_crowd *crowd, double x, double speed, double headway)
{
    wend_body_def def = wend_body_def_default();
    wend_body_id id;
    def.position = (wend_vec2){x, 0};
    def.speed = speed;
    def.headway = headway;
    assert_int_equal(wend_crowd_add_body(crowd, &def, &id), WEND_OK);
    return id;
}

/* Metres between a slow body and one behind it, in a corridor in which none passes another.
 * @param speed of both. */
static double gap_behind(double headway, double *speed)
{
    const wend_walls_def walls_def = wend_walls_def_default();
    wend_walls *walls = NULL;
    assert_int_equal(wend_walls_create(&walls_def, &walls), WEND_OK);
    for (int side = -1; side <= 1; side += 2) {
        const wend_vec2 a = {-5, 0.3 * side};
        const wend_vec2 b = {100, 0.3 * side};
        assert_int_equal(wend_walls_add_segment(walls, a, b, WEND_STOPS_ALL, 0, NULL), WEND_OK);
    }
    wend_crowd *crowd = make(2, NULL, walls);
    const wend_body_id ids[2] = {put_with(crowd, 0, 1.3, headway), put_with(crowd, 2, LEADS, 0)};
    for (int i = 0; i < 2; i++) {
        const wend_vec2 goal = {90, 0};
        assert_int_equal(wend_crowd_set_goal(crowd, ids[i], goal, 0), WEND_OK);
    }
    crowds_tick(crowd, 300);
    crowds_tick(crowd, 300);
    const wend_body ahead = crowds_body(crowd, ids[1]);
    const double gap = ahead.position.x - crowds_body(crowd, ids[0]).position.x - APART;
    *speed = ahead.velocity.x;
    assert_true(is_near(*speed, crowds_body(crowd, ids[0]).velocity.x, 0.01));
    wend_crowd_destroy(crowd);
    wend_walls_destroy(walls);
    return gap;
}

static void a_body_leaves_its_headway_free(void **state)
{
    (void)state;
    static const double creep = 0.05;
    double speed = 0;
    for (int headway = 1; headway <= 3; headway++) {
        const double gap = gap_behind(headway, &speed);
        assert_true(speed > 0.5 * LEADS);
        assert_true(is_near(gap, (speed - creep) * headway, 0.03));
    }
    assert_true(gap_behind(0, &speed) < 0.15);
}

/* Two whose ways meet are both ahead of each other: neither waits for ever. */
static void headways_hold_nobody_up_for_ever(void **state)
{
    (void)state;
    wend_crowd *crowd = make(2, NULL, NULL);
    wend_body_id ids[2];
    for (int i = 0; i < 2; i++) {
        wend_body_def def = wend_body_def_default();
        def.position = (wend_vec2){0, i == 0 ? -0.25 : 0.25};
        def.headway = 10;
        assert_int_equal(wend_crowd_add_body(crowd, &def, &ids[i]), WEND_OK);
    }
    const wend_vec2 goals[2] = {{6, 1}, {6, -1}};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(wend_crowd_set_goal(crowd, ids[i], goals[i], 0), WEND_OK);
    }
    crowds_tick(crowd, 1200);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(crowds_body(crowd, ids[i]).state, WEND_BODY_ARRIVED);
    }
    wend_crowd_destroy(crowd);
}

static size_t save(const wend_crowd *crowd, uint8_t bytes[FILE_BYTES])
{
    size_t count = 0;
    assert_int_equal(wend_crowd_save(crowd, bytes, FILE_BYTES, &count), WEND_OK);
    return count;
}

/* Of the property that is set as well as of one that changes: hash and file tell, and the loaded crowd
 * goes on as this one. */
static void changes_and_files_keep_headways(void **state)
{
    (void)state;
    static uint8_t with[FILE_BYTES], without[FILE_BYTES];
    wend_crowd *crowd = make(2, NULL, NULL);
    wend_crowd *twin = make(2, NULL, NULL);
    const wend_body_id behind = put_with(crowd, 0, 1.3, 2);
    const wend_body_id ahead = put_with(crowd, 1, LEADS, 0);
    assert_int_equal(wend_crowd_set_velocity(crowd, behind, (wend_vec2){1.3, 0}), WEND_OK);
    assert_int_equal(wend_crowd_set_velocity(crowd, ahead, (wend_vec2){LEADS, 0}), WEND_OK);
    const uint64_t hash = wend_crowd_hash(crowd);
    const size_t bytes = save(crowd, with);
    wend_body_def def;
    assert_int_equal(wend_crowd_load(twin, with, bytes, NULL), WEND_OK);
    assert_true(wend_crowd_hash(twin) == hash);
    assert_int_equal(wend_crowd_get_body_def(twin, behind, &def), WEND_OK);
    assert_true(is_near(def.headway, 2, 0));
    crowds_tick(crowd, 40);
    crowds_tick(twin, 40);
    assert_true(wend_crowd_hash(twin) == wend_crowd_hash(crowd));
    assert_int_equal(wend_crowd_load(crowd, with, bytes, NULL), WEND_OK);
    def.headway = 0;
    assert_int_equal(wend_crowd_set_body(crowd, behind, &def), WEND_OK);
    assert_true(wend_crowd_hash(crowd) != hash);
    assert_true(save(crowd, without) < bytes);
    wend_crowd_destroy(twin);
    wend_crowd_destroy(crowd);
}

/* Levels of detail stand before headways in a file; either may be there alone. */
static void files_hold_headways_with_and_without_levels_of_detail(void **state)
{
    (void)state;
    static uint8_t file[FILE_BYTES];
    for (int detailed = 0; detailed < 2; detailed++) {
        wend_crowd *crowd = make(2, NULL, NULL);
        wend_crowd *twin = make(2, NULL, NULL);
        (void)put_with(crowd, 0, 1.3, 2);
        const wend_detail_def detail = wend_detail_def_default();
        assert_int_equal(wend_crowd_set_detail(crowd, detailed == 1 ? &detail : NULL), WEND_OK);
        const size_t bytes = save(crowd, file);
        assert_int_equal(wend_crowd_load(twin, file, bytes, NULL), WEND_OK);
        assert_int_equal(twin->detail.is_on, detailed == 1);
        assert_true(wend_crowd_hash(twin) == wend_crowd_hash(crowd));
        crowd->bodies.headway[0] = 10.5;
        assert_int_equal(wend_crowd_load(twin, file, save(crowd, file), NULL), WEND_ERROR_FILE);
        wend_crowd_destroy(twin);
        wend_crowd_destroy(crowd);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_body_leaves_its_headway_free),
        cmocka_unit_test(headways_hold_nobody_up_for_ever),
        cmocka_unit_test(changes_and_files_keep_headways),
        cmocka_unit_test(files_hold_headways_with_and_without_levels_of_detail),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
