/* Corners of paths become arcs where there is room beside walls. */
#include "route/path/path.h"
#include "support/searches.h"
#include "support/test.h"
#include "support/walls.h"
#include "wend/path_shape.h"

#include <math.h>
#include <string.h>

static wend_path *path_of(const wend_vec2 *points, size_t count)
{
    wend_path *path = paths_make();
    for (size_t i = 1; i < count; i++) {
        wend_leg leg;
        memset(&leg, 0, sizeof leg);
        leg.from = (wend_node)i - 1;
        leg.to = (wend_node)i;
        leg.from_point = points[i - 1];
        leg.to_point = points[i];
        leg.from_height = (double)(i - 1);
        leg.to_height = (double)i;
        leg.length = wend_vec2_distance(leg.from_point, leg.to_point);
        leg.cost = wend_cost_from_double(leg.length * (double)i); /* each on ground of its own */
        leg.edge = WEND_EDGE_NONE;
        assert_int_equal(wendi_path_append(path, &leg), WEND_OK);
    }
    return path;
}

static wend_path_rounding how_with(const wend_walls *walls, double turn_radius, double radius)
{
    wend_path_rounding how = wend_path_rounding_default();
    how.walls = walls;
    how.turn_radius = turn_radius;
    how.radius = radius;
    return how;
}

/* The largest turn from leg to leg, and no gap between them. */
static double largest_turn(const wend_path *path)
{
    double largest = 0;
    for (size_t i = 1; i < wend_path_leg_count(path); i++) {
        const wend_leg a = wend_path_leg(path, i - 1);
        const wend_leg b = wend_path_leg(path, i);
        assert_true(wend_vec2_distance(a.to_point, b.from_point) <= 0);
        const wend_vec2 in = wend_vec2_sub(a.to_point, a.from_point);
        const wend_vec2 out = wend_vec2_sub(b.to_point, b.from_point);
        const double turn = fabs(wend_atan2(wend_vec2_cross(in, out), wend_vec2_dot(in, out)));
        largest = turn > largest ? turn : largest;
    }
    return largest;
}

static void assert_clear(const wend_path *path, const wend_walls *walls, double radius)
{
    for (size_t i = 0; i < wend_path_leg_count(path); i++) {
        const wend_leg leg = wend_path_leg(path, i);
        assert_true(
            wend_walls_can_walk(walls, leg.from_point, leg.to_point, radius, WEND_STOPS_WALK));
    }
}

static const wend_vec2 bend[3] = {{0, 0}, {10, 0}, {10, 10}};

static void round_cuts_a_corner_on_open_ground(void **state)
{
    (void)state;
    wend_path *path = path_of(bend, 3);
    const wend_path_rounding how = how_with(NULL, 2, 0);
    wend_path_corners corners;
    assert_int_equal(wend_path_round(path, &how, &corners), WEND_OK);
    assert_int_equal(corners.round, 1);
    assert_int_equal(corners.tight + corners.sharp, 0);
    assert_true(fabs(corners.min_radius - 2) <= 0);
    const size_t count = wend_path_leg_count(path);
    assert_in_range(count, 6, 10);
    const wend_vec2 centre = {8, 2};
    for (size_t i = 1; i + 1 < count; i++) {
        const wend_leg chord = wend_path_leg(path, i);
        const wend_vec2 middle = wend_vec2_lerp(chord.from_point, chord.to_point, 0.5);
        assert_true(fabs(wend_vec2_distance(chord.from_point, centre) - 2) < 1e-12);
        assert_true(wend_vec2_distance(middle, centre) >= 2 * 0.99 - 1e-12);
        assert_true(chord.from == 1 && chord.to == 1 && chord.edge == WEND_EDGE_NONE);
        assert_true(chord.from_height > 0.7 && chord.to_height < 1.3);
    }
    assert_true(largest_turn(path) < 0.3);
    /* Half of the arc costs as the first leg, half as the second. */
    const double arc = wend_path_length(path) - 16;
    assert_true(fabs(arc - 3.141592653589793) < 0.04);
    assert_true(fabs(wend_cost_to_double(wend_path_cost(path)) - 8 - 16 - arc * 1.5) < 1e-6);
    wend_path_destroy(path);
}

static void round_swings_out_around_a_wall_that_sticks_out(void **state)
{
    (void)state;
    /* The path passes the corner 9.5, 0.5 of a block at just the radius, as shortest paths do. */
    static const wend_vec2 block[4] = {{0, 0.5}, {9.5, 0.5}, {9.5, 20}, {0, 20}};
    wend_walls *walls = walls_outline(block, 4);
    wend_path *path = path_of(bend, 3);
    const wend_path_rounding how = how_with(walls, 1.5, 0.5);
    wend_path_corners corners;
    assert_clear(path, walls, 0.5);
    assert_int_equal(wend_path_round(path, &how, &corners), WEND_OK);
    assert_int_equal(corners.sharp, 0);
    assert_int_equal(corners.round, 1);
    assert_clear(path, walls, 0.5);
    assert_true(largest_turn(path) < 0.35);
    assert_true(wend_vec2_distance(wend_path_leg(path, 0).from_point, bend[0]) <= 0);
    const wend_leg last = wend_path_leg(path, wend_path_leg_count(path) - 1);
    assert_true(wend_vec2_distance(last.to_point, bend[2]) <= 0);
    wend_path_destroy(path);
    wend_walls_destroy(walls);
}

static void round_in_a_tight_passage_takes_what_radius_there_is(void **state)
{
    (void)state;
    /* A corridor as wide as the agent: an arc of 0.5 would touch the inner corner, its chords do.
     */
    static const wend_vec2 inner[4] = {{-5, 0.5}, {9.5, 0.5}, {9.5, 20}, {-5, 20}};
    static const wend_vec2 outer[6] = {{-5, -0.5}, {-5, -5},   {20, -5},
                                       {20, 20},   {10.5, 20}, {10.5, -0.5}};
    wend_walls *walls = walls_outline(inner, 4);
    walls_add_outline(walls, outer, 6, WEND_STOPS_ALL);
    wend_path *path = path_of(bend, 3);
    const wend_path_rounding how = how_with(walls, 2, 0.5);
    wend_path_corners corners;
    assert_int_equal(wend_path_round(path, &how, &corners), WEND_OK);
    assert_int_equal(corners.tight, 1);
    assert_true(fabs(corners.min_radius - 0.25) <= 0);
    assert_clear(path, walls, 0.5);
    wend_path_destroy(path);
    wend_walls_destroy(walls);
}

static void round_without_room_leaves_the_corner_and_says_how_sharp_it_is(void **state)
{
    (void)state;
    static const wend_vec2 post[2] = {{9.9, 0.1}, {5, 5}}; /* the path is too near to it */
    wend_walls *walls = walls_outline(post, 2);
    wend_path *path = path_of(bend, 3);
    const wend_path_rounding how = how_with(walls, 2, 0.5);
    wend_path_corners corners;
    assert_int_equal(wend_path_round(path, &how, &corners), WEND_OK);
    assert_int_equal(corners.sharp, 1);
    assert_true(corners.min_radius <= 0);
    assert_true(fabs(corners.sharpest_turn - 1.5707963267948966) < 1e-12);
    assert_int_equal(wend_path_leg_count(path), 2);
    assert_true(wend_path_leg(path, 0).cost == 10 * WEND_COST_ONE);
    wend_path_destroy(path);
    wend_walls_destroy(walls);
}

static void round_takes_a_smaller_radius_where_legs_are_short(void **state)
{
    (void)state;
    static const wend_vec2 stairs[6] = {{0, 0}, {2, 0}, {2, 2}, {4, 2}, {4, 4}, {6, 4}};
    wend_path *path = path_of(stairs, 6);
    const wend_path_rounding how = how_with(NULL, 3, 0);
    wend_path_corners corners;
    assert_int_equal(wend_path_round(path, &how, &corners), WEND_OK);
    assert_int_equal(corners.round + corners.tight, 4);
    assert_true(corners.tight > 0);
    assert_true(corners.min_radius >= 3.0 / 8);
    assert_true(largest_turn(path) < 0.4);
    wend_path_destroy(path);
}

static void round_never_touches_other_legs(void **state)
{
    (void)state;
    wend_path *path = path_of(bend, 3);
    wend_leg swim = wend_path_leg(path, 1);
    swim.behaviour = WEND_BEHAVIOUR_SWIM;
    swim.from = swim.to;
    swim.from_point = swim.to_point;
    swim.to_point = (wend_vec2){0, 12};
    assert_int_equal(wendi_path_append(path, &swim), WEND_OK);
    const wend_path_rounding how = how_with(NULL, 2, 0);
    assert_int_equal(wend_path_round(path, &how, NULL), WEND_OK);
    const wend_leg last = wend_path_leg(path, wend_path_leg_count(path) - 1);
    assert_true(last.behaviour == WEND_BEHAVIOUR_SWIM && last.cost == swim.cost);
    assert_true(wend_vec2_distance(last.from_point, bend[2]) <= 0);
    /* And a leg that came from an edge and costs more than its length. */
    wend_path_destroy(path);
    path = path_of(bend, 3);
    path->legs.items[1].edge = 4;
    assert_int_equal(wend_path_round(path, &how, NULL), WEND_OK);
    assert_int_equal(wend_path_leg_count(path), 2);
    wend_path_destroy(path);
}

static bool keeps_all(void *user, const wend_leg *leg)
{
    (void)user;
    return leg != NULL;
}

static void round_lets_be_what_turns_back_or_hardly_turns(void **state)
{
    (void)state;
    static const wend_vec2 there_and_back[5] = {{0, 0}, {4, 0}, {8, 0.001}, {4, 0}, {4, 0}};
    wend_path *path = path_of(there_and_back, 5);
    wend_path_rounding how = how_with(NULL, 1, 0);
    wend_path_corners corners;
    assert_int_equal(wend_path_round(path, &how, &corners), WEND_OK);
    assert_int_equal(wend_path_leg_count(path), 4);
    assert_int_equal(corners.sharp, 1);
    assert_true(corners.sharpest_turn > 3.1);
    wend_path_destroy(path);
    path = path_of(bend, 3);
    how.keeps = keeps_all;
    assert_int_equal(wend_path_round(path, &how, &corners), WEND_OK);
    assert_int_equal(corners.round + corners.tight + corners.sharp, 0);
    assert_int_equal(wend_path_leg_count(path), 2);
    wend_path_destroy(path);
}

/* Arcs that take all of a leg: the nodes at its ends are still on the path, each joined to the
 * next. */
static void round_keeps_nodes_of_legs_that_arcs_take_up(void **state)
{
    (void)state;
    const wend_vec2 points[] = {{0, 0}, {1, 0}, {1, 2}, {3, 2}, {3, 1}};
    wend_path *path = paths_make();
    for (uint32_t i = 0; i < 4; ++i) {
        const wend_leg leg = {.from = 10 + i,
                              .to = 11 + i,
                              .from_point = points[i],
                              .to_point = points[i + 1],
                              .edge = WEND_EDGE_NONE};
        assert_int_equal(wend_path_add_leg(path, &leg), WEND_OK);
    }
    wend_path_rounding how = wend_path_rounding_default();
    how.turn_radius = 1;
    how.keeps = NULL;
    assert_int_equal(wend_path_round(path, &how, NULL), WEND_OK);
    const size_t count = wend_path_leg_count(path);
    assert_true(count > 4);
    uint32_t node = 10;
    for (size_t k = 0; k < count; ++k) {
        const wend_leg leg = wend_path_leg(path, k);
        assert_true(leg.length > 0);
        assert_int_equal(leg.from, node);
        assert_true(leg.to == node || leg.to == node + 1);
        node = leg.to;
    }
    assert_int_equal(node, 14);
    wend_path_destroy(path);
}

static void round_refuses_what_makes_no_sense(void **state)
{
    (void)state;
    wend_path *path = path_of(bend, 3);
    const wend_path_rounding good = how_with(NULL, 1, 0);
    wend_path_rounding bad[6] = {good, good, good, good, good, good};
    bad[0].cookie = 0;
    bad[1].turn_radius = 0;
    bad[2].turn_radius = (double)INFINITY;
    bad[3].error = 0.5;
    bad[4].radius = -1;
    bad[5].factor = (double)NAN;
    for (int i = 0; i < 6; i++) {
        assert_int_equal(wend_path_round(path, &bad[i], NULL), WEND_ERROR_ARGUMENT);
    }
    assert_int_equal(wend_path_round(NULL, &good, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_round(path, NULL, NULL), WEND_ERROR_ARGUMENT);
    wend_path_clear(path);
    assert_int_equal(wend_path_round(path, &good, NULL), WEND_OK);
    wend_path_destroy(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_cuts_a_corner_on_open_ground),
        cmocka_unit_test(round_swings_out_around_a_wall_that_sticks_out),
        cmocka_unit_test(round_in_a_tight_passage_takes_what_radius_there_is),
        cmocka_unit_test(round_without_room_leaves_the_corner_and_says_how_sharp_it_is),
        cmocka_unit_test(round_takes_a_smaller_radius_where_legs_are_short),
        cmocka_unit_test(round_never_touches_other_legs),
        cmocka_unit_test(round_lets_be_what_turns_back_or_hardly_turns),
        cmocka_unit_test(round_keeps_nodes_of_legs_that_arcs_take_up),
        cmocka_unit_test(round_refuses_what_makes_no_sense),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
