/* Smoothing past walls joins what can be walked straight and keeps what matters. */
#include "route/path/path.h"
#include "support/searches.h"
#include "support/test.h"
#include "support/walls.h"
#include "wend/path_shape.h"

#include <math.h>
#include <string.h>

/* A leg of a path made by hand; cost 0 = its length. */
static wend_leg leg_of(double x0, double y0, double x1, double y1, uint32_t behaviour, double cost)
{
    wend_leg leg;
    memset(&leg, 0, sizeof leg);
    leg.from_point = (wend_vec2){x0, y0};
    leg.to_point = (wend_vec2){x1, y1};
    leg.length = wend_vec2_distance(leg.from_point, leg.to_point);
    leg.cost = wend_cost_from_double(cost > 0 ? cost : leg.length);
    leg.behaviour = behaviour;
    return leg;
}

static wend_path *path_of(const wend_leg *legs, size_t count)
{
    wend_path *path = paths_make();
    for (size_t i = 0; i < count; i++) {
        wend_leg leg = legs[i];
        leg.from = (wend_node)i;
        leg.to = (wend_node)i + 1;
        leg.edge = (uint32_t)i + 10;
        assert_int_equal(wendi_path_append(path, &leg), WEND_OK);
    }
    return path;
}

static wend_walls *walls_with(wend_vec2 a, wend_vec2 b)
{
    wend_walls *walls = walls_empty();
    walls_add(walls, a, b, WEND_STOPS_ALL);
    return walls;
}

static wend_path_walls how_with(const wend_walls *walls, wend_smoothing smoothing)
{
    wend_path_walls how = wend_path_walls_default();
    how.walls = walls;
    how.radius = 0.5;
    how.smoothing = smoothing;
    return how;
}

static void assert_same(const wend_leg *a, const wend_leg *b)
{
    assert_true(a->from == b->from && a->to == b->to && a->edge == b->edge && a->cost == b->cost &&
                a->behaviour == b->behaviour);
    assert_true(wend_vec2_distance(a->from_point, b->from_point) <= 0);
    assert_true(wend_vec2_distance(a->to_point, b->to_point) <= 0);
}

static void smooth_walls_joins_what_can_be_walked(void **state)
{
    (void)state;
    const wend_leg legs[4] = {leg_of(0, 0, 2, 1, 0, 0), leg_of(2, 1, 4, 0, 0, 0),
                              leg_of(4, 0, 6, 1, 0, 0), leg_of(6, 1, 8, 0, 0, 0)};
    wend_walls *walls = walls_with((wend_vec2){0, -0.5}, (wend_vec2){8, -0.5});
    for (int smoothing = 0; smoothing < 2; smoothing++) {
        wend_path *path = path_of(legs, 4);
        wend_path_walls how = how_with(walls, (wend_smoothing)smoothing);
        assert_int_equal(wend_path_smooth_walls(path, &how), WEND_OK);
        assert_int_equal(wend_path_leg_count(path), 1); /* along the wall at just the radius */
        const wend_leg leg = wend_path_leg(path, 0);
        assert_true(leg.from == 0 && leg.to == 4 && leg.edge == WEND_EDGE_NONE);
        assert_true(leg.cost == 8 * WEND_COST_ONE);
        wend_path_destroy(path);
        path = path_of(legs, 4);
        how.radius = 0.50001;
        assert_int_equal(wend_path_smooth_walls(path, &how), WEND_OK);
        assert_in_range(wend_path_leg_count(path), 2, 4);
        for (size_t i = 0; i < wend_path_leg_count(path); i++) {
            const wend_leg part = wend_path_leg(path, i);
            assert_true(part.edge != WEND_EDGE_NONE ||
                        wend_walls_can_walk(walls, part.from_point, part.to_point, how.radius,
                                            WEND_STOPS_WALK));
        }
        wend_path_destroy(path);
    }
    wend_walls_destroy(walls);
}

/* Buckland's smoothing of this path: quick smoothing (his PathEdge loop reads the second edge's
 * behaviour only in part) joins the swim edge with the next ones, and precise smoothing erases it
 * with all edges between two points that see each other. There are no obstacles here. */
static void smooth_walls_keeps_a_swim_edge_that_the_book_swallows(void **state)
{
    (void)state;
    const wend_leg legs[5] = {leg_of(0, 0, 1, 1, 0, 0), leg_of(1, 1, 2, 0, 0, 0),
                              leg_of(2, 0, 3, 2, WEND_BEHAVIOUR_SWIM, 0), leg_of(3, 2, 4, 1, 0, 0),
                              leg_of(4, 1, 5, 2, 0, 0)};
    wend_walls *walls = walls_with((wend_vec2){50, 50}, (wend_vec2){60, 50});
    for (int smoothing = 0; smoothing < 2; smoothing++) {
        wend_path *path = path_of(legs, 5);
        const wend_leg swim = wend_path_leg(path, 2);
        const wend_path_walls how = how_with(walls, (wend_smoothing)smoothing);
        assert_int_equal(wend_path_smooth_walls(path, &how), WEND_OK);
        assert_int_equal(wend_path_leg_count(path), 3);
        const wend_leg *kept = &wend_path_legs(path)[1];
        assert_same(kept, &swim);
        assert_int_equal(wend_path_leg(path, 0).to, 2);
        assert_int_equal(wend_path_leg(path, 2).from, 3);
        wend_path_destroy(path);
    }
    wend_walls_destroy(walls);
}

static void smooth_walls_keeps_legs_that_cost_not_their_length(void **state)
{
    (void)state;
    const wend_leg legs[3] = {leg_of(0, 0, 1, 1, 0, 0), leg_of(1, 1, 2, 0, 0, 4),
                              leg_of(2, 0, 3, 1, 0, 0)};
    wend_walls *walls = walls_with((wend_vec2){50, 50}, (wend_vec2){60, 50});
    wend_path *path = path_of(legs, 3);
    const wend_path_walls how = how_with(walls, WEND_SMOOTHING_PRECISE);
    assert_int_equal(wend_path_smooth_walls(path, &how), WEND_OK);
    assert_int_equal(wend_path_leg_count(path), 3);
    wend_path_destroy(path);
    wend_walls_destroy(walls);
}

static bool keeps_edge_11(void *user, const wend_leg *leg)
{
    ++*(int *)user;
    return leg->edge == 11;
}

static void smooth_walls_asks_who_knows(void **state)
{
    (void)state;
    int calls = 0;
    const wend_leg legs[4] = {leg_of(0, 0, 1, 1, 0, 9), leg_of(1, 1, 2, 0, 0, 0),
                              leg_of(2, 0, 3, 1, 0, 9), leg_of(3, 1, 4, 0, 0, 9)};
    wend_walls *walls = walls_with((wend_vec2){50, 50}, (wend_vec2){60, 50});
    wend_path *path = path_of(legs, 4);
    wend_path_walls how = how_with(walls, WEND_SMOOTHING_QUICK);
    how.keeps = keeps_edge_11;
    how.user = &calls;
    assert_int_equal(wend_path_smooth_walls(path, &how), WEND_OK);
    assert_int_equal(wend_path_leg_count(path), 3);
    assert_int_equal(wend_path_leg(path, 1).edge, 11);
    assert_true(wend_path_leg(path, 2).cost == 2 * WEND_COST_ONE);
    assert_true(calls >= 4);
    wend_path_destroy(path);
    wend_walls_destroy(walls);
}

/* Precise finds a cheaper chain than quick, whose first join blocks the better one. */
static void smooth_walls_precise_is_no_more_expensive_than_quick(void **state)
{
    (void)state;
    const wend_leg legs[3] = {leg_of(0, 0, 0, 4, 0, 0), leg_of(0, 4, 4, 4, 0, 0),
                              leg_of(4, 4, 8, 1, 0, 0)};
    wend_walls *walls = walls_with((wend_vec2){2, 1}, (wend_vec2){2, 3});
    wend_cost costs[2];
    for (int smoothing = 0; smoothing < 2; smoothing++) {
        wend_path *path = path_of(legs, 3);
        const wend_cost before = wend_path_cost(path);
        wend_path_walls how = how_with(walls, (wend_smoothing)smoothing);
        how.radius = 0.25;
        assert_int_equal(wend_path_smooth_walls(path, &how), WEND_OK);
        costs[smoothing] = wend_path_cost(path);
        assert_true(costs[smoothing] <= before);
        wend_path_destroy(path);
    }
    assert_true(costs[1] <= costs[0]);
    wend_walls_destroy(walls);
}

static void smooth_walls_joins_collinear_legs_in_spite_of_roundings(void **state)
{
    (void)state;
    wend_leg legs[20];
    for (int i = 0; i < 20; i++) {
        legs[i] = leg_of(0.1 * i, 0.3 * i, 0.1 * (i + 1), 0.3 * (i + 1), 0, 0);
    }
    wend_walls *walls = walls_with((wend_vec2){50, 50}, (wend_vec2){60, 50});
    for (int smoothing = 0; smoothing < 2; smoothing++) {
        wend_path *path = path_of(legs, 20);
        const wend_cost before = wend_path_cost(path);
        const wend_path_walls how = how_with(walls, (wend_smoothing)smoothing);
        assert_int_equal(wend_path_smooth_walls(path, &how), WEND_OK);
        assert_int_equal(wend_path_leg_count(path), 1);
        assert_true(wend_path_cost(path) <= before);
        wend_path_destroy(path);
    }
    wend_walls_destroy(walls);
}

static void smooth_walls_refuses_what_makes_no_sense(void **state)
{
    (void)state;
    const wend_leg leg = leg_of(0, 0, 1, 1, 0, 0);
    wend_walls *walls = walls_with((wend_vec2){50, 50}, (wend_vec2){60, 50});
    wend_path *path = path_of(&leg, 1);
    const wend_path_walls good = how_with(walls, WEND_SMOOTHING_QUICK);
    wend_path_walls bad[6] = {good, good, good, good, good, good};
    bad[0].cookie = 0;
    bad[1].walls = NULL;
    bad[2].radius = -1;
    bad[3].factor = 0;
    bad[4].smoothing = (wend_smoothing)3;
    bad[5].radius = (double)NAN;
    for (int i = 0; i < 6; i++) {
        assert_int_equal(wend_path_smooth_walls(path, &bad[i]), WEND_ERROR_ARGUMENT);
    }
    assert_int_equal(wend_path_smooth_walls(NULL, &good), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_smooth_walls(path, NULL), WEND_ERROR_ARGUMENT);
    wend_path_clear(path);
    assert_int_equal(wend_path_smooth_walls(path, &good), WEND_OK);
    assert_int_equal(wend_path_leg_count(path), 0);
    wend_path_destroy(path);
    wend_walls_destroy(walls);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(smooth_walls_joins_what_can_be_walked),
        cmocka_unit_test(smooth_walls_keeps_a_swim_edge_that_the_book_swallows),
        cmocka_unit_test(smooth_walls_keeps_legs_that_cost_not_their_length),
        cmocka_unit_test(smooth_walls_asks_who_knows),
        cmocka_unit_test(smooth_walls_precise_is_no_more_expensive_than_quick),
        cmocka_unit_test(smooth_walls_joins_collinear_legs_in_spite_of_roundings),
        cmocka_unit_test(smooth_walls_refuses_what_makes_no_sense),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
