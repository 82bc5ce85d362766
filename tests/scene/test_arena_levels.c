/* The arena on the levels of Freedoom that have room for 32 bots (WEND_DATA_FREEDOOM or /usr/share/games/doom): no bot is
 * stuck for long, none leaves the level, all states are visited, with the same bits on eight threads.
 *
 * Ten seconds on some of them; WEND_TEST_SCALE says how many times as long: from 8 on on all of them, 60 are the ten
 * minutes of docs/arena.md. */
#include "scene.h"
#include "support/skip.h"
#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    PATH_CAPACITY = 512,
    TICKS = 200,
    TICKS_MOST = 12000,
    SOME = 9,
    FULL_SCALE = 8,
    STATES = 12
};

static const char *folder(void)
{
    static const char installed[] = "/usr/share/games/doom";
    struct stat status;
    const char *named = getenv("WEND_DATA_FREEDOOM");
    if ((named == NULL || named[0] == '\0') &&
        stat("/usr/share/games/doom/freedoom2.wad", &status) == 0) {
        return installed;
    }
    return skip_without_game("WEND_DATA_FREEDOOM");
}

static double scale(void)
{
    const char *text = getenv("WEND_TEST_SCALE");
    const double value = text != NULL ? strtod(text, NULL) : 1;
    return value > 0 ? value : 1;
}

/* Opens the arena on a level. @return NULL: it has no room. */
static scene *open_level(const char *wad, const char *level, uint32_t threads)
{
    char file[PATH_CAPACITY];
    char name[PATH_CAPACITY];
    const char *folders[1] = {folder()};
    const char *parameters[2] = {file, name};
    wend_message message = {0};
    scene_options options = scene_options_default();
    scene *made = NULL;
    snprintf(file, sizeof file, "wad=%s/%s.wad", folders[0], wad);
    snprintf(name, sizeof name, "level=%s", level);
    options.threads = threads;
    options.folders = folders;
    options.folder_count = 1;
    options.parameters = parameters;
    options.parameter_count = 2;
    if (scene_open(WEND_SCENES "/arena.lua", &options, &made, &message) != WEND_OK) {
        if (strstr(message.text, ": room for ") == NULL) {
            fail_msg("%s %s: %s", wad, level, message.text);
        }
        return NULL;
    }
    assert_int_equal(scene_add_setting(made, "bots=32", NULL), WEND_OK);
    assert_int_equal(scene_add_setting(made, "teams=4", NULL), WEND_OK);
    return made;
}

static double figure(scene *s, const char *name)
{
    const scene_figure *figures = NULL;
    size_t count = 0;
    assert_int_equal(scene_get_figures(s, &figures, &count), WEND_OK);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(figures[i].name, name) == 0) {
            return figures[i].kind == SCENE_FIGURE_NUMBER ? figures[i].number
                                                          : (double)figures[i].integer;
        }
    }
    fail_msg("there is no figure '%s'", name);
    return 0;
}

static uint64_t play(scene *s, uint32_t ticks)
{
    for (uint32_t i = 0; i < ticks; i++) {
        if (scene_tick(s) != WEND_OK) {
            fail_msg("%s", scene_message(s));
        }
    }
    scene_stats stats;
    scene_get_stats(s, &stats);
    assert_int_equal(stats.wall_violations, 0);
    assert_true(figure(s, "outside") <= 0);
    assert_true(figure(s, "longest_stuck") <= 10);
    assert_true(figure(s, "longest_still") <= 10); /* whatever it does */
    if (ticks >= 8 * TICKS) {
        assert_true(figure(s, "states_visited") >= (double)STATES);
    }
    return scene_hash(s);
}

/* @return was there room? */
static bool try_level(const char *wad, const char *level)
{
    const double wanted = (double)TICKS * scale();
    const uint32_t ticks = wanted < (double)TICKS_MOST ? (uint32_t)wanted : TICKS_MOST;
    scene *s = open_level(wad, level, 1);
    if (s == NULL) {
        return false;
    }
    const uint64_t hash = play(s, ticks);
    print_message("%s %s: %.0f kills, longest still %.1f s, %.0f states\n", wad, level,
                  figure(s, "kills"), figure(s, "longest_still"), figure(s, "states_visited"));
    scene_close(s);
    s = open_level(wad, level, 8);
    assert_non_null(s);
    assert_int_equal(play(s, ticks), hash);
    scene_close(s);
    return true;
}

static void arena_levels_have_no_stuck_bots(void **state)
{
    char level[16];
    uint32_t number = 0;
    uint32_t with_room = 0;
    const uint32_t every = scale() >= (double)FULL_SCALE ? 1 : SOME;
    (void)state;
    for (int i = 0; i < 68; i++, number++) {
        const bool is_first = i < 36;
        if (is_first) {
            snprintf(level, sizeof level, "E%dM%d", i / 9 + 1, i % 9 + 1);
        } else {
            snprintf(level, sizeof level, "MAP%02d", i - 35);
        }
        if (number % every == 0) {
            with_room += try_level(is_first ? "freedoom1" : "freedoom2", level) ? 1 : 0;
        }
    }
    print_message("%u levels with room\n", (unsigned)with_room);
    assert_true(with_room >= 63 / every);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arena_levels_have_no_stuck_bots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
