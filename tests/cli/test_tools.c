/* info, reach, convert, generate, demo and bench on the maps of the project. */
#include "json_read.h"
#include "run.h"
#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *map_json(const char *command, const char *map, const char *arguments, int exit_code)
{
    char path[RUN_PATH_CAPACITY];
    char line[2 * RUN_PATH_CAPACITY];
    snprintf(line, sizeof line, "%s %s %s", command, run_map(map, path), arguments);
    return run_json(line, exit_code);
}

/* ---- info ---- */

static void info_counts_cells_costs_and_islands(void **state)
{
    (void)state;
    char *answer = map_json("info", "noise48.map", "", 0);
    json_expect(answer, "format", "\"movingai\"");
    json_expect(answer, "width", "48");
    json_expect(answer, "height", "48");
    json_expect(answer, "neighbours", "8");
    json_expect(answer, "corners", "\"never\"");
    json_expect(answer, "open", "1622");
    json_expect(answer, "walls", "682");
    json_expect(answer, "islands", "21");
    json_expect(answer, "largest_island", "1597");
    json_expect(answer, "uniform", "true");
    json_expect(answer, "costs", "{\"1\": 1622}");
    json_expect(answer, "method", "\"jump-point\"");
    free(answer);
    answer = map_json("info", "city64.txt", "", 0);
    json_expect(answer, "format", "\"text\"");
    json_expect(answer, "uniform", "false");
    json_expect(answer, "method", "\"astar\"");
    free(answer);
}

static void info_corners_always_join_islands(void **state)
{
    (void)state;
    char *never = map_json("info", "noise48.map", "--corners never", 0);
    char *one = map_json("info", "noise48.map", "--corners one", 0);
    char *always = map_json("info", "noise48.map", "--corners always", 0);
    char *straight = map_json("info", "noise48.map", "--corners always --neighbours 4", 0);
    assert_true(json_get_number(always, "islands") < json_get_number(never, "islands"));
    json_expect(one, "islands", "21");
    json_expect(straight, "islands", "21");
    free(never);
    free(one);
    free(always);
    free(straight);
}

static void info_map_of_walls_has_no_method(void **state)
{
    (void)state;
    char map[RUN_PATH_CAPACITY];
    char line[2 * RUN_PATH_CAPACITY];
    run_write_text(run_temporary("walls.map", map), "type octile\nheight 1\nwidth 3\nmap\n@@@\n");
    snprintf(line, sizeof line, "info %s", map);
    char *answer = run_json(line, 0);
    json_expect(answer, "open", "0");
    json_expect(answer, "islands", "0");
    json_expect(answer, "method", "null");
    free(answer);
    remove(map);
}

/* ---- reach ---- */

static void reach_counts_the_cells_within_a_cost(void **state)
{
    (void)state;
    char map[RUN_PATH_CAPACITY];
    char line[2 * RUN_PATH_CAPACITY];
    run_write_text(run_temporary("open.map", map),
                   "type octile\nheight 3\nwidth 5\nmap\n.....\n.....\n@....\n");
    snprintf(line, sizeof line, "reach %s --from 2,1 --within 1", map);
    char *answer = run_json(line, 0);
    json_expect(answer, "cells", "5");
    json_expect(answer, "farthest_cost", "1");
    free(answer);
    snprintf(line, sizeof line, "reach %s --from 2,1 --within 100 --neighbours 4", map);
    answer = run_json(line, 0);
    json_expect(answer, "cells", "14");
    json_expect(answer, "farthest_cost", "3");
    json_expect(answer, "farthest", "[0, 0]");
    free(answer);
    snprintf(line, sizeof line, "reach %s --from 2,1 --within 0", map);
    answer = run_json(line, 0);
    json_expect(answer, "cells", "1");
    free(answer);
    snprintf(line, sizeof line, "reach %s --from 0,2 --within 9", map);
    answer = run_json(line, 1);
    json_expect(answer, "cells", "0");
    json_expect(answer, "reason", "\"start blocked\"");
    free(answer);
    remove(map);
}

static void reach_draws_what_it_found(void **state)
{
    (void)state;
    char map[RUN_PATH_CAPACITY];
    char line[2 * RUN_PATH_CAPACITY];
    run_write_text(run_temporary("row.map", map), "type octile\nheight 1\nwidth 7\nmap\n......@\n");
    snprintf(line, sizeof line, "reach %s --from 2,0 --within 2 --ascii", map);
    run_result r = run_wend(line);
    assert_int_equal(r.exit_code, 0);
    assert_memory_equal(r.out, "~~S~~.#\n", 8);
    run_free(&r);
    remove(map);
}

static void reach_bad_arguments_are_named(void **state)
{
    (void)state;
    char path[RUN_PATH_CAPACITY];
    char line[2 * RUN_PATH_CAPACITY];
    run_map("rooms65.map", path);
    snprintf(line, sizeof line, "reach %s --within 3", path);
    run_expect(line, 2, "--from: missing");
    snprintf(line, sizeof line, "reach %s --from 1,1", path);
    run_expect(line, 2, "--within: missing");
    snprintf(line, sizeof line, "reach %s --from 1,1 --within nan", path);
    run_expect(line, 2, "--within: expected a number from 0");
}

/* ---- convert and generate ---- */

static void convert_there_and_back_keeps_every_byte(void **state)
{
    (void)state;
    char map[RUN_PATH_CAPACITY];
    char grid[RUN_PATH_CAPACITY];
    char back[RUN_PATH_CAPACITY];
    char line[3 * RUN_PATH_CAPACITY];
    static char first[1 << 14];
    static char second[1 << 14];
    run_map("city64.txt", map);
    run_temporary("city.wend", grid);
    run_temporary("back.txt", back);
    snprintf(line, sizeof line, "convert %s %s", map, grid);
    char *answer = run_json(line, 0);
    json_expect(answer, "in_format", "\"text\"");
    free(answer);
    snprintf(line, sizeof line, "convert %s %s", grid, back);
    run_expect(line, 0, "");
    const size_t count = run_read(map, first, sizeof first);
    assert_int_equal(run_read(back, second, sizeof second), count);
    assert_memory_equal(first, second, count);
    snprintf(line, sizeof line, "info %s --neighbours 4", grid);
    run_expect(line, 2, "--neighbours: ");
    remove(grid);
    remove(back);
}

static void convert_what_a_format_cannot_hold_is_refused(void **state)
{
    (void)state;
    char map[RUN_PATH_CAPACITY];
    char out[RUN_PATH_CAPACITY];
    char line[3 * RUN_PATH_CAPACITY];
    run_map("city64.txt", map);
    snprintf(line, sizeof line, "convert %s %s", map, run_temporary("city.map", out));
    run_expect(line, 2, "which movingai cannot hold");
    snprintf(line, sizeof line, "convert %s %s", map, run_temporary("city.xyz", out));
    run_expect(line, 2, "format");
    snprintf(line, sizeof line, "convert %s %s --to gif", map, out);
    run_expect(line, 2, "--to: expected one of movingai, text, png, grid");
    snprintf(line, sizeof line, "convert %s no-such-folder/x.txt", map);
    run_expect(line, 2, "no-such-folder/x.txt");
}

static void generate_same_seed_same_map_and_other_seed_another(void **state)
{
    (void)state;
    static const char *const KINDS[] = {"city", "rooms", "maze", "noise", "cave"};
    for (size_t i = 0; i < sizeof KINDS / sizeof KINDS[0]; i++) {
        char out[RUN_PATH_CAPACITY];
        char line[2 * RUN_PATH_CAPACITY];
        char hash[3][64];
        run_temporary("made.wend", out);
        for (int k = 0; k < 3; k++) {
            snprintf(line, sizeof line, "generate %s --size 70x50 --seed %d %s", KINDS[i],
                     k == 2 ? 9 : 8, out);
            char *answer = run_json(line, 0);
            assert_true(json_raw(answer, "hash", hash[k], sizeof hash[k]));
            free(answer);
        }
        assert_string_equal(hash[0], hash[1]);
        assert_string_not_equal(hash[0], hash[2]);
        remove(out);
    }
}

static void generate_city_has_one_island(void **state)
{
    (void)state;
    for (int seed = 1; seed <= 6; seed++) {
        char out[RUN_PATH_CAPACITY];
        char line[2 * RUN_PATH_CAPACITY];
        run_temporary("city.wend", out);
        snprintf(line, sizeof line, "generate city --size %dx200 --seed %d %s", 32 + 90 * seed,
                 seed, out);
        run_expect(line, 0, "");
        snprintf(line, sizeof line, "info %s", out);
        char *answer = run_json(line, 0);
        json_expect(answer, "islands", "1");
        free(answer);
        remove(out);
    }
}

static void generate_bad_arguments_are_named(void **state)
{
    (void)state;
    run_expect("generate moon a.map", 2, "KIND: expected one of city, rooms");
    run_expect("generate maze --size 64 a.map", 2, "--size: expected WxH");
    run_expect("generate maze --size 64x a.map", 2, "--size: expected WxH");
    run_expect("generate maze --size 31x64 a.map", 2, "--size: expected WxH");
    run_expect("generate maze --size 64x99999 a.map", 2, "--size: expected WxH");
    run_expect("generate noise --density 1.1 a.map", 2, "--density: expected a number from 0 to 1");
    run_expect("generate maze --seed -1 a.map", 2, "--seed: expected a whole number from 0");
}

/* ---- demo and bench ---- */

static void demo_is_the_same_for_any_number_of_threads(void **state)
{
    (void)state;
    char folder[RUN_PATH_CAPACITY];
    char file[RUN_PATH_CAPACITY + 16];
    char line[2 * RUN_PATH_CAPACITY];
    char hash[2][64];
    static char picture[2][1 << 20];
    size_t counts[2];
    run_temporary("demo", folder);
    snprintf(file, sizeof file, "%s/demo.svg", folder);
    for (int i = 0; i < 2; i++) {
        snprintf(line, sizeof line, "demo --out %s --threads %d", folder, i == 0 ? 1 : 2);
        run_result probe = run_wendf("%s --json", line);
        if (probe.exit_code == 2 && i == 1) {
            run_free(&probe); /* A build without threads. */
            break;
        }
        assert_int_equal(probe.exit_code, 0);
        assert_true(json_is_object(probe.out));
        json_expect(probe.out, "found", "100");
        json_expect(probe.out, "routes", "100");
        assert_true(json_raw(probe.out, "hash", hash[i], sizeof hash[i]));
        /* Seen on x86-64, 32-bit x86 and big-endian s390x. */
        json_expect(probe.out, "hash", "\"eef36e3551fade39\"");
        counts[i] = run_read(file, picture[i], sizeof picture[i]);
        if (i == 1) {
            assert_string_equal(hash[0], hash[1]);
            assert_int_equal(counts[0], counts[1]);
            assert_memory_equal(picture[0], picture[1], counts[0]);
        }
        run_free(&probe);
    }
    remove(file);
    snprintf(file, sizeof file, "%s/demo.png", folder);
    remove(file);
    assert_int_equal(rmdir(folder), 0);
}

static void demo_bad_arguments_are_named(void **state)
{
    (void)state;
    run_expect("demo --size 100", 2, "--size: expected a whole number from 512 to 4096");
    run_expect("demo --threads 0", 2, "--threads: expected a whole number from 1");
    run_expect("demo --out no-such/folder", 2,
               "--out: cannot make the folder 'no-such/folder': No such file");
}

static void bench_unknown_name_is_refused(void **state)
{
    (void)state;
    run_expect("bench flows", 2, "flows: no such benchmark");
}

static void bench_crowd_measures_the_scenes_it_is_asked_for(void **state)
{
    (void)state;
    run_result bench = run_wendf("bench crowd --only quality --scene oncoming");
    if (bench.exit_code == 0) {
        assert_non_null(strstr(bench.out, "| oncoming | 1 |"));
        assert_non_null(strstr(bench.out, "| oncominggroups | 1 |"));
        assert_null(strstr(bench.out, "frogger"));
        assert_null(strstr(bench.out, "corridors"));
    } else { /* A build without benchmarks. */
        assert_int_equal(bench.exit_code, 2);
    }
    run_free(&bench);
    run_expect("bench crowd --only nothing", 2, "bench");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(info_counts_cells_costs_and_islands),
        cmocka_unit_test(info_corners_always_join_islands),
        cmocka_unit_test(info_map_of_walls_has_no_method),
        cmocka_unit_test(reach_counts_the_cells_within_a_cost),
        cmocka_unit_test(reach_draws_what_it_found),
        cmocka_unit_test(reach_bad_arguments_are_named),
        cmocka_unit_test(convert_there_and_back_keeps_every_byte),
        cmocka_unit_test(convert_what_a_format_cannot_hold_is_refused),
        cmocka_unit_test(generate_same_seed_same_map_and_other_seed_another),
        cmocka_unit_test(generate_city_has_one_island),
        cmocka_unit_test(generate_bad_arguments_are_named),
        cmocka_unit_test(demo_is_the_same_for_any_number_of_threads),
        cmocka_unit_test(demo_bad_arguments_are_named),
        cmocka_unit_test(bench_unknown_name_is_refused),
        cmocka_unit_test(bench_crowd_measures_the_scenes_it_is_asked_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
