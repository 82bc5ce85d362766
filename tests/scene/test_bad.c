/* Scenes with a mistake in each end with the file, the line and what was wrong. */
#include "scene_file.h"

/* Lines 1 and 2 of every scene here; mistakes begin in line 3. */
static const char head[] = "local wend = require 'wend'\n"
                           "local crowd = wend.crowd{max_bodies = 8}\n";

typedef struct mistake {
    const char *text;     /* from line 3 on */
    const char *expected; /* of the message, after the file's name */
} mistake;

static const mistake at_opening[] = {
    {"return wend.scene{crowd = crowd, tiks = 3}",
     ":3: wend.scene: field 'tiks': there is no such field; there are title crowd grid flow walls"},
    {"return wend.scene{title = 'none'}", ":3: wend.scene: field 'crowd' is missing"},
    {"return wend.scene{\n crowd = crowd,\n title = 3}", "field 'title': a string expected"},
    {"return wend.scene{crowd = {}}", ":3: wend.scene: field 'crowd': a userdata expected"},
    {"return wend.scene{crowd = wend.grid{width = 2, height = 2}}",
     ":3: wend.scene: field 'crowd': a crowd expected"},
    {"return wend.scene{crowd = crowd, 5}", ":3: wend.scene: fields have names"},
    {"return wend.scene{crowd = crowd, ticks = 0}", ":3: wend.scene: field 'ticks'"},
    {"return wend.scene{crowd = crowd, ticks = 1.5}", ":3: wend.scene: field 'ticks'"},
    {"return wend.scene{crowd = crowd, flow_budget = -1}", ":3: wend.scene: field 'flow_budget'"},
    {"return wend.scene{crowd = crowd, view = {1, 2, 3}}", ":3: wend.scene: view: four numbers"},
    {"return wend.scene{crowd = crowd, view = {5, 0, 1, 1}}", ":3: wend.scene: view: x0 < x1"},
    {"return wend.scene{crowd = crowd, view = {0, 0, 1/0, 1}}", "is out of range"},
    {"return wend.scene{crowd = crowd, colours = {[1] = 'reddish'}}",
     ":3: wend.scene: colours[1]: 'reddish' is no colour"},
    {"return wend.scene{crowd = crowd, colours = {[1] = '#12345'}}", "'#12345' is no colour"},
    {"return wend.scene{crowd = crowd, colours = {x = 'red'}}", "its keys are groups"},
    {"return wend.scene{crowd = crowd, sliders = {5}}", "sliders[1]: a table expected"},
    {"return wend.scene{crowd = crowd, sliders = {{name = 'a', from = 0, to = 1}}}",
     ":3: wend.scene: sliders[1]: field 'value'"},
    {"return wend.scene{crowd = crowd, sliders = {{name = 'a', from = 0, to = 1, value = 2}}}",
     "sliders[1]: from <= value <= to"},
    {"return wend.scene{crowd = crowd, sliders = {{name = 'a b', from = 0, to = 1, value = 1}}}",
     "sliders[1]: field 'name'"},
    {"local a = {name = 'a', from = 0, to = 1, value = 1}\n"
     "return wend.scene{crowd = crowd, sliders = {a, a}}",
     ":4: wend.scene: sliders[2]: there are two called 'a'"},
    {"return wend.scene{crowd = crowd, sliders = {{name = 'a', from = 0, to = 1, value = 1, x = "
     "1}}}",
     "sliders[1]: field 'x': there is no such field; there are name from to value on_change"},
    {"local grid = wend.grid{width = 9, height = 9}\nlocal flow = wend.flow{grid = grid}\n"
     "return wend.scene{grid = grid, crowd = wend.crowd{grid = grid, flow = flow}}",
     ":5: wend.scene: field 'flow' is missing: the crowd has a flow"},
    {"local grid = wend.grid{width = 9, height = 9}\nlocal flow = wend.flow{grid = grid}\n"
     "crowd = wend.crowd{grid = grid, flow = flow}\n"
     "return wend.scene{crowd = crowd, flow = wend.flow{grid = grid}}",
     ":6: wend.scene: field 'flow': this is not the crowd's flow"},
    {"return wend.scene{crowd = crowd, on_tick = 5}", "field 'on_tick': a function expected"},
    {"return wend.scene()", ":3: wend.scene: a table expected"},
    {"local _, text = pcall(wend.scene, 5)\nerror(text, 0)", ":3: wend.scene: a table expected"},
    {"return 5", ": it must end with return wend.scene{...}"},
    {"wend.scene{crowd = crowd}", ": it must return what wend.scene gave"},
    {"wend.scene{crowd = crowd}\nreturn wend.scene{crowd = crowd}", ":4: wend.scene: a file makes"},
    {"\nlocal x = = 5", ":4: unexpected symbol near '='"},
    {"\n\ncrowd.fly()", ":5: wend.crowd has no method 'fly'"},
    {"crowd:add_body{x = 0 / 0, y = 1}", ":3: "},
    {"crowd:add_body{x = 1, y = 1, sped = 2}", ":3: "},
    {"crowd:set_goal(12345, 0, 0)", "a body expected, got 12345)"},
    {"local x = 2 ^ 0.5", ":3: powers are rounded differently"},
    {"error('my own words')", ":3: my own words"},
    {"error({})", "an error that is no text, but a table"},
    {"require 'nothing_there'", "nothing_there.lua"},
    {"require '../secret'", ":3: require: '../secret' is no name"},
    {"io.open('x')", ":3: attempt to index a nil value (global 'io')"},
    {"os.time()", ":3: attempt to index a nil value (global 'os')"},
    {"debug.getinfo(1)", ":3: attempt to index a nil value (global 'debug')"},
    {"dofile 'x'", ":3: attempt to call a nil value (global 'dofile')"},
    {"setmetatable({}, {__gc = print})", ":3: setmetatable: scenes have no __gc"},
    {"setmetatable({}, {__mode = 'k'})", ":3: setmetatable: scenes have no __mode"},
    {"for k in pairs{[{}] = 1} do end", ":3: a table as a key"},
    {"string.format('%p', {})", ":3: string.format: %p gives addresses"},
    {"collectgarbage 'count'", ":3: collectgarbage: scenes have"},
    {"local function f() return f() + 1 end\nf()", ":3: stack overflow"},
    {"math.max(nil, 1)", ":3: attempt to compare"},
    {"local function f() return math.max(nil, 1) end\nf()", ":3: attempt to compare"},
};

/* Each fails in the tick that line 3 or 4 names. */
static const mistake at_ticks[] = {
    {"return wend.scene{crowd = crowd, on_tick = function(t)\n if t == 3 then t.x.y = 1 end end}",
     ":4: attempt to index a number value (local 't')"},
    {"return wend.scene{crowd = crowd,\n text = function() return crowd:nothing() end}",
     ":4: wend.crowd has no method 'nothing'"},
    {"return wend.scene{crowd = crowd,\n is_done = function() error('never') end}", ":4: never"},
    {"return wend.scene{crowd = crowd, on_tick = function() crowd:close() end}", "closed"},
    {"return wend.scene{crowd = crowd,\n on_tick = function() math.max(nil, 1) end}",
     ":4: attempt to compare"},
    {"crowd:set_goal(crowd:add_body{x = 0, y = 0}, 0.1, 0)\n"
     "return wend.scene{crowd = crowd, on_arrive = function(b) error('arrived ' .. b) end}",
     ":4: arrived 4294967297"},
};

static void expect(const mistake *m, const char *path, wend_result result, const char *text)
{
    char expected[512];
    bool has_place = m->expected[0] == ':';
    snprintf(expected, sizeof expected, "%s%s", has_place ? path : "", m->expected);
    if (result != WEND_ERROR_FILE || strstr(text, expected) == NULL) {
        print_message("scene: %s\nexpected: %s\ngot %d: %s\n", m->text, expected, (int)result,
                      text);
    }
    assert_int_equal(result, WEND_ERROR_FILE);
    assert_non_null(strstr(text, expected));
}

static void write_scene(const mistake *m, const char *path)
{
    char text[2048];
    snprintf(text, sizeof text, "%s%s\n", head, m->text);
    scene_file_write(path, text);
}

static void mistakes_in_a_file_end_with_file_line_and_what_was_wrong(void **state)
{
    char path[SCENE_FILE_CAPACITY];
    (void)state;
    scene_file_name("bad.lua", path);
    for (size_t i = 0; i < sizeof at_opening / sizeof at_opening[0]; i++) {
        wend_message message = {0};
        scene *made = NULL;
        write_scene(&at_opening[i], path);
        wend_result result = scene_open(path, NULL, &made, &message);
        assert_null(made);
        expect(&at_opening[i], path, result, message.text);
    }
    remove(path);
}

static wend_result run(const char *path, char *text, size_t capacity)
{
    wend_message message = {0};
    scene *s = NULL;
    wend_result result = scene_open(path, NULL, &s, &message);
    if (result != WEND_OK) {
        snprintf(text, capacity, "%s", message.text);
        return result;
    }
    while (result == WEND_OK && scene_tick_count(s) < 50) {
        result = scene_tick(s);
    }
    snprintf(text, capacity, "%s", scene_message(s));
    assert_int_equal(scene_tick(s), WEND_ERROR_FILE);
    scene_close(s);
    return result;
}

static void mistakes_in_hooks_end_the_scene_with_file_and_line(void **state)
{
    char path[SCENE_FILE_CAPACITY];
    char text[WEND_MESSAGE_CAPACITY];
    (void)state;
    scene_file_name("hooks.lua", path);
    for (size_t i = 0; i < sizeof at_ticks / sizeof at_ticks[0]; i++) {
        write_scene(&at_ticks[i], path);
        wend_result result = run(path, text, sizeof text);
        expect(&at_ticks[i], path, result, text);
    }
    remove(path);
}

static void files_that_are_none_are_errors_with_their_names(void **state)
{
    wend_message message = {0};
    scene *made = NULL;
    scene_options options = scene_options_default();
    (void)state;
    assert_int_equal(scene_open("/nowhere/at/all.lua", NULL, &made, &message), WEND_ERROR_FILE);
    assert_non_null(strstr(message.text, "/nowhere/at/all.lua"));
    assert_int_equal(scene_open(WEND_SCENES, NULL, &made, &message), WEND_ERROR_FILE);
    assert_int_equal(scene_open(NULL, NULL, &made, &message), WEND_ERROR_ARGUMENT);
    options.threads = 0;
    assert_int_equal(scene_open("x.lua", &options, &made, NULL), WEND_ERROR_ARGUMENT);
}

static void compiled_scenes_are_refused(void **state)
{
    char path[SCENE_FILE_CAPACITY];
    wend_message message = {0};
    scene *made = NULL;
    (void)state;
    scene_file_write(scene_file_name("code.lua", path), "\x1bLua\x54");
    assert_int_equal(scene_open(path, NULL, &made, &message), WEND_ERROR_FILE);
    assert_non_null(strstr(message.text, "binary chunk"));
    assert_non_null(strstr(message.text, path));
    remove(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mistakes_in_a_file_end_with_file_line_and_what_was_wrong),
        cmocka_unit_test(mistakes_in_hooks_end_the_scene_with_file_and_line),
        cmocka_unit_test(files_that_are_none_are_errors_with_their_names),
        cmocka_unit_test(compiled_scenes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
