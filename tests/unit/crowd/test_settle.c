/* Groups that move to one point together, and a heap of bodies: they come to rest close together,
 * and soon. */
#include "support/test.h"

#include "support/crowd_slow.h"
#include "support/crowds.h"
#include "wend/walls.h"

#include <math.h>

enum { MOST = 64, PARTY = 60 };

typedef struct party {
    wend_crowd *crowd;
    wend_body_id ids[MOST];
    uint32_t count;
} party;

static party begin(void)
{
    return (party){.crowd = crowds_open()};
}

static void put(party *p, double x, double y)
{
    p->ids[p->count++] = crowds_put(p->crowd, x, y);
}

static double farthest(const party *p)
{
    double most = 0;
    for (uint32_t i = 0; i < p->count; i++) {
        const wend_body body = crowds_body(p->crowd, p->ids[i]);
        const double far = wend_vec2_distance(body.position, (wend_vec2){0, 0});
        most = far > most ? far : most;
    }
    return most;
}

static void party_from_two_sides_settles_soon_and_close(void **state)
{
    (void)state;
    party p = begin();
    for (uint32_t i = 0; i < PARTY; i++) {
        const double side = i % 2 == 0 ? -1 : 1;
        put(&p, side * (10 + 0.8 * (double)(i / 2 % 5)), 0.8 * (double)(i / 10));
    }
    assert_int_equal(wend_crowd_set_group_goal(p.crowd, p.ids, PARTY, (wend_vec2){0, 0}, 0),
                     WEND_OK);
    int ticks = 0;
    while (crowds_info(p.crowd).arrived < PARTY && ticks < 3000) {
        crowds_tick(p.crowd, 1);
        ticks++;
    }
    /* All discs fit into a circle of 2.2 metres. */
    const double before = farthest(&p);
    assert_true(ticks < 700 && before < 3.1);
    crowds_tick(p.crowd, 400);
    assert_true(fabs(farthest(&p) - before) < 0.1);
    wend_crowd_destroy(p.crowd);
}

static void party_that_was_walked_through_closes_again(void **state)
{
    (void)state;
    party p = begin();
    for (uint32_t i = 0; i < 40; i++) {
        put(&p, 0.6 * (double)(i % 7) - 8, 0.6 * (double)(i / 7));
    }
    assert_int_equal(wend_crowd_set_group_goal(p.crowd, p.ids, 40, (wend_vec2){0, 0}, 0), WEND_OK);
    crowds_tick(p.crowd, 800);
    const double before = farthest(&p);
    wend_body_def def = wend_body_def_default();
    def.avoids = 0;
    def.mass = 2000;
    def.radius = 0.8;
    const wend_body_id walker = crowds_add(p.crowd, def, -8, 0.1);
    assert_int_equal(wend_crowd_set_velocity(p.crowd, walker, (wend_vec2){1.3, 0}), WEND_OK);
    crowds_tick(p.crowd, 600);
    assert_true(before < 2.9 && farthest(&p) < 2.9);
    wend_crowd_destroy(p.crowd);
}

static double farthest_from(const party *p, const wend_vec2 *places)
{
    double most = 0;
    for (uint32_t i = 0; i < p->count; i++) {
        const wend_body body = crowds_body(p->crowd, p->ids[i]);
        const double far = wend_vec2_distance(body.position, places[i]);
        most = far > most ? far : most;
    }
    return most;
}

/* Each has its own goal, a hand's breadth from the next one's. */
static void who_was_pushed_off_its_place_is_soon_back_among_others(void **state)
{
    (void)state;
    party p = begin();
    wend_vec2 places[MOST];
    for (uint32_t i = 0; i < MOST; i++) {
        places[i] = (wend_vec2){0.55 * (double)(i % 8), 0.55 * (double)(i / 8)};
        put(&p, places[i].x, places[i].y);
    }
    crowds_tick(p.crowd, 20);
    wend_body_def def = wend_body_def_default();
    def.mass = 2000;
    def.radius = 0.9;
    const wend_body_id walker = crowds_add(p.crowd, def, -2, 2.3);
    assert_int_equal(wend_crowd_set_velocity(p.crowd, walker, (wend_vec2){1.3, 0.2}), WEND_OK);
    crowds_tick(p.crowd, 120);
    assert_true(farthest_from(&p, places) > 1);
    crowds_tick(p.crowd, 300);
    assert_true(farthest_from(&p, places) < 0.3);
    wend_crowd_destroy(p.crowd);
}

/* A dead end two metres wide: the disc of a group of sixty has no room there. */
static void party_in_a_dead_end_fills_it_and_is_still(void **state)
{
    (void)state;
    static const wend_vec2 ENDS[6] = {{-60, -1}, {2, -1}, {-60, 1}, {2, 1}, {2, -1}, {2, 1}};
    wend_walls *walls = crowds_walls(ENDS, 3);
    party p = {.crowd = crowds_on(NULL, walls)};
    for (uint32_t i = 0; i < PARTY; i++) {
        put(&p, -12 - 0.6 * (double)(i / 3), 0.6 * ((double)(i % 3) - 1));
    }
    assert_int_equal(wend_crowd_set_group_goal(p.crowd, p.ids, PARTY, (wend_vec2){1.5, 0}, 0),
                     WEND_OK);
    crowds_tick(p.crowd, 2000);
    assert_int_equal(crowds_info(p.crowd).arrived, PARTY);
    /* Three abreast they would take ten metres. */
    const double before = farthest(&p);
    assert_true(before < 13);
    crowds_tick(p.crowd, 400);
    assert_true(fabs(farthest(&p) - before) < 0.1);
    wend_crowd_destroy(p.crowd);
    wend_walls_destroy(walls);
}

static void heap_comes_apart_soon(void **state)
{
    (void)state;
    for (uint32_t count = 2; count <= 30; count += 4) {
        party p = begin();
        for (uint32_t i = 0; i < count; i++) {
            put(&p, 0.1 * (double)(i % 6), 0.1 * (double)(i / 6));
        }
        crowds_tick(p.crowd, 100);
        assert_true(crowd_slow_overlap(p.crowd) < 1e-3);
        assert_true(farthest(&p) < 3);
        wend_crowd_destroy(p.crowd);
    }
}

/* Two to four of them, from anywhere and of any size: they do not circle around it. */
static void bodies_sent_one_by_one_to_one_point_all_rest(void **state)
{
    (void)state;
    enum { SEEDS = 90, MOST_TICKS = 600, STILL_TICKS = 40 };
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        party p = begin();
        for (uint32_t i = 0; i < 2 + seed % 3; i++) {
            wend_body_def def = wend_body_def_default();
            const double angle = 6.283 * wend_random_unit(seed, i, 0);
            const double far = 1 + 9 * wend_random_unit(seed, i, 1);
            def.radius += seed < SEEDS / 2 ? 0 : 0.2 * wend_random_unit(seed, i, 2);
            p.ids[p.count++] =
                crowds_add(p.crowd, def, far * wend_cos(angle), far * wend_sin(angle));
            assert_int_equal(wend_crowd_set_goal(p.crowd, p.ids[i], (wend_vec2){0, 0}, 0), WEND_OK);
        }
        crowds_tick(p.crowd, MOST_TICKS);
        for (uint32_t i = 0; i < p.count; i++) {
            assert_int_equal(crowds_body(p.crowd, p.ids[i]).state, WEND_BODY_ARRIVED);
        }
        const wend_vec2 before = crowds_body(p.crowd, p.ids[0]).position;
        crowds_tick(p.crowd, STILL_TICKS);
        assert_true(wend_vec2_distance(before, crowds_body(p.crowd, p.ids[0]).position) < 0.1);
        assert_true(farthest(&p) < 1.5);
        wend_crowd_destroy(p.crowd);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(party_from_two_sides_settles_soon_and_close),
        cmocka_unit_test(party_that_was_walked_through_closes_again),
        cmocka_unit_test(who_was_pushed_off_its_place_is_soon_back_among_others),
        cmocka_unit_test(party_in_a_dead_end_fills_it_and_is_still),
        cmocka_unit_test(heap_comes_apart_soon),
        cmocka_unit_test(bodies_sent_one_by_one_to_one_point_all_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
