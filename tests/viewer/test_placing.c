/* Items and triggers are placed, moved, switched and removed with the mouse, and what was edited is
 * saved and shown again. */
#include "view_stage.h"
#include "wend/io.h"

#include <stdio.h>

static int open_placing(void **state)
{
    return stage_open(state, WEND_VIEWER_TESTS "/placing.lua");
}

static wend_item item_at(const stage *s, uint32_t index)
{
    wend_item item;
    const wend_items *items = scene_items(s->v.scene);
    assert_int_equal(wend_items_get(items, wend_items_id(items, index), &item), WEND_OK);
    return item;
}

static wend_trigger trigger_at(const stage *s, uint32_t index)
{
    wend_trigger trigger;
    const wend_triggers *triggers = scene_triggers(s->v.scene);
    assert_int_equal(wend_triggers_get(triggers, wend_triggers_id_at(triggers, index), &trigger),
                     WEND_OK);
    return trigger;
}

/* Within a pixel or so. */
static bool is_near(double a, double b)
{
    return a - b < 0.1 && b - a < 0.1;
}

static bool is_item_at(const stage *s, uint32_t index, double x, double y)
{
    const wend_vec3 at = item_at(s, index).position;
    return is_near(at.x, x) && is_near(at.y, y);
}

static bool is_trigger_at(const stage *s, uint32_t index, double x, double y)
{
    wend_vec2 at;
    const wend_trigger_id id = wend_triggers_id_at(scene_triggers(s->v.scene), index);
    return scene_trigger_at(s->v.scene, id, &at) && is_near(at.x, x) && is_near(at.y, y);
}

static void view_items_are_placed_moved_switched_and_removed(void **state)
{
    stage *s = *state;
    const wend_items *items = scene_items(s->v.scene);
    stage_act(s, "key F3");
    assert_int_equal(s->v.tools.tool, VIEW_TOOL_ITEM);
    stage_frames(s, 2);
    stage_act(s, "click @slider_tag:0.2");
    stage_act(s, "click 20m 10m");
    stage_frames(s, 2);
    assert_int_equal(wend_items_count(items), 3);
    assert_true(is_item_at(s, 2, 20, 10));
    assert_true(item_at(s, 2).tag == 4 && item_at(s, 2).is_active);
    stage_act(s, "click @slider_active:0");
    stage_act(s, "click 24m 10m");
    stage_frames(s, 2);
    assert_false(item_at(s, 3).is_active);
    stage_act(s, "drag 20m 10m 25m 25m");
    stage_frames(s, 2);
    assert_int_equal(wend_items_count(items), 4);
    assert_true(is_item_at(s, 2, 25, 25));
    stage_act(s, "click 10m 20m shift");
    stage_frames(s, 2);
    assert_false(item_at(s, 0).is_active);
    stage_act(s, "click 10m 20m shift");
    stage_frames(s, 2);
    assert_true(item_at(s, 0).is_active);
    stage_act(s, "move 24m 10m");
    stage_act(s, "key Delete");
    stage_frames(s, 2);
    assert_int_equal(wend_items_count(items), 3);
    stage_act(s, "key Delete"); /* nothing lies there any more */
    stage_frames(s, 2);
    assert_int_equal(wend_items_count(items), 3);
}

static void view_triggers_are_placed_moved_and_removed(void **state)
{
    stage *s = *state;
    const wend_triggers *triggers = scene_triggers(s->v.scene);
    stage_act(s, "key F4");
    stage_frames(s, 2);
    stage_act(s, "click @slider_kind:0.34");
    stage_act(s, "click @slider_radius,_m:0.1");
    stage_act(s, "click 20m 10m");
    stage_frames(s, 2);
    assert_int_equal(wend_triggers_count(triggers), 3);
    assert_int_equal(trigger_at(s, 2).kind, WEND_TRIGGER_AREA);
    assert_true(trigger_at(s, 2).radius > 2.2 && trigger_at(s, 2).radius < 2.3);
    assert_true(is_trigger_at(s, 2, 20, 10));
    stage_act(s, "drag 20m 10m 22m 16m");
    stage_frames(s, 2);
    assert_true(is_trigger_at(s, 2, 22, 16));
    /* A polygon is held by its middle; a thing takes its item with it. */
    stage_act(s, "drag 39m 7m 29m 7m");
    stage_act(s, "drag 30m 20m 31m 26m");
    stage_frames(s, 2);
    assert_true(is_near(trigger_at(s, 1).points[0].x, 26));
    assert_true(is_item_at(s, 1, 31, 26));
    stage_act(s, "move 22m 16m");
    stage_act(s, "key Delete");
    stage_frames(s, 2);
    assert_int_equal(wend_triggers_count(triggers), 2);
}

static void view_a_thing_on_an_item_is_linked_to_it(void **state)
{
    stage *s = *state;
    stage_act(s, "key F4");
    stage_act(s, "click 10m 20m");
    stage_frames(s, 2);
    assert_int_equal(wend_triggers_count(scene_triggers(s->v.scene)), 3);
    assert_int_equal(trigger_at(s, 2).kind, WEND_TRIGGER_TAKE);
    assert_int_equal(trigger_at(s, 2).item.index1, 1);
    /* It is taken by the body that it is dragged to. */
    stage_act(s, "drag 10m 20m 3m 3m");
    stage_frames(s, 3);
    const scene_figure *figures = NULL;
    size_t count = 0;
    assert_int_equal(scene_get_figures(s->v.scene, &figures, &count), WEND_OK);
    assert_int_equal(figures[0].integer, 1);
}

static void view_items_and_triggers_are_drawn(void **state)
{
    const wend_vec2 low = {9, 19};
    const wend_vec2 high = {11, 21};
    stage *s = *state;
    const SDL_Color colour = view_nth_colour(1);
    stage_act(s, "move 45m 28m");
    stage_look(s);
    assert_int_equal(stage_count_colour(s, low, high, colour.r, colour.g, colour.b), 0);
    stage_act(s, "key F3");
    stage_act(s, "move 45m 28m");
    stage_look(s);
    assert_true(stage_count_colour(s, low, high, colour.r, colour.g, colour.b) > 20);
    stage_act(s, "key 1");
    stage_look(s);
    assert_int_equal(stage_count_colour(s, low, high, colour.r, colour.g, colour.b), 0);
}

/* ---- files ---- */

static const char saved_items[] = "test_view_placing.items";
static const char saved_grid[] = "test_view_placing.wend";

static void view_what_was_edited_is_saved_and_read_again(void **state)
{
    stage *s = *state;
    wend_grid *grid = NULL;
    wend_message message = {0};
    stage_act(s, "key F3");
    stage_act(s, "click 20m 10m");
    stage_act(s, "key F4");
    stage_act(s, "click 24m 25m");
    stage_act(s, "key 6");
    stage_frames(s, 2);
    stage_act(s, "click @slider_cost:0.6");
    stage_act(s, "drag 14m 4m 20m 4m");
    stage_frames(s, 2);
    stage_act(s, "save test_view_placing");
    assert_non_null(
        strstr(s->v.notice, "written: test_view_placing.items, test_view_placing.wend"));

    const wend_items_def items_def = wend_items_def_default();
    wend_items *items = NULL;
    assert_int_equal(wend_items_create(&items_def, &items), WEND_OK);
    wend_triggers_def def = wend_triggers_def_default();
    wend_triggers *triggers = NULL;
    def.items = items;
    assert_int_equal(wend_triggers_create(&def, &triggers), WEND_OK);
    assert_int_equal(wend_items_add_file(saved_items, items, triggers, NULL, &message), WEND_OK);
    assert_true(wend_items_hash(items) == wend_items_hash(scene_items(s->v.scene)));
    assert_int_equal(wend_triggers_count(triggers), 3);
    wend_triggers_destroy(triggers);
    wend_items_destroy(items);

    assert_int_equal(wend_map_load_grid_file(saved_grid, NULL, &grid, NULL), WEND_OK);
    assert_true(wend_grid_hash(grid) == wend_grid_hash(scene_grid(s->v.scene)));
    assert_int_equal(wend_grid_cost(grid, 0, 34, 8), 12);
    wend_grid_destroy(grid);
    assert_int_equal(remove(saved_items), 0);
    assert_int_equal(remove(saved_grid), 0);
}

static void view_a_file_that_cannot_be_written_is_told(void **state)
{
    stage *s = *state;
    stage_frames(s, 1);
    assert_false(view_save(&s->v, "no folder/yard"));
    assert_non_null(strstr(s->v.notice, "no folder/yard.items"));
}

/* Tools for what a scene has not are not there, and their keys do nothing. */
static void view_scenes_without_items_have_no_such_tools(void **state)
{
    stage *s = *state;
    stage_act(s, "key F3");
    stage_act(s, "key F4");
    assert_int_equal(s->v.tools.tool, VIEW_TOOL_SELECT);
    assert_false(view_tool_is_there(&s->v, VIEW_TOOL_ITEM));
    assert_false(view_tool_is_there(&s->v, VIEW_TOOL_TRIGGER));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(view_items_are_placed_moved_switched_and_removed,
                                        open_placing, stage_close),
        cmocka_unit_test_setup_teardown(view_triggers_are_placed_moved_and_removed, open_placing,
                                        stage_close),
        cmocka_unit_test_setup_teardown(view_a_thing_on_an_item_is_linked_to_it, open_placing,
                                        stage_close),
        cmocka_unit_test_setup_teardown(view_items_and_triggers_are_drawn, open_placing,
                                        stage_close),
        cmocka_unit_test_setup_teardown(view_what_was_edited_is_saved_and_read_again, open_placing,
                                        stage_close),
        cmocka_unit_test_setup_teardown(view_a_file_that_cannot_be_written_is_told, open_placing,
                                        stage_close),
        cmocka_unit_test_setup_teardown(view_scenes_without_items_have_no_such_tools,
                                        stage_open_yard, stage_close),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
