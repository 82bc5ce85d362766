/* Bodies put down on one point come apart soon, beside walls too, and of any sizes: a hash of each
 * gives the line along which they part. */
#include "support/test.h"

#include "support/crowd_slow.h"
#include "support/crowds.h"
#include "wend/walls.h"

enum { HEAP = 26, TICKS = 60 /* three seconds */ };
static const double COUNT = HEAP;

/* @param sizes different radii, in turn. */
static void put_heap(wend_crowd *crowd, wend_vec2 at, uint32_t sizes, wend_body_id *ids)
{
    for (uint32_t i = 0; i < HEAP; i++) {
        ids[i] = crowds_put_sized(crowd, at.x, at.y, 0.25 + 0.08 * (double)(i % sizes));
    }
}

static double farthest(const wend_crowd *crowd, const wend_body_id *ids, wend_vec2 from)
{
    double most = 0;
    for (uint32_t i = 0; i < HEAP; i++) {
        const double far = wend_vec2_distance(crowds_body(crowd, ids[i]).position, from);
        most = far > most ? far : most;
    }
    return most;
}

static void heap_on_one_point_comes_apart(void **state)
{
    (void)state;
    static const wend_vec2 at = {3, -2};
    for (uint32_t sizes = 1; sizes <= 4; sizes++) {
        wend_crowd *crowd = crowds_open();
        wend_body_id ids[HEAP];
        put_heap(crowd, at, sizes, ids);
        crowds_tick(crowd, TICKS);
        assert_true(crowd_slow_overlap(crowd) < 1e-3);
        assert_true(farthest(crowd, ids, at) < 4);
        wend_crowd_destroy(crowd);
    }
}

static void heap_on_one_point_spreads_to_all_sides(void **state)
{
    (void)state;
    static const wend_vec2 at = {0, 0};
    wend_crowd *crowd = crowds_open();
    wend_body_id ids[HEAP];
    put_heap(crowd, at, 1, ids);
    crowds_tick(crowd, TICKS);
    wend_vec2 sum = {0, 0};
    double xx = 0;
    double yy = 0;
    double xy = 0;
    for (uint32_t i = 0; i < HEAP; i++) {
        const wend_vec2 p = crowds_body(crowd, ids[i]).position;
        sum = wend_vec2_add(sum, p);
        xx += p.x * p.x;
        yy += p.y * p.y;
        xy += p.x * p.y;
    }
    assert_true(wend_vec2_length(sum) / COUNT < 0.3);
    assert_true(xx < 2 * yy && yy < 2 * xx && xy < 0.5 * (xx + yy) && -xy < 0.5 * (xx + yy));
    wend_crowd_destroy(crowd);
}

static void heap_beside_walls_comes_apart_on_their_side(void **state)
{
    (void)state;
    static const wend_vec2 ENDS[4] = {{0, 0}, {20, 0}, {0, 20}, {0, 0}};
    static const wend_vec2 PLACES[3] = {{10, 0.5}, {0.5, 0.5}, {0.45, 9}};
    for (uint32_t place = 0; place < 3; place++) {
        for (uint32_t sizes = 1; sizes <= 2; sizes++) {
            wend_walls *walls = crowds_walls(ENDS, 2);
            wend_crowd *crowd = crowds_on(NULL, walls);
            wend_body_id ids[HEAP];
            put_heap(crowd, PLACES[place], sizes, ids);
            crowds_tick(crowd, TICKS);
            assert_true(crowd_slow_overlap(crowd) < 1e-3);
            for (uint32_t i = 0; i < HEAP; i++) {
                const wend_body body = crowds_body(crowd, ids[i]);
                assert_true(body.position.x > body.radius - 1e-3);
                assert_true(body.position.y > body.radius - 1e-3);
            }
            assert_int_equal(crowds_info(crowd).wall_violations, 0);
            wend_crowd_destroy(crowd);
            wend_walls_destroy(walls);
        }
    }
}

static void heap_with_goals_comes_apart_and_arrives(void **state)
{
    (void)state;
    static const wend_vec2 at = {0, 0};
    for (uint32_t sizes = 1; sizes <= 2; sizes++) {
        wend_crowd *crowd = crowds_open();
        wend_body_id ids[HEAP];
        put_heap(crowd, at, sizes, ids);
        for (uint32_t i = 0; i < HEAP; i++) {
            const wend_vec2 goal = {8, 1.2 * ((double)i - COUNT / 2)};
            assert_int_equal(wend_crowd_set_goal(crowd, ids[i], goal, 0), WEND_OK);
        }
        crowds_tick(crowd, TICKS);
        assert_true(crowd_slow_overlap(crowd) < 1e-3);
        crowds_tick(crowd, 600);
        assert_int_equal(crowds_info(crowd).arrived, HEAP);
        wend_crowd_destroy(crowd);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heap_on_one_point_comes_apart),
        cmocka_unit_test(heap_on_one_point_spreads_to_all_sides),
        cmocka_unit_test(heap_beside_walls_comes_apart_on_their_side),
        cmocka_unit_test(heap_with_goals_comes_apart_and_arrives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
