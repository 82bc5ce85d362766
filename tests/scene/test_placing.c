/* Items and triggers of scenes are placed, moved and removed by inputs; records have them, and files
 * bring them back. */
#include "scene_file.h"
#include "support/test.h"
#include "wend/io.h"

static const char yard[] =
    "local wend = require 'wend'\n"
    "local items = wend.items()\n"
    "local triggers = wend.triggers{items = items}\n"
    "local file = wend.parameter('items', '')\n"
    "if file ~= '' then wend.items_add_file(file, items, triggers) end\n"
    "local crowd = wend.crowd{max_bodies = 4}\n"
    "crowd:add_body{x = 1, y = 1}\n"
    "local state = {taken = 0}\n"
    "return wend.scene{crowd = crowd, state = state, objects = {triggers = triggers, items = "
    "items},\n"
    "  on_tick = function(tick)\n"
    "    triggers:update(tick, crowd)\n"
    "    for _, event in ipairs(triggers:events()) do\n"
    "      if event.type == 'taken' then state.taken = state.taken + event.tag end\n"
    "    end\n"
    "  end,\n"
    "  figures = function() return {taken = state.taken} end}\n";

typedef struct placing {
    char scene[SCENE_FILE_CAPACITY], record[SCENE_FILE_CAPACITY], items[SCENE_FILE_CAPACITY];
    char parameter[SCENE_FILE_CAPACITY + 8]; /* names the file beside the scene */
} placing;

static void begin(placing *p)
{
    scene_file_write(scene_file_name("yard.lua", p->scene), yard);
    scene_file_name("yard.rec", p->record);
    scene_file_name("yard.items", p->items);
    snprintf(p->parameter, sizeof p->parameter, "items=%s", strrchr(p->items, '/') + 1);
}

static void end(const placing *p)
{
    remove(p->scene);
    remove(p->record);
    remove(p->items);
}

/* @param parameter may be NULL. */
static scene *open_yard(const placing *p, const char *record, const char *parameter)
{
    wend_message message = {0};
    scene_options options = scene_options_default();
    scene *s = NULL;
    options.record = record;
    options.parameters = &parameter;
    options.parameter_count = parameter != NULL;
    if (scene_open(p->scene, &options, &s, &message) != WEND_OK) {
        fail_msg("%s", message.text);
    }
    return s;
}

static void give(scene *s, scene_input input)
{
    assert_int_equal(scene_add_input(s, &input), WEND_OK);
}

static void tick(scene *s)
{
    if (scene_tick(s) != WEND_OK) {
        fail_msg("%s", scene_message(s));
    }
}

static wend_item item_at(const scene *s, uint32_t index)
{
    wend_item item;
    const wend_items *items = scene_items(s);
    assert_int_equal(wend_items_get(items, wend_items_id(items, index), &item), WEND_OK);
    return item;
}

static int64_t taken(scene *s)
{
    const scene_figure *figures = NULL;
    size_t count = 0;
    assert_int_equal(scene_get_figures(s, &figures, &count), WEND_OK);
    assert_int_equal(count, 1);
    return figures[0].integer;
}

static bool is_at(wend_vec2 at, double x, double y)
{
    return !(at.x < x) && !(at.x > x) && !(at.y < y) && !(at.y > y);
}

/* Two items, a thing to take and an area; then edits of all of them. */
static void place(scene *s)
{
    give(s, (scene_input){.kind = SCENE_INPUT_ITEM_ADD, .at = {5.25, 6.1}, .index = 7, .value = 1});
    give(s, (scene_input){.kind = SCENE_INPUT_ITEM_ADD, .at = {9, 9}, .index = 2});
    give(s, (scene_input){.kind = SCENE_INPUT_TRIGGER_ADD,
                          .at = {5, 6},
                          .radius = 0.75,
                          .index = 4,
                          .cost = WEND_TRIGGER_TAKE,
                          .value = 1});
    give(s, (scene_input){.kind = SCENE_INPUT_TRIGGER_ADD,
                          .at = {20, 20},
                          .radius = 3,
                          .cost = WEND_TRIGGER_AREA});
    tick(s);
    assert_int_equal(wend_items_count(scene_items(s)), 2);
    assert_int_equal(wend_triggers_count(scene_triggers(s)), 2);
    assert_true(item_at(s, 0).is_active && item_at(s, 0).tag == 7);
    assert_false(item_at(s, 1).is_active);
    give(s, (scene_input){.kind = SCENE_INPUT_ITEM_ACTIVE, .index = 1, .value = 1});
    give(s, (scene_input){.kind = SCENE_INPUT_ITEM_MOVE, .index = 1, .at = {10, 11}});
    give(s, (scene_input){.kind = SCENE_INPUT_TRIGGER_MOVE, .index = 0, .at = {3, 3}});
    give(s, (scene_input){.kind = SCENE_INPUT_TRIGGER_MOVE, .index = 1, .at = {30, 31}});
    tick(s);
    assert_true(item_at(s, 1).is_active);
    assert_true(is_at((wend_vec2){item_at(s, 1).position.x, item_at(s, 1).position.y}, 10, 11));
    assert_true(is_at((wend_vec2){item_at(s, 0).position.x, item_at(s, 0).position.y}, 3, 3));
    wend_vec2 at;
    assert_true(scene_trigger_at(s, wend_triggers_id_at(scene_triggers(s), 0), &at));
    assert_true(is_at(at, 3, 3));
    assert_true(scene_trigger_at(s, wend_triggers_id_at(scene_triggers(s), 1), &at));
    assert_true(is_at(at, 30, 31));
    assert_int_equal(taken(s), 0);
    give(s, (scene_input){.kind = SCENE_INPUT_TRIGGER_MOVE, .index = 0, .at = {1.5, 1}});
    tick(s);
    assert_int_equal(taken(s), 4);
}

static void inputs_place_move_and_remove_items_and_triggers(void **state)
{
    placing p;
    wend_vec2 at;
    (void)state;
    begin(&p);
    scene *s = open_yard(&p, NULL, NULL);
    place(s);
    give(s, (scene_input){.kind = SCENE_INPUT_TRIGGER_REMOVE, .index = 0});
    give(s, (scene_input){.kind = SCENE_INPUT_ITEM_REMOVE, .index = 0});
    tick(s);
    assert_int_equal(wend_items_count(scene_items(s)), 1);
    assert_int_equal(wend_triggers_count(scene_triggers(s)), 1);
    assert_false(scene_trigger_at(s, wend_triggers_id_at(scene_triggers(s), 0), &at));
    scene_close(s);
    end(&p);
}

static void impossible_edits_change_nothing(void **state)
{
    static const scene_input impossible[] = {
        {.kind = SCENE_INPUT_ITEM_ADD, .at = {1e12, 0}},
        {.kind = SCENE_INPUT_ITEM_MOVE, .index = 900},
        {.kind = SCENE_INPUT_ITEM_MOVE, .index = 0, .at = {1e12, 0}},
        {.kind = SCENE_INPUT_ITEM_ACTIVE, .index = UINT32_MAX},
        {.kind = SCENE_INPUT_ITEM_REMOVE, .index = 900},
        {.kind = SCENE_INPUT_TRIGGER_ADD, .cost = 4},
        {.kind = SCENE_INPUT_TRIGGER_ADD, .cost = 256},
        {.kind = SCENE_INPUT_TRIGGER_ADD, .cost = WEND_TRIGGER_AREA, .value = 1},
        {.kind = SCENE_INPUT_TRIGGER_ADD, .cost = WEND_TRIGGER_AREA, .radius = -1},
        {.kind = SCENE_INPUT_TRIGGER_MOVE, .index = 900},
        {.kind = SCENE_INPUT_TRIGGER_MOVE, .index = 1, .at = {1e12, 0}},
        {.kind = SCENE_INPUT_TRIGGER_REMOVE, .index = UINT32_MAX},
    };
    placing p;
    (void)state;
    begin(&p);
    scene *s = open_yard(&p, NULL, NULL);
    scene *twin = open_yard(&p, NULL, NULL);
    place(s);
    place(twin);
    for (size_t i = 0; i < sizeof impossible / sizeof impossible[0]; i++) {
        give(s, impossible[i]);
    }
    tick(s);
    tick(twin);
    assert_true(scene_hash(s) == scene_hash(twin));
    scene_close(s);
    scene_close(twin);
    end(&p);
}

static void scenes_without_items_take_no_edits_of_them(void **state)
{
    placing p;
    wend_vec2 at;
    (void)state;
    begin(&p);
    scene_file_write(p.scene, "local wend = require 'wend'\n"
                              "return wend.scene{crowd = wend.crowd{max_bodies = 1}}\n");
    scene *s = open_yard(&p, NULL, NULL);
    assert_null(scene_items(s));
    assert_null(scene_triggers(s));
    assert_false(scene_trigger_at(s, (wend_trigger_id){1, 1}, &at));
    for (int kind = SCENE_INPUT_ITEM_ADD; kind <= SCENE_INPUT_TRIGGER_REMOVE; kind++) {
        give(s, (scene_input){.kind = (scene_input_kind)kind});
    }
    tick(s);
    scene_close(s);
    end(&p);
}

static void records_have_the_edits(void **state)
{
    placing p;
    wend_message message = {0};
    scene_replay *replay = NULL;
    (void)state;
    begin(&p);
    scene *s = open_yard(&p, p.record, NULL);
    place(s);
    const uint64_t hash = scene_hash(s);
    scene_close(s);
    assert_int_equal(scene_replay_open(p.record, NULL, NULL, &replay, &message), WEND_OK);
    wend_result result = WEND_OK;
    while (result == WEND_OK) {
        result = scene_replay_tick(replay, NULL, &message);
    }
    assert_int_equal(result, WEND_NO_PATH);
    assert_true(scene_hash(scene_replay_scene(replay)) == hash);
    assert_int_equal(taken(scene_replay_scene(replay)), 4);
    scene_replay_close(replay);
    end(&p);
}

static void what_was_placed_is_saved_and_read_again(void **state)
{
    placing p;
    wend_message message = {0};
    (void)state;
    begin(&p);
    scene *s = open_yard(&p, NULL, NULL);
    place(s);
    assert_int_equal(
        wend_items_save_text_file(scene_items(s), scene_triggers(s), p.items, &message), WEND_OK);
    scene *again = open_yard(&p, NULL, p.parameter);
    assert_int_equal(wend_items_count(scene_items(again)), 2);
    assert_int_equal(wend_triggers_count(scene_triggers(again)), 2);
    assert_true(wend_items_hash(scene_items(again)) != 0);
    tick(again);
    assert_int_equal(taken(again), 4);
    scene_close(again);
    scene_close(s);
    end(&p);
}

static void a_bad_file_is_an_error_with_its_line(void **state)
{
    placing p;
    wend_message message = {0};
    scene_options options = scene_options_default();
    scene *s = NULL;
    (void)state;
    begin(&p);
    scene_file_write(p.items, "items 1\nitem 1 1\ntrigger door 1 1\n");
    const char *parameter = p.parameter;
    options.parameters = &parameter;
    options.parameter_count = 1;
    assert_int_equal(scene_open(p.scene, &options, &s, &message), WEND_ERROR_FILE);
    if (strstr(message.text, "yard.items:3: 'door', expected take") == NULL) {
        fail_msg("%s", message.text);
    }
    assert_non_null(strstr(message.text, "yard.lua:5"));
    end(&p);
}

/* The arena goes on when its things are moved and removed by hand, and others placed. */
static void the_arena_bears_edits_of_its_things(void **state)
{
    wend_message message = {0};
    scene_options options = scene_options_default();
    scene *s = NULL;
    (void)state;
    if (scene_open(WEND_SCENES "/arena.lua", &options, &s, &message) != WEND_OK) {
        fail_msg("%s", message.text);
    }
    const uint32_t count = wend_items_limit(scene_items(s));
    for (uint32_t i = 0; i < 200; i++) {
        const scene_input kinds[] = {
            {.kind = SCENE_INPUT_ITEM_REMOVE, .index = i / 8},
            {.kind = SCENE_INPUT_TRIGGER_REMOVE, .index = i / 8 + 1},
            {.kind = SCENE_INPUT_TRIGGER_MOVE, .index = i / 8 + 2, .at = {8.0 + i / 20.0, 9}},
            {.kind = SCENE_INPUT_ITEM_ADD, .at = {6.0 + i / 10.0, 12}, .index = 1, .value = 1},
            {.kind = SCENE_INPUT_TRIGGER_ADD, .at = {6.0 + i / 10.0, 12}, .radius = 4},
            {.kind = SCENE_INPUT_TRIGGER_ADD, .radius = 40, .cost = WEND_TRIGGER_AREA},
        };
        give(s, kinds[i % (sizeof kinds / sizeof *kinds)]);
        tick(s);
        const scene_shape *shapes = NULL;
        size_t shape_count = 0;
        assert_int_equal(scene_draw(s, &shapes, &shape_count), WEND_OK);
    }
    assert_true(wend_items_limit(scene_items(s)) > 0 && count > 0);
    scene_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inputs_place_move_and_remove_items_and_triggers),
        cmocka_unit_test(impossible_edits_change_nothing),
        cmocka_unit_test(scenes_without_items_take_no_edits_of_them),
        cmocka_unit_test(records_have_the_edits),
        cmocka_unit_test(what_was_placed_is_saved_and_read_again),
        cmocka_unit_test(a_bad_file_is_an_error_with_its_line),
        cmocka_unit_test(the_arena_bears_edits_of_its_things),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
