/* `wend view` under SDL's dummy driver: what it prints and writes, and how it fails. */
#include "io/core/png.h"
#include "json_read.h"
#include "run.h"
#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char yard[] = WEND_VIEWER_TESTS "/yard.lua";

static void view_prints_how_long_frames_took(void **state)
{
    char line[1024];
    (void)state;
    snprintf(line, sizeof line, "view %s --frames 20 --size 640x400", yard);
    char *answer = run_json(line, 0);
    assert_true(json_get_number(answer, "frames") >= 20.0);
    assert_true(json_get_number(answer, "ticks") <= 20.0);
    assert_true(json_get_number(answer, "agents") >= 80.0);
    json_expect(answer, "driver", "\"dummy\"");
    assert_non_null(strstr(answer, "\"draw_list\""));
    free(answer);
}

static void view_of_a_folder_lets_choose_one_of_its_scenes(void **state)
{
    char script[RUN_PATH_CAPACITY];
    char line[2048];
    (void)state;
    run_temporary("choose.txt", script);
    run_write_text(script, "click @scene_yard\n"
                           "wait 20\n"
                           "quit\n");
    snprintf(line, sizeof line, "view %s --script %s", WEND_VIEWER_TESTS, script);
    char *answer = run_json(line, 0);
    assert_true(json_get_number(answer, "ticks") >= 20.0);
    assert_true(json_get_number(answer, "agents") >= 80.0);
    free(answer);
    snprintf(line, sizeof line, "view %s --frames 2 --record choose.rec", WEND_VIEWER_TESTS);
    run_expect(line, 2, "needs the name of a scene");
    snprintf(line, sizeof line, "view %s/pictures --frames 2", WEND_VIEWER_TESTS);
    run_expect(line, 2, "this folder has no scenes");
    remove(script);
}

static void view_writes_the_frame_that_was_asked_for(void **state)
{
    char path[RUN_PATH_CAPACITY];
    char line[2048];
    char bytes[4] = "";
    (void)state;
    run_temporary("shot.bmp", path);
    snprintf(line, sizeof line, "view %s --frames 5 --size 320x200 --screenshot %s@3", yard, path);
    run_expect(line, 0, "");
    assert_int_equal(run_read(path, bytes, 2), 2);
    assert_memory_equal(bytes, "BM", 2);
    remove(path);
}

enum { SHOT_WIDTH = 320, SHOT_HEIGHT = 200, SHOT_BYTES_MAX = 1 << 19 };

/** A frame as BMP, and the pixels of its PNG that differ. */
typedef struct shot {
    const uint8_t *bmp;
    size_t first; /* byte of the BMP's pixels */
    int differing;
} shot;

static size_t take_shot(const char *name, uint8_t *bytes)
{
    char path[RUN_PATH_CAPACITY];
    char line[2048];
    run_temporary(name, path);
    snprintf(line, sizeof line, "view %s --frames 5 --size %dx%d --screenshot %s@3", yard,
             (int)SHOT_WIDTH, (int)SHOT_HEIGHT, path);
    run_expect(line, 0, "");
    const size_t count = run_read(path, (char *)bytes, SHOT_BYTES_MAX);
    remove(path);
    return count;
}

/* Rows of a BMP go upwards, four bytes a pixel: blue, green, red, alpha. */
static void compare_row(void *context, int32_t y, const uint8_t *rgb)
{
    shot *s = context;
    const uint8_t *row = s->bmp + s->first + (size_t)(SHOT_HEIGHT - 1 - y) * SHOT_WIDTH * 4;
    for (size_t x = 0; x < SHOT_WIDTH; x++) {
        const bool is_same = rgb[3 * x] == row[4 * x + 2] && rgb[3 * x + 1] == row[4 * x + 1] &&
                             rgb[3 * x + 2] == row[4 * x];
        s->differing += is_same ? 0 : 1;
    }
}

static void view_writes_the_same_pixels_as_png_and_bmp(void **state)
{
    uint8_t *bmp = malloc(SHOT_BYTES_MAX);
    uint8_t *png = malloc(SHOT_BYTES_MAX);
    const wend_allocator allocator = {NULL, NULL};
    (void)state;
    assert_true(bmp != NULL && png != NULL);
    if (wendi_png_exists()) {
        const size_t bmp_count = take_shot("shot.bmp", bmp);
        const size_t png_count = take_shot("shot.png", png);
        shot s = {bmp, (size_t)bmp[10] | (size_t)bmp[11] << 8, 0};
        assert_int_equal(bmp_count, s.first + (size_t)SHOT_WIDTH * SHOT_HEIGHT * 4);
        assert_int_equal(wendi_png_read(png, png_count, SHOT_WIDTH, SHOT_HEIGHT, &allocator,
                                        compare_row, &s, NULL),
                         WEND_OK);
        assert_int_equal(s.differing, 0);
    }
    free(bmp);
    free(png);
}

static void view_records_what_was_possessed(void **state)
{
    static const char possess[] = WEND_VIEWER_TESTS "/possess.lua";
    char script[RUN_PATH_CAPACITY];
    char record[RUN_PATH_CAPACITY];
    char line[4096];
    char text[16384] = "";
    (void)state;
    run_temporary("possess.txt", script);
    run_temporary("possess.rec", record);
    run_write_text(script, "drag 1m 1m 20m 25m\n"
                           "wait 20\n"
                           "click 30m 15m right\n"
                           "wait 60\n"
                           "key Escape\n"
                           "wait 90\n"
                           "quit\n");
    snprintf(line, sizeof line, "view %s --script %s --record %s", possess, script, record);
    run_expect(line, 0, "");
    (void)run_read(record, text, sizeof text - 1);
    assert_non_null(strstr(text, " select 2 1:"));
    assert_non_null(strstr(text, " select 0\n"));
    snprintf(line, sizeof line, "replay %s --scene %s", record, possess);
    run_expect(line, 0, "");
    remove(script);
    remove(record);
}

static void view_records_what_hands_did(void **state)
{
    char script[RUN_PATH_CAPACITY];
    char record[RUN_PATH_CAPACITY];
    char line[4096];
    (void)state;
    run_temporary("hands.txt", script);
    run_temporary("hands.rec", record);
    run_write_text(script, "drag 1m 7m 14m 16m   # the blues\n"
                           "click 30m 15m right\n"
                           "key 3\n"
                           "drag 19m 12.5m 22m 12.5m\n"
                           "key 9\n"
                           "click 14m 12m\n"
                           "click @slider_haste:0.8\n"
                           "key 0\nclick 26m 8m\n"
                           "wait 40\n"
                           "quit\n");
    snprintf(line, sizeof line, "view %s --script %s --record %s", yard, script, record);
    run_expect(line, 0, "");
    snprintf(line, sizeof line, "replay %s --scene %s", record, yard);
    run_expect(line, 0, "");
    char text[8192] = "";
    const size_t count = run_read(record, text, sizeof text - 1);
    assert_non_null(strstr(text, " order "));

    /* The same through pipes. */
    char hands[1024] = "";
    const size_t hand_count = run_read(script, hands, sizeof hands - 1);
    run_result piped = run_wend_input(hands, hand_count, "view %s --script - --record -", yard);
    assert_int_equal(piped.exit_code, 0);
    assert_int_equal(piped.out_count, count);
    assert_memory_equal(piped.out, text, count);
    assert_non_null(strstr(piped.err, "hash  "));
    run_free(&piped);
    piped = run_wend_input(text, count, "replay - --scene %s", yard);
    assert_int_equal(piped.exit_code, 0);
    run_free(&piped);
    run_expect("view - --script - --frames 1", 2, "only one file can be '-'");
    snprintf(line, sizeof line, "view %s --frames 1 --screenshot -@1", yard);
    run_expect(line, 2, "expected the name of a file that ends in .png or .bmp");
    remove(script);
    remove(record);
}

static void view_shows_layers_that_are_named(void **state)
{
    static const char objects[] = WEND_VIEWER_TESTS "/objects.lua";
    static const char *const options[] = {"", "--layers eyes_of_all", "--layers -bodies,machines"};
    char path[RUN_PATH_CAPACITY];
    char line[2048];
    char *bytes[3];
    size_t counts[3];
    (void)state;
    run_temporary("shot.bmp", path);
    for (size_t i = 0; i < 3; i++) {
        snprintf(line, sizeof line, "view %s --frames 2 --size 320x200 --screenshot %s@2 %s",
                 objects, path, options[i]);
        run_expect(line, 0, "");
        bytes[i] = malloc(SHOT_BYTES_MAX);
        assert_non_null(bytes[i]);
        counts[i] = run_read(path, bytes[i], SHOT_BYTES_MAX);
        assert_int_equal(counts[i], counts[0]);
    }
    assert_memory_not_equal(bytes[0], bytes[1], counts[0]);
    assert_memory_not_equal(bytes[0], bytes[2], counts[0]);
    assert_memory_not_equal(bytes[1], bytes[2], counts[0]);
    for (size_t i = 0; i < 3; i++) {
        free(bytes[i]);
    }
    snprintf(line, sizeof line, "view %s --frames 2 --layers bodies,eyes", objects);
    run_expect(line, 2,
               "--layers: no layer 'eyes' in this scene; there are costs, sectors, headings");
    run_expect(line, 2, "eyes_of_all.cones, eyes_of_all.rays");
    remove(path);
}

static void view_says_what_is_wrong(void **state)
{
    char script[RUN_PATH_CAPACITY];
    char line[2048];
    (void)state;
    run_expect("view no_such_scene.lua --frames 1", 2, "no_such_scene.lua");
    snprintf(line, sizeof line, "view %s --frames 1 --size 10x10", yard);
    run_expect(line, 2, "--size: expected WIDTHxHEIGHT");
    snprintf(line, sizeof line, "view %s --screenshot a.png", yard);
    run_expect(line, 2, "which frame?");
    snprintf(line, sizeof line, "view %s --frames 1 --screenshot a.gif@1", yard);
    run_expect(line, 2, "expected a name in .png or .bmp");
    run_temporary("bad.txt", script);
    run_write_text(script, "wait 1\n\nclick @no_such_button\n");
    snprintf(line, sizeof line, "view %s --script %s", yard, script);
    run_expect(line, 2, "bad.txt:3: \"click\": not understood here");
    remove(script);
}

/* SDL takes a driver without a screen where there is no display. */
static void view_without_a_display_says_so_and_ends(void **state)
{
    char line[1024];
    char *display = getenv("DISPLAY") != NULL ? strdup(getenv("DISPLAY")) : NULL;
    char *wayland = getenv("WAYLAND_DISPLAY") != NULL ? strdup(getenv("WAYLAND_DISPLAY")) : NULL;
    (void)state;
    unsetenv("DISPLAY");
    unsetenv("WAYLAND_DISPLAY");
    unsetenv("SDL_VIDEODRIVER");
    snprintf(line, sizeof line, "view %s", yard);
    run_expect(line, 2, "no window can be opened");
    snprintf(line, sizeof line, "view %s --frames 3 --size 320x200", yard);
    setenv("SDL_VIDEODRIVER", "dummy", 1);
    run_expect(line, 0, "");
    if (display != NULL) {
        setenv("DISPLAY", display, 1);
    }
    if (wayland != NULL) {
        setenv("WAYLAND_DISPLAY", wayland, 1);
    }
    free(display);
    free(wayland);
}

static void view_and_run_say_that_a_scene_is_wanted(void **state)
{
    static const char *const texts[] = {
        "type octile\nheight 1\nwidth 1\nmap\n.\n",
        "v 0 5 0\nv 10 0 0\nv 10 5 0\nf 1 2 3\n",
        "\x89PNG\r\n\x1a\n and so on",
        "<map version=\"1.0\"/>",
        "#####\n#...^#\n#####\n",
        "{\"nodes\": []}",
    };
    char map[RUN_PATH_CAPACITY];
    char line[1024];
    (void)state;
    run_temporary("rooms.map", map);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        run_write_text(map, texts[i]);
        snprintf(line, sizeof line, "view %s --frames 1", map);
        run_expect(line, 2, "a scene is wanted");
        snprintf(line, sizeof line, "run %s", map);
        run_expect(line, 2, "a scene is wanted");
    }
    remove(map);
}

static void view_ends_when_a_hook_fails(void **state)
{
    char scene[RUN_PATH_CAPACITY];
    char line[1024];
    (void)state;
    run_temporary("fails.lua", scene);
    run_write_text(scene, "local wend = require 'wend'\n"
                          "return wend.scene{crowd = wend.crowd{},\n"
                          "  on_tick = function() error('on purpose') end}\n");
    snprintf(line, sizeof line, "view %s --frames 5", scene);
    run_expect(line, 2, "fails.lua:3: on purpose");
    remove(scene);
}

/* The hash is taken last. */
static void view_ends_when_the_scene_cannot_be_hashed(void **state)
{
    char scene[RUN_PATH_CAPACITY];
    (void)state;
    run_temporary("hash.lua", scene);
    run_write_text(scene, "local wend = require 'wend'\n"
                          "local state = {}\n"
                          "return wend.scene{crowd = wend.crowd{}, state = state,\n"
                          "  on_tick = function() state.think = print end}\n");
    run_result r = run_wendf("view %s --frames 2", scene);
    assert_int_equal(r.exit_code, 2);
    assert_non_null(strstr(r.err, "hash.lua:3: state.think: a function"));
    assert_string_equal(r.out, "");
    run_free(&r);
    remove(scene);
}

static void view_goes_on_from_a_saved_scene(void **state)
{
    char scene[RUN_PATH_CAPACITY];
    char file[RUN_PATH_CAPACITY];
    char line[4 * RUN_PATH_CAPACITY];
    char hash[40];
    (void)state;
    run_map("../scenes/ghosts.lua", scene);
    run_temporary("ghosts.save", file);
    snprintf(line, sizeof line, "run %s --seed 5 --ticks 30 --save %s@20", scene, file);
    char *whole = run_json(line, 0);
    const char *at = strstr(whole, "\"hash\": \"");
    assert_non_null(at);
    snprintf(hash, sizeof hash, "\"%.16s\"", at + strlen("\"hash\": \""));
    free(whole);
    snprintf(line, sizeof line, "view %s --load %s --frames 10 --size 320x200", scene, file);
    char *rest = run_json(line, 0);
    json_expect(rest, "ticks", "30");
    json_expect(rest, "seed", "5");
    json_expect(rest, "hash", hash);
    free(rest);
    snprintf(line, sizeof line, "view %s --load %s --frames 10 --record -", scene, file);
    run_expect(line, 2, "a record begins at tick 0");
    snprintf(line, sizeof line, "view %s --load %s --frames 10 --seed 6", scene, file);
    run_expect(line, 2, "was saved with seed 5");
    snprintf(line, sizeof line, "view %s --load %s --frames 10", yard, file);
    run_expect(line, 2, "another scene was saved");
    snprintf(line, sizeof line, "view %s --load %s --frames 10", yard, yard);
    run_expect(line, 2, "no saved scene");
    remove(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(view_prints_how_long_frames_took),
        cmocka_unit_test(view_of_a_folder_lets_choose_one_of_its_scenes),
        cmocka_unit_test(view_writes_the_frame_that_was_asked_for),
        cmocka_unit_test(view_writes_the_same_pixels_as_png_and_bmp),
        cmocka_unit_test(view_records_what_hands_did),
        cmocka_unit_test(view_records_what_was_possessed),
        cmocka_unit_test(view_shows_layers_that_are_named),
        cmocka_unit_test(view_says_what_is_wrong),
        cmocka_unit_test(view_ends_when_a_hook_fails),
        cmocka_unit_test(view_ends_when_the_scene_cannot_be_hashed),
        cmocka_unit_test(view_goes_on_from_a_saved_scene),
        cmocka_unit_test(view_without_a_display_says_so_and_ends),
        cmocka_unit_test(view_and_run_say_that_a_scene_is_wanted),
    };
    setenv("SDL_VIDEODRIVER", "dummy", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
