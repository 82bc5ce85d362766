/* Legs of paths over small maps: how they are made, listed and drawn, and what bad input gets. */
#include "route/path/path.h"
#include "support/grids.h"
#include "support/test.h"
#include "support/world.h"

#include <string.h>

/* 6 x 4 cells of 2 metres, factor 1 but for a column of factor 3 at x = 4. */
static world world_new(void)
{
    wend_grid_def def = grids_def(6, 4, 1);
    def.cell_size = 2.0;
    def.origin = (wend_vec2){10.0, 20.0};
    wend_grid *grid = grids_make(def);
    grids_fill(grid, 4, 0, 1, 4, 3);
    return world_on(grid);
}

static wend_result build(const world *w, const wend_node *turns, size_t count)
{
    return wendi_path_build(w->path, w->space, turns, NULL, count);
}

static void path_leg_is_split_where_direction_or_factor_changes(void **state)
{
    (void)state;
    world w = world_new();
    /* (0,0) east to (5,0), then south-west to (3,2): over factors 1, 3, 1, then 3, 1. */
    const wend_node turns[] = {0, 5, 15};
    assert_int_equal(build(&w, turns, 3), WEND_OK);
    const wend_node ends[] = {3, 4, 5, 10, 15};
    const wend_cost costs[] = {3 * WEND_COST_ONE, 3 * WEND_COST_ONE, WEND_COST_ONE,
                               3 * WEND_COST_DIAGONAL, WEND_COST_DIAGONAL};
    assert_int_equal(wend_path_leg_count(w.path), 5);
    wend_node at = 0;
    for (size_t i = 0; i < 5; ++i) {
        wend_leg leg = wend_path_leg(w.path, i);
        assert_int_equal(leg.from, at);
        assert_int_equal(leg.to, ends[i]);
        assert_true(leg.cost == costs[i]);
        assert_int_equal(leg.behaviour, WEND_BEHAVIOUR_WALK);
        assert_int_equal(leg.edge, WEND_EDGE_NONE);
        at = leg.to;
    }
    assert_true(wend_path_cost(w.path) == 7 * WEND_COST_ONE + 4 * WEND_COST_DIAGONAL);
    world_free(&w);
}

static void path_turns_in_one_direction_are_one_leg(void **state)
{
    (void)state;
    world w = world_new();
    const wend_node turns[] = {0, 1, 3, 4, 5};
    assert_int_equal(build(&w, turns, 5), WEND_OK);
    assert_int_equal(wend_path_leg_count(w.path), 3);
    assert_int_equal(wend_path_leg(w.path, 0).to, 3);
    world_free(&w);
}

static void path_leg_has_metres(void **state)
{
    (void)state;
    world w = world_new();
    const wend_node turns[] = {0, 3, 16};
    assert_int_equal(build(&w, (const wend_node[]){0, 3, 15}, 3), WEND_OK);
    wend_leg leg = wend_path_leg(w.path, 0);
    wend_vec2 from = wend_space_position(w.space, turns[0]);
    assert_memory_equal(&leg.from_point, &from, sizeof from);
    assert_true(leg.from_point.x > 10.999 && leg.from_point.x < 11.001);
    assert_true(leg.from_point.y > 20.999 && leg.from_point.y < 21.001);
    assert_true(leg.length > 5.999 && leg.length < 6.001);
    double diagonal = 0.0;
    assert_int_equal(build(&w, (const wend_node[]){0, 14}, 2), WEND_OK);
    diagonal = wend_path_length(w.path);
    assert_true(diagonal > 5.65685 && diagonal < 5.65686);
    world_free(&w);
}

static void path_of_one_place_has_no_legs_and_one_cell(void **state)
{
    (void)state;
    world w = world_new();
    assert_int_equal(build(&w, (const wend_node[]){7}, 1), WEND_OK);
    assert_int_equal(wend_path_leg_count(w.path), 0);
    assert_true(wend_path_cost(w.path) == 0);
    wend_node cell = WEND_NODE_NONE;
    size_t count = 0;
    assert_int_equal(wend_path_cells(w.path, w.space, &cell, 1, &count), WEND_OK);
    assert_int_equal(count, 1);
    assert_int_equal(cell, 7);
    wend_path_clear(w.path);
    assert_int_equal(wend_path_cells(w.path, w.space, &cell, 1, &count), WEND_OK);
    assert_int_equal(count, 0);
    world_free(&w);
}

static void path_build_bad_turns_leave_path_as_before(void **state)
{
    (void)state;
    world w = world_new();
    assert_int_equal(build(&w, (const wend_node[]){0, 3}, 2), WEND_OK);
    assert_int_equal(build(&w, (const wend_node[]){0, 8}, 2), WEND_ERROR_ARGUMENT);
    assert_int_equal(build(&w, (const wend_node[]){0, 24}, 2), WEND_ERROR_ARGUMENT);
    assert_int_equal(build(&w, (const wend_node[]){24}, 1), WEND_ERROR_ARGUMENT);
    assert_int_equal(build(&w, (const wend_node[]){WEND_NODE_NONE, 0}, 2), WEND_ERROR_ARGUMENT);
    assert_int_equal(build(&w, (const wend_node[]){3, 3}, 2), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_leg_count(w.path), 1);
    assert_int_equal(wend_path_leg(w.path, 0).to, 3);
    assert_true(wend_path_cost(w.path) == 3 * WEND_COST_ONE);
    world_free(&w);
}

static void path_cells_too_many_are_truncated_with_count(void **state)
{
    (void)state;
    world w = world_new();
    assert_int_equal(build(&w, (const wend_node[]){0, 3, 15}, 3), WEND_OK);
    wend_node cells[6] = {99, 99, 99, 99, 99, 99};
    size_t count = 0;
    assert_int_equal(wend_path_cells(w.path, w.space, NULL, 0, &count), WEND_TRUNCATED);
    assert_int_equal(count, 6);
    assert_int_equal(wend_path_cells(w.path, w.space, cells, 5, &count), WEND_TRUNCATED);
    assert_int_equal(cells[0], 99);
    assert_int_equal(wend_path_cells(w.path, w.space, cells, 6, &count), WEND_OK);
    const wend_node expected[] = {0, 1, 2, 3, 9, 15};
    assert_memory_equal(cells, expected, sizeof expected);
    world_free(&w);
}

static void path_cells_refuses_legs_that_leave_cells_out(void **state)
{
    (void)state;
    world w = world_new();
    wend_leg leg = {.from = 0, .to = 8, .behaviour = WEND_BEHAVIOUR_WALK, .edge = WEND_EDGE_NONE};
    size_t count = 5;
    assert_int_equal(wendi_path_append(w.path, &leg), WEND_OK);
    assert_int_equal(wend_path_cells(w.path, w.space, NULL, 0, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(count, 0);
    wend_path_clear(w.path);
    leg.to = 3;
    leg.behaviour = WEND_BEHAVIOUR_TELEPORT; /* one step */
    assert_int_equal(wendi_path_append(w.path, &leg), WEND_OK);
    assert_int_equal(wend_path_cells(w.path, w.space, NULL, 0, &count), WEND_TRUNCATED);
    assert_int_equal(count, 2);
    wend_path_clear(w.path);
    leg.behaviour = WEND_BEHAVIOUR_WALK;
    leg.to = 24;
    assert_int_equal(wendi_path_append(w.path, &leg), WEND_OK);
    assert_int_equal(wend_path_cells(w.path, w.space, NULL, 0, &count), WEND_ERROR_ARGUMENT);
    world_free(&w);
}

static void path_null_is_empty_or_refused(void **state)
{
    (void)state;
    world w = world_new();
    const wend_draw draw = {0};
    size_t count = 3;
    wend_path_destroy(NULL);
    wend_path_clear(NULL);
    assert_int_equal(wend_path_create(NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_leg_count(NULL), 0);
    assert_int_equal(wend_path_leg(NULL, 0).from, WEND_NODE_NONE);
    assert_int_equal(wend_path_leg(w.path, 0).to, WEND_NODE_NONE);
    assert_null(wend_path_legs(NULL));
    assert_null(wend_path_legs(w.path));
    assert_true(wend_path_cost(NULL) == 0);
    assert_false(wend_path_length(NULL) > 0.0);
    assert_false(wend_path_length_3d(NULL) > 0.0);
    assert_int_equal(wend_path_draw(NULL, 0, &draw), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_draw(w.path, 0, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_cells(NULL, w.space, NULL, 0, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(count, 0);
    assert_int_equal(wend_path_cells(w.path, NULL, NULL, 0, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_cells(w.path, w.space, NULL, 1, &count), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_cells(w.path, w.space, NULL, 0, NULL), WEND_ERROR_ARGUMENT);
    world_free(&w);
}

typedef struct drawn {
    size_t lines, circles, starts;
    double agent, last_index;
} drawn;

static void see_line(void *context, wend_vec2 from, wend_vec2 to, wend_meaning meaning,
                     double value)
{
    drawn *d = context;
    assert_int_equal(meaning, WEND_MEANING_PATH);
    assert_true(wend_vec2_distance(from, to) > 1.0);
    ++d->lines;
    d->agent = value;
}

static void see_circle(void *context, wend_vec2 centre, double radius, wend_meaning meaning,
                       double value)
{
    drawn *d = context;
    assert_false(radius > 0.0);
    if (meaning == WEND_MEANING_START) {
        assert_int_equal(d->circles, 0);
        assert_true(d->lines > 0);
        ++d->starts;
        return;
    }
    assert_int_equal(meaning, WEND_MEANING_LEG);
    assert_true(centre.x > 10.0);
    ++d->circles;
    d->last_index = value;
}

static void path_draws_a_line_and_an_end_for_each_leg(void **state)
{
    (void)state;
    world w = world_new();
    drawn seen = {0, 0, 0, 0.0, 0.0};
    wend_draw draw = {.line = see_line, .circle = see_circle, .context = &seen};
    assert_int_equal(build(&w, (const wend_node[]){0, 3, 15}, 3), WEND_OK);
    assert_int_equal(wend_path_draw(w.path, 42, &draw), WEND_OK);
    assert_int_equal(seen.lines, wend_path_leg_count(w.path));
    assert_int_equal(seen.circles, seen.lines);
    assert_int_equal(seen.starts, 1);
    assert_true(seen.agent > 41.0 && seen.agent < 43.0);
    assert_int_equal((size_t)seen.last_index, seen.lines - 1);
    const wend_draw nothing = {0};
    assert_int_equal(wend_path_draw(w.path, 42, &nothing), WEND_OK);
    world_free(&w);
}

static void path_draws_no_marks_within_a_rounded_corner(void **state)
{
    (void)state;
    world w = world_new();
    drawn seen = {0, 0, 0, 0.0, 0.0};
    wend_draw draw = {.line = see_line, .circle = see_circle, .context = &seen};
    /* East, a rounding to north in steps of 15 degrees, north; then a sharp corner. */
    static const wend_vec2 points[9] = {{20, 0},        {40, 0},       {44.83, 1.29},
                                        {49.16, 3.79},  {52.70, 7.33}, {55.20, 11.66},
                                        {56.49, 16.49}, {56.49, 40},   {80, 40}};
    assert_int_equal(wend_path_from_points(w.path, points, 9), WEND_OK);
    assert_int_equal(wend_path_draw(w.path, 0, &draw), WEND_OK);
    assert_int_equal(seen.lines, 8);
    assert_int_equal(seen.starts, 1);
    assert_int_equal(seen.circles, 2);
    world_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(path_leg_is_split_where_direction_or_factor_changes),
        cmocka_unit_test(path_turns_in_one_direction_are_one_leg),
        cmocka_unit_test(path_leg_has_metres),
        cmocka_unit_test(path_of_one_place_has_no_legs_and_one_cell),
        cmocka_unit_test(path_build_bad_turns_leave_path_as_before),
        cmocka_unit_test(path_cells_too_many_are_truncated_with_count),
        cmocka_unit_test(path_cells_refuses_legs_that_leave_cells_out),
        cmocka_unit_test(path_null_is_empty_or_refused),
        cmocka_unit_test(path_draws_a_line_and_an_end_for_each_leg),
        cmocka_unit_test(path_draws_no_marks_within_a_rounded_corner),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
