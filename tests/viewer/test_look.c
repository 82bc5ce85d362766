/* Camera, time, panels and floors of the window, moved by scripted mouse and keys, by their
 * pixels. */
#include "view_stage.h"

/* ---- camera, time, panels ---- */

static void view_pan_moves_the_picture(void **state)
{
    stage *s = *state;
    stage_frames(s, 1);
    stage_look(s);
    double x = 0.0;
    double y = 0.0;
    const wend_vec2 wall = {20.5, 4.0};
    view_to_screen(&s->v.camera, wall, &x, &y);
    assert_true(stage_is_near(stage_pixel(s, (int)x, (int)y), 58, 62, 73));
    stage_act(s, "drag 600 500 700 520 middle");
    stage_look(s);
    assert_false(stage_is_near(stage_pixel(s, (int)x, (int)y), 58, 62, 73));
    assert_true(stage_is_near(stage_pixel(s, (int)x + 100, (int)y + 20), 58, 62, 73));
    stage_act(s, "key Home");
    stage_look(s);
    assert_true(stage_is_near(stage_pixel(s, (int)x, (int)y), 58, 62, 73));
}

static void view_wheel_zooms_around_the_cursor(void **state)
{
    stage *s = *state;
    stage_act(s, "move 500 400");
    const wend_vec2 before = view_to_world(&s->v.camera, 500.0, 400.0);
    const double scale = s->v.camera.scale;
    stage_act(s, "wheel 5");
    const wend_vec2 after = view_to_world(&s->v.camera, 500.0, 400.0);
    assert_true(s->v.camera.scale > scale * 1.9);
    assert_true(wend_vec2_distance(before, after) < 1e-9);
    stage_act(s, "wheel -100");
    stage_frames(s, 100);
    assert_true(s->v.camera.scale > 0.0);
}

static void view_pause_step_and_speed_rule_ticks(void **state)
{
    stage *s = *state;
    stage_act(s, "key Space");
    const uint64_t begin = scene_tick_count(s->v.scene);
    stage_frames(s, 5);
    assert_int_equal(scene_tick_count(s->v.scene), begin);
    stage_act(s, "click @step");
    assert_int_equal(scene_tick_count(s->v.scene), begin + 1);
    stage_act(s, "key .");
    assert_int_equal(scene_tick_count(s->v.scene), begin + 2);
    stage_act(s, "click @pause");
    stage_act(s, "key +");
    const uint64_t fast = scene_tick_count(s->v.scene);
    stage_frames(s, 5);
    assert_int_equal(scene_tick_count(s->v.scene), fast + 10);
}

static void view_help_covers_everything(void **state)
{
    stage *s = *state;
    stage_act(s, "key F1");
    stage_look(s);
    assert_true(stage_pixel_at(s, 28.0, 6.0)[0] < 60);
    stage_act(s, "click 28m 6m");
    assert_false(s->v.ui.is_help);
    stage_look(s);
    assert_true(stage_is_open_ground(s, 28.0, 6.0));
    stage_act(s, "key h");
    assert_true(s->v.ui.is_help);
    stage_act(s, "key Escape");
    assert_false(s->v.ui.is_help);
}

static void view_slider_of_the_scene_changes_it(void **state)
{
    stage *s = *state;
    scene_slider slider;
    stage_act(s, "click @slider_haste:1.0");
    assert_true(scene_get_slider(s->v.scene, 0, &slider));
    assert_true(slider.value > 2.9);
    assert_string_equal(scene_text(s->v.scene), "keys 10");
    stage_act(s, "drag @slider_haste:1.0 @slider_haste:0.0");
    assert_true(scene_get_slider(s->v.scene, 0, &slider));
    assert_true(slider.value < 0.6);
}

static void view_keys_that_mean_nothing_go_to_the_scene(void **state)
{
    stage *s = *state;
    stage_act(s, "key y");
    assert_string_equal(scene_text(s->v.scene), "keys 1");
}

static void view_panels_hide_and_text_grows(void **state)
{
    stage *s = *state;
    stage_frames(s, 1);
    assert_non_null(view_ui_find(&s->v.ui, "pause"));
    stage_act(s, "key Tab");
    assert_null(view_ui_find(&s->v.ui, "pause"));
    stage_act(s, "key Tab");
    const int cap = s->v.atlas.cap[VIEW_TEXT_BODY];
    stage_act(s, "key = ctrl");
    assert_int_equal(s->v.atlas.cap[VIEW_TEXT_BODY], cap + 1);
    stage_act(s, "key 0 ctrl");
    assert_int_equal(s->v.atlas.cap[VIEW_TEXT_BODY], cap);
    stage_act(s, "size 2560 1600");
    assert_true(s->v.atlas.cap[VIEW_TEXT_BODY] >= 2 * cap - 1);
    stage_act(s, "size 200 120");
    stage_look(s);
}

static void view_bodies_that_leave_are_not_selected(void **state)
{
    stage *s = *state;
    stage_act(s, "click 3m 9m");
    const wend_body_id id = view_first_selected(&s->v)->id;
    assert_int_equal(wend_crowd_remove_body(scene_crowd(s->v.scene), id), WEND_OK);
    stage_frames(s, 2);
    assert_int_equal(s->v.bodies.selected_count, 0);
    assert_null(view_first_selected(&s->v));
}

static bool is_dim_ground(const stage *s, double x, double y)
{
    return stage_is_near(stage_pixel_at(s, x, y), 247 * 150 / 255, 245 * 150 / 255,
                         239 * 150 / 255);
}

static void view_floors_are_gone_through_by_keys(void **state)
{
    stage *s = *state;
    stage_frames(s, 2);
    stage_act(s, "key Tab");
    stage_look(s);
    assert_true(stage_is_open_ground(s, 6.0, 6.0) && stage_is_wall(s, 3.0, 3.0));
    assert_true(is_dim_ground(s, 30.0, 6.0));
    assert_int_equal(s->v.bodies.count, 1);
    assert_true(view_tool_is_there(&s->v, VIEW_TOOL_WALL));
    stage_act(s, "key PageUp");
    stage_look(s);
    assert_true(stage_is_wall(s, 6.0, 6.0) && stage_is_open_ground(s, 3.0, 3.0));
    assert_int_equal(s->v.bodies.count, 2);
    assert_false(view_tool_is_there(&s->v, VIEW_TOOL_WALL));
    stage_act(s, "key PageUp");
    stage_look(s);
    assert_true(stage_is_open_ground(s, 30.0, 6.0) && is_dim_ground(s, 3.0, 8.0));
    stage_act(s, "key PageUp");
    assert_int_equal(s->v.layers.floor, 2);
    stage_act(s, "key PageDown");
    stage_act(s, "key PageDown");
    stage_act(s, "key PageDown");
    assert_int_equal(s->v.layers.floor, 0);
    stage_look(s);
    assert_true(stage_is_open_ground(s, 6.0, 6.0) && is_dim_ground(s, 30.0, 6.0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(view_pan_moves_the_picture, stage_open_yard, stage_close),
        cmocka_unit_test_setup_teardown(view_wheel_zooms_around_the_cursor, stage_open_yard,
                                        stage_close),
        cmocka_unit_test_setup_teardown(view_pause_step_and_speed_rule_ticks, stage_open_yard,
                                        stage_close),
        cmocka_unit_test_setup_teardown(view_help_covers_everything, stage_open_yard, stage_close),
        cmocka_unit_test_setup_teardown(view_slider_of_the_scene_changes_it, stage_open_yard,
                                        stage_close),
        cmocka_unit_test_setup_teardown(view_keys_that_mean_nothing_go_to_the_scene,
                                        stage_open_yard, stage_close),
        cmocka_unit_test_setup_teardown(view_panels_hide_and_text_grows, stage_open_yard,
                                        stage_close),
        cmocka_unit_test_setup_teardown(view_bodies_that_leave_are_not_selected, stage_open_yard,
                                        stage_close),
        cmocka_unit_test_setup_teardown(view_floors_are_gone_through_by_keys, stage_open_floors,
                                        stage_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
