/* Figures that a scene gives itself: their order, their kinds, what is refused. */
#include <inttypes.h>

#include "scene_file.h"

static scene *open_figures(const char *body, char path[SCENE_FILE_CAPACITY])
{
    char text[2048];
    wend_message message = {0};
    scene *made = NULL;
    snprintf(text, sizeof text,
             "local wend = require 'wend'\n"
             "local calls = 0\n"
             "local crowd = wend.crowd{max_bodies = 4}\n"
             "return wend.scene{crowd = crowd, figures = function()\n"
             "  calls = calls + 1\n"
             "  %s\n"
             "end}\n",
             body);
    scene_file_write(scene_file_name("figures.lua", path), text);
    if (scene_open(path, NULL, &made, &message) != WEND_OK) {
        fail_msg("%s", message.text);
    }
    return made;
}

static void expect(const scene_figure *figure, const char *name, const char *value)
{
    char text[SCENE_FIGURE_TEXT_CAPACITY];
    scene_figure_text(figure, text);
    assert_string_equal(figure->name, name);
    assert_string_equal(text, value);
}

static void figures_of_a_table_are_sorted_by_name(void **state)
{
    char path[SCENE_FILE_CAPACITY];
    const scene_figure *figures = NULL;
    size_t count = 0;
    (void)state;
    scene *s = open_figures("return {kills = 3, share = 0.25, done = false, best = 'hunter', "
                            "Zero = 0.0, low = math.mininteger}",
                            path);
    assert_int_equal(scene_get_figures(s, &figures, &count), WEND_OK);
    assert_int_equal(count, 6);
    expect(&figures[0], "Zero", "0");
    expect(&figures[1], "best", "hunter");
    expect(&figures[2], "done", "false");
    expect(&figures[3], "kills", "3");
    expect(&figures[4], "low", "-9223372036854775808");
    expect(&figures[5], "share", "0.25");
    assert_int_equal(figures[0].kind, SCENE_FIGURE_NUMBER);
    assert_int_equal(figures[3].kind, SCENE_FIGURE_INTEGER);
    scene_close(s);
    remove(path);
}

static void figures_of_a_list_keep_their_order(void **state)
{
    char path[SCENE_FILE_CAPACITY];
    const scene_figure *figures = NULL;
    size_t count = 0;
    (void)state;
    scene *s = open_figures("return {{'z', 1}, {'a', true}, {'m', 'x y'}}", path);
    assert_int_equal(scene_get_figures(s, &figures, &count), WEND_OK);
    assert_int_equal(count, 3);
    expect(&figures[0], "z", "1");
    expect(&figures[1], "a", "true");
    expect(&figures[2], "m", "x y");
    scene_close(s);
    remove(path);
}

static void figures_are_asked_once_a_tick(void **state)
{
    char path[SCENE_FILE_CAPACITY];
    const scene_figure *figures = NULL;
    size_t count = 0;
    (void)state;
    scene *s = open_figures("return {calls = calls}", path);
    for (int64_t tick = 0; tick < 3; tick++) {
        for (int i = 0; i < 3; i++) {
            assert_int_equal(scene_get_figures(s, &figures, &count), WEND_OK);
            assert_int_equal(count, 1);
            assert_int_equal(figures[0].integer, tick + 1);
        }
        assert_int_equal(scene_tick(s), WEND_OK);
    }
    scene_close(s);
    remove(path);
}

static void figures_of_a_scene_without_them_are_none(void **state)
{
    const scene_figure *figures = NULL;
    size_t count = 9;
    scene *s = NULL;
    (void)state;
    assert_int_equal(scene_open(WEND_SCENES "/circle.lua", NULL, &s, NULL), WEND_OK);
    assert_int_equal(scene_get_figures(s, &figures, &count), WEND_OK);
    assert_int_equal(count, 0);
    assert_null(figures);
    scene_close(s);
}

static void mistakes_in_figures_name_file_and_line(void **state)
{
    static const char *const mistakes[][2] = {
        {"return 3", ":4: figures: a table expected, got number"},
        {"", ":4: figures: a table expected, got nil"},
        {"return {kills = {}}", ":4: figures: 'kills': a finite number, a boolean or a text "
                                "expected, got table"},
        {"return {share = 0 / 0}", "'share': a finite number"},
        {"return {share = 1 / 0}", "'share': a finite number"},
        {"return {[true] = 1}",
         ":4: figures: names of 1 to 63 printable characters expected, got a "
         "boolean"},
        {"return {[''] = 1}", "got a text that is none"},
        {"return {['a\\nb'] = 1}", "got a text that is none"},
        {"return {[('x'):rep(64)] = 1}", "names of 1 to 63"},
        {"return {t = ('x'):rep(256)}", "'t': a text of at most 255 printable characters expected"},
        {"return {t = 'a\\0b'}", "'t': a text of at most 255 printable"},
        {"return {1, 2}", ":4: figures: entry 1: a pair {name, value} expected, got number"},
        {"return {{'a', 1}, {'b'}}", "entry 2: a pair {name, value} expected, got another table"},
        {"return {{'a', 1}, {'a', 2}}", ":4: figures: there are two called 'a'"},
        {"local t = {} for i = 1, 257 do t['n' .. i] = i end return t", "more than 256"},
        {"return {n = nil + 1}", ":6: attempt to perform arithmetic on a nil value"},
        {"crowd:add_body{x = 0, y = 0}",
         ":6: calling 'crowd:add_body' on bad self (it cannot be changed"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++) {
        char path[SCENE_FILE_CAPACITY];
        const scene_figure *figures = NULL;
        size_t count = 0;
        scene *s = open_figures(mistakes[i][0], path);
        assert_int_equal(scene_get_figures(s, &figures, &count), WEND_ERROR_FILE);
        if (strstr(scene_message(s), mistakes[i][1]) == NULL ||
            strstr(scene_message(s), "figures.lua") == NULL) {
            fail_msg("%s: %s", mistakes[i][0], scene_message(s));
        }
        assert_null(figures);
        assert_int_equal(scene_tick(s), WEND_ERROR_FILE);
        scene_close(s);
        remove(path);
    }
}

/* Both take some changes while their own functions run, which is another thing. */
static void figures_cannot_change_squads_and_machines(void **state)
{
    static const char *const changes[] = {
        "squads:leave(1)",
        "squads:remove(squad)",
        "squads:set_order(squad, {kind = 'move'})",
        "machines:change(1, 'b')",
        "machines:set_fact(1, 'x', 1)",
        "machines:remove_agent(1)",
    };
    (void)state;
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        char path[SCENE_FILE_CAPACITY];
        char text[1024];
        const scene_figure *figures = NULL;
        size_t count = 0;
        scene *s = NULL;
        snprintf(text, sizeof text,
                 "local wend = require 'wend'\n"
                 "local squads = wend.squads{}\n"
                 "local squad = squads:add()\n"
                 "squads:join(squad, {agent = 1, kind = 'tough'})\n"
                 "local machines = wend.machines{facts = {'x'}, states = {{name = 'a'}, {name = "
                 "'b'}}}\n"
                 "machines:add_agent(1)\n"
                 "return wend.scene{crowd = wend.crowd{max_bodies = 2},\n"
                 "  objects = {squads = squads, machines = machines},\n"
                 "  figures = function() %s return {} end}\n",
                 changes[i]);
        scene_file_write(scene_file_name("changes.lua", path), text);
        assert_int_equal(scene_open(path, NULL, &s, NULL), WEND_OK);
        assert_int_equal(scene_get_figures(s, &figures, &count), WEND_ERROR_FILE);
        if (strstr(scene_message(s), "it cannot be changed from this callback") == NULL) {
            fail_msg("%s: %s", changes[i], scene_message(s));
        }
        scene_close(s);
        remove(path);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_of_a_table_are_sorted_by_name),
        cmocka_unit_test(figures_of_a_list_keep_their_order),
        cmocka_unit_test(figures_are_asked_once_a_tick),
        cmocka_unit_test(figures_of_a_scene_without_them_are_none),
        cmocka_unit_test(mistakes_in_figures_name_file_and_line),
        cmocka_unit_test(figures_cannot_change_squads_and_machines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
