/* Selecting and sending bodies, and tools that change the world, by scripted mouse and keys, by
 * pixels and by the scene. */
#include "view_stage.h"
#include "wend/stamp.h"
#include "wend/walls.h"

static const wend_vec2 blues_low = {2.0, 8.0};
static const wend_vec2 blues_high = {12.0, 14.5};

static int yellow_among_blues(const stage *s)
{
    return stage_count_colour(s, blues_low, blues_high, 255, 210, 64);
}

/* ---- selection and orders ---- */

static void view_box_selects_and_selection_is_seen(void **state)
{
    stage *s = *state;
    stage_frames(s, 1);
    stage_look(s);
    assert_int_equal(yellow_among_blues(s), 0);
    stage_act(s, "drag 1m 7m 14m 16m");
    assert_int_equal(s->v.bodies.selected_count, 60);
    stage_look(s);
    assert_true(yellow_among_blues(s) > 500);
    stage_act(s, "key Escape");
    assert_int_equal(s->v.bodies.selected_count, 0);
    stage_look(s);
    assert_int_equal(yellow_among_blues(s), 0);
}

static void view_click_selects_one_and_shift_adds(void **state)
{
    stage *s = *state;
    stage_act(s, "click 3m 9m");
    assert_int_equal(s->v.bodies.selected_count, 1);
    stage_act(s, "click 44m 10m shift");
    assert_int_equal(s->v.bodies.selected_count, 2);
    stage_act(s, "click 44m 10m shift");
    assert_int_equal(s->v.bodies.selected_count, 1);
    stage_act(s, "click 46m 20m");
    assert_int_equal(s->v.bodies.selected_count, 0);
    stage_act(s, "click 44m 10m double");
    assert_int_equal(s->v.bodies.selected_count, 20);
    stage_act(s, "key a ctrl");
    assert_int_equal(s->v.bodies.selected_count, 80);
}

static void view_right_click_sends_who_is_selected(void **state)
{
    stage *s = *state;
    stage_act(s, "drag 1m 7m 14m 16m");
    const wend_vec2 blue = stage_mean_of_group(s, 0);
    const wend_vec2 red = stage_mean_of_group(s, 1);
    stage_act(s, "click 30m 15m right");
    stage_frames(s, 120);
    assert_true(stage_mean_of_group(s, 0).x > blue.x + 3.0);
    assert_true(wend_vec2_distance(stage_mean_of_group(s, 1), red) < 1.0);
    assert_int_equal(stage_stats(s).moving, 60);
    stage_act(s, "key Backspace");
    assert_int_equal(stage_stats(s).moving, 0);
}

static void view_cursor_tells_what_can_be_reached(void **state)
{
    stage *s = *state;
    const wend_vec2 open = {30.0, 20.0};
    const wend_vec2 wall = {20.5, 4.0};
    stage_frames(s, 3);
    assert_true(view_can_reach(&s->v, wall)); /* no body is selected */
    stage_act(s, "drag 1m 7m 14m 16m");
    assert_true(view_can_reach(&s->v, open));
    assert_false(view_can_reach(&s->v, wall));
    stage_act(s, "move 20.5m 4m");
    stage_look(s);
    const wend_vec2 low = {20.0, 3.5};
    const wend_vec2 high = {21.0, 4.5};
    assert_true(stage_count_colour(s, low, high, 214, 44, 40) > 20);
    assert_int_equal(stage_count_colour(s, low, high, 24, 150, 84), 0);
}

/* ---- the world is changed ---- */

static void view_wall_tool_closes_and_erase_opens(void **state)
{
    stage *s = *state;
    stage_frames(s, 1);
    stage_look(s);
    assert_true(stage_is_open_ground(s, 28.0, 6.0));
    assert_true(stage_is_wall(s, 20.5, 3.0));
    stage_act(s, "key 3");
    stage_act(s, "drag 26m 3m 34m 3m");
    stage_act(s, "move 60m 60m");
    stage_look(s);
    assert_true(stage_is_wall(s, 27.0, 3.0) && stage_is_wall(s, 30.0, 3.0) &&
                stage_is_wall(s, 33.5, 3.0));
    assert_int_equal(wend_grid_cost(scene_grid(s->v.scene), 0, 60, 6), WEND_COST_WALL);
    stage_act(s, "click @tool_erase");
    stage_act(s, "drag 26m 3m 34m 3m");
    stage_act(s, "move 60m 60m");
    stage_look(s);
    assert_true(stage_is_open_ground(s, 27.0, 3.0) && stage_is_open_ground(s, 31.0, 3.0));
}

static void view_cost_tool_paints_what_its_slider_says(void **state)
{
    stage *s = *state;
    stage_act(s, "key 6");
    stage_act(s, "click @slider_cost:1.0");
    stage_act(s, "click @slider_brush,_cells:0.0");
    stage_act(s, "click 30.2m 8.2m");
    assert_int_equal(wend_grid_cost(scene_grid(s->v.scene), 0, 60, 16), 20);
    assert_int_equal(wend_grid_cost(scene_grid(s->v.scene), 0, 61, 16), 1);
    stage_act(s, "move 60m 60m");
    stage_look(s);
    assert_false(stage_is_open_ground(s, 30.2, 8.4));
    stage_act(s, "key k ctrl");
    stage_look(s);
    assert_true(stage_is_open_ground(s, 30.2, 8.4));
}

static void view_stamps_are_placed_and_removed(void **state)
{
    stage *s = *state;
    stage_act(s, "key 7");
    stage_act(s, "click 30m 22m");
    stage_act(s, "move 60m 60m");
    stage_look(s);
    assert_int_equal(wend_grid_stamp_count(scene_grid(s->v.scene)), 1);
    assert_true(stage_is_wall(s, 30.0, 22.0));
    stage_act(s, "key 8");
    stage_act(s, "click 30m 22m");
    stage_act(s, "move 60m 60m");
    stage_look(s);
    assert_int_equal(wend_grid_stamp_count(scene_grid(s->v.scene)), 0);
    assert_true(stage_is_open_ground(s, 30.0, 22.0) ||
                stage_is_near(stage_pixel_at(s, 30.0, 22.0), 143, 187, 184));
}

static void view_lines_are_drawn_and_erased(void **state)
{
    stage *s = *state;
    const size_t before = wend_walls_count(scene_walls(s->v.scene));
    stage_act(s, "key 4");
    stage_act(s, "drag 24m 12m 24m 16m");
    stage_act(s, "move 60m 60m");
    stage_look(s);
    assert_int_equal(wend_walls_count(scene_walls(s->v.scene)), before + 1);
    assert_true(stage_is_wall(s, 24.0, 14.0));
    stage_act(s, "key 5");
    stage_act(s, "click 24m 14m");
    assert_int_equal(wend_walls_count(scene_walls(s->v.scene)), before);
}

static void view_explosion_throws_bodies(void **state)
{
    stage *s = *state;
    stage_frames(s, 1);
    const wend_vec2 before = stage_mean_of_group(s, 1);
    stage_act(s, "key 9");
    stage_act(s, "click 42.5m 11.5m");
    stage_frames(s, 10);
    assert_true(stage_mean_of_group(s, 1).x > before.x + 0.3);
    assert_int_equal(stage_stats(s).wall_violations, 0);
}

static void view_nodes_are_placed_moved_and_removed(void **state)
{
    stage *s = *state;
    const wend_graph *graph = scene_graph(s->v.scene);
    stage_act(s, "key 0");
    stage_act(s, "click 26m 8m");
    assert_int_equal(wend_graph_node_count(graph), 4);
    assert_true(wend_graph_edge_count(graph) > 2);
    stage_act(s, "drag 26m 8m 27m 12m");
    assert_true(wend_graph_position(graph, 3).y > 11.5);
    stage_act(s, "move 27m 12m");
    stage_act(s, "key Delete");
    assert_int_equal(wend_graph_node_count(graph), 3);
    assert_false(wend_graph_has_node(graph, 3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(view_box_selects_and_selection_is_seen, stage_open_yard,
                                        stage_close),
        cmocka_unit_test_setup_teardown(view_click_selects_one_and_shift_adds, stage_open_yard,
                                        stage_close),
        cmocka_unit_test_setup_teardown(view_right_click_sends_who_is_selected, stage_open_yard,
                                        stage_close),
        cmocka_unit_test_setup_teardown(view_cursor_tells_what_can_be_reached, stage_open_yard,
                                        stage_close),
        cmocka_unit_test_setup_teardown(view_wall_tool_closes_and_erase_opens, stage_open_yard,
                                        stage_close),
        cmocka_unit_test_setup_teardown(view_cost_tool_paints_what_its_slider_says, stage_open_yard,
                                        stage_close),
        cmocka_unit_test_setup_teardown(view_stamps_are_placed_and_removed, stage_open_yard,
                                        stage_close),
        cmocka_unit_test_setup_teardown(view_lines_are_drawn_and_erased, stage_open_yard,
                                        stage_close),
        cmocka_unit_test_setup_teardown(view_explosion_throws_bodies, stage_open_yard, stage_close),
        cmocka_unit_test_setup_teardown(view_nodes_are_placed_moved_and_removed, stage_open_yard,
                                        stage_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
