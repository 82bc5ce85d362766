/* takes: the window under SDL's dummy driver, a scene, scripted mouse and keys.
 * gives: what the picture shows then, by its pixels, and what the scene did.
 * cost:  a few hundred small frames. */
#include "test.h"
#include "view.h"
#include "wend/stamp.h"

#include <stdlib.h>
#include <string.h>

typedef struct stage {
    viewer v;
    uint8_t *pixels; /* of the last look, or NULL */
    int width, height;
} stage;

static const char scene_file[] = WEND_VIEWER_TESTS "/yard.lua";

static int open_scene(void **state, const char *file)
{
    stage *s = calloc(1, sizeof *s);
    wend_message message = {0};
    assert_non_null(s);
    SDL_setenv("SDL_VIDEODRIVER", "dummy", 1);
    viewer_options options = viewer_options_default();
    options.scene = file;
    options.frames = 1000000;
    const wend_result result = view_open(&s->v, &options, &message);
    if (result != WEND_OK) {
        print_error("%s\n", message.text);
    }
    assert_int_equal(result, WEND_OK);
    *state = s;
    return 0;
}

static int open_stage(void **state)
{
    return open_scene(state, scene_file);
}

/* Two floors over each other, and a third beside them. */
static int open_floors(void **state)
{
    return open_scene(state, WEND_VIEWER_TESTS "/floors.lua");
}

static int close_stage(void **state)
{
    stage *s = *state;
    free(s->pixels);
    view_close(&s->v);
    free(s);
    return 0;
}

/* ---- hands and eyes ---- */

static void frames(stage *s, int count)
{
    for (int i = 0; i < count; i++) {
        view_frame_run(&s->v);
    }
}

/* One line of a script, and the frames that it takes. */
static void act(stage *s, const char *line)
{
    if (s->v.time.frame == 0) {
        frames(s, 1);
    }
    assert_true(view_script_line(&s->v, line));
    do {
        frames(s, 1);
    } while (s->v.script.drag_left > 0);
    frames(s, 1);
}

static void look(stage *s)
{
    free(s->pixels);
    s->pixels = NULL;
    view_paint(&s->v);
    assert_true(view_pixels(&s->v, &s->pixels, &s->width, &s->height));
}

static const uint8_t *pixel(const stage *s, int x, int y)
{
    assert_true(x >= 0 && x < s->width && y >= 0 && y < s->height);
    return s->pixels + ((size_t)y * (size_t)s->width + (size_t)x) * 4;
}

static const uint8_t *pixel_at(const stage *s, double x, double y)
{
    const wend_vec2 place = {x, y};
    double sx = 0.0;
    double sy = 0.0;
    view_to_screen(&s->v.camera, place, &sx, &sy);
    return pixel(s, (int)sx, (int)sy);
}

static bool is_near(const uint8_t *p, int r, int g, int b)
{
    return abs(p[0] - r) < 24 && abs(p[1] - g) < 24 && abs(p[2] - b) < 24;
}

static bool is_wall(const stage *s, double x, double y)
{
    return is_near(pixel_at(s, x, y), 62, 66, 78);
}

static bool is_open_ground(const stage *s, double x, double y)
{
    return is_near(pixel_at(s, x, y), 244, 241, 233);
}

/* How many pixels of a part of the world are about this colour? */
static int count_colour(const stage *s, wend_vec2 low, wend_vec2 high, int r, int g, int b)
{
    double ax = 0.0;
    double ay = 0.0;
    double bx = 0.0;
    double by = 0.0;
    int count = 0;
    view_to_screen(&s->v.camera, low, &ax, &ay);
    view_to_screen(&s->v.camera, high, &bx, &by);
    for (int y = (int)ay; y < (int)by; y++) {
        for (int x = (int)ax; x < (int)bx; x++) {
            count += is_near(pixel(s, x, y), r, g, b);
        }
    }
    return count;
}

static const wend_vec2 blues_low = {2.0, 8.0};
static const wend_vec2 blues_high = {12.0, 14.5};

static int yellow_among_blues(const stage *s)
{
    return count_colour(s, blues_low, blues_high, 255, 210, 64);
}

static wend_vec2 mean_of_group(const stage *s, uint32_t group)
{
    wend_vec2 sum = {0.0, 0.0};
    double count = 0.0;
    for (size_t i = 0; i < s->v.bodies.count; i++) {
        if (s->v.bodies.items[i].group == group) {
            sum = wend_vec2_add(sum, s->v.bodies.items[i].position);
            count += 1.0;
        }
    }
    return wend_vec2_scale(sum, 1.0 / count);
}

static scene_stats stats_of(const stage *s)
{
    scene_stats stats;
    scene_get_stats(s->v.scene, &stats);
    return stats;
}

/* ---- selection and orders ---- */

static void view_box_selects_and_selection_is_seen(void **state)
{
    stage *s = *state;
    frames(s, 1);
    look(s);
    assert_int_equal(yellow_among_blues(s), 0);
    act(s, "drag 1m 7m 14m 16m");
    assert_int_equal(s->v.bodies.selected_count, 60);
    look(s);
    assert_true(yellow_among_blues(s) > 500);
    act(s, "key Escape");
    assert_int_equal(s->v.bodies.selected_count, 0);
    look(s);
    assert_int_equal(yellow_among_blues(s), 0);
}

static void view_click_selects_one_and_shift_adds(void **state)
{
    stage *s = *state;
    act(s, "click 3m 9m");
    assert_int_equal(s->v.bodies.selected_count, 1);
    act(s, "click 44m 10m shift");
    assert_int_equal(s->v.bodies.selected_count, 2);
    act(s, "click 44m 10m shift");
    assert_int_equal(s->v.bodies.selected_count, 1);
    act(s, "click 46m 20m");
    assert_int_equal(s->v.bodies.selected_count, 0);
    act(s, "click 44m 10m double");
    assert_int_equal(s->v.bodies.selected_count, 20);
    act(s, "key a ctrl");
    assert_int_equal(s->v.bodies.selected_count, 80);
}

static void view_right_click_sends_who_is_selected(void **state)
{
    stage *s = *state;
    act(s, "drag 1m 7m 14m 16m");
    const wend_vec2 blue = mean_of_group(s, 0);
    const wend_vec2 red = mean_of_group(s, 1);
    act(s, "click 30m 15m right");
    frames(s, 120);
    assert_true(mean_of_group(s, 0).x > blue.x + 3.0);
    assert_true(wend_vec2_distance(mean_of_group(s, 1), red) < 1.0);
    assert_int_equal(stats_of(s).going, 60);
    act(s, "key Backspace");
    assert_int_equal(stats_of(s).going, 0);
}

static void view_cursor_tells_what_can_be_reached(void **state)
{
    stage *s = *state;
    const wend_vec2 open = {30.0, 20.0};
    const wend_vec2 wall = {20.5, 4.0};
    frames(s, 3);
    assert_true(view_can_reach(&s->v, wall)); /* nobody is selected */
    act(s, "drag 1m 7m 14m 16m");
    assert_true(view_can_reach(&s->v, open));
    assert_false(view_can_reach(&s->v, wall));
    act(s, "move 20.5m 4m");
    look(s);
    const wend_vec2 low = {20.0, 3.5};
    const wend_vec2 high = {21.0, 4.5};
    assert_true(count_colour(s, low, high, 214, 44, 40) > 20);
    assert_int_equal(count_colour(s, low, high, 24, 150, 84), 0);
}

/* ---- the world is changed ---- */

static void view_wall_tool_closes_and_erase_opens(void **state)
{
    stage *s = *state;
    frames(s, 1);
    look(s);
    assert_true(is_open_ground(s, 28.0, 6.0));
    assert_true(is_wall(s, 20.5, 3.0));
    act(s, "key 3");
    act(s, "drag 26m 3m 34m 3m");
    act(s, "move 60m 60m");
    look(s);
    assert_true(is_wall(s, 27.0, 3.0) && is_wall(s, 30.0, 3.0) && is_wall(s, 33.5, 3.0));
    assert_int_equal(wend_grid_cost(scene_grid(s->v.scene), 0, 60, 6), WEND_COST_WALL);
    act(s, "click @tool_erase");
    act(s, "drag 26m 3m 34m 3m");
    act(s, "move 60m 60m");
    look(s);
    assert_true(is_open_ground(s, 27.0, 3.0) && is_open_ground(s, 31.0, 3.0));
}

static void view_cost_tool_paints_what_its_slider_says(void **state)
{
    stage *s = *state;
    act(s, "key 6");
    act(s, "click @slider_cost:1.0");
    act(s, "click @slider_brush,_cells:0.0");
    act(s, "click 30.2m 8.2m");
    assert_int_equal(wend_grid_cost(scene_grid(s->v.scene), 0, 60, 16), 20);
    assert_int_equal(wend_grid_cost(scene_grid(s->v.scene), 0, 61, 16), 1);
    act(s, "move 60m 60m");
    look(s);
    assert_false(is_open_ground(s, 30.2, 8.4));
    act(s, "key k ctrl");
    look(s);
    assert_true(is_open_ground(s, 30.2, 8.4));
}

static void view_stamps_are_placed_and_lifted(void **state)
{
    stage *s = *state;
    act(s, "key 7");
    act(s, "click 30m 22m");
    act(s, "move 60m 60m");
    look(s);
    assert_int_equal(wend_grid_stamp_count(scene_grid(s->v.scene)), 1);
    assert_true(is_wall(s, 30.0, 22.0));
    act(s, "key 8");
    act(s, "click 30m 22m");
    act(s, "move 60m 60m");
    look(s);
    assert_int_equal(wend_grid_stamp_count(scene_grid(s->v.scene)), 0);
    assert_true(is_open_ground(s, 30.0, 22.0) || is_near(pixel_at(s, 30.0, 22.0), 139, 184, 181));
}

static void view_lines_are_drawn_and_erased(void **state)
{
    stage *s = *state;
    const size_t before = wend_walls_count(scene_walls(s->v.scene));
    act(s, "key 4");
    act(s, "drag 24m 12m 24m 16m");
    act(s, "move 60m 60m");
    look(s);
    assert_int_equal(wend_walls_count(scene_walls(s->v.scene)), before + 1);
    assert_true(is_wall(s, 24.0, 14.0));
    act(s, "key 5");
    act(s, "click 24m 14m");
    assert_int_equal(wend_walls_count(scene_walls(s->v.scene)), before);
}

static void view_explosion_throws_bodies(void **state)
{
    stage *s = *state;
    frames(s, 1);
    const wend_vec2 before = mean_of_group(s, 1);
    act(s, "key 9");
    act(s, "click 42.5m 11.5m");
    frames(s, 10);
    assert_true(mean_of_group(s, 1).x > before.x + 0.3);
    assert_int_equal(stats_of(s).wall_violations, 0);
}

static void view_nodes_are_placed_moved_and_removed(void **state)
{
    stage *s = *state;
    const wend_graph *graph = scene_graph(s->v.scene);
    act(s, "key 0");
    act(s, "click 26m 8m");
    assert_int_equal(wend_graph_node_count(graph), 4);
    assert_true(wend_graph_edge_count(graph) > 2);
    act(s, "drag 26m 8m 27m 12m");
    assert_true(wend_graph_position(graph, 3).y > 11.5);
    act(s, "move 27m 12m");
    act(s, "key Delete");
    assert_int_equal(wend_graph_node_count(graph), 3);
    assert_false(wend_graph_has_node(graph, 3));
}

/* ---- camera, time, panels ---- */

static void view_pan_moves_the_picture(void **state)
{
    stage *s = *state;
    frames(s, 1);
    look(s);
    double x = 0.0;
    double y = 0.0;
    const wend_vec2 wall = {20.5, 4.0};
    view_to_screen(&s->v.camera, wall, &x, &y);
    assert_true(is_near(pixel(s, (int)x, (int)y), 62, 66, 78));
    act(s, "drag 600 500 700 520 middle");
    look(s);
    assert_false(is_near(pixel(s, (int)x, (int)y), 62, 66, 78));
    assert_true(is_near(pixel(s, (int)x + 100, (int)y + 20), 62, 66, 78));
    act(s, "key Home");
    look(s);
    assert_true(is_near(pixel(s, (int)x, (int)y), 62, 66, 78));
}

static void view_wheel_zooms_around_the_cursor(void **state)
{
    stage *s = *state;
    act(s, "move 500 400");
    const wend_vec2 before = view_to_world(&s->v.camera, 500.0, 400.0);
    const double scale = s->v.camera.scale;
    act(s, "wheel 5");
    const wend_vec2 after = view_to_world(&s->v.camera, 500.0, 400.0);
    assert_true(s->v.camera.scale > scale * 1.9);
    assert_true(wend_vec2_distance(before, after) < 1e-9);
    act(s, "wheel -100");
    frames(s, 100);
    assert_true(s->v.camera.scale > 0.0);
}

static void view_pause_step_and_speed_rule_ticks(void **state)
{
    stage *s = *state;
    act(s, "key Space");
    const uint64_t begin = scene_tick_count(s->v.scene);
    frames(s, 5);
    assert_int_equal(scene_tick_count(s->v.scene), begin);
    act(s, "click @step");
    assert_int_equal(scene_tick_count(s->v.scene), begin + 1);
    act(s, "key .");
    assert_int_equal(scene_tick_count(s->v.scene), begin + 2);
    act(s, "click @pause");
    act(s, "key +");
    const uint64_t fast = scene_tick_count(s->v.scene);
    frames(s, 5);
    assert_int_equal(scene_tick_count(s->v.scene), fast + 10);
}

static void view_help_covers_everything(void **state)
{
    stage *s = *state;
    act(s, "key F1");
    look(s);
    assert_true(pixel_at(s, 28.0, 6.0)[0] < 60);
    act(s, "click 28m 6m");
    act(s, "key F1");
    look(s);
    assert_true(is_open_ground(s, 28.0, 6.0));
    act(s, "key h");
    assert_true(s->v.ui.is_help);
    act(s, "key Escape");
    assert_false(s->v.ui.is_help);
}

static void view_slider_of_the_scene_changes_it(void **state)
{
    stage *s = *state;
    scene_slider slider;
    act(s, "click @slider_haste:1.0");
    assert_true(scene_get_slider(s->v.scene, 0, &slider));
    assert_true(slider.value > 2.9);
    assert_string_equal(scene_text(s->v.scene), "keys 10");
    act(s, "drag @slider_haste:1.0 @slider_haste:0.0");
    assert_true(scene_get_slider(s->v.scene, 0, &slider));
    assert_true(slider.value < 0.6);
}

static void view_keys_that_mean_nothing_go_to_the_scene(void **state)
{
    stage *s = *state;
    act(s, "key y");
    assert_string_equal(scene_text(s->v.scene), "keys 1");
}

static void view_every_layer_changes_the_picture(void **state)
{
    stage *s = *state;
    act(s, "drag 1m 7m 14m 16m");
    act(s, "click 36m 14m right");
    frames(s, 20);
    act(s, "move 60m 60m");
    act(s, "key Space");
    s->v.layers.is_on = 0;
    /* Panels hide nothing, so that only the world is compared. */
    act(s, "key Tab");
    look(s);
    uint8_t *without = s->pixels;
    s->pixels = NULL;
    const size_t bytes = (size_t)s->width * (size_t)s->height * 4;
    for (int i = 0; i < VIEW_LAYER_COUNT; i++) {
        s->v.layers.is_on = 1U << i;
        look(s);
        const bool is_quiet = i == VIEW_LAYER_FORMATIONS || i == VIEW_LAYER_STUCK ||
                              i == VIEW_LAYER_WAVE_FRONT || i == VIEW_LAYER_WAYS ||
                              i == VIEW_LAYER_GOALS;
        if (!is_quiet && memcmp(without, s->pixels, bytes) == 0) {
            print_error("%s shows nothing\n", view_layer_get((view_layer)i)->name);
            assert_true(false);
        }
    }
    free(without);
}

/* Do two pictures differ in a part of the world? */
static bool differs(const stage *s, const uint8_t *other, wend_vec2 low, wend_vec2 high)
{
    double ax = 0.0;
    double ay = 0.0;
    double bx = 0.0;
    double by = 0.0;
    view_to_screen(&s->v.camera, low, &ax, &ay);
    view_to_screen(&s->v.camera, high, &bx, &by);
    for (int y = (int)ay; y < (int)by; y++) {
        const size_t at = ((size_t)y * (size_t)s->width + (size_t)ax) * 4;
        if (memcmp(s->pixels + at, other + at, (size_t)(bx - ax) * 4) != 0) {
            return true;
        }
    }
    return false;
}

/* What Ctrl+key shows of blues and of reds, against a picture without. */
static void show(stage *s, view_layer layer, bool *of_blues, bool *of_reds)
{
    const wend_vec2 reds_low = {42.0, 8.0}, reds_high = {47.5, 15.0};
    s->v.layers.is_on = 0;
    look(s);
    uint8_t *without = s->pixels;
    s->pixels = NULL;
    s->v.layers.is_on = 1U << (uint32_t)layer;
    look(s);
    *of_blues = differs(s, without, blues_low, blues_high);
    *of_reds = differs(s, without, reds_low, reds_high);
    free(without);
}

static void view_layers_of_bodies_are_of_who_is_selected(void **state)
{
    static const view_layer layers[] = {VIEW_LAYER_NEIGHBOURS, VIEW_LAYER_HALF_PLANES,
                                        VIEW_LAYER_HEADINGS};
    stage *s = *state;
    act(s, "key a ctrl");
    act(s, "click 36m 14m right");
    frames(s, 20);
    act(s, "move 24m 29m");
    act(s, "key Tab");
    act(s, "key Space");
    for (size_t i = 0; i < sizeof layers / sizeof layers[0]; i++) {
        bool of_blues = false;
        bool of_reds = false;
        act(s, "key Escape");
        show(s, layers[i], &of_blues, &of_reds);
        assert_true(of_blues && of_reds);
        act(s, "drag 1m 7m 14m 16m");
        show(s, layers[i], &of_blues, &of_reds);
        assert_true(of_blues);
        assert_false(of_reds);
    }
    assert_false(view_layers_want_selection(&s->v));
}

static void view_panels_hide_and_text_grows(void **state)
{
    stage *s = *state;
    frames(s, 1);
    assert_non_null(view_ui_find(&s->v.ui, "pause"));
    act(s, "key Tab");
    assert_null(view_ui_find(&s->v.ui, "pause"));
    act(s, "key Tab");
    const int cap = s->v.atlas.cap[VIEW_TEXT_BODY];
    act(s, "key = ctrl");
    assert_int_equal(s->v.atlas.cap[VIEW_TEXT_BODY], cap + 1);
    act(s, "key 0 ctrl");
    assert_int_equal(s->v.atlas.cap[VIEW_TEXT_BODY], cap);
    act(s, "size 2560 1600");
    assert_true(s->v.atlas.cap[VIEW_TEXT_BODY] >= 2 * cap - 1);
    act(s, "size 200 120");
    look(s);
}

static void view_bodies_that_leave_are_not_selected(void **state)
{
    stage *s = *state;
    act(s, "click 3m 9m");
    const wend_body_id id = view_first_selected(&s->v)->id;
    assert_int_equal(wend_crowd_remove(scene_crowd(s->v.scene), id), WEND_OK);
    frames(s, 2);
    assert_int_equal(s->v.bodies.selected_count, 0);
    assert_null(view_first_selected(&s->v));
}

static bool is_dim_ground(const stage *s, double x, double y)
{
    return is_near(pixel_at(s, x, y), 244 * 150 / 255, 241 * 150 / 255, 233 * 150 / 255);
}

static void view_floors_are_gone_through_by_keys(void **state)
{
    stage *s = *state;
    frames(s, 2);
    act(s, "key Tab");
    look(s);
    assert_true(is_open_ground(s, 6.0, 6.0) && is_wall(s, 3.0, 3.0));
    assert_true(is_dim_ground(s, 30.0, 6.0));
    assert_int_equal(s->v.bodies.count, 1);
    assert_true(view_tool_is_there(&s->v, VIEW_TOOL_WALL));
    act(s, "key PageUp");
    look(s);
    assert_true(is_wall(s, 6.0, 6.0) && is_open_ground(s, 3.0, 3.0));
    assert_int_equal(s->v.bodies.count, 2);
    assert_false(view_tool_is_there(&s->v, VIEW_TOOL_WALL));
    act(s, "key PageUp");
    look(s);
    assert_true(is_open_ground(s, 30.0, 6.0) && is_dim_ground(s, 3.0, 8.0));
    act(s, "key PageUp");
    assert_int_equal(s->v.layers.floor, 2);
    act(s, "key PageDown");
    act(s, "key PageDown");
    act(s, "key PageDown");
    assert_int_equal(s->v.layers.floor, 0);
    look(s);
    assert_true(is_open_ground(s, 6.0, 6.0) && is_dim_ground(s, 30.0, 6.0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(view_box_selects_and_selection_is_seen, open_stage,
                                        close_stage),
        cmocka_unit_test_setup_teardown(view_click_selects_one_and_shift_adds, open_stage,
                                        close_stage),
        cmocka_unit_test_setup_teardown(view_right_click_sends_who_is_selected, open_stage,
                                        close_stage),
        cmocka_unit_test_setup_teardown(view_cursor_tells_what_can_be_reached, open_stage,
                                        close_stage),
        cmocka_unit_test_setup_teardown(view_wall_tool_closes_and_erase_opens, open_stage,
                                        close_stage),
        cmocka_unit_test_setup_teardown(view_cost_tool_paints_what_its_slider_says, open_stage,
                                        close_stage),
        cmocka_unit_test_setup_teardown(view_stamps_are_placed_and_lifted, open_stage, close_stage),
        cmocka_unit_test_setup_teardown(view_lines_are_drawn_and_erased, open_stage, close_stage),
        cmocka_unit_test_setup_teardown(view_explosion_throws_bodies, open_stage, close_stage),
        cmocka_unit_test_setup_teardown(view_nodes_are_placed_moved_and_removed, open_stage,
                                        close_stage),
        cmocka_unit_test_setup_teardown(view_pan_moves_the_picture, open_stage, close_stage),
        cmocka_unit_test_setup_teardown(view_wheel_zooms_around_the_cursor, open_stage,
                                        close_stage),
        cmocka_unit_test_setup_teardown(view_pause_step_and_speed_rule_ticks, open_stage,
                                        close_stage),
        cmocka_unit_test_setup_teardown(view_help_covers_everything, open_stage, close_stage),
        cmocka_unit_test_setup_teardown(view_slider_of_the_scene_changes_it, open_stage,
                                        close_stage),
        cmocka_unit_test_setup_teardown(view_keys_that_mean_nothing_go_to_the_scene, open_stage,
                                        close_stage),
        cmocka_unit_test_setup_teardown(view_every_layer_changes_the_picture, open_stage,
                                        close_stage),
        cmocka_unit_test_setup_teardown(view_layers_of_bodies_are_of_who_is_selected, open_stage,
                                        close_stage),
        cmocka_unit_test_setup_teardown(view_panels_hide_and_text_grows, open_stage, close_stage),
        cmocka_unit_test_setup_teardown(view_bodies_that_leave_are_not_selected, open_stage,
                                        close_stage),
        cmocka_unit_test_setup_teardown(view_floors_are_gone_through_by_keys, open_floors,
                                        close_stage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
