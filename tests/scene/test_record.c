/* takes: a scene with everything that inputs can touch
 * gives: do inputs do what they say, are they recorded, does a replay end the same, and does a
 *        changed record end at the tick where it was changed
 * cost:  some hundred ticks of a few bodies
 */
#include "scene_file.h"

#include "wend/stamp.h"

static const char world[] =
    "local wend = require 'wend'\n"
    "local grid = wend.grid{width = 48, height = 32}\n"
    "local walls = wend.walls()\n"
    "local flow = wend.flow{grid = grid}\n"
    "local graph = wend.graph()\n"
    "local a = graph:add_node{x = 1, y = 1}\n"
    "local b = graph:add_node{x = 9, y = 1}\n"
    "local crowd = wend.crowd{grid = grid, walls = walls, flow = flow, max_bodies = 20}\n"
    "local keys = ''\n"
    "for i = 0, 11 do crowd:add_body{x = 3 + i % 4, y = 10 + i // 4, group = i % 2} end\n"
    "local speed = {name = 'speed', from = 0, to = 4, value = 1}\n"
    "speed.on_change = function(v) keys = keys .. ' speed ' .. v end\n"
    "return wend.scene{\n"
    "  title = 'world', crowd = crowd, grid = grid, walls = walls, flow = flow, graph = graph,\n"
    "  colours = {[1] = '#0a141e'}, sliders = {speed}, ticks = 120,\n"
    "  on_key = function(key) keys = keys .. ' ' .. key end,\n"
    "  text = function() return speed.value .. keys end,\n"
    "}\n";

typedef struct fixture {
    char scene[SCENE_FILE_CAPACITY], record[SCENE_FILE_CAPACITY];
} fixture;

static void begin(fixture *f)
{
    scene_file_write(scene_file_name("world.lua", f->scene), world);
    scene_file_name("world.rec", f->record);
}

static void end(const fixture *f)
{
    remove(f->scene);
    remove(f->record);
}

static scene *open_world(const fixture *f, bool is_recorded)
{
    wend_message message = {0};
    scene_options options = scene_options_default();
    scene *s = NULL;
    options.record = is_recorded ? f->record : NULL;
    if (scene_open(f->scene, &options, &s, &message) != WEND_OK) {
        fail_msg("%s", message.text);
    }
    return s;
}

static void add(scene *s, scene_input input)
{
    assert_int_equal(scene_add_input(s, &input), WEND_OK);
}

static void tick(scene *s, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (scene_tick(s) != WEND_OK) {
            fail_msg("%s", scene_message(s));
        }
    }
}

static size_t list(const scene *s, wend_body_id ids[20])
{
    size_t count = 0;
    assert_int_equal(wend_crowd_list_bodies(scene_crowd(s), ids, 20, &count), WEND_OK);
    return count;
}

/* ---- what inputs do ---- */

static void inputs_wait_for_the_next_tick_and_edit_the_ground(void **state)
{
    fixture f;
    (void)state;
    begin(&f);
    scene *s = open_world(&f, false);
    add(s, (scene_input){
               .kind = SCENE_INPUT_CELLS, .x = 20, .y = -3, .width = 4, .height = 8, .cost = 255});
    add(s, (scene_input){
               .kind = SCENE_INPUT_STAMP, .x = 30, .y = 5, .width = 3, .height = 3, .cost = 7});
    add(s, (scene_input){
               .kind = SCENE_INPUT_CELLS, .x = -2, .y = 30, .width = 4, .height = 9, .cost = 9});
    assert_int_equal(wend_grid_cost(scene_grid(s), 0, 20, 0), 1);
    tick(s, 1);
    assert_int_equal(wend_grid_cost(scene_grid(s), 0, 20, 0), 255);
    assert_int_equal(wend_grid_cost(scene_grid(s), 0, 23, 4), 255);
    assert_int_equal(wend_grid_cost(scene_grid(s), 0, 20, 5), 1);
    assert_int_equal(wend_grid_cost(scene_grid(s), 0, 31, 6), 7);
    assert_int_equal(wend_grid_cost(scene_grid(s), 0, 1, 31), 9);
    assert_int_equal(wend_grid_stamp_count(scene_grid(s)), 1);
    add(s, (scene_input){.kind = SCENE_INPUT_LIFT, .x = 31, .y = 6});
    tick(s, 1);
    assert_int_equal(wend_grid_stamp_count(scene_grid(s)), 0);
    scene_close(s);
    end(&f);
}

static void inputs_edit_walls_and_graphs(void **state)
{
    fixture f;
    (void)state;
    begin(&f);
    scene *s = open_world(&f, false);
    add(s, (scene_input){.kind = SCENE_INPUT_SEGMENT, .at = {20, 2}, .to = {20, 9}});
    add(s, (scene_input){.kind = SCENE_INPUT_NODE_ADD, .at = {5, 6}, .radius = 20, .index = 2});
    tick(s, 1);
    assert_int_equal(wend_walls_count(scene_walls(s)), 1);
    assert_int_equal(wend_graph_node_count(scene_graph(s)), 3);
    assert_int_equal(wend_graph_edge_count(scene_graph(s)), 2);
    add(s, (scene_input){.kind = SCENE_INPUT_ERASE, .at = {20.5, 5}, .radius = 1});
    add(s, (scene_input){.kind = SCENE_INPUT_NODE_MOVE, .index = 0, .at = {2, 3}});
    add(s, (scene_input){.kind = SCENE_INPUT_NODE_REMOVE, .index = 1});
    tick(s, 1);
    assert_int_equal(wend_walls_count(scene_walls(s)), 0);
    assert_int_equal(wend_graph_node_count(scene_graph(s)), 2);
    assert_true(wend_graph_position(scene_graph(s), 0).y > 2.5);
    scene_close(s);
    end(&f);
}

static void orders_go_by_the_flow_and_end_with_their_last_follower(void **state)
{
    fixture f;
    wend_body_id ids[20];
    wend_flow_request_id orders[4];
    wend_flow_info info;
    (void)state;
    begin(&f);
    scene *s = open_world(&f, false);
    assert_int_equal(list(s, ids), 12);
    add(s,
        (scene_input){.kind = SCENE_INPUT_ORDER, .bodies = ids, .body_count = 12, .at = {40, 20}});
    tick(s, 1);
    assert_int_equal(scene_orders(s, orders, 4), 1);
    assert_int_equal(scene_order_of(s, ids[3]).index1, orders[0].index1);
    add(s, (scene_input){.kind = SCENE_INPUT_ORDER, .bodies = ids, .body_count = 6, .at = {40, 5}});
    tick(s, 1);
    assert_int_equal(scene_orders(s, orders, 4), 2);
    add(s, (scene_input){.kind = SCENE_INPUT_STOP, .bodies = ids + 6, .body_count = 6});
    tick(s, 1);
    assert_int_equal(scene_orders(s, orders, 4), 1);
    wend_flow_get_info(scene_flow(s), &info);
    assert_int_equal(info.requests, 1);
    assert_true(scene_can_reach(s, ids[0], (wend_vec2){40, 5}, 0));
    assert_false(scene_can_reach(s, ids[0], (wend_vec2){400, 5}, 0));
    tick(s, 700);
    wend_body body;
    assert_int_equal(wend_crowd_get_body(scene_crowd(s), ids[0], &body), WEND_OK);
    assert_int_equal(body.state, WEND_BODY_ARRIVED);
    scene_close(s);
    end(&f);
}

static void sliders_and_keys_reach_the_scene(void **state)
{
    fixture f;
    scene_slider slider;
    (void)state;
    begin(&f);
    scene *s = open_world(&f, false);
    assert_string_equal(scene_text(s), "1");
    add(s, (scene_input){.kind = SCENE_INPUT_SLIDER, .index = 0, .value = 2.5});
    add(s, (scene_input){.kind = SCENE_INPUT_SLIDER, .index = 9, .value = 2.5});
    add(s, (scene_input){.kind = SCENE_INPUT_KEY, .key = "space"});
    tick(s, 1);
    assert_string_equal(scene_text(s), "2.5 speed 2.5 space");
    assert_true(scene_get_slider(s, 0, &slider));
    assert_true(slider.value > 2.4 && slider.value < 2.6);
    assert_false(scene_get_slider(s, 1, &slider));
    add(s, (scene_input){.kind = SCENE_INPUT_SLIDER, .index = 0, .value = 99});
    tick(s, 1);
    assert_true(scene_get_slider(s, 0, &slider) && slider.value < 4.5);
    scene_close(s);
    end(&f);
}

static void bad_inputs_are_refused_and_impossible_ones_change_nothing(void **state)
{
    fixture f;
    wend_body_id gone = {77, 3};
    (void)state;
    begin(&f);
    scene *s = open_world(&f, false);
    scene *twin = open_world(&f, false);
    const scene_input refused[] = {
        {.kind = 0},
        {.kind = SCENE_INPUT_KINDS},
        {.kind = SCENE_INPUT_EXPLODE, .at = {0.0, 1e300}},
        {.kind = SCENE_INPUT_KEY},
        {.kind = SCENE_INPUT_KEY, .key = "two words"},
        {.kind = SCENE_INPUT_STOP, .body_count = 3},
        {.kind = SCENE_INPUT_STOP, .bodies = &gone, .body_count = (size_t)1 << 40},
    };
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        assert_int_equal(scene_add_input(s, &refused[i]), WEND_ERROR_ARGUMENT);
    }
    add(s, (scene_input){.kind = SCENE_INPUT_ORDER, .bodies = &gone, .body_count = 1});
    add(s, (scene_input){.kind = SCENE_INPUT_STOP, .bodies = &gone, .body_count = 1});
    add(s, (scene_input){
               .kind = SCENE_INPUT_CELLS, .x = 900, .y = 2, .width = 4, .height = 4, .cost = 255});
    add(s, (scene_input){.kind = SCENE_INPUT_CELLS,
                         .x = INT32_MAX,
                         .width = INT32_MAX,
                         .height = 1,
                         .cost = 300});
    add(s, (scene_input){.kind = SCENE_INPUT_STAMP, .x = 1, .width = 0, .cost = 255});
    add(s, (scene_input){.kind = SCENE_INPUT_LIFT, .x = -1});
    add(s, (scene_input){.kind = SCENE_INPUT_NODE_MOVE, .index = 900});
    add(s, (scene_input){.kind = SCENE_INPUT_NODE_REMOVE, .index = 900});
    add(s, (scene_input){.kind = SCENE_INPUT_ERASE, .radius = 5});
    add(s, (scene_input){.kind = SCENE_INPUT_EXPLODE, .radius = -5, .impulse = 1});
    tick(s, 1);
    tick(twin, 1);
    assert_true(scene_hash(s) == scene_hash(twin));
    scene_close(s);
    scene_close(twin);
    end(&f);
}

/* ---- records ---- */

/* Plays the world with all kinds of inputs, recorded. @return its last hash. */
static uint64_t record(const fixture *f)
{
    wend_body_id ids[20];
    scene *s = open_world(f, true);
    size_t count = list(s, ids);
    add(s, (scene_input){.kind = SCENE_INPUT_SLIDER, .index = 0, .value = 1.0 / 3.0});
    add(s,
        (scene_input){
            .kind = SCENE_INPUT_ORDER, .bodies = ids, .body_count = count, .at = {40.125, 20.3}});
    tick(s, 10);
    add(s, (scene_input){
               .kind = SCENE_INPUT_CELLS, .x = 12, .y = 8, .width = 2, .height = 9, .cost = 255});
    add(s, (scene_input){
               .kind = SCENE_INPUT_STAMP, .x = 20, .y = 15, .width = 3, .height = 9, .cost = 255});
    add(s, (scene_input){.kind = SCENE_INPUT_SEGMENT, .at = {8.5, 3.1}, .to = {8.5, 9}});
    add(s, (scene_input){.kind = SCENE_INPUT_NODE_ADD, .at = {5, 6}, .radius = 20, .index = 2});
    tick(s, 20);
    add(s,
        (scene_input){.kind = SCENE_INPUT_EXPLODE, .at = {5.1, 11}, .radius = 4, .impulse = 300});
    add(s, (scene_input){.kind = SCENE_INPUT_KEY, .key = "b"});
    add(s, (scene_input){.kind = SCENE_INPUT_LIFT, .x = 21, .y = 16});
    add(s, (scene_input){.kind = SCENE_INPUT_ERASE, .at = {8.6, 5}, .radius = 1});
    add(s, (scene_input){.kind = SCENE_INPUT_NODE_MOVE, .index = 2, .at = {2.7, 3}});
    tick(s, 5);
    add(s, (scene_input){.kind = SCENE_INPUT_NODE_REMOVE, .index = 0});
    add(s, (scene_input){.kind = SCENE_INPUT_STOP, .bodies = ids, .body_count = 2});
    tick(s, 25);
    uint64_t hash = scene_hash(s);
    scene_close(s);
    return hash;
}

/* Plays a record to its end or to the first tick that differs. */
static wend_result replay(const char *file, uint32_t threads, scene_difference *last,
                          wend_message *message)
{
    scene_replay *r = NULL;
    scene_options options = scene_options_default();
    options.threads = threads;
    wend_result result = scene_replay_open(file, NULL, &options, &r, message);
    while (result == WEND_OK) {
        result = scene_replay_tick(r, last, message);
    }
    scene_replay_close(r);
    return result;
}

static void a_replay_has_the_same_hash_in_every_tick(void **state)
{
    fixture f;
    scene_difference last = {0};
    wend_message message = {0};
    (void)state;
    begin(&f);
    uint64_t hash = record(&f);
    for (uint32_t threads = 1; threads <= 2; threads++) {
        assert_int_equal(replay(f.record, threads, &last, &message), WEND_NO_PATH);
        assert_int_equal(last.tick, 60);
        assert_true(last.played == hash && last.recorded == hash);
        assert_false(last.is_changed_scene);
    }
    end(&f);
}

static void a_zero_below_zero_is_played_as_one(void **state)
{
    fixture f;
    wend_message message = {0};
    scene_replay *r = NULL;
    (void)state;
    begin(&f);
    scene *s = open_world(&f, true);
    add(s, (scene_input){.kind = SCENE_INPUT_SLIDER, .index = 0, .value = -0.0});
    tick(s, 1);
    assert_string_equal(scene_text(s), "-0.0 speed -0.0");
    scene_close(s);
    assert_int_equal(scene_replay_open(f.record, NULL, NULL, &r, &message), WEND_OK);
    assert_int_equal(scene_replay_tick(r, NULL, &message), WEND_OK);
    assert_string_equal(scene_text(scene_replay_scene(r)), "-0.0 speed -0.0");
    scene_replay_close(r);
    end(&f);
}

/* @param count [out] bytes of the record. */
static char *read_record(const fixture *f, char text[65536], size_t *count)
{
    FILE *in = fopen(f->record, "rb");
    assert_non_null(in);
    *count = fread(text, 1, 65535, in);
    fclose(in);
    text[*count] = '\0';
    return text;
}

/* Replaces a text of the record by one of the same length. */
static void change_record(const fixture *f, const char *find, const char *replace)
{
    static char text[65536];
    size_t count = 0;
    char *at = strstr(read_record(f, text, &count), find);
    assert_non_null(at);
    assert_int_equal(strlen(find), strlen(replace));
    memcpy(at, replace, strlen(replace));
    scene_file_write(f->record, text);
}

static void a_changed_input_stops_the_replay_at_its_tick(void **state)
{
    fixture f;
    scene_difference last = {0};
    wend_message message = {0};
    (void)state;
    begin(&f);
    record(&f);
    change_record(&f, "i 30 explode 0 5.0999", "i 30 explode 0 5.9999");
    assert_int_equal(replay(f.record, 1, &last, &message), WEND_PARTIAL);
    assert_int_equal(last.tick, 31);
    assert_true(last.played != last.recorded);
    end(&f);
}

static void a_changed_scene_is_told(void **state)
{
    fixture f;
    char text[sizeof world];
    scene_difference last = {0};
    wend_message message = {0};
    (void)state;
    begin(&f);
    record(&f);
    memcpy(text, world, sizeof world);
    memcpy(strstr(text, "x = 3 +"), "x = 4 +", 7);
    scene_file_write(f.scene, text);
    assert_int_equal(replay(f.record, 1, &last, &message), WEND_PARTIAL);
    assert_int_equal(last.tick, 1);
    assert_true(last.is_changed_scene);
    end(&f);
}

/* The record is an error, and the message has this. */
static void expect_refused(const fixture *f, const char *expected)
{
    scene_difference last = {0};
    wend_message message = {0};
    assert_int_equal(replay(f->record, 1, &last, &message), WEND_ERROR_FILE);
    if (strstr(message.text, expected) == NULL) {
        fail_msg("'%s' has no '%s'", message.text, expected);
    }
}

static void damaged_records_are_errors_with_their_line(void **state)
{
    static const char *const changes[][3] = {
        {"wend-record 2", "wend-record 1",
         ".rec:1: 'wend-record 2' expected, found 'wend-record 1'"},
        {"scene ", "scent ", ".rec:2: 'scene FILE' expected, found 'scent "},
        {"source ", "sourse ", ".rec:3: 'source HASH', of 16 digits, expected, found 'sourse "},
        {"seed 1", "seed x", ".rec:4: 'seed NUMBER' expected, found 'seed x'"},
        {"i 0 slider 0 ", "i 0 slider x ",
         ".rec:5: 'i 0 slider INDEX VALUE' expected, found 'i 0 slider x 0.33"},
        {"i 0 order 0", "i 1 order 0",
         ".rec:6: 'i 0 order FLOOR X Y COUNT INDEX:GENERATION...' expected, found 'i 1 order 0 "},
        {"i 0 order", "i 0 odder", ".rec:6: 'i 0 order|stop|cells|"},
        {"\nt 1 ", "\nt 2 ", ".rec:7: 't 1 HASH', of 16 digits, expected, found 't 2 "},
        {"\nt 2 ", "\nz 2 ",
         ".rec:8: 'i TICK INPUT', 't TICK HASH' or 'end TICKS' expected, found 'z 2 "},
        {"\nend 60", "\nend 6 ", ".rec:78: 'end 60' expected, found 'end 6 '"},
        {"\nend 60", "\nend 61", ".rec:78: 'end 60' expected, found 'end 61'"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        fixture f;
        begin(&f);
        record(&f);
        change_record(&f, changes[i][0], changes[i][1]);
        expect_refused(&f, changes[i][2]);
        end(&f);
    }
}

static void damage(const fixture *f, const char *text, const char *expected)
{
    scene_file_write(f->record, text);
    expect_refused(f, expected);
}

static void records_that_were_cut_name_the_line_where_they_end(void **state)
{
    static const char format[] = "wend-record 2\nscene %s\nsource 0123456789abcdef\nseed 1\nt 1 %s";
    fixture f;
    char text[sizeof format + SCENE_FILE_CAPACITY + 32];
    (void)state;
    begin(&f);
    damage(&f, "", ".rec:1: 'wend-record 2' expected, found the end");
    damage(&f, "wend-record 2\n", ".rec:2: 'scene FILE' expected, found the end");
    damage(&f, "wend-record 2\nscene world.lua\nsource 0123",
           ".rec:3: 'source HASH', of 16 digits, expected, found 'source 0123'");
    snprintf(text, sizeof text, format, f.scene, "0123456789abcde");
    damage(&f, text, ".rec:5: 't 1 HASH', of 16 digits, expected, found 't 1 0123456789abcde'");
    snprintf(text, sizeof text, format, f.scene, "\x01\xff");
    damage(&f, text, ".rec:5: 't 1 HASH', of 16 digits, expected, found 't 1 ?\?'");
    end(&f);
}

static void records_that_were_cut_at_the_end_of_a_line_are_told(void **state)
{
    static char text[65536];
    static char cut[65536];
    fixture f;
    size_t count = 0;
    (void)state;
    begin(&f);
    record(&f);
    read_record(&f, text, &count);
    assert_string_equal(text + count - 7, "end 60\n");
    for (size_t i = 0; i + 7 < count; i++) {
        if (text[i] == '\n') {
            scene_difference last = {0};
            wend_message message = {0};
            memcpy(cut, text, i + 1);
            cut[i + 1] = '\0';
            scene_file_write(f.record, cut);
            assert_int_equal(replay(f.record, 1, &last, &message), WEND_ERROR_FILE);
            assert_true(strstr(message.text, "the record was cut") != NULL ||
                        strstr(message.text, "found the end") != NULL);
        }
    }
    memcpy(cut, text, count);
    memcpy(cut + count, "t 61 0123456789abcdef\n", 23);
    damage(&f, cut, ".rec:79: nothing behind the end mark expected, found 't 61 ");
    text[count - 1] = '\0'; /* Without its last end of line nothing is missing. */
    scene_difference last = {0};
    scene_file_write(f.record, text);
    assert_int_equal(replay(f.record, 1, &last, NULL), WEND_NO_PATH);
    assert_int_equal(last.tick, 60);
    end(&f);
}

static void a_record_of_a_scene_that_failed_is_whole(void **state)
{
    fixture f;
    char text[sizeof world];
    scene_difference last = {0};
    wend_message message = {0};
    (void)state;
    begin(&f);
    memcpy(text, world, sizeof world);
    memcpy(strstr(text, "keys .. ' ' .. key end"), "x.y                   ", 22);
    memcpy(strstr(text, "x.y                   "), "x.y.z end             ", 22);
    scene_file_write(f.scene, text);
    scene *s = open_world(&f, true);
    tick(s, 3);
    add(s, (scene_input){.kind = SCENE_INPUT_KEY, .key = "b"});
    assert_int_equal(scene_tick(s), WEND_ERROR_FILE);
    scene_close(s);
    assert_int_equal(replay(f.record, 1, &last, &message), WEND_NO_PATH);
    assert_int_equal(last.tick, 3);
    end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inputs_wait_for_the_next_tick_and_edit_the_ground),
        cmocka_unit_test(inputs_edit_walls_and_graphs),
        cmocka_unit_test(orders_go_by_the_flow_and_end_with_their_last_follower),
        cmocka_unit_test(sliders_and_keys_reach_the_scene),
        cmocka_unit_test(bad_inputs_are_refused_and_impossible_ones_change_nothing),
        cmocka_unit_test(a_replay_has_the_same_hash_in_every_tick),
        cmocka_unit_test(a_zero_below_zero_is_played_as_one),
        cmocka_unit_test(a_changed_input_stops_the_replay_at_its_tick),
        cmocka_unit_test(a_changed_scene_is_told),
        cmocka_unit_test(damaged_records_are_errors_with_their_line),
        cmocka_unit_test(records_that_were_cut_name_the_line_where_they_end),
        cmocka_unit_test(records_that_were_cut_at_the_end_of_a_line_are_told),
        cmocka_unit_test(a_record_of_a_scene_that_failed_is_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
