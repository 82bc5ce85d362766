/* The panel of all layers: reached by mouse and by its key, in windows of all sizes, and by scripts. */
#include "view_stage.h"

#include <stdlib.h>
#include <string.h>

static int open_objects(void **state)
{
    return stage_open(state, WEND_VIEWER_TESTS "/objects.lua");
}

/* The number of a layer. */
static size_t find(const stage *s, const char *name)
{
    scene_layer layer;
    for (size_t i = 0; view_layer_get(&s->v, i, &layer); i++) {
        if (strcmp(layer.name, name) == 0) {
            return i;
        }
    }
    fail_msg("no layer %s", name);
    return 0;
}

static bool is_on(const stage *s, const char *name)
{
    return s->v.layers.is_on[find(s, name)];
}

static void view_layer_panel_opens_by_key_and_by_mouse(void **state)
{
    stage *s = *state;
    stage_frames(s, 2);
    assert_null(view_ui_find(&s->v.ui, "show machines"));
    assert_non_null(view_ui_find(&s->v.ui, "show paths"));
    stage_act(s, "key F2");
    assert_non_null(view_ui_find(&s->v.ui, "show machines"));
    assert_non_null(view_ui_find(&s->v.ui, "show bodies"));
    stage_act(s, "click @close_layers");
    assert_null(view_ui_find(&s->v.ui, "show machines"));
    stage_act(s, "click @layers");
    assert_non_null(view_ui_find(&s->v.ui, "show machines"));
    stage_act(s, "key F2");
    assert_null(view_ui_find(&s->v.ui, "show machines"));
}

static void view_layer_panel_shows_and_hides(void **state)
{
    stage *s = *state;
    stage_act(s, "key F2");
    assert_false(is_on(s, "claims_1") || is_on(s, "paths"));
    stage_act(s, "click @show_claims_1");
    assert_true(is_on(s, "claims_1"));
    stage_act(s, "click @show_claims_1");
    assert_false(is_on(s, "claims_1"));
    stage_act(s, "click @show_paths");
    assert_true(is_on(s, "paths"));
    stage_act(s, "key w ctrl");
    assert_false(is_on(s, "paths"));
    stage_act(s, "click @show_claims_10");
    assert_true(is_on(s, "claims_10"));
    assert_false(is_on(s, "claims_11"));
    assert_int_equal(s->v.bodies.selected_count, 0);
}

static void view_layer_panel_scrolls(void **state)
{
    stage *s = *state;
    const double scale = s->v.camera.scale;
    stage_act(s, "size 1000 500");
    stage_act(s, "key F2");
    assert_true(view_ui_find(&s->v.ui, "show memories")->y > 500.0);
    double left = 0.0;
    double right = 0.0;
    char line[64];
    assert_true(view_layer_panel_sides(&s->v, &left, &right));
    SDL_snprintf(line, sizeof line, "move %d 200", (int)((left + right) / 2.0));
    stage_act(s, line);
    stage_act(s, "wheel -90");
    assert_true(view_ui_find(&s->v.ui, "show memories")->y < 500.0);
    const double end = s->v.ui.layers.at + 500.0 - s->v.ui.layers.height;
    assert_true(end < 0.5 && end > -0.5);
    stage_act(s, "click @show_memories");
    assert_true(is_on(s, "memories"));
    assert_true(s->v.ui.side.at < 0.5);
    assert_true(s->v.camera.scale <= scale && s->v.camera.scale >= scale);
}

/* One panel at a time covers the world, and text stays within the window. */
static void view_layer_panel_fits_windows_of_every_size(void **state)
{
    static const int sizes[][2] = {{320, 240}, {480, 1200}, {640, 480}, {1920, 400}, {3840, 2160}};
    stage *s = *state;
    stage_act(s, "key F2");
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        char line[64];
        double left = 0.0;
        double right = 0.0;
        SDL_snprintf(line, sizeof line, "size %d %d", sizes[i][0], sizes[i][1]);
        stage_act(s, line);
        stage_frames(s, 1);
        assert_true(view_layer_panel_sides(&s->v, &left, &right));
        assert_true(left >= 0.0 && right <= sizes[i][0]);
        for (size_t k = 0; k < s->v.front.vertex_count; k++) {
            const float x = s->v.front.vertices[k].position.x;
            assert_true(x >= -1.0F && x <= (float)sizes[i][0] + 1.0F);
        }
        const bool is_alone = view_panel_is_narrow(&s->v);
        assert_true((view_ui_find(&s->v.ui, "pause") == NULL) == is_alone);
    }
    stage_act(s, "size 320 240");
    stage_act(s, "key Tab");
    assert_false(s->v.ui.is_layers);
}

/* Pixels of a part of the world that another picture has otherwise. */
static int differing(const stage *s, const uint8_t *other, wend_vec2 low, wend_vec2 high)
{
    const stage_area area = stage_area_of(s, low, high);
    int count = 0;
    for (int y = area.y0; y < area.y1; y++) {
        for (int x = area.x0; x < area.x1; x++) {
            const size_t at = ((size_t)y * (size_t)s->width + (size_t)x) * 4;
            count += memcmp(s->pixels + at, other + at, 4) != 0;
        }
    }
    return count;
}

static void expect_change(stage *s, const char *line, wend_vec2 low, wend_vec2 high, bool changes)
{
    stage_look(s);
    uint8_t *before = s->pixels;
    s->pixels = NULL;
    stage_act(s, line);
    stage_look(s);
    assert_true((differing(s, before, low, high) > 0) == changes);
    free(before);
}

static void view_scripts_show_and_hide_layers(void **state)
{
    const wend_vec2 ahead_low = {10.0, 12.0};
    const wend_vec2 ahead_high = {20.0, 19.0};
    const wend_vec2 body_low = {14.6, 19.6};
    const wend_vec2 body_high = {15.4, 20.4};
    const wend_vec2 disc_low = {4.0, 34.0};
    const wend_vec2 disc_high = {6.0, 36.0};
    const wend_vec2 seen_low = {14.0, 29.0};
    const wend_vec2 seen_high = {16.0, 31.0};
    stage *s = *state;
    stage_act(s, "key Space");
    stage_act(s, "key Tab");
    expect_change(s, "show eyes_of_all", ahead_low, ahead_high, true);
    expect_change(s, "hide eyes_of_all.cones", ahead_low, ahead_high, true);
    expect_change(s, "hide bodies", body_low, body_high, true);
    expect_change(s, "hide drawing", disc_low, disc_high, true);
    expect_change(s, "show objects.memories", seen_low, seen_high, true);
    /* Of the other body alone. */
    expect_change(s, "drag 33m 18m 37m 22m", seen_low, seen_high, true);
    expect_change(s, "key Escape", seen_low, seen_high, true);
    expect_change(s, "hide memories", seen_low, seen_high, true);
    expect_change(s, "show machines", seen_low, seen_high, false);
    assert_false(view_script_line(&s->v, "show no_such_layer"));
    assert_non_null(strstr(s->v.message.text, "not understood here"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(view_layer_panel_opens_by_key_and_by_mouse, open_objects,
                                        stage_close),
        cmocka_unit_test_setup_teardown(view_layer_panel_shows_and_hides, open_objects,
                                        stage_close),
        cmocka_unit_test_setup_teardown(view_layer_panel_scrolls, open_objects, stage_close),
        cmocka_unit_test_setup_teardown(view_layer_panel_fits_windows_of_every_size, open_objects,
                                        stage_close),
        cmocka_unit_test_setup_teardown(view_scripts_show_and_hide_layers, open_objects,
                                        stage_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
