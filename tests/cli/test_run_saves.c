/* `wend run --save` and `--load`: scenes that are saved in mid-run and go on. */
#include "json_read.h"
#include "run.h"
#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static void run_saves_a_scene_and_goes_on(void **state)
{
    char file[RUN_PATH_CAPACITY];
    char line[4 * RUN_PATH_CAPACITY];
    (void)state;
    run_temporary("ghosts.save", file);
    char *whole = scene_json("ghosts", "--ticks 100 --seed 5", 0);
    snprintf(line, sizeof line, "--ticks 60 --seed 5 --save %s@40", file);
    char *half = scene_json("ghosts", line, 0);
    assert_non_null(strstr(half, "\"save\": \""));
    snprintf(line, sizeof line, "--ticks 100 --threads 2 --load %s", file);
    char *rest = scene_json("ghosts", line, 0);
    assert_memory_equal(hash_of(whole), hash_of(rest), 16);
    json_expect(rest, "seed", "5");
    json_expect(rest, "ticks", "100");
    json_expect(rest, "save", "null");
    free(whole);
    free(half);
    free(rest);
    snprintf(line, sizeof line, "--ticks 100 --load %s --seed 6", file);
    free(scene_json("ghosts", line, 2));
    snprintf(line, sizeof line, "--ticks 100 --load %s --record -", file);
    free(scene_json("ghosts", line, 2));
    snprintf(line, sizeof line, "--ticks 100 --load %s", file);
    free(scene_json("circle", line, 2));
    snprintf(line, sizeof line, "--ticks 10 --save %s@40", file);
    free(scene_json("circle", line, 2));
    run_write_text(file, "no saved scene at all");
    snprintf(line, sizeof line, "--ticks 10 --load %s", file);
    char *refused = scene_json("circle", line, 2);
    assert_non_null(strstr(refused, "no saved scene"));
    free(refused);
    remove(file);
}

/* A reader of the older file has it whole: the new one is written beside it. */
static void run_replaces_an_older_save_as_a_whole(void **state)
{
    static const char text[] = "the older save";
    char file[RUN_PATH_CAPACITY];
    char beside[RUN_PATH_CAPACITY + 8];
    char line[2 * RUN_PATH_CAPACITY];
    char found[sizeof text] = "";
    (void)state;
    run_write_text(run_temporary("older.save", file), text);
    FILE *reader = fopen(file, "rb");
    assert_non_null(reader);
    snprintf(line, sizeof line, "--ticks 5 --save %s", file);
    free(scene_json("circle", line, 0));
    assert_int_equal(fread(found, 1, sizeof text - 1, reader), sizeof text - 1);
    assert_string_equal(found, text);
    fclose(reader);
    assert_int_equal(run_read(file, found, 8), 8);
    assert_memory_equal(found, "WENDSCNE", 8);
    snprintf(beside, sizeof beside, "%s.0.tmp", file);
    assert_null(fopen(beside, "rb"));
    remove(file);
    char *refused = scene_json("circle", "--ticks 5 --save no-such-folder/a.save", 2);
    assert_non_null(strstr(refused, "--save: no-such-folder/a.save: cannot be written"));
    free(refused);
}

/* ---- parameters ---- */

static void run_goes_on_with_the_parameters_that_were_saved(void **state)
{
    char path[RUN_PATH_CAPACITY];
    char file[RUN_PATH_CAPACITY];
    (void)state;
    run_temporary("shapes.save", file);
    run_write_text(run_temporary("shapes.lua", path),
                   "local wend = require 'wend'\n"
                   "local word = wend.parameter('word', 'none')\n"
                   "local size = {name = 'size', from = 0, to = 4, value = 1}\n"
                   "return wend.scene{crowd = wend.crowd{}, sliders = {size},\n"
                   "  text = function() return word .. ' ' .. size.value end}\n");
    char line[4 * RUN_PATH_CAPACITY];
    snprintf(line, sizeof line, "run %s --ticks 3 --set word=here,size=2 --save %s", path, file);
    free(run_json(line, 0));
    snprintf(line, sizeof line, "run %s --ticks 6 --load %s", path, file);
    char *rest = run_json(line, 0);
    json_expect(rest, "text", "\"here 2.0\"");
    free(rest);
    /* A slider that was not moved is still the integer of its script. */
    snprintf(line, sizeof line, "run %s --ticks 3 --set word=here --save %s", path, file);
    free(run_json(line, 0));
    snprintf(line, sizeof line, "run %s --ticks 6 --load %s", path, file);
    rest = run_json(line, 0);
    json_expect(rest, "text", "\"here 1\"");
    free(rest);
    snprintf(line, sizeof line, "run %s --ticks 6 --load %s --set word=here,size=3", path, file);
    rest = run_json(line, 0);
    json_expect(rest, "text", "\"here 3.0\"");
    free(rest);
    snprintf(line, sizeof line, "run %s --ticks 6 --load %s --set word=there", path, file);
    run_expect(line, 2,
               "the scene was saved with the parameter word=here, and this one was opened with "
               "word=there");
    snprintf(line, sizeof line, "run %s --ticks 3 --save %s", path, file);
    free(run_json(line, 0));
    snprintf(line, sizeof line, "run %s --ticks 6 --load %s --set word=here", path, file);
    run_expect(line, 2, "the scene was saved without the parameter word");
    remove(path);
    remove(file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(run_saves_a_scene_and_goes_on),
        cmocka_unit_test(run_replaces_an_older_save_as_a_whole),
        cmocka_unit_test(run_goes_on_with_the_parameters_that_were_saved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
