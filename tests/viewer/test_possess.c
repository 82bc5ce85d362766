/* Bodies that are possessed: the scene hears of selections, as of all that hands do. */
#include "view_stage.h"

static int open_possess(void **state)
{
    return stage_open(state, WEND_VIEWER_TESTS "/possess.lua");
}

static int64_t figure(stage *s, size_t index)
{
    const scene_figure *figures = NULL;
    size_t count = 0;
    assert_int_equal(scene_get_figures(s->v.scene, &figures, &count), WEND_OK);
    assert_int_equal(count, 2);
    return figures[index].integer;
}

static int64_t calls(stage *s)
{
    return figure(s, 0);
}

static int64_t possessed(stage *s)
{
    return figure(s, 1);
}

static wend_vec2 position_of(const stage *s, uint32_t index)
{
    wend_body_id ids[4];
    size_t count = 0;
    wend_body body;
    const wend_crowd *crowd = scene_crowd(s->v.scene);
    (void)wend_crowd_list_bodies(crowd, ids, 4, &count);
    assert_true(index < count);
    assert_int_equal(wend_crowd_get_body(crowd, ids[index], &body), WEND_OK);
    return body.position;
}

static void click_body(stage *s, uint32_t index, const char *how)
{
    char line[64];
    const wend_vec2 at = position_of(s, index);
    SDL_snprintf(line, sizeof line, "click %.3fm %.3fm%s", at.x, at.y, how);
    stage_act(s, line);
    stage_frames(s, 3);
}

static void view_a_click_possesses_and_escape_releases(void **state)
{
    stage *s = *state;
    stage_frames(s, 5);
    assert_int_equal(calls(s), 0);
    click_body(s, 0, "");
    assert_int_equal(calls(s), 1);
    assert_int_equal(possessed(s), 1);
    stage_act(s, "click 30m 12m right");
    stage_frames(s, 150);
    const wend_vec2 there = position_of(s, 0);
    assert_true(there.x > 12.0);
    assert_true(position_of(s, 1).x < 9.0);
    assert_int_equal(calls(s), 1);
    stage_act(s, "key Escape");
    stage_frames(s, 100);
    assert_int_equal(calls(s), 2);
    assert_int_equal(possessed(s), 0);
    assert_true(position_of(s, 0).x < there.x);
}

static void view_the_scene_hears_of_changes_alone(void **state)
{
    stage *s = *state;
    stage_frames(s, 2);
    click_body(s, 0, "");
    click_body(s, 0, "");
    assert_int_equal(calls(s), 1);
    click_body(s, 1, " shift");
    assert_int_equal(calls(s), 2);
    assert_int_equal(possessed(s), 2);
    click_body(s, 0, "");
    assert_int_equal(calls(s), 3);
    assert_int_equal(possessed(s), 1);
    stage_act(s, "click 40m 25m");
    stage_frames(s, 3);
    assert_int_equal(calls(s), 4);
    assert_int_equal(possessed(s), 0);
    stage_act(s, "key Escape");
    stage_frames(s, 3);
    assert_int_equal(calls(s), 4);
}

static void view_a_possessed_body_that_is_removed_is_released(void **state)
{
    stage *s = *state;
    stage_frames(s, 2);
    click_body(s, 1, "");
    assert_int_equal(possessed(s), 1);
    while (scene_tick_count(s->v.scene) < 65) {
        stage_frames(s, 1);
    }
    assert_int_equal(stage_stats(s).agents, 1);
    assert_int_equal(calls(s), 2);
    assert_int_equal(possessed(s), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(view_a_click_possesses_and_escape_releases, open_possess,
                                        stage_close),
        cmocka_unit_test_setup_teardown(view_the_scene_hears_of_changes_alone, open_possess,
                                        stage_close),
        cmocka_unit_test_setup_teardown(view_a_possessed_body_that_is_removed_is_released,
                                        open_possess, stage_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
