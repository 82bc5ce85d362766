/* Patterns small enough to draw. */
#include "support/test.h"

#include "crowd/formation/pattern.h"

#include <math.h>
#include <stdlib.h>

typedef struct work {
    wendi_pattern_scratch scratch;
    wend_formation_slot slots[WEND_FORMATION_SLOTS_MAX];
    wendi_pattern pattern;
} work;

static int set_up(void **state)
{
    *state = calloc(1, sizeof(work));
    return *state == NULL ? -1 : 0;
}

static int tear_down(void **state)
{
    free(*state);
    return 0;
}

static wendi_pattern_def def_of(wend_formation_shape shape, uint32_t members)
{
    return (wendi_pattern_def){.shape = shape, .members = members, .spacing = 2};
}

static void lay(work *w, const wendi_pattern_def *def)
{
    assert_int_equal(wendi_pattern_make(def, &w->scratch, w->slots, &w->pattern), WEND_OK);
}

static void assert_slot(const work *w, uint32_t i, double x, double y)
{
    assert_true(fabs(w->slots[i].offset.x - x) < 1e-9);
    assert_true(fabs(w->slots[i].offset.y - y) < 1e-9);
}

static void assert_size(const work *w, uint32_t files, double width, double depth)
{
    assert_int_equal(w->pattern.files, files);
    assert_true(fabs(w->pattern.width - width) < 1e-9);
    assert_true(fabs(w->pattern.depth - depth) < 1e-9);
}

static void pattern_line_stands_from_left_to_right(void **state)
{
    work *w = *state;
    const wendi_pattern_def def = def_of(WEND_FORMATION_LINE, 4);
    lay(w, &def);
    assert_size(w, 4, 6, 0);
    assert_slot(w, 0, 0, 3);
    assert_slot(w, 3, 0, -3);
}

static void pattern_line_of_three_files_has_ranks(void **state)
{
    work *w = *state;
    wendi_pattern_def def = def_of(WEND_FORMATION_LINE, 5);
    def.files = 3;
    lay(w, &def);
    assert_size(w, 3, 4, 2);
    assert_slot(w, 0, 1, 2);
    assert_slot(w, 3, -1, 1);
    assert_slot(w, 4, -1, -1);
}

static void pattern_line_in_a_gap_folds_its_wings_behind_its_middle(void **state)
{
    work *w = *state;
    wendi_pattern_def def = def_of(WEND_FORMATION_LINE, 7);
    def.room = 3;
    lay(w, &def);
    assert_size(w, 3, 4, 4);
    const int order[] = {2, 3, 4, 0, 1, 5};
    for (uint32_t i = 0; i < 6; i++) {
        assert_slot(w, (uint32_t)order[i], i < 3 ? 2 : 0, 2 - 2.0 * (i % 3));
    }
    assert_slot(w, 6, -2, 0);
}

static void pattern_column_stands_one_behind_the_other(void **state)
{
    work *w = *state;
    const wendi_pattern_def def = def_of(WEND_FORMATION_COLUMN, 3);
    lay(w, &def);
    assert_size(w, 1, 0, 4);
    assert_slot(w, 0, 2, 0);
    assert_slot(w, 2, -2, 0);
    assert_true(fabs(w->pattern.reach - 2) < 1e-9);
}

static void pattern_phalanx_is_twice_as_wide_as_deep(void **state)
{
    work *w = *state;
    const wendi_pattern_def def = def_of(WEND_FORMATION_PHALANX, 32);
    lay(w, &def);
    assert_size(w, 8, 14, 6);
}

static void pattern_wedge_has_its_point_ahead(void **state)
{
    work *w = *state;
    const wendi_pattern_def def = def_of(WEND_FORMATION_WEDGE, 5);
    lay(w, &def);
    const double side = sqrt(2.0);
    assert_slot(w, 0, side, 0);
    assert_slot(w, 1, 0, side);
    assert_slot(w, 4, -side, -2 * side);
}

static void pattern_wedge_in_a_gap_is_a_column_led_by_its_point(void **state)
{
    work *w = *state;
    wendi_pattern_def def = def_of(WEND_FORMATION_WEDGE, 5);
    def.room = 2;
    lay(w, &def);
    assert_size(w, 2, 2, 4);
    assert_slot(w, 0, 2, -1);
    assert_slot(w, 1, 2, 1);
    assert_slot(w, 2, 0, -1);
    assert_slot(w, 4, -2, 0);
}

static void pattern_circle_of_four_is_a_square(void **state)
{
    work *w = *state;
    const wendi_pattern_def def = def_of(WEND_FORMATION_CIRCLE, 4);
    lay(w, &def);
    const double radius = sqrt(2.0);
    assert_slot(w, 0, radius, 0);
    assert_slot(w, 1, 0, radius);
    assert_slot(w, 2, -radius, 0);
    assert_slot(w, 3, 0, -radius);
}

static void pattern_keeps_roles_of_slots_when_it_narrows(void **state)
{
    work *w = *state;
    const wend_formation_slot roles[] = {{{HUGE_VAL, 0}, 5}, {{0, 0}, 6}};
    wendi_pattern_def def = def_of(WEND_FORMATION_LINE, 3);
    def.slots = roles;
    def.slot_count = 2;
    def.room = 1;
    lay(w, &def);
    assert_int_equal(w->slots[0].role, 5);
    assert_int_equal(w->slots[1].role, 6);
    assert_int_equal(w->slots[2].role, 0);
    assert_slot(w, 1, 2, 0);
}

static void pattern_custom_puts_the_rest_behind_in_ranks(void **state)
{
    work *w = *state;
    const wend_formation_slot own[] = {{{1, 2}, 3}, {{1, -2}, 0}, {{0, 0}, 1}};
    wendi_pattern_def def = def_of(WEND_FORMATION_CUSTOM, 7);
    def.slots = own;
    def.slot_count = 3;
    lay(w, &def);
    assert_int_equal(w->pattern.slot_count, 7);
    assert_slot(w, 0, 1, 2);
    assert_slot(w, 3, -2, 2);
    assert_slot(w, 5, -2, -2);
    assert_slot(w, 6, -4, 0);
    assert_int_equal(w->slots[0].role, 3);
    def.members = 1;
    lay(w, &def);
    assert_int_equal(w->pattern.slot_count, 3);
}

static void pattern_refuses_what_is_out_of_range(void **state)
{
    work *w = *state;
    const wend_formation_slot bad = {{HUGE_VAL, 0}, 0};
    wendi_pattern_def defs[6];
    for (int i = 0; i < 6; i++) {
        defs[i] = def_of(WEND_FORMATION_LINE, 3);
    }
    defs[0].members = 0;
    defs[1].members = WEND_FORMATION_SLOTS_MAX + 1;
    defs[2].spacing = (double)NAN;
    defs[3].shape = (wend_formation_shape)6;
    defs[4].shape = WEND_FORMATION_CUSTOM;
    defs[5].shape = WEND_FORMATION_CUSTOM;
    defs[5].slots = &bad;
    defs[5].slot_count = 1;
    for (int i = 0; i < 6; i++) {
        assert_int_equal(wendi_pattern_make(&defs[i], &w->scratch, w->slots, &w->pattern),
                         WEND_ERROR_ARGUMENT);
    }
}

#define PATTERN_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        PATTERN_TEST(pattern_line_stands_from_left_to_right),
        PATTERN_TEST(pattern_line_of_three_files_has_ranks),
        PATTERN_TEST(pattern_line_in_a_gap_folds_its_wings_behind_its_middle),
        PATTERN_TEST(pattern_column_stands_one_behind_the_other),
        PATTERN_TEST(pattern_phalanx_is_twice_as_wide_as_deep),
        PATTERN_TEST(pattern_wedge_has_its_point_ahead),
        PATTERN_TEST(pattern_wedge_in_a_gap_is_a_column_led_by_its_point),
        PATTERN_TEST(pattern_circle_of_four_is_a_square),
        PATTERN_TEST(pattern_keeps_roles_of_slots_when_it_narrows),
        PATTERN_TEST(pattern_custom_puts_the_rest_behind_in_ranks),
        PATTERN_TEST(pattern_refuses_what_is_out_of_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
