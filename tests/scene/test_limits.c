/* Scenes that never end, and scenes that take all memory, end at their limit with the line,
 * whatever they catch. */
#include "scene_file.h"

static const char head[] = "local wend = require 'wend'\n"
                           "local crowd = wend.crowd{max_bodies = 8}\n";

typedef struct greed {
    const char *text;     /* from line 3 on */
    const char *expected; /* of the message, after the file's name */
    wend_result result;
} greed;

static const greed greedy[] = {
    /* instructions */
    {"while true do end", ":3: more than 4000000 instructions in one go", WEND_ERROR_FILE},
    {"\nlocal function f() for i = 1, 10 do f() end end\npcall(f)\nwhile true do pcall(f) end",
     "more than 4000000 instructions in one go", WEND_ERROR_FILE},
    {"while true do\n pcall(function() while true do end end) end", ":4: more than 4000000",
     WEND_ERROR_FILE},
    {"while true do pcall(pcall, function() while true do end end) end", ":3: more than 4000000",
     WEND_ERROR_FILE},
    {"xpcall(function() while true do end end, function() while true do end end)",
     ":3: more than 4000000", WEND_ERROR_FILE},
    {"xpcall(function() error('x') end, function() while true do end end)", ":3: more than 4000000",
     WEND_ERROR_FILE},
    {"local c = coroutine.wrap(function()\n while true do end end)\nc()", ":4: more than 4000000",
     WEND_ERROR_FILE},
    {"while true do local c = coroutine.create(function() while true do end end)\n"
     "coroutine.resume(c) end",
     "more than 4000000", WEND_ERROR_FILE},
    {"while true do local x <close> = setmetatable({}, {__close = function() while true do end "
     "end}) end",
     ":3: more than 4000000", WEND_ERROR_FILE},
    {"for k in pairs(setmetatable({}, {__pairs = function() return function() return 1 end end})) "
     "do end",
     ":3: more than 4000000", WEND_ERROR_FILE},
    {"table.sort({1, 2, 3}, function() while true do end end)", ":3: more than 4000000",
     WEND_ERROR_FILE},
    {"load('while true do end')()", "more than 4000000", WEND_ERROR_FILE},
    {"return wend.scene{crowd = crowd, on_tick = function()\n while true do end end}",
     ":4: more than 4000000", WEND_ERROR_FILE},
    {"return wend.scene{crowd = crowd, is_done = function()\n while true do end end}",
     ":4: more than 4000000", WEND_ERROR_FILE},
    /* memory of Lua */
    {"local s = 'x'\nfor i = 1, 60 do\n s = s .. s end", ":5: more than 16 MB of memory",
     WEND_ERROR_MEMORY},
    {"local s = ('x'):rep(1 << 30)", ":3: more than 16 MB of memory", WEND_ERROR_MEMORY},
    {"local t = {}\nfor i = 1, 1e6 do t[i] = ('x'):rep(100) .. i end", ":4: more than 16 MB",
     WEND_ERROR_MEMORY},
    {"local t = {}\nfor i = 1, 1e9 do t[i] = i end", ":4: more than 16 MB", WEND_ERROR_MEMORY},
    {"local t = {}\nfor i = 1, 1e9 do t = {t} end", ":4: more than 16 MB", WEND_ERROR_MEMORY},
    {"local t = {}\nfor i = 1, 6 do t[i] = ('x'):rep(1 << 20) end\n"
     "t = table.concat(t):rep(3)",
     ":5: more than 16 MB", WEND_ERROR_MEMORY},
    {"return wend.scene{crowd = crowd, on_tick = function()\n local s = ('x'):rep(1 << 27) end}",
     ":4: more than 16 MB", WEND_ERROR_MEMORY},
    /* memory of objects */
    {"local t = {}\nfor i = 1, 1e9 do\n t[i] = wend.walls() t[i]:add_segment(0, 0, 1, 1) end",
     ":5: ", WEND_ERROR_MEMORY},
    {"local g = wend.grid{width = 3000, height = 3000}\nfor i = 1, 2999 do g:set_cost(0, i, i, i % "
     "250 + 1) end\nwend.search{grid = g}:find{start = 0, goal = 3000 * 2999}",
     "the scene's limit is 16 MB", WEND_ERROR_MEMORY},
    {"local w = wend.walls()\nfor i = 1, 1e9 do\n w:add_segment(i % 1000, 0, i % 999, 5) end",
     ":5: walls:add_segment: ", WEND_ERROR_MEMORY},
};

static wend_result play(const char *path, const scene_options *options, wend_message *message)
{
    scene *s = NULL;
    wend_result result = scene_open(path, options, &s, message);
    for (int i = 0; i < 20 && result == WEND_OK; i++) {
        result = scene_tick(s);
        snprintf(message->text, sizeof message->text, "%s", scene_message(s));
    }
    scene_close(s);
    return result;
}

static void write_scene(const char *text, const char *path)
{
    char whole[2048];
    snprintf(whole, sizeof whole, "%s%s\n", head, text);
    scene_file_write(path, whole);
}

static void scenes_without_measure_end_at_their_limits_with_the_line(void **state)
{
    char path[SCENE_FILE_CAPACITY];
    scene_options options = scene_options_default();
    (void)state;
    options.memory_mb = 16;
    options.instructions = 4000000;
    scene_file_name("greedy.lua", path);
    for (size_t i = 0; i < sizeof greedy / sizeof greedy[0]; i++) {
        const greed *g = &greedy[i];
        char expected[512];
        wend_message message = {0};
        write_scene(g->text, path);
        wend_result result = play(path, &options, &message);
        snprintf(expected, sizeof expected, "%s%s", g->expected[0] == ':' ? path : "", g->expected);
        if (result != g->result || strstr(message.text, expected) == NULL) {
            fail_msg("scene: %s\nexpected %d: %s\ngot %d: %s", g->text, (int)g->result, expected,
                     (int)result, message.text);
        }
    }
    remove(path);
}

static void what_is_not_needed_any_more_is_given_back(void **state)
{
    static const char *const modest[] = {
        "for i = 1, 60 do local s = ('x'):rep(1 << 20) .. i end\nreturn wend.scene{crowd = crowd}",
        "for i = 1, 60 do wend.grid{width = 1000, height = 1000} end\n"
        "return wend.scene{crowd = crowd}",
        "return wend.scene{crowd = crowd,\n"
        " on_tick = function() for i = 1, 10 do wend.grid{width = 1000, height = 1000} end end}",
        "local ok, why = pcall(string.rep, 'x', 1 << 30)\nassert(not ok)\n"
        "ok, why = pcall(string.rep, 'y', 1 << 30)\nassert(not ok)\n"
        "return wend.scene{crowd = crowd}",
        "return wend.scene{crowd = crowd, on_tick = function()\n"
        " for i = 1, 500000 do end end}",
    };
    char path[SCENE_FILE_CAPACITY];
    scene_options options = scene_options_default();
    (void)state;
    options.memory_mb = 16;
    options.instructions = 4000000;
    scene_file_name("modest.lua", path);
    for (size_t i = 0; i < sizeof modest / sizeof modest[0]; i++) {
        wend_message message = {0};
        write_scene(modest[i], path);
        if (play(path, &options, &message) != WEND_OK) {
            fail_msg("%s\n%s", message.text, modest[i]);
        }
    }
    remove(path);
}

static void limits_have_a_range(void **state)
{
    wend_message message = {0};
    scene *made = NULL;
    (void)state;
    for (int i = 0; i < 4; i++) {
        scene_options options = scene_options_default();
        options.memory_mb = i == 0 ? 0 : i == 1 ? UINT32_MAX : options.memory_mb;
        options.instructions = i == 2 ? 0 : options.instructions;
        options.folder_count = i == 3 ? SCENE_FOLDERS_MAX + 1 : 0;
        assert_int_equal(scene_open("x.lua", &options, &made, &message), WEND_ERROR_ARGUMENT);
        assert_non_null(strstr(message.text, "MB of memory"));
    }
}

static void small_limits_fail_and_nothing_else_happens(void **state)
{
    char path[SCENE_FILE_CAPACITY];
    (void)state;
    write_scene("local t = {}\nfor i = 1, 20000 do t[i] = {i, tostring(i)} end\n"
                "return wend.scene{crowd = crowd, grid = wend.grid{width = 400, height = 400}}",
                scene_file_name("small.lua", path));
    size_t failures = 0;
    for (uint32_t mb = 1; mb <= 16; mb++) {
        wend_message message = {0};
        scene_options options = scene_options_default();
        options.memory_mb = mb;
        wend_result result = play(path, &options, &message);
        assert_true(result == WEND_OK || result == WEND_ERROR_MEMORY);
        assert_true(result == WEND_OK || strstr(message.text, "MB") != NULL);
        failures += result != WEND_OK;
    }
    assert_true(failures > 0 && failures < 16);
    remove(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scenes_without_measure_end_at_their_limits_with_the_line),
        cmocka_unit_test(what_is_not_needed_any_more_is_given_back),
        cmocka_unit_test(limits_have_a_range),
        cmocka_unit_test(small_limits_fail_and_nothing_else_happens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
