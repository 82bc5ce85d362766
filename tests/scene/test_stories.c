/* Each shipped scene tells its story to the end in the time that it runs by default: all arrive
 * that are to, and no body is left stuck, overlaps or stands in a wall. Half a minute on two
 * threads, most of it the battle, which WEND_TEST_SCALE below 1 leaves out. A saved one goes on. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene.h"
#include "support/test.h"

enum { PATH_CAPACITY = 512 };

/* The end of a scene with its default seed. docs/scenes.md has these figures too. */
typedef struct ending {
    const char *scene;
    const char *text;    /* its last line */
    uint64_t arrivals;   /* ever; bodies that are sent on may arrive again */
    uint32_t moving;     /* bodies that never arrive, and are not meant to */
    bool ends_by_itself; /* before its time is over */
} ending;

/* Part of the smaller one's diameter: what rounding leaves. */
static const double OVERLAP_MOST = 0.001;

static scene *open_scene(const char *name)
{
    char path[PATH_CAPACITY];
    wend_message message = {0};
    scene_options options = scene_options_default();
    scene *made = NULL;
    options.threads = 2;
    snprintf(path, sizeof path, "%s/%s.lua", WEND_SCENES, name);
    if (scene_open(path, &options, &made, &message) != WEND_OK) {
        fail_msg("%s", message.text);
    }
    return made;
}

static void check_ending(const ending *e)
{
    scene_stats stats;
    scene *s = open_scene(e->scene);
    while (!scene_is_done(s)) {
        if (scene_tick(s) != WEND_OK) {
            fail_msg("%s", scene_message(s));
        }
    }
    scene_get_stats(s, &stats);
    print_message("%s: %" PRIu64 " ticks, \"%s\", overlap %.6f\n", e->scene, scene_tick_count(s),
                  scene_text(s), stats.max_overlap);
    assert_string_equal(scene_text(s), e->text);
    assert_int_equal(stats.arrivals, e->arrivals);
    assert_int_equal(stats.moving, e->moving);
    assert_int_equal(stats.stuck, 0);
    assert_int_equal(stats.given_up, 0);
    assert_int_equal(stats.wall_violations, 0);
    assert_true(stats.max_overlap <= OVERLAP_MOST);
    assert_true((scene_tick_count(s) < scene_ticks(s)) == e->ends_by_itself);
    scene_close(s);
}

static void shipped_scenes_end_with_everybody_there(void **state)
{
    (void)state;
    static const ending endings[] = {
        {"bridge", "514 are across, 30 fell with the bridge", 514, 0, true},
        {"circle", "100 of 100 are across", 100, 0, true},
        {"corridor", "100 of 100 are through", 100, 0, true},
        {"crossing", "100 of 100 are across", 100, 0, true},
        {"doors", "150 of 150 are out, 1.84 persons a metre and second", 150, 0, true},
        {"evacuation", "400 of 400 are out", 400, 0, true},
        {"explosion", "225 were thrown, 964 of 964 are across", 964, 0, true},
        {"exits", "300 of 300 are out: west 108, east 98, north 94", 300, 0, true},
        {"flock", "300 birds in 3 flocks, 0 alone, and a hawk", 0, 301, false},
        {"street", "89 of 89 are there, in 28 groups; farthest from each other 2.9 m", 89, 0, true},
        {"march", "42 files, 60 of 60 in place", 172, 0, true},
        {"time-slicing",
         "1500 steps a tick: 120 of 120 routes, waits 9 to 216 ticks, 0 turned back, "
         "120 there",
         120, 0, true},
        {"partial", "waits: 10 there after 53.5 s, 81 m - sets off: 10 there after 58.6 s, 87 m",
         20, 0, true},
        {"noise",
         "60 through, best paths tread on 165 square metres, noisy ones on 412, and are 4.2 % "
         "longer",
         60, 0, true},
        {"smoothing",
         "as found: 89.1 m, 5.8 turns, 67.0 s - quick: 85.9 m, 2.5 turns, 66.0 s - precise: 85.8 "
         "m, 2.6 turns, 66.0 s",
         24, 0, true},
        {"stuck",
         "s until the one/all are through: none 16/29, yield 15/28, back off 17/34, reroute 15/29, "
         "give up 17/-, all 17/27",
         31, 0, true},
        {"ghosts", "caught the player: left 29, right 36, random 4, hunter 51", 1728, 5, false},
        {"stealth", "3 of 3 thieves: 1 stole the papers, 2 caught, 3 alarms", 63, 3, true},
        {"hide-and-seek", "round 4 of 4, over: blue 6, red 6, 10 tagged, 2 not found", 138, 0,
         true},
        {"skirmish",
         "blue won after 214 s, kills 51 and 42, mines taken 17 and 12, squads 26 and 17, retreats "
         "55 and 30",
         455, 10, true},
        {"arena", "74 kills (blue 39, red 35), 88 things taken, 12 of 12 states", 54, 13, false},
        {"tower", "to the hall: 96 of 96, 160 rides of the lift", 192, 0, true},
        {"coarse-fine",
         "17 points, 0.9 % unseen, 116 % long - 751 points, 102 % - 20 polygons - 90 there, 0 "
         "without a path",
         90, 0, true},
    };
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        check_ending(&endings[i]);
    }
}

static void battle_ends_when_all_have_crossed(void **state)
{
    (void)state;
    const char *scale = getenv("WEND_TEST_SCALE");
    if (scale != NULL && strtod(scale, NULL) < 1) {
        print_message("left out\n");
        return;
    }
    const ending e = {"battle", "10000 have crossed, 1039 were thrown by shells", 10000, 0, true};
    check_ending(&e);
}

static void tick_to(scene *s, uint64_t tick)
{
    while (scene_tick_count(s) < tick) {
        if (scene_tick(s) != WEND_OK) {
            fail_msg("%s", scene_message(s));
        }
    }
}

static void check_saved(const char *name, uint64_t half, uint64_t end)
{
    uint8_t *bytes = NULL;
    size_t count = 0;
    scene *whole = open_scene(name);
    scene *rest = open_scene(name);
    tick_to(whole, half);
    assert_int_equal(scene_save(whole, &bytes, &count), WEND_OK);
    assert_int_equal(scene_load(rest, bytes, count), WEND_OK);
    tick_to(whole, end);
    tick_to(rest, end);
    if (scene_hash(whole) != scene_hash(rest)) {
        fail_msg("%s: saved at %llu it is another at %llu", name, (unsigned long long)half,
                 (unsigned long long)end);
    }
    assert_string_equal(scene_text(whole), scene_text(rest));
    free(bytes);
    scene_close(whole);
    scene_close(rest);
}

/* What the story counts is saved with the scene, and so is what is under way: searches for routes, too. */
static void a_saved_story_goes_on_as_the_whole_one(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint64_t half, end; /* ticks */
    } saved[] = {
        {"exits", 300, 420},         {"doors", 120, 200},     {"evacuation", 230, 300},
        {"corridor", 500, 620},      {"crossing", 450, 560},  {"bridge", 500, 610},
        {"explosion", 130, 180},     {"street", 60, 120},     {"march", 100, 130},
        {"circle", 300, 340},        {"flock", 100, 130},     {"ghosts", 200, 260},
        {"noise", 60, 160},          {"partial", 60, 160},    {"time-slicing", 60, 160},
        {"coarse-fine", 200, 400},   {"smoothing", 400, 560}, {"explorers", 170, 300},
        {"stuck", 320, 400},         {"arena", 150, 200},     {"stealth", 150, 200},
        {"hide-and-seek", 150, 200}, {"skirmish", 150, 200},
    };
    for (size_t i = 0; i < sizeof saved / sizeof saved[0]; i++) {
        check_saved(saved[i].name, saved[i].half, saved[i].end);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shipped_scenes_end_with_everybody_there),
        cmocka_unit_test(a_saved_story_goes_on_as_the_whole_one),
        cmocka_unit_test(battle_ends_when_all_have_crossed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
