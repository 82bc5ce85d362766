/* What the window tells: the inspector of a body, the line about the point under the mouse, tips, layers that
 * show nothing; and undo. */
#include "view_stage.h"

#include "wend/stamp.h"
#include "wend/walls.h"

#include <string.h>

static const view_body *body_of_group(const stage *s, uint32_t group)
{
    for (size_t i = 0; i < s->v.bodies.count; i++) {
        if (s->v.bodies.items[i].group == group) {
            return &s->v.bodies.items[i];
        }
    }
    return NULL;
}

static void at_metres(stage *s, const char *command, wend_vec2 at, const char *end)
{
    char line[96];
    SDL_snprintf(line, sizeof line, "%s %.4fm %.4fm%s", command, at.x, at.y, end);
    stage_act(s, line);
}

static void view_inspector_is_shown_for_one_body_alone(void **state)
{
    stage *s = *state;
    stage_frames(s, 2);
    stage_act(s, "key Space");
    assert_null(view_ui_find(&s->v.ui, "inspector"));
    at_metres(s, "click", body_of_group(s, 0)->position, "");
    assert_int_equal(s->v.bodies.selected_count, 1);
    assert_non_null(view_inspected(&s->v));
    const view_widget *box = view_ui_find(&s->v.ui, "inspector");
    assert_non_null(box);
    assert_true(view_ui_is_over(&s->v.ui, box->x + 5.0, box->y + 5.0));
    stage_act(s, "key a ctrl");
    assert_null(view_ui_find(&s->v.ui, "inspector"));
    assert_null(view_inspected(&s->v));
}

static void view_inspector_names_what_a_body_does(void **state)
{
    stage *s = *state;
    wend_body body;
    stage_frames(s, 2);
    const wend_body_id id = body_of_group(s, 0)->id;
    assert_int_equal(wend_crowd_get_body(scene_crowd(s->v.scene), id, &body), WEND_OK);
    assert_string_equal(view_body_state_text(&body), "stands");
    at_metres(s, "click", body.position, "");
    stage_act(s, "click 30m 15m right");
    stage_frames(s, 20);
    assert_int_equal(wend_crowd_get_body(scene_crowd(s->v.scene), id, &body), WEND_OK);
    assert_string_equal(view_body_state_text(&body), "moves to its goal");
    body.is_stuck = true;
    assert_string_equal(view_body_state_text(&body), "is stuck");
}

static void view_line_tells_position_cost_and_body(void **state)
{
    stage *s = *state;
    char text[256];
    stage_frames(s, 2);
    view_point_text(&s->v, text, sizeof text);
    assert_string_equal(text, "");
    stage_act(s, "move 10.25m 22.25m");
    view_point_text(&s->v, text, sizeof text);
    assert_non_null(strstr(text, "cell 20, 44: cost 4"));
    stage_act(s, "move 20.25m 5.25m");
    view_point_text(&s->v, text, sizeof text);
    assert_non_null(strstr(text, "wall"));
    stage_act(s, "key Space");
    at_metres(s, "move", body_of_group(s, 1)->position, "");
    view_point_text(&s->v, text, sizeof text);
    assert_non_null(strstr(text, "of group 1: "));
    /* Nothing over a panel. */
    stage_act(s, "move @pause");
    view_point_text(&s->v, text, sizeof text);
    assert_string_equal(text, "");
}

static void view_tips_come_when_the_mouse_rests(void **state)
{
    stage *s = *state;
    stage_act(s, "move @step");
    stage_frames(s, 2);
    assert_true(s->v.ui.rest_frames < 30);
    stage_look(s);
    const view_widget step = *view_ui_find(&s->v.ui, "step");
    const int y = (int)(step.y + step.height) + 16;
    int before = 0;
    int after = 0;
    for (int x = (int)step.x - 60; x < s->width - 10; x++) {
        before += stage_is_near(stage_pixel(s, x, y), 78, 88, 110);
    }
    stage_frames(s, 35);
    stage_look(s);
    for (int x = (int)step.x - 60; x < s->width - 10; x++) {
        after += stage_is_near(stage_pixel(s, x, y), 78, 88, 110);
    }
    assert_true(after > before + 30);
    /* Each widget of the panels has one. */
    for (size_t i = 0; i < s->v.ui.widget_count; i++) {
        assert_non_null(view_tip_of(&s->v, s->v.ui.widgets[i].name));
    }
}

static void view_layers_tell_that_they_show_nothing(void **state)
{
    stage *s = *state;
    stage_frames(s, 2);
    stage_act(s, "show routes");
    stage_act(s, "show stuck");
    stage_act(s, "show zones");
    assert_true(s->v.layers.is_empty[SCENE_LAYER_ROUTES]);
    assert_true(s->v.layers.is_empty[SCENE_LAYER_STUCK]);
    assert_false(s->v.layers.is_empty[SCENE_LAYER_ZONES]);
    stage_act(s, "drag 1m 7m 14m 16m");
    stage_act(s, "click 30m 15m right");
    stage_frames(s, 5);
    assert_false(s->v.layers.is_empty[SCENE_LAYER_ROUTES]);
}

static void view_density_and_marks_are_drawn(void **state)
{
    stage *s = *state;
    const wend_vec2 low = {4.0, 9.3};
    const wend_vec2 high = {9.0, 13.0};
    stage_act(s, "hide bodies");
    stage_look(s);
    const int paper = stage_count_colour(s, low, high, 247, 245, 239);
    stage_act(s, "show density");
    stage_look(s);
    /* Bodies stand closely: hardly any paper is left. */
    assert_true(paper > 1000);
    assert_true(stage_count_colour(s, low, high, 247, 245, 239) < paper / 10);
    stage_act(s, "hide density");
    stage_act(s, "drag 1m 7m 14m 16m");
    stage_act(s, "click 30m 15m right");
    stage_frames(s, 60);
    stage_act(s, "key Escape");
    stage_act(s, "move 2m 28m");
    stage_look(s);
    const wend_vec2 left = {29.0, 14.0};
    const wend_vec2 right = {31.0, 16.0};
    assert_true(stage_count_colour(s, left, right, 208, 66, 58) > 20);
    /* Bodies that follow a flow have no point of their own: nothing is marked where they do not go. */
    const wend_vec2 corner_low = {-1.0, -1.0};
    const wend_vec2 corner_high = {1.0, 1.0};
    assert_int_equal(stage_count_colour(s, corner_low, corner_high, 208, 66, 58), 0);
}

static void view_trails_follow_bodies(void **state)
{
    stage *s = *state;
    stage_act(s, "show trails");
    stage_act(s, "drag 1m 7m 14m 16m");
    stage_act(s, "click 30m 15m right");
    stage_frames(s, 60);
    const view_body *body = body_of_group(s, 0);
    const view_trail *trail = &s->v.trails.items[body->id.index1];
    assert_true(trail->count > 5);
    assert_true((double)trail->x[0] < body->position.x);
    stage_act(s, "hide trails");
    stage_frames(s, 2);
    assert_null(s->v.trails.items);
}

/* ---- undo ---- */

static void view_undo_gives_painted_cells_their_costs_back(void **state)
{
    stage *s = *state;
    const wend_grid *grid = scene_grid(s->v.scene);
    stage_frames(s, 1);
    const uint64_t before = wend_grid_hash(grid);
    stage_act(s, "key 6");
    /* Over two costs and a wall. */
    stage_act(s, "drag 4m 23m 21m 21m");
    const uint64_t painted = wend_grid_hash(grid);
    assert_int_not_equal(painted, before);
    stage_act(s, "key 3");
    stage_act(s, "drag 8m 18m 8m 26m");
    const uint64_t walled = wend_grid_hash(grid);
    stage_act(s, "key z ctrl");
    assert_int_equal(wend_grid_hash(grid), painted);
    stage_act(s, "key z ctrl");
    assert_int_equal(wend_grid_hash(grid), before);
    stage_act(s, "key z ctrl");
    assert_int_equal(wend_grid_hash(grid), before);
    stage_act(s, "key y ctrl");
    assert_int_equal(wend_grid_hash(grid), painted);
    stage_act(s, "key z ctrl shift");
    assert_int_equal(wend_grid_hash(grid), walled);
    stage_act(s, "click @undo");
    stage_frames(s, 2);
    assert_int_equal(wend_grid_hash(grid), painted);
    /* A new edit ends what could be made again. */
    stage_act(s, "click 26m 6m");
    assert_int_equal(s->v.undo.done, s->v.undo.count);
}

static void view_undo_of_edits_between_two_ticks_takes_all_back(void **state)
{
    stage *s = *state;
    const wend_grid *grid = scene_grid(s->v.scene);
    stage_frames(s, 1);
    const uint64_t before = wend_grid_hash(grid);
    stage_act(s, "key Space");
    stage_act(s, "key 3");
    stage_act(s, "drag 4m 23m 21m 21m");
    stage_act(s, "key 6");
    stage_act(s, "drag 8m 18m 8m 26m");
    stage_act(s, "key .");
    assert_int_not_equal(wend_grid_hash(grid), before);
    stage_act(s, "key z ctrl");
    stage_act(s, "key .");
    assert_int_equal(wend_grid_hash(grid), before);
}

static void view_undo_takes_stamps_and_lines_back(void **state)
{
    stage *s = *state;
    const wend_grid *grid = scene_grid(s->v.scene);
    const wend_walls *walls = scene_walls(s->v.scene);
    stage_frames(s, 1);
    stage_act(s, "key 7");
    stage_act(s, "click 28m 6m");
    assert_int_equal(wend_grid_stamp_count(grid), 1);
    stage_act(s, "key 8");
    stage_act(s, "click 28m 6m");
    assert_int_equal(wend_grid_stamp_count(grid), 0);
    stage_act(s, "key z ctrl");
    assert_int_equal(wend_grid_stamp_count(grid), 1);
    assert_int_equal(wend_grid_cost(grid, 0, 56, 12), WEND_COST_WALL);
    stage_act(s, "key z ctrl");
    assert_int_equal(wend_grid_stamp_count(grid), 0);
    const size_t count = wend_walls_count(walls);
    stage_act(s, "key 4");
    stage_act(s, "drag 24m 20m 28m 24m");
    assert_int_equal(wend_walls_count(walls), count + 1);
    stage_act(s, "key z ctrl");
    assert_int_equal(wend_walls_count(walls), count);
    stage_act(s, "key y ctrl");
    assert_int_equal(wend_walls_count(walls), count + 1);
    stage_act(s, "key 5");
    stage_act(s, "click 26m 22m");
    assert_int_equal(wend_walls_count(walls), count);
    stage_act(s, "key z ctrl");
    assert_int_equal(wend_walls_count(walls), count + 1);
}

static void view_undo_sets_sliders_back(void **state)
{
    stage *s = *state;
    scene_slider slider;
    stage_act(s, "click @slider_haste:0.9");
    stage_frames(s, 2);
    assert_true(scene_get_slider(s->v.scene, 0, &slider));
    assert_true(slider.value > 2.5);
    stage_act(s, "key z ctrl");
    assert_true(scene_get_slider(s->v.scene, 0, &slider));
    assert_true(slider.value < 1.001 && slider.value > 0.999);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(view_inspector_is_shown_for_one_body_alone, stage_open_yard,
                                        stage_close),
        cmocka_unit_test_setup_teardown(view_inspector_names_what_a_body_does, stage_open_yard,
                                        stage_close),
        cmocka_unit_test_setup_teardown(view_line_tells_position_cost_and_body, stage_open_yard,
                                        stage_close),
        cmocka_unit_test_setup_teardown(view_tips_come_when_the_mouse_rests, stage_open_yard,
                                        stage_close),
        cmocka_unit_test_setup_teardown(view_layers_tell_that_they_show_nothing, stage_open_yard,
                                        stage_close),
        cmocka_unit_test_setup_teardown(view_density_and_marks_are_drawn, stage_open_yard,
                                        stage_close),
        cmocka_unit_test_setup_teardown(view_trails_follow_bodies, stage_open_yard, stage_close),
        cmocka_unit_test_setup_teardown(view_undo_gives_painted_cells_their_costs_back,
                                        stage_open_yard, stage_close),
        cmocka_unit_test_setup_teardown(view_undo_of_edits_between_two_ticks_takes_all_back,
                                        stage_open_yard, stage_close),
        cmocka_unit_test_setup_teardown(view_undo_takes_stamps_and_lines_back, stage_open_yard,
                                        stage_close),
        cmocka_unit_test_setup_teardown(view_undo_sets_sliders_back, stage_open_yard, stage_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
