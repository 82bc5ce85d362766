/* Panels of windows from tiny to huge: text stays inside, and everything can be reached. */
#include "view_stage.h"

static void set_size(stage *s, int width, int height)
{
    char line[64];
    SDL_snprintf(line, sizeof line, "size %d %d", width, height);
    stage_act(s, line);
    stage_frames(s, 1);
}

/* True if all letters are within the window's sides. Above and below they may be scrolled away. */
static bool is_within(const stage *s)
{
    const view_batch *front = &s->v.front;
    for (size_t i = 0; i < front->vertex_count; i++) {
        const float x = front->vertices[i].position.x;
        if (x < -1.0F || x > (float)s->v.camera.width + 1.0F) {
            return false;
        }
    }
    return true;
}

static const int sizes[][2] = {{320, 240},  {400, 300},  {640, 360},   {640, 480},   {800, 600},
                               {480, 1200}, {1920, 400}, {1000, 2000}, {1920, 1080}, {3840, 2160}};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

static void view_text_stays_within_windows_of_every_size(void **state)
{
    stage *s = *state;
    for (size_t i = 0; i < SIZES; i++) {
        set_size(s, sizes[i][0], sizes[i][1]);
        assert_true(s->v.atlas.cap[VIEW_TEXT_BODY] >= 8);
        for (int panel = 0; panel < VIEW_PANEL_COUNT; panel++) {
            stage_act(s, "key Tab");
            assert_true(is_within(s));
        }
        stage_act(s, "key F1");
        assert_true(is_within(s));
        stage_act(s, "key F1");
    }
}

/* All of the world that is free of panels. */
static void view_panels_leave_room_for_the_world(void **state)
{
    stage *s = *state;
    for (size_t i = 0; i < SIZES; i++) {
        double left = 0.0;
        double right = 0.0;
        set_size(s, sizes[i][0], sizes[i][1]);
        view_panel_sides(&s->v, &left, &right);
        assert_true(sizes[i][0] - left - right > sizes[i][0] / 3);
        assert_true(view_panel_is_narrow(&s->v) == (sizes[i][0] < 524));
    }
}

static void view_narrow_windows_show_a_panel_at_a_time(void **state)
{
    stage *s = *state;
    set_size(s, 320, 240);
    assert_null(view_ui_find(&s->v.ui, "tool wall"));
    assert_null(view_ui_find(&s->v.ui, "pause"));
    stage_act(s, "key Tab");
    const view_widget *node = view_ui_find(&s->v.ui, "tool node");
    assert_non_null(node);
    assert_true(node->y + node->height <= 240.0);
    assert_null(view_ui_find(&s->v.ui, "pause"));
    stage_act(s, "click @tool_wall");
    assert_int_equal(s->v.tools.tool, VIEW_TOOL_WALL);
    stage_act(s, "key Tab");
    assert_null(view_ui_find(&s->v.ui, "tool wall"));
    stage_act(s, "click @pause");
    assert_true(s->v.time.is_paused);
    stage_act(s, "key Tab");
    assert_null(view_ui_find(&s->v.ui, "pause"));
}

static void view_wheel_scrolls_a_panel_that_is_too_high(void **state)
{
    stage *s = *state;
    const double scale = s->v.camera.scale;
    set_size(s, 640, 360);
    assert_true(s->v.ui.side.height > 400.0);
    assert_true(view_ui_find(&s->v.ui, "show stuck")->y > 340.0);
    stage_act(s, "move 600 200");
    stage_act(s, "wheel -20");
    assert_true(view_ui_find(&s->v.ui, "show stuck")->y < 300.0);
    const double end = s->v.ui.side.at + 360.0 - s->v.ui.side.height;
    assert_true(end < 0.5 && end > -0.5);
    stage_act(s, "click @show_stuck");
    assert_true(s->v.layers.is_on[SCENE_LAYER_STUCK]);
    stage_act(s, "move 600 200");
    stage_act(s, "wheel 40");
    assert_true(s->v.ui.side.at < 0.5);
    assert_true(s->v.camera.scale <= scale && s->v.camera.scale >= scale);
}

static void view_help_scrolls_to_its_end(void **state)
{
    stage *s = *state;
    set_size(s, 320, 240);
    const double scale = s->v.camera.scale;
    stage_act(s, "key F1");
    stage_frames(s, 1);
    assert_true(s->v.ui.help.height > 700.0);
    stage_act(s, "key Down");
    assert_true(s->v.ui.help.at > 20.0);
    stage_act(s, "wheel -90");
    const double end = s->v.ui.help.at + 240.0 - s->v.ui.help.height;
    assert_true(end < 0.5 && end > -0.5);
    assert_true(s->v.camera.scale <= scale && s->v.camera.scale >= scale);
}

static void view_long_notices_are_shown_in_lines_and_go(void **state)
{
    stage *s = *state;
    char text[256];
    for (size_t i = 0; i < sizeof text; i++) {
        text[i] = i % 9 == 8 ? ' ' : 'w';
    }
    text[sizeof text - 1] = '\0';
    stage_frames(s, 2);
    const size_t before = s->v.front.vertex_count;
    set_size(s, 640, 480);
    view_tell(&s->v, text);
    stage_frames(s, 1);
    assert_true(is_within(s));
    assert_true(s->v.front.vertex_count > before + 4 * 200);
    /* A word that is too long for a line; where there is no plot of times, which changes, too. */
    set_size(s, 500, 480);
    SDL_memset(text, 'w', sizeof text - 1);
    view_tell(&s->v, text);
    stage_frames(s, 1);
    assert_true(is_within(s));
    stage_frames(s, 390);
    const size_t late = s->v.front.vertex_count;
    stage_frames(s, 20);
    assert_true(s->v.front.vertex_count + 4 * 100 < late);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(view_text_stays_within_windows_of_every_size,
                                        stage_open_yard, stage_close),
        cmocka_unit_test_setup_teardown(view_panels_leave_room_for_the_world, stage_open_yard,
                                        stage_close),
        cmocka_unit_test_setup_teardown(view_narrow_windows_show_a_panel_at_a_time, stage_open_yard,
                                        stage_close),
        cmocka_unit_test_setup_teardown(view_wheel_scrolls_a_panel_that_is_too_high,
                                        stage_open_yard, stage_close),
        cmocka_unit_test_setup_teardown(view_help_scrolls_to_its_end, stage_open_yard, stage_close),
        cmocka_unit_test_setup_teardown(view_long_notices_are_shown_in_lines_and_go,
                                        stage_open_yard, stage_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
