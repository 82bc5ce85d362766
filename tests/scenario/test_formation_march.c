/* Formations that march through gaps and around corners with slow members, and lose some: they keep
 * their order, narrow and form up again, and leave no member behind. */
#include "support/searches.h"
#include "support/test.h"
#include "support/troop.h"
#include "wend/search.h"

#include <math.h>

static const wend_vec2 FAR_AHEAD = {45, 0};
enum { MOST_TICKS = 4000, FORMING_TICKS = 600 };

static troop begun(troop_def def)
{
    troop t;
    assert_int_equal(troop_begin(&t, &def), WEND_OK);
    for (size_t i = 0; i < FORMING_TICKS; ++i) {
        const wend_formation_info info = troop_info(&t);
        if (info.mean_error <= 0.05 && info.in_slot == def.count) {
            break;
        }
        assert_int_equal(troop_tick(&t, 1), WEND_OK);
    }
    assert_int_equal(troop_info(&t).in_slot, def.count);
    return t;
}

static void assert_in_order(const troop *t, double spacing)
{
    const wend_formation_info info = troop_info(t);
    assert_int_equal(info.state, WEND_BODY_ARRIVED);
    assert_int_equal(info.in_slot, info.members);
    assert_true(info.mean_error < 0.25 * spacing);
}

static void phalanx_passes_a_gap_and_forms_up_behind(void **state)
{
    (void)state;
    troop t = begun((troop_def){.shape = WEND_FORMATION_PHALANX, .count = 40, .gap = 2.4});
    const uint32_t files = troop_info(&t).files;
    assert_int_equal(wend_formation_set_goal(t.crowd, t.formation, FAR_AHEAD, (double)NAN),
                     WEND_OK);
    uint32_t least = files;
    for (size_t i = 0; i < MOST_TICKS && troop_info(&t).state != WEND_BODY_ARRIVED; ++i) {
        assert_int_equal(troop_tick(&t, 1), WEND_OK);
        least = troop_info(&t).files < least ? troop_info(&t).files : least;
    }
    /* 2.4 m are room for middles of 1.9 m: three, 0.75 m from each other. */
    assert_int_equal(least, 3);
    assert_int_equal(troop_info(&t).files, files);
    assert_in_order(&t, 0.75);
    for (size_t i = 0; i < t.count; ++i) {
        assert_true(troop_place(&t, i).x > 40);
    }
    wend_crowd_info info;
    wend_crowd_get_info(t.crowd, &info);
    assert_int_equal(info.wall_violations, 0);
    troop_end(&t);
}

static void phalanx_whose_goal_is_behind_a_gap_forms_up_there(void **state)
{
    (void)state;
    troop t = begun((troop_def){.shape = WEND_FORMATION_PHALANX, .count = 40, .gap = 2.4});
    assert_int_equal(wend_formation_set_goal(t.crowd, t.formation, (wend_vec2){24, 0}, (double)NAN),
                     WEND_OK);
    assert_true(troop_march(&t, MOST_TICKS) < MOST_TICKS);
    assert_int_equal(troop_info(&t).files, 9);
    assert_in_order(&t, 0.75);
    for (size_t i = 0; i < t.count; ++i) {
        assert_true(troop_place(&t, i).x > 21);
    }
    troop_end(&t);
}

static void phalanx_that_may_not_narrow_keeps_its_files(void **state)
{
    (void)state;
    troop t;
    const troop_def def = {.shape = WEND_FORMATION_PHALANX, .count = 12, .gap = 2.4};
    assert_int_equal(troop_begin(&t, &def), WEND_OK);
    wend_formation_def broad = wend_formation_def_default();
    broad.shape = WEND_FORMATION_PHALANX;
    broad.is_narrowing = false;
    assert_int_equal(wend_formation_reshape(t.crowd, t.formation, &broad), WEND_OK);
    const uint32_t files = troop_info(&t).files;
    assert_int_equal(wend_formation_set_goal(t.crowd, t.formation, FAR_AHEAD, (double)NAN),
                     WEND_OK);
    for (size_t i = 0; i < MOST_TICKS && troop_info(&t).state != WEND_BODY_ARRIVED; ++i) {
        assert_int_equal(troop_tick(&t, 1), WEND_OK);
        assert_int_equal(troop_info(&t).files, files);
    }
    assert_in_order(&t, 0.75);
    troop_end(&t);
}

static void follow(troop *t, const wend_vec2 *points, size_t count)
{
    wend_path *path = paths_make();
    assert_int_equal(wend_path_from_points(path, points, count), WEND_OK);
    assert_int_equal(wend_formation_follow_path(t->crowd, t->formation, path), WEND_OK);
    wend_path_destroy(path);
}

/* The largest movement of a member, relative to its possible speed. */
static double fastest(const troop *t)
{
    double most = 0;
    for (size_t i = 0; i < t->count; ++i) {
        wend_body body;
        (void)wend_crowd_get_body(t->crowd, t->members[i], &body);
        const double part = wend_vec2_length(body.velocity) / (1.25 * body.speed);
        most = part > most ? part : most;
    }
    return most;
}

static void line_wheels_around_a_corner_in_order(void **state)
{
    (void)state;
    troop t = begun((troop_def){.shape = WEND_FORMATION_LINE, .count = 30});
    const wend_vec2 corner[] = {{0, 0}, {20, 0}, {20, 25}};
    follow(&t, corner, 3);
    double worst = 0;
    for (size_t i = 0; i < MOST_TICKS && troop_info(&t).state != WEND_BODY_ARRIVED; ++i) {
        assert_int_equal(troop_tick(&t, 1), WEND_OK);
        assert_true(fastest(&t) <= 1 + 1e-6);
        worst = troop_info(&t).mean_error > worst ? troop_info(&t).mean_error : worst;
    }
    assert_true(worst < 0.5);
    assert_in_order(&t, 0.75);
    assert_true(fabs(troop_info(&t).heading - 1.5708) < 0.01);
    troop_end(&t);
}

static void column_follows_its_head_around_a_corner(void **state)
{
    (void)state;
    troop t = begun((troop_def){.shape = WEND_FORMATION_COLUMN, .count = 20});
    const wend_vec2 corner[] = {{0, 0}, {20, 0}, {20, 30}};
    follow(&t, corner, 3);
    for (size_t i = 0; i < MOST_TICKS && troop_info(&t).state != WEND_BODY_ARRIVED; ++i) {
        assert_int_equal(troop_tick(&t, 1), WEND_OK);
        /* No member cuts the corner or swings wide. */
        for (size_t k = 0; k < t.count; ++k) {
            const wend_vec2 at = troop_place(&t, k);
            assert_true(fabs(at.y) < 1.2 || fabs(at.x - 20) < 1.2);
        }
    }
    assert_in_order(&t, 0.75);
    troop_end(&t);
}

static void wedge_keeps_its_shape_on_the_straight(void **state)
{
    (void)state;
    troop t = begun((troop_def){.shape = WEND_FORMATION_WEDGE, .count = 21});
    assert_int_equal(wend_formation_set_goal(t.crowd, t.formation, FAR_AHEAD, (double)NAN),
                     WEND_OK);
    for (size_t i = 0; i < MOST_TICKS && troop_info(&t).state != WEND_BODY_ARRIVED; ++i) {
        assert_int_equal(troop_tick(&t, 1), WEND_OK);
        assert_true(troop_info(&t).in_slot >= 19);
        assert_true(troop_info(&t).mean_error < 0.25);
    }
    assert_in_order(&t, 0.75);
    troop_end(&t);
}

static void mixed_speeds_leave_nobody_behind(void **state)
{
    (void)state;
    troop t = begun(
        (troop_def){.shape = WEND_FORMATION_PHALANX, .count = 30, .gap = 3, .is_mixed = true});
    assert_int_equal(wend_formation_set_goal(t.crowd, t.formation, FAR_AHEAD, (double)NAN),
                     WEND_OK);
    for (size_t i = 0; i < MOST_TICKS && troop_info(&t).state != WEND_BODY_ARRIVED; ++i) {
        assert_int_equal(troop_tick(&t, 1), WEND_OK);
        const wend_formation_info info = troop_info(&t);
        for (size_t k = 0; k < t.count; ++k) {
            assert_true(wend_vec2_distance(info.anchor, troop_place(&t, k)) < 12);
        }
    }
    assert_in_order(&t, 0.75);
    troop_end(&t);
}

static void anchor_waits_for_one_who_was_carried_off(void **state)
{
    (void)state;
    troop t = begun((troop_def){.shape = WEND_FORMATION_PHALANX, .count = 12});
    assert_int_equal(wend_formation_set_goal(t.crowd, t.formation, FAR_AHEAD, (double)NAN),
                     WEND_OK);
    assert_int_equal(troop_tick(&t, 200), WEND_OK);
    const wend_vec2 anchor = troop_info(&t).anchor;
    const wend_vec2 away = {anchor.x - 12, anchor.y};
    assert_int_equal(wend_crowd_set_position(t.crowd, t.members[0], away, 0), WEND_OK);
    assert_int_equal(troop_tick(&t, 80), WEND_OK);
    assert_true(wend_vec2_distance(troop_info(&t).anchor, anchor) < 0.5);
    assert_true(troop_march(&t, MOST_TICKS) < MOST_TICKS);
    assert_in_order(&t, 0.75);
    troop_end(&t);
}

/* Members whose slot is the same as before. */
static size_t count_kept(const troop *t, const wend_body_id *before, size_t count)
{
    wend_body_id now[TROOP_MOST];
    size_t slots = 0;
    assert_int_equal(
        wend_formation_get_slots(t->crowd, t->formation, now, NULL, TROOP_MOST, &slots), WEND_OK);
    size_t kept = 0;
    for (size_t i = 0; i < slots && i < count; ++i) {
        kept += now[i].index1 == before[i].index1;
    }
    return kept;
}

static void slots_of_the_dead_are_filled_from_behind(void **state)
{
    (void)state;
    troop t = begun((troop_def){.shape = WEND_FORMATION_PHALANX, .count = 40});
    wend_body_id before[TROOP_MOST];
    size_t slots = 0;
    assert_int_equal(
        wend_formation_get_slots(t.crowd, t.formation, before, NULL, TROOP_MOST, &slots), WEND_OK);
    assert_int_equal(slots, 40);
    assert_int_equal(wend_formation_set_goal(t.crowd, t.formation, FAR_AHEAD, (double)NAN),
                     WEND_OK);
    assert_int_equal(troop_tick(&t, 100), WEND_OK);
    /* Three of the first rank, one of the second, one of the third. */
    static const size_t DEAD[] = {1, 4, 7, 12, 22};
    for (size_t i = 0; i < 5; ++i) {
        assert_int_equal(wend_crowd_remove_body(t.crowd, before[DEAD[i]]), WEND_OK);
    }
    assert_int_equal(troop_info(&t).members, 35);
    assert_int_equal(troop_tick(&t, 1), WEND_OK);
    assert_int_equal(troop_info(&t).slots, 35);
    assert_int_equal(troop_info(&t).files, 9);
    /* Only files of the dead moved up, and what was left of the last rank. */
    assert_true(count_kept(&t, before, 40) >= 16);
    assert_true(troop_march(&t, MOST_TICKS) < MOST_TICKS);
    assert_in_order(&t, 0.75);
    troop_end(&t);
}

static void all_turn_about_where_they_stand(void **state)
{
    (void)state;
    troop t = begun((troop_def){.shape = WEND_FORMATION_PHALANX, .count = 24});
    assert_int_equal(
        wend_formation_set_goal(t.crowd, t.formation, (wend_vec2){-20, 0}, (double)NAN), WEND_OK);
    assert_int_equal(troop_tick(&t, 40), WEND_OK);
    assert_true(troop_info(&t).mean_error < 0.75);
    assert_true(troop_march(&t, MOST_TICKS) < MOST_TICKS);
    assert_in_order(&t, 0.75);
    troop_end(&t);
}

static void it_has_the_given_heading_at_the_end(void **state)
{
    (void)state;
    troop t = begun((troop_def){.shape = WEND_FORMATION_LINE, .count = 12});
    assert_int_equal(wend_formation_set_goal(t.crowd, t.formation, (wend_vec2){15, 0}, 0.8),
                     WEND_OK);
    assert_true(troop_march(&t, MOST_TICKS) < MOST_TICKS);
    assert_true(fabs(troop_info(&t).heading - 0.8) < 1e-6);
    assert_in_order(&t, 0.75);
    troop_end(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(phalanx_passes_a_gap_and_forms_up_behind),
        cmocka_unit_test(phalanx_whose_goal_is_behind_a_gap_forms_up_there),
        cmocka_unit_test(phalanx_that_may_not_narrow_keeps_its_files),
        cmocka_unit_test(line_wheels_around_a_corner_in_order),
        cmocka_unit_test(column_follows_its_head_around_a_corner),
        cmocka_unit_test(wedge_keeps_its_shape_on_the_straight),
        cmocka_unit_test(mixed_speeds_leave_nobody_behind),
        cmocka_unit_test(anchor_waits_for_one_who_was_carried_off),
        cmocka_unit_test(slots_of_the_dead_are_filled_from_behind),
        cmocka_unit_test(all_turn_about_where_they_stand),
        cmocka_unit_test(it_has_the_given_heading_at_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
