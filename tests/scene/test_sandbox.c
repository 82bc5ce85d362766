/* Everything visible to scripts is the same in every run. */
#include "scene_file.h"

static const char *const good[] = {
    /* pairs: numbers, texts, booleans, in order, after any earlier content */
    "local t = {}\n"
    "for i = 40, 1, -1 do t['k' .. i] = i end\n"
    "t[3] = 0; t[2.5] = 0; t[-1] = 0; t[true] = 0; t[false] = 0\n"
    "for i = 1, 38 do t['k' .. i] = nil end\n"
    "local keys = {}\n"
    "for k in pairs(t) do keys[#keys + 1] = tostring(k) end\n"
    "assert(table.concat(keys, ' ') == '-1 2.5 3 k39 k40 false true', table.concat(keys, ' '))",
    "local t = {b = 1, a = 2, [7] = 3}\n"
    "assert(next(t) == 7); assert(next(t, 7) == 'a'); assert(next(t, 'a') == 'b')\n"
    "assert(next(t, 'b') == nil and next({}) == nil)",
    "local t = {a = 1, b = 2, c = 3}\n"
    "local seen = ''\n"
    "for k, v in pairs(t) do seen = seen .. k .. v; t.b = nil end\n"
    "assert(seen == 'a1c3')",
    "local p = setmetatable({}, {__pairs = function() return function(_, k) if not k then return "
    "1, 2 "
    "end end, nil, nil end})\nfor k, v in pairs(p) do assert(k == 1 and v == 2) end",
    /* a stable sort */
    "local t = {}\n"
    "for i = 1, 500 do t[i] = {i % 7, i} end\n"
    "table.sort(t, function(a, b) return a[1] < b[1] end)\n"
    "for i = 2, 500 do\n"
    "  assert(t[i - 1][1] < t[i][1] or t[i - 1][1] == t[i][1] and t[i - 1][2] < t[i][2])\n"
    "end\n"
    "local words = {'b', 'c', 'a'}\n"
    "table.sort(words)\n"
    "assert(table.concat(words) == 'abc')\n"
    "assert(not pcall(table.sort, {1, 'x'}))",
    /* chance */
    "local a, b, c = math.random(), math.random(6), math.random(-3, 3)\n"
    "assert(a >= 0 and a < 1 and b >= 1 and b <= 6 and c >= -3 and c <= 3)\n"
    "math.randomseed()\n"
    "assert(math.random() == a and math.random(6) == b and math.random(-3, 3) == c)\n"
    "math.randomseed(5)\n"
    "local d = math.random()\n"
    "math.randomseed(5)\n"
    "assert(math.random() == d and d ~= a)\n"
    "assert(math.type(math.random(0)) == 'integer')\n"
    "assert(math.random(math.mininteger, math.maxinteger))\n"
    "assert(not pcall(math.random, 3, 2))",
    /* numbers */
    "local function near(a, b) return math.abs(a - b) < 1e-12 end\n"
    "assert(near(math.sin(1)^2 + math.cos(1)^2, 1) and near(math.tan(0.5), math.sin(0.5) / "
    "math.cos(0.5)))\n"
    "assert(near(math.asin(0.5), math.pi / 6) and near(math.acos(0.5), math.pi / 3))\n"
    "assert(near(math.atan(1), math.pi / 4) and near(math.atan(1, -1), 3 * math.pi / 4))\n"
    "assert(near(math.log(8, 2), 3) and near(math.exp(math.log(5)), 5))",
    /* no addresses */
    "assert(tostring({}) == 'table' and tostring(print) == 'function')\n"
    "assert(string.format('%s %d %5.1f%%', {}, 3, 2.25) == 'table 3   2.2%')\n"
    "assert(tostring(setmetatable({}, {__tostring = function() return 'me' end})) == 'me')\n"
    "assert(tostring(crowd) == 'wend.crowd')",
    /* missing globals, and present ones */
    "assert(not io and not os and not debug and not package and not dofile and not loadfile)\n"
    "assert(not string.dump and _G.math == math and utf8.char(228) and coroutine.wrap)\n"
    "assert(require 'wend' == wend and wend.args.seed == 1 and wend.args.threads == 1)",
    "local f = load('return x + 1', '=part', 't', {x = 4})\n"
    "assert(f() == 5)\n"
    "local bad, why = load('return +')\n"
    "assert(not bad and why)\n"
    "assert(not pcall(load, 'return 2^3'))",
    /* powers: in texts and remarks they are none */
    "-- 2^3\nlocal s = '2^3' .. [[ 2^3 ]] .. \"\\\"2^3\" --[==[ 2^3 ]==]\nassert(3^2 == 9)",
};

static void scripts_see_the_same_in_every_run(void **state)
{
    char path[SCENE_FILE_CAPACITY];
    char text[4096];
    (void)state;
    scene_file_name("good.lua", path);
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        wend_message message = {0};
        scene *s = NULL;
        snprintf(text, sizeof text,
                 "local wend = require 'wend'\nlocal crowd = wend.crowd{max_bodies = 1}\n%s\n"
                 "return wend.scene{crowd = crowd}\n",
                 good[i]);
        scene_file_write(path, text);
        if (scene_open(path, NULL, &s, &message) != WEND_OK) {
            fail_msg("%s\n%s", message.text, good[i]);
        }
        scene_close(s);
    }
    remove(path);
}

static void scenes_are_made_of_files_of_their_folder(void **state)
{
    char part[SCENE_FILE_CAPACITY];
    char path[SCENE_FILE_CAPACITY];
    char text[1024];
    scene *s = NULL;
    wend_message message = {0};
    (void)state;
    scene_file_write(scene_file_name("part.lua", part), "return {title = 'of a part'}\n");
    snprintf(text, sizeof text,
             "local wend = require 'wend'\nlocal part = require 'wend-%s-part'\n"
             "assert(part == require 'wend-%s-part')\n"
             "local crowd = wend.crowd{step = 0.1}\n"
             "wend.crowd{step = 0.2}\n"
             "return wend.scene{title = part.title, crowd = crowd}\n",
             WEND_TEST_NAME, WEND_TEST_NAME);
    scene_file_write(scene_file_name("whole.lua", path), text);
    if (scene_open(path, NULL, &s, &message) != WEND_OK) {
        fail_msg("%s", message.text);
    }
    assert_string_equal(scene_title(s), "of a part");
    assert_true(scene_step(s) > 0.09 && scene_step(s) < 0.11);
    scene_close(s);
    remove(part);
    remove(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scripts_see_the_same_in_every_run),
        cmocka_unit_test(scenes_are_made_of_files_of_their_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
