/* The scene of the window: chosen, left, restarted, and reloaded when its file changes. */
#include "run.h"
#include "view_stage.h"

#include <stdio.h>

static void view_choice_shows_each_scene_with_its_comment_and_a_picture(void **state)
{
    stage *s = *state;
    stage_frames(s, 40);
    for (size_t i = 0; i < 2; i++) {
        assert_true(s->v.chooser.items[i].is_done);
        assert_non_null(s->v.chooser.items[i].picture);
    }
    assert_string_equal(s->v.chooser.items[1].name, "yard");
    assert_ptr_equal(strstr(s->v.chooser.items[1].text, "A yard with everything"),
                     s->v.chooser.items[1].text);
    assert_null(strstr(s->v.chooser.items[1].text, "--"));
    /* The picture of the yard has the yard's ground and its walls. */
    const view_widget *card = view_ui_find(&s->v.ui, "scene yard");
    assert_non_null(card);
    int ground = 0;
    int wall = 0;
    stage_look(s);
    for (int y = (int)card->y + 4; y < (int)(card->y + card->height * 0.6); y++) {
        for (int x = (int)card->x + 4; x < (int)(card->x + card->width) - 4; x++) {
            ground += stage_is_near(stage_pixel(s, x, y), 247, 245, 239);
            wall += stage_is_near(stage_pixel(s, x, y), 58, 62, 73);
        }
    }
    assert_true(ground > 10000);
    assert_true(wall > 100);
}

static void view_choice_opens_a_scene_by_click_and_by_keys(void **state)
{
    stage *s = *state;
    assert_null(s->v.scene);
    stage_act(s, "click @scene_yard");
    assert_non_null(s->v.scene);
    assert_string_equal(scene_title(s->v.scene), "yard");
    stage_frames(s, 10);
    assert_true(scene_tick_count(s->v.scene) >= 10);
    /* With bodies selected Escape releases them first. */
    stage_act(s, "key a ctrl");
    stage_act(s, "key Escape");
    assert_non_null(s->v.scene);
    assert_int_equal(s->v.bodies.selected_count, 0);
    stage_act(s, "key Escape");
    assert_null(s->v.scene);
    stage_act(s, "key Left");
    stage_act(s, "key Return");
    assert_non_null(s->v.scene);
    assert_string_equal(s->v.options.scene, s->v.options.choices[0]);
    stage_act(s, "click @scenes");
    assert_null(s->v.scene);
    stage_frames(s, 30);
}

static void view_help_pauses_and_takes_keys_and_clicks(void **state)
{
    stage *s = *state;
    const view_tool tool = s->v.tools.tool;
    stage_frames(s, 3);
    stage_act(s, "key F1");
    const uint64_t tick = scene_tick_count(s->v.scene);
    const view_widget pause = *view_ui_find(&s->v.ui, "pause");
    stage_act(s, "key 3");
    stage_act(s, "key a ctrl");
    stage_act(s, "key x");
    stage_act(s, "key Space");
    assert_int_equal(scene_tick_count(s->v.scene), tick);
    assert_true(s->v.ui.is_help);
    char line[64];
    SDL_snprintf(line, sizeof line, "click %d %d", (int)pause.x + 4, (int)pause.y + 4);
    stage_act(s, line);
    assert_false(s->v.ui.is_help);
    assert_false(s->v.time.is_paused);
    assert_int_equal(s->v.tools.tool, tool);
    assert_int_equal(s->v.bodies.selected_count, 0);
    assert_string_equal(scene_text(s->v.scene), "a yard");
    stage_frames(s, 5);
    assert_true(scene_tick_count(s->v.scene) >= tick + 5);
}

static void view_restart_begins_again_and_keeps_the_camera(void **state)
{
    stage *s = *state;
    stage_act(s, "key 3");
    stage_act(s, "drag 26m 6m 30m 6m");
    stage_look(s);
    assert_true(stage_is_wall(s, 28.0, 6.0));
    stage_act(s, "wheel 3");
    stage_act(s, "show sectors");
    const view_camera camera = s->v.camera;
    stage_frames(s, 20);
    stage_act(s, "key F5");
    assert_true(scene_tick_count(s->v.scene) < 5);
    assert_memory_equal(&camera, &s->v.camera, sizeof camera);
    assert_true(s->v.layers.is_on[SCENE_LAYER_SECTORS]);
    stage_look(s);
    assert_false(stage_is_wall(s, 28.0, 6.0));
    stage_frames(s, 20);
    stage_act(s, "click @restart");
    assert_true(scene_tick_count(s->v.scene) < 5);
}

static const char scene_text_of_bodies[] = "local wend = require \"wend\"\n"
                                           "local crowd = wend.crowd{max_bodies = 16}\n"
                                           "for i = 1, %d do\n"
                                           "  crowd:add_body{x = i * 2, y = 3}\n"
                                           "end\n"
                                           "return wend.scene{crowd = crowd}%s\n";

static void write_bodies(const char *path, int count, const char *end)
{
    char text[512];
    SDL_snprintf(text, sizeof text, scene_text_of_bodies, count, end);
    run_write_text(path, text);
}

static void view_reloads_a_scene_that_was_saved(void **state)
{
    char path[RUN_PATH_CAPACITY];
    run_temporary("reload.lua", path);
    write_bodies(path, 3, "");
    assert_int_equal(stage_open(state, path), 0);
    stage *s = *state;
    stage_frames(s, 40);
    assert_int_equal(s->v.bodies.count, 3);
    assert_true(scene_tick_count(s->v.scene) >= 39);
    write_bodies(path, 5, "");
    stage_frames(s, 40);
    assert_int_equal(s->v.bodies.count, 5);
    /* A mistake is told with its line, and the scene goes on. */
    const uint64_t tick = scene_tick_count(s->v.scene);
    write_bodies(path, 7, " oops(");
    stage_frames(s, 40);
    assert_int_equal(s->v.bodies.count, 5);
    assert_true(scene_tick_count(s->v.scene) == tick + 40);
    assert_non_null(strstr(s->v.trouble, "reload.lua:6"));
    write_bodies(path, 7, "");
    stage_frames(s, 40);
    assert_int_equal(s->v.bodies.count, 7);
    assert_int_equal(s->v.trouble[0], '\0');
    /* A file that is away for a moment is not a change. */
    remove(path);
    stage_frames(s, 40);
    assert_int_equal(s->v.bodies.count, 7);
    assert_int_equal(s->v.trouble[0], '\0');
    (void)stage_close(state);
}

static void view_reloads_a_scene_whose_module_was_saved(void **state)
{
    char path[RUN_PATH_CAPACITY];
    char part[RUN_PATH_CAPACITY];
    char text[RUN_PATH_CAPACITY + 256];
    run_temporary("parts_user.lua", path);
    run_temporary("parts_count.lua", part);
    run_write_text(part, "return 3\n");
    const char *name = strrchr(part, '/') != NULL ? strrchr(part, '/') + 1 : part;
    SDL_snprintf(text, sizeof text,
                 "local wend = require \"wend\"\n"
                 "local crowd = wend.crowd{max_bodies = 16}\n"
                 "for i = 1, require \"%.*s\" do\n"
                 "  crowd:add_body{x = i * 2, y = 3}\n"
                 "end\n"
                 "return wend.scene{crowd = crowd}\n",
                 (int)(strlen(name) - strlen(".lua")), name);
    run_write_text(path, text);
    assert_int_equal(stage_open(state, path), 0);
    stage *s = *state;
    stage_frames(s, 40);
    assert_int_equal(s->v.bodies.count, 3);
    assert_int_equal(scene_file_count(s->v.scene), 2);
    assert_non_null(strstr(scene_file(s->v.scene, 0), "parts_user.lua"));
    assert_non_null(strstr(scene_file(s->v.scene, 1), "parts_count.lua"));
    assert_string_equal(scene_file(s->v.scene, 2), "");
    run_write_text(part, "return 6 \n");
    stage_frames(s, 40);
    assert_int_equal(s->v.bodies.count, 6);
    /* What is wrong in a module is told as well. */
    run_write_text(part, "return 6 +\n");
    stage_frames(s, 40);
    assert_int_equal(s->v.bodies.count, 6);
    assert_non_null(strstr(s->v.trouble, "parts_count.lua"));
    run_write_text(part, "return 7   \n");
    stage_frames(s, 40);
    assert_int_equal(s->v.bodies.count, 7);
    (void)stage_close(state);
}

static void view_sliders_have_buttons_for_steps(void **state)
{
    stage *s = *state;
    scene_slider before;
    scene_slider after;
    stage_frames(s, 2);
    assert_true(scene_get_slider(s->v.scene, 0, &before));
    stage_act(s, "click @more_haste");
    assert_true(scene_get_slider(s->v.scene, 0, &after));
    const double step = after.value - before.value - (before.to - before.from) / 20.0;
    assert_true(step < 1e-9 && step > -1e-9);
    stage_act(s, "click @less_haste");
    stage_act(s, "click @less_haste");
    assert_true(scene_get_slider(s->v.scene, 0, &after));
    assert_true(after.value < before.value);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(view_choice_shows_each_scene_with_its_comment_and_a_picture,
                                        stage_open_choice, stage_close),
        cmocka_unit_test_setup_teardown(view_choice_opens_a_scene_by_click_and_by_keys,
                                        stage_open_choice, stage_close),
        cmocka_unit_test_setup_teardown(view_help_pauses_and_takes_keys_and_clicks, stage_open_yard,
                                        stage_close),
        cmocka_unit_test_setup_teardown(view_restart_begins_again_and_keeps_the_camera,
                                        stage_open_yard, stage_close),
        cmocka_unit_test(view_reloads_a_scene_that_was_saved),
        cmocka_unit_test(view_reloads_a_scene_whose_module_was_saved),
        cmocka_unit_test_setup_teardown(view_sliders_have_buttons_for_steps, stage_open_yard,
                                        stage_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
