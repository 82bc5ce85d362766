/* Each layer of the window shows something, and of the right bodies, in scenes made for it. */
#include "view_stage.h"

#include <stdlib.h>
#include <string.h>

/* A flow with long updates, paths, a formation, a stuck body. */
static int open_layers(void **state)
{
    return stage_open(state, WEND_VIEWER_TESTS "/layers.lua");
}

static void show_none(stage *s)
{
    memset(s->v.layers.is_on, 0, sizeof s->v.layers.is_on);
}

static void show_only(stage *s, scene_layer_index layer)
{
    show_none(s);
    s->v.layers.is_on[layer] = true;
}

/* Takes a picture of one layer. @return one without any, to be freed. */
static uint8_t *look_at(stage *s, scene_layer_index layer)
{
    show_none(s);
    stage_look(s);
    uint8_t *without = s->pixels;
    s->pixels = NULL;
    show_only(s, layer);
    stage_look(s);
    return without;
}

/* True if a layer changes the picture. */
static bool shows(stage *s, scene_layer_index layer)
{
    uint8_t *without = look_at(s, layer);
    const size_t bytes = (size_t)s->width * (size_t)s->height * 4;
    const bool is_other = memcmp(without, s->pixels, bytes) != 0;
    free(without);
    return is_other;
}

static void expect(stage *s, scene_layer_index layer)
{
    if (!shows(s, layer)) {
        scene_layer about;
        (void)view_layer_get(&s->v, layer, &about);
        fail_msg("%s shows nothing", about.name);
    }
}

/* Panels hide nothing, so that only the world is compared. */
static void hold_still(stage *s)
{
    stage_act(s, "move 60m 60m");
    stage_act(s, "key Space");
    stage_act(s, "key Tab");
}

static void view_layers_of_a_yard_change_the_picture(void **state)
{
    static const scene_layer_index layers[] = {
        SCENE_LAYER_COSTS,      SCENE_LAYER_SECTORS,     SCENE_LAYER_PORTALS,
        SCENE_LAYER_FIELD_COST, SCENE_LAYER_INTEGRATION, SCENE_LAYER_DIRECTIONS,
        SCENE_LAYER_SIGHT,      SCENE_LAYER_ROUTES,      SCENE_LAYER_GRAPH,
        SCENE_LAYER_HEADINGS,   SCENE_LAYER_VELOCITIES,  SCENE_LAYER_PREFERRED,
        SCENE_LAYER_NEIGHBOURS, SCENE_LAYER_HALF_PLANES, SCENE_LAYER_ZONES};
    stage *s = *state;
    stage_act(s, "drag 1m 7m 14m 16m");
    stage_act(s, "click 36m 14m right");
    stage_frames(s, 20);
    hold_still(s);
    for (size_t i = 0; i < sizeof layers / sizeof layers[0]; i++) {
        expect(s, layers[i]);
    }
}

/* They are drawn if cells are large enough; colours of costs are drawn without them, too. */
static void view_costs_have_numbers_in_a_close_view(void **state)
{
    stage *s = *state;
    const wend_vec2 low = {30.0, 8.0}, high = {30.5, 8.5};
    stage_act(s, "key 6");
    stage_act(s, "click @slider_cost:1.0");
    stage_act(s, "click @slider_brush,_cells:0.0");
    stage_act(s, "click 30.2m 8.2m");
    stage_act(s, "move 30.2m 8.2m");
    stage_act(s, "wheel 10");
    hold_still(s);
    show_none(s);
    stage_look(s);
    assert_int_equal(stage_count_colour(s, low, high, 72, 84, 82), 0);
    show_only(s, SCENE_LAYER_COSTS);
    stage_look(s);
    assert_true(stage_count_colour(s, low, high, 72, 84, 82) > 10);
}

/* Sectors that are worked on are tinted all over. The layer has the borders of all, too, which are
 * there before, and of which some pixels have that colour. */
static bool shows_wave_front(stage *s)
{
    const wend_vec2 low = {1.0, 1.0};
    const wend_vec2 high = {59.0, 39.0};
    show_only(s, SCENE_LAYER_WAVE_FRONT);
    stage_look(s);
    return stage_count_colour(s, low, high, 194, 218, 215) > 20000;
}

static void view_layers_of_orders_change_the_picture(void **state)
{
    stage *s = *state;
    bool is_at_work = false;
    stage_act(s, "key Tab");
    for (int i = 0; i < 1500 && !is_at_work; i++) {
        stage_frames(s, 1);
        is_at_work = shows_wave_front(s);
    }
    assert_true(is_at_work);
    expect(s, SCENE_LAYER_PATHS);
    expect(s, SCENE_LAYER_GOALS);
    expect(s, SCENE_LAYER_FORMATIONS);
    for (int i = 0; i < 600 && stage_stats(s).stuck == 0; i++) {
        stage_frames(s, 1);
    }
    assert_true(stage_stats(s).stuck > 0);
    expect(s, SCENE_LAYER_STUCK);
}

/* True if two pictures differ in a part of the world. */
static bool differs(const stage *s, const uint8_t *other, wend_vec2 low, wend_vec2 high)
{
    const stage_area area = stage_area_of(s, low, high);
    const size_t bytes = (size_t)(area.x1 - area.x0) * 4;
    for (int y = area.y0; y < area.y1; y++) {
        const size_t at = ((size_t)y * (size_t)s->width + (size_t)area.x0) * 4;
        if (memcmp(s->pixels + at, other + at, bytes) != 0) {
            return true;
        }
    }
    return false;
}

/* The amounts of blue and of red in a layer. */
static void show(stage *s, scene_layer_index layer, bool *of_blues, bool *of_reds)
{
    const wend_vec2 blues_low = {2.0, 8.0}, blues_high = {12.0, 14.5};
    const wend_vec2 reds_low = {42.0, 8.0}, reds_high = {47.5, 15.0};
    uint8_t *without = look_at(s, layer);
    *of_blues = differs(s, without, blues_low, blues_high);
    *of_reds = differs(s, without, reds_low, reds_high);
    free(without);
}

static void view_layers_of_bodies_are_of_who_is_selected(void **state)
{
    static const scene_layer_index layers[] = {SCENE_LAYER_NEIGHBOURS, SCENE_LAYER_HALF_PLANES,
                                               SCENE_LAYER_HEADINGS};
    stage *s = *state;
    stage_act(s, "key a ctrl");
    stage_act(s, "click 36m 14m right");
    stage_frames(s, 20);
    stage_act(s, "move 24m 29m");
    stage_act(s, "key Tab");
    stage_act(s, "key Space");
    for (size_t i = 0; i < sizeof layers / sizeof layers[0]; i++) {
        bool of_blues = false;
        bool of_reds = false;
        stage_act(s, "key Escape");
        show(s, layers[i], &of_blues, &of_reds);
        assert_true(of_blues && of_reds);
        stage_act(s, "drag 1m 7m 14m 16m");
        show(s, layers[i], &of_blues, &of_reds);
        assert_true(of_blues);
        assert_false(of_reds);
    }
    assert_false(view_layers_want_selection(&s->v));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(view_layers_of_a_yard_change_the_picture, stage_open_yard,
                                        stage_close),
        cmocka_unit_test_setup_teardown(view_costs_have_numbers_in_a_close_view, stage_open_yard,
                                        stage_close),
        cmocka_unit_test_setup_teardown(view_layers_of_orders_change_the_picture, open_layers,
                                        stage_close),
        cmocka_unit_test_setup_teardown(view_layers_of_bodies_are_of_who_is_selected,
                                        stage_open_yard, stage_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
