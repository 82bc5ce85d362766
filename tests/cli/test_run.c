/* `wend run` and `wend replay` with the scenes of the project: what they answer and what they
 * write. */
#include "json_read.h"
#include "run.h"
#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *scene_json(const char *name, const char *arguments, int exit_code)
{
    char path[RUN_PATH_CAPACITY];
    char file[64];
    char line[8 * RUN_PATH_CAPACITY];
    snprintf(file, sizeof file, "../scenes/%s.lua", name);
    snprintf(line, sizeof line, "run %s %s", run_map(file, path), arguments);
    return run_json(line, exit_code);
}

static const char *hash_of(const char *answer)
{
    const char *at = strstr(answer, "\"hash\": \"");
    assert_non_null(at);
    return at + 9;
}

/* ---- figures ---- */

static void run_tells_its_figures(void **state)
{
    (void)state;
    char *answer = scene_json("circle", "--ticks 40", 0);
    json_expect(answer, "title", "\"Circle\"");
    json_expect(answer, "ticks", "40");
    json_expect(answer, "seconds", "2");
    json_expect(answer, "agents", "100");
    json_expect(answer, "moving", "100");
    json_expect(answer, "text", "\"0 of 100 are across\"");
    json_expect(answer, "arrived", "0");
    json_expect(answer, "stuck", "0");
    json_expect(answer, "wall_violations", "0");
    json_expect(answer, "video", "null");
    assert_true(json_get_number(answer, "max_overlap") < 0.05);
    free(answer);
}

static void run_tells_the_figures_of_the_scene(void **state)
{
    char path[RUN_PATH_CAPACITY];
    char line[2 * RUN_PATH_CAPACITY];
    (void)state;
    run_write_text(run_temporary("figures.lua", path),
                   "local wend = require 'wend'\n"
                   "local crowd = wend.crowd{max_bodies = 2}\n"
                   "local kills = 0\n"
                   "return wend.scene{crowd = crowd, on_tick = function() kills = kills + 1 end,\n"
                   "  figures = function()\n"
                   "    return {kills = kills, share = 0.1, best = 'a \"b\"', over = true}\n"
                   "  end}\n");
    snprintf(line, sizeof line, "run %s --ticks 7", path);
    char *answer = run_json(line, 0);
    json_expect(answer, "figures",
                "{\"best\": \"a \\\"b\\\"\", \"kills\": 7, \"over\": true, \"share\": 0.1}");
    free(answer);
    run_result r = run_wend(line);
    assert_int_equal(r.exit_code, 0);
    assert_non_null(strstr(r.out, "wall_violations  0\n"
                                  "best             a \"b\"\n"
                                  "kills            7\n"
                                  "over             true\n"
                                  "share            0.1\n"
                                  "hash "));
    run_free(&r);
    run_write_text(path, "local wend = require 'wend'\n"
                         "return wend.scene{crowd = wend.crowd{max_bodies = 2},\n"
                         "  figures = function() return {kills = {}} end}\n");
    r = run_wend(line);
    assert_int_equal(r.exit_code, 2);
    assert_non_null(strstr(r.err,
                           "figures.lua:3: figures: 'kills': a finite number, a boolean or a "
                           "text expected, got table"));
    assert_string_equal(r.out, "");
    run_free(&r);
    remove(path);
}

static void run_refuses_a_state_that_has_no_hash(void **state)
{
    char path[RUN_PATH_CAPACITY];
    (void)state;
    run_write_text(run_temporary("hash.lua", path),
                   "local wend = require 'wend'\n"
                   "local state = {}\n"
                   "return wend.scene{crowd = wend.crowd{max_bodies = 2}, state = state,\n"
                   "  on_tick = function() state.think = print end}\n");
    run_result r = run_wendf("run %s --ticks 2", path);
    assert_int_equal(r.exit_code, 2);
    assert_non_null(strstr(r.err, "hash.lua:3: state.think: a function"));
    assert_string_equal(r.out, "");
    run_free(&r);
    remove(path);
}

static void run_has_the_same_hash_for_any_number_of_threads(void **state)
{
    (void)state;
    char *one = scene_json("evacuation", "--ticks 60", 0);
    char *two = scene_json("evacuation", "--ticks 60 --threads 2", 0);
    char *other_seed = scene_json("evacuation", "--ticks 60 --seed 2", 0);
    assert_memory_equal(hash_of(one), hash_of(two), 16);
    assert_memory_not_equal(hash_of(one), hash_of(other_seed), 16);
    free(one);
    free(two);
    free(other_seed);
}

static void run_stops_when_the_scene_is_done(void **state)
{
    char path[RUN_PATH_CAPACITY];
    char line[2 * RUN_PATH_CAPACITY];
    (void)state;
    run_write_text(run_temporary("done.lua", path),
                   "local wend = require 'wend'\n"
                   "local crowd = wend.crowd{max_bodies = 2, step = 0.1}\n"
                   "local left = 7\n"
                   "return wend.scene{crowd = crowd, on_tick = function() left = left - 1 end,\n"
                   "  is_done = function() return left == 0 end}\n");
    snprintf(line, sizeof line, "run %s", path);
    char *answer = run_json(line, 0);
    json_expect(answer, "ticks", "7");
    json_expect(answer, "agents", "0");
    json_expect(answer, "text", "\"\"");
    free(answer);
    remove(path);
}

/* ---- pipes ---- */

static char *scene_text(const char *name, size_t *count)
{
    char path[RUN_PATH_CAPACITY];
    char file[64];
    snprintf(file, sizeof file, "../scenes/%s.lua", name);
    return run_read_all(run_map(file, path), count);
}

static void run_of_a_scene_that_comes_through_a_pipe_is_the_same(void **state)
{
    (void)state;
    size_t count = 0;
    char *text = scene_text("circle", &count);
    run_result by_pipe = run_wend_input(text, count, "run - --ticks 9 --json");
    char *by_name = scene_json("circle", "--ticks 9", 0);
    assert_int_equal(by_pipe.exit_code, 0);
    assert_memory_equal(hash_of(by_pipe.out), hash_of(by_name), 16);
    run_free(&by_pipe);
    free(by_name);
    free(text);
}

static void run_of_a_piped_scene_reads_only_folders_that_were_named(void **state)
{
    (void)state;
    static const char SCENE[] = "local wend = require 'wend'\n"
                                "local part = require 'cli_test_part'\n"
                                "return wend.scene{crowd = wend.crowd{max_bodies = part}}\n";
    run_write_text("cli_test_part.lua", "return 2\n");
    run_result r = run_wend_input(SCENE, sizeof SCENE - 1, "run - --ticks 1");
    assert_int_equal(r.exit_code, 2);
    assert_non_null(strstr(r.err, "wend run: standard input:2: "));
    assert_non_null(strstr(r.err, "--read FOLDER allows more"));
    run_free(&r);
    r = run_wend_input(SCENE, sizeof SCENE - 1, "run - --ticks 1 --read .");
    assert_int_equal(r.exit_code, 0);
    run_free(&r);
    assert_int_equal(remove("cli_test_part.lua"), 0);
}

static void run_records_and_draws_to_standard_output(void **state)
{
    (void)state;
    char path[RUN_PATH_CAPACITY];
    char scene[RUN_PATH_CAPACITY];
    size_t count = 0;
    run_map("../scenes/circle.lua", scene);
    run_temporary("piped.rec", path);
    run_result by_name = run_wendf("run %s --ticks 9 --record %s", scene, path);
    run_result by_pipe = run_wendf("run %s --ticks 9 --record -", scene);
    char *record = run_read_all(path, &count);
    assert_int_equal(by_name.exit_code + by_pipe.exit_code, 0);
    assert_int_equal(by_pipe.out_count, count);
    assert_memory_equal(by_pipe.out, record, count);
    assert_non_null(strstr(by_pipe.err, "hash  "));
    run_result again = run_wend_input(record, count, "replay -");
    assert_int_equal(again.exit_code, 0);
    assert_int_equal(strncmp(again.out, "the same for 9 ticks", 20), 0);
    run_free(&again);
    again = run_wend_input(record, count - 8, "replay -");
    assert_int_equal(again.exit_code, 2);
    assert_int_equal(strncmp(again.err, "wend replay: standard input:", 28), 0);
    run_free(&again);
    char *text = scene_text("circle", &count);
    again = run_wend_input(text, count, "replay %s --scene -", path);
    assert_int_equal(again.exit_code, 0);
    run_free(&again);
    free(text);
    run_result png = run_wendf("run %s --ticks 3 --png -@2", scene);
    assert_int_equal(png.exit_code, 0);
    assert_true(png.out_count > 100 && memcmp(png.out, "\x89PNG\r\n\x1a\n", 8) == 0);
    run_free(&png);
    run_free(&by_name);
    run_free(&by_pipe);
    free(record);
    assert_int_equal(remove(path), 0);
}

static void run_sets_sliders(void **state)
{
    (void)state;
    char *usual = scene_json("doors", "--ticks 300", 0);
    char *wide = scene_json("doors", "--ticks 300 --set door=2.5", 0);
    assert_memory_not_equal(hash_of(usual), hash_of(wide), 16);
    free(usual);
    free(wide);
    char *none = scene_json("doors", "--set window=2", 2);
    json_expect(none, "error",
                "\"--set: the scene has no slider and reads no parameter 'window'\"");
    free(none);
    free(scene_json("doors", "--set door=99", 2));
    free(scene_json("doors", "--set door", 2));
}

/* ---- pictures ---- */

static void expect_png(const char *path)
{
    char bytes[8];
    assert_int_equal(run_read(path, bytes, sizeof bytes), 8);
    assert_memory_equal(bytes, "\x89PNG\r\n\x1a\n", 8);
}

static void run_draws_a_tick(void **state)
{
    char path[RUN_PATH_CAPACITY];
    char line[2 * RUN_PATH_CAPACITY];
    (void)state;
    snprintf(line, sizeof line, "--ticks 5 --width 200 --png %s@3", run_temporary("a.png", path));
    free(scene_json("bridge", line, 0));
    expect_png(path);
    remove(path);
    snprintf(line, sizeof line, "--ticks 5 --png %s@30", path);
    char *answer = scene_json("bridge", line, 2);
    json_expect(answer, "error", "\"--png: the scene ended at tick 5\"");
    free(answer);
    free(scene_json("bridge", "--ticks 5 --png x.png@soon", 2));
}

/* The bytes of a picture of two ticks. @return how many. */
static size_t picture_of(const char *options, char *bytes, size_t capacity)
{
    char scene[RUN_PATH_CAPACITY];
    run_result png = run_wendf("run %s --ticks 2 --width 320 %s --png -",
                               run_map("../scenes/stealth.lua", scene), options);
    assert_int_equal(png.exit_code, 0);
    assert_true(png.out_count > 8 && png.out_count <= capacity);
    memcpy(bytes, png.out, png.out_count);
    const size_t count = png.out_count;
    run_free(&png);
    return count;
}

static void run_draws_layers_that_are_named(void **state)
{
    enum { CAPACITY = 1 << 18 };
    static const char *const options[] = {"",
                                          "--layers senses.cones",
                                          "--layers senses",
                                          "--layers machines",
                                          "--layers cover,paths",
                                          "--layers -drawing",
                                          "--layers -bodies",
                                          "--layers -costs,sectors"};
    enum { PICTURES = sizeof options / sizeof options[0] };
    char *bytes[PICTURES];
    size_t counts[PICTURES];
    (void)state;
    for (size_t i = 0; i < PICTURES; i++) {
        bytes[i] = malloc(CAPACITY);
        assert_non_null(bytes[i]);
        counts[i] = picture_of(options[i], bytes[i], CAPACITY);
        for (size_t j = 0; j < i; j++) {
            if (counts[j] == counts[i] && memcmp(bytes[j], bytes[i], counts[i]) == 0) {
                fail_msg("'%s' and '%s' give the same picture", options[j], options[i]);
            }
        }
    }
    for (size_t i = 0; i < PICTURES; i++) {
        free(bytes[i]);
    }
    /* Layers that are shown anyway, and one after the other. */
    char *usual = malloc(CAPACITY);
    char *same = malloc(CAPACITY);
    assert_true(usual != NULL && same != NULL);
    const size_t count = picture_of("", usual, CAPACITY);
    assert_int_equal(picture_of("--layers costs,bodies,-paths,senses,-senses", same, CAPACITY),
                     count);
    assert_memory_equal(usual, same, count);
    free(usual);
    free(same);
}

static void run_layers_that_are_none_are_named(void **state)
{
    char path[RUN_PATH_CAPACITY];
    char line[2 * RUN_PATH_CAPACITY];
    (void)state;
    snprintf(line, sizeof line, "--ticks 1 --layers senses.eyes --png %s",
             run_temporary("layers.png", path));
    char *answer = scene_json("stealth", line, 2);
    json_expect(
        answer, "error",
        "\"--layers: no layer 'senses.eyes' in this scene; there are costs, sectors, headings, "
        "paths, goals, velocities, preferred, neighbours, half-planes, formations, zones, "
        "stuck, density, trails, marks, bodies, drawing, cover, machines, markers, memories, "
        "messages, reservations, "
        "rules, senses.cones, senses.rays, senses.sources, senses.noises, senses.lamps, "
        "smell\"");
    free(answer);
    free(scene_json("stealth", "--ticks 1 --layers paths", 2));
    run_expect("run x.lua --layers", 2, "--layers: expected a value NAMES after it");
}

/* Pictures change nothing. */
static void run_layers_leave_the_hash(void **state)
{
    char path[RUN_PATH_CAPACITY];
    char line[2 * RUN_PATH_CAPACITY];
    (void)state;
    snprintf(line, sizeof line,
             "--ticks 40 --width 100 --layers senses,memories,machines --png %s@20",
             run_temporary("layers.png", path));
    char *plain = scene_json("stealth", "--ticks 40", 0);
    char *drawn = scene_json("stealth", line, 0);
    assert_memory_equal(hash_of(plain), hash_of(drawn), 16);
    free(plain);
    free(drawn);
    remove(path);
}

/* A folder with nothing in it but, perhaps, an ffmpeg that keeps what it is given. */
static void make_path(char folder[RUN_PATH_CAPACITY], bool has_ffmpeg)
{
    char file[RUN_PATH_CAPACITY + 16];
    assert_int_equal(mkdir(run_temporary("bin", folder), 0777), 0);
    snprintf(file, sizeof file, "%s/ffmpeg", folder);
    if (has_ffmpeg) {
        run_write_text(file, "#!/bin/sh\nfor last; do :; done\n"
                             "if [ \"$last\" = - ]; then echo \"$*\"; exec /bin/cat; fi\n"
                             "exec /bin/cat > \"$last\"\n");
        assert_int_equal(chmod(file, 0777), 0);
    }
    setenv("PATH", folder, 1);
}

static void drop_path(const char *folder, const char *old)
{
    char file[RUN_PATH_CAPACITY + 16];
    snprintf(file, sizeof file, "%s/ffmpeg", folder);
    remove(file);
    rmdir(folder);
    setenv("PATH", old, 1);
}

static void run_films_into_numbered_pictures_without_ffmpeg(void **state)
{
    char path[RUN_PATH_CAPACITY];
    char folder[RUN_PATH_CAPACITY];
    char line[2 * RUN_PATH_CAPACITY];
    char *old = strdup(getenv("PATH"));
    (void)state;
    make_path(folder, false);
    snprintf(line, sizeof line, "run %s --ticks 6 --every 3 --width 100 --video %s",
             run_map("../scenes/circle.lua", path), run_temporary("film.mp4", folder));
    run_expect(line, 0, "no ffmpeg here (install the package ffmpeg)");
    for (int i = 0; i < 3; i++) {
        snprintf(line, sizeof line, "%s.frames/frame-%05d.png", folder, i);
        expect_png(line);
        remove(line);
    }
    snprintf(line, sizeof line, "%s.frames", folder);
    assert_int_equal(rmdir(line), 0);
    drop_path(run_temporary("bin", folder), old);
    free(old);
}

static void run_films_through_ffmpeg(void **state)
{
    char path[RUN_PATH_CAPACITY];
    char film[RUN_PATH_CAPACITY];
    char folder[RUN_PATH_CAPACITY];
    char line[3 * RUN_PATH_CAPACITY];
    struct stat about;
    char *old = strdup(getenv("PATH"));
    (void)state;
    make_path(folder, true);
    snprintf(line, sizeof line, "run %s --ticks 6 --every 3 --width 160 --video %s",
             run_map("../scenes/circle.lua", path), run_temporary("film.mp4", film));
    run_expect(line, 0, "");
    assert_int_equal(stat(film, &about), 0);
    /* The view is 56 x 32 metres: 160 x 90 pixels at most. */
    assert_int_equal(about.st_size % (160 * 3), 0);
    assert_int_equal(about.st_size % 3, 0);
    remove(film);
    drop_path(folder, old);
    free(old);
}

static void run_films_to_standard_output(void **state)
{
    static const char format[] = "-f matroska -\n";
    char path[RUN_PATH_CAPACITY];
    char folder[RUN_PATH_CAPACITY];
    char *old = strdup(getenv("PATH"));
    (void)state;
    run_map("../scenes/circle.lua", path);
    make_path(folder, true);
    run_result film = run_wendf("run %s --ticks 6 --every 3 --width 160 --video -", path);
    assert_int_equal(film.exit_code, 0);
    const char *pictures = strstr(film.out, format);
    assert_non_null(pictures);
    pictures += sizeof format - 1;
    const size_t bytes = film.out_count - (size_t)(pictures - film.out);
    assert_true(bytes > 0 && bytes % (3 * 160 * 3) == 0); /* three pictures, nothing else */
    assert_non_null(strstr(film.err, "hash  "));
    assert_non_null(strstr(film.err, "video            standard output"));
    run_free(&film);
    film = run_wendf("run %s --ticks 6 --video - --record -", path);
    assert_int_equal(film.exit_code, 2);
    assert_non_null(strstr(film.err, "only one file can be '-'"));
    run_free(&film);
    film = run_wendf("run %s --ticks 6 --video - --json", path);
    assert_int_equal(film.exit_code, 2);
    run_free(&film);
    drop_path(folder, old);
    make_path(folder, false);
    film = run_wendf("run %s --ticks 6 --video -", path);
    assert_int_equal(film.exit_code, 2);
    assert_int_equal(film.out_count, 0);
    assert_non_null(strstr(film.err, "install the package ffmpeg"));
    run_free(&film);
    drop_path(folder, old);
    free(old);
}

/* ---- records ---- */

static void replay_tells_same_and_different(void **state)
{
    static char text[1 << 16];
    char path[RUN_PATH_CAPACITY];
    char line[3 * RUN_PATH_CAPACITY];
    (void)state;
    snprintf(line, sizeof line, "--ticks 30 --set door=2 --record %s",
             run_temporary("doors.rec", path));
    free(scene_json("doors", line, 0));
    snprintf(line, sizeof line, "replay %s --threads 2", path);
    char *answer = run_json(line, 0);
    json_expect(answer, "same", "true");
    json_expect(answer, "ticks", "30");
    free(answer);
    text[run_read(path, text, sizeof text - 1)] = '\0';
    char *at = strstr(text, "\nt 12 ");
    assert_non_null(at);
    at[6] = at[6] == '0' ? '1' : '0';
    run_write_text(path, text);
    answer = run_json(line, 1);
    json_expect(answer, "same", "false");
    json_expect(answer, "ticks", "12");
    json_expect(answer, "changed_scene", "false");
    free(answer);
    remove(path);
}

/* ---- failures ---- */

static void bad_scenes_end_with_file_and_line(void **state)
{
    char path[RUN_PATH_CAPACITY];
    char line[2 * RUN_PATH_CAPACITY];
    char expected[2 * RUN_PATH_CAPACITY];
    (void)state;
    run_write_text(run_temporary("bad.lua", path), "local wend = require 'wend'\n\nwend.fly()\n");
    snprintf(line, sizeof line, "run %s", path);
    snprintf(expected, sizeof expected, "%s:3: attempt to call a nil value (field 'fly')", path);
    run_expect(line, 2, expected);
    remove(path);
    run_expect(line, 2, path);
    run_expect("run", 2, "SCENE");
    run_expect("replay /nowhere.rec", 2, "/nowhere.rec");
    run_expect("run x.lua --threads 0", 2, "--threads");
}

/* ---- what is wrong ---- */

static void expect(const char *command, const char *arguments, const char *part)
{
    char path[RUN_PATH_CAPACITY];
    char line[2 * RUN_PATH_CAPACITY];
    snprintf(line, sizeof line, "%s %s %s", command, run_map("../scenes/circle.lua", path),
             arguments);
    run_expect(line, 2, part);
}

static void run_bad_arguments_are_named(void **state)
{
    (void)state;
    expect("run", "--ticks -1",
           "--ticks: expected a whole number from 1 to 1000000000, found '-1'");
    expect("run", "--threads 0", "--threads: expected a whole number from 1 to 256, found '0'");
    expect("run", "--threads 1000", "expected a whole number from 1 to 256, found '1000'");
    expect("run", "--seed x", "--seed: expected a whole number from 0 to");
    expect("run", "--png a.png@-1",
           "--png: expected a tick from 0 to 1000000000 behind the @, found '-1'");
    expect("run", "--png a.png@x", "found 'x'");
    expect("run", "--png @3", "--png: expected FILE or FILE@TICK, found '@3'");
    expect("run", "--ticks 3 --png a.png@9", "--png: the scene ended at tick 3");
    expect("run", "--ticks 3 --png no/such/a.png", "no/such/a.png: cannot be written: ");
    expect("run", "--ticks 3 --set door", "--set: expected NAME=VALUE, found 'door'");
    expect("run", "second.lua", "second.lua: one argument too many");
    run_expect("run", 2, "SCENE: missing");
    run_expect("run nosuch.lua", 2, "nosuch.lua: cannot be opened: no such file or folder");
    run_expect("run .", 2, ".: cannot be read: it is a folder");
    run_expect("replay .", 2, ".: cannot be read: it is a folder");
    run_expect("replay nosuch.rec", 2, "nosuch.rec: cannot be opened: no such file or folder");
}

static void run_films_and_records_into_nowhere_say_so_before_the_first_tick(void **state)
{
    (void)state;
    expect("run", "--ticks 900000000 --video no/such/a.mp4",
           "--video: no/such/a.mp4: cannot be written: ");
    expect("run", "--ticks 900000000 --png no/such/a.png",
           "--png: no/such/a.png: cannot be written: ");
    expect("run", "--ticks 900000000 --video .", "--video: .: cannot be written: ");
    expect("run", "--ticks 900000000 --record no/such/a.rec", "no/such/a.rec: cannot be written: ");
}

/* A device that is always full takes no byte. */
static void run_record_on_a_full_disk_fails(void **state)
{
    struct stat about;
    (void)state;
    if (stat("/dev/full", &about) != 0 || !S_ISCHR(about.st_mode)) {
        skip();
    }
    expect("run", "--ticks 3 --record /dev/full", "/dev/full: cannot be written");
}

static void run_hook_that_fails_names_file_and_line(void **state)
{
    char path[RUN_PATH_CAPACITY];
    char line[2 * RUN_PATH_CAPACITY];
    (void)state;
    run_write_text(run_temporary("boom.lua", path),
                   "local wend = require 'wend'\n"
                   "local n = 0\n"
                   "return wend.scene{crowd = wend.crowd{max_bodies = 2}, on_tick = function()\n"
                   "  n = n + 1\n"
                   "  if n == 5 then error('boom') end\n"
                   "end}\n");
    snprintf(line, sizeof line, "run %s", path);
    run_expect(line, 2, "boom.lua:5: boom");
    run_write_text(path, "");
    run_expect(line, 2, "boom.lua: it must end with return wend.scene{...}");
    remove(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(run_tells_its_figures),
        cmocka_unit_test(run_tells_the_figures_of_the_scene),
        cmocka_unit_test(run_refuses_a_state_that_has_no_hash),
        cmocka_unit_test(run_has_the_same_hash_for_any_number_of_threads),
        cmocka_unit_test(run_stops_when_the_scene_is_done),
        cmocka_unit_test(run_sets_sliders),
        cmocka_unit_test(run_of_a_scene_that_comes_through_a_pipe_is_the_same),
        cmocka_unit_test(run_of_a_piped_scene_reads_only_folders_that_were_named),
        cmocka_unit_test(run_records_and_draws_to_standard_output),
        cmocka_unit_test(run_draws_a_tick),
        cmocka_unit_test(run_draws_layers_that_are_named),
        cmocka_unit_test(run_layers_that_are_none_are_named),
        cmocka_unit_test(run_layers_leave_the_hash),
        cmocka_unit_test(run_films_into_numbered_pictures_without_ffmpeg),
        cmocka_unit_test(run_films_through_ffmpeg),
        cmocka_unit_test(run_films_to_standard_output),
        cmocka_unit_test(replay_tells_same_and_different),
        cmocka_unit_test(bad_scenes_end_with_file_and_line),
        cmocka_unit_test(run_bad_arguments_are_named),
        cmocka_unit_test(run_films_and_records_into_nowhere_say_so_before_the_first_tick),
        cmocka_unit_test(run_record_on_a_full_disk_fails),
        cmocka_unit_test(run_hook_that_fails_names_file_and_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
