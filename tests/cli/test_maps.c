/* Every map of the project that has a scenario, by every exact method: all lengths are those of the
 * plain Dijkstra that made the scenarios. */
#include "json_read.h"
#include "run.h"
#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const UNIFORM[] = {"rooms65.map", "maze63.map", "cave96.map", "noise48.map"};
static const char *const WEIGHTED[] = {"city64.txt"};
static const char *const EXACT[] = {"best", "dijkstra", "astar", "astar-bidirectional"};

static void expect_exact(const char *map, const char *method)
{
    char path[RUN_PATH_CAPACITY];
    char line[2 * RUN_PATH_CAPACITY];
    snprintf(line, sizeof line, "scen %s.scen --method %s", run_map(map, path), method);
    char *object = run_json(line, 0);
    json_expect(object, "queries", "60");
    json_expect(object, "solved", "60");
    json_expect(object, "mismatches", "0");
    json_expect(object, "skipped", "0");
    assert_true(json_get_number(object, "expected_sum") > 1000.0);
    free(object);
}

static void maps_all_exact_methods_give_the_least_costs(void **state)
{
    (void)state;
    for (size_t m = 0; m < sizeof EXACT / sizeof EXACT[0]; m++) {
        for (size_t i = 0; i < sizeof UNIFORM / sizeof UNIFORM[0]; i++) {
            expect_exact(UNIFORM[i], EXACT[m]);
        }
        expect_exact(WEIGHTED[0], EXACT[m]);
    }
}

static void maps_jump_points_give_the_least_costs_where_uniform(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof UNIFORM / sizeof UNIFORM[0]; i++) {
        expect_exact(UNIFORM[i], "jump-point");
    }
}

static void maps_jump_points_are_refused_on_several_costs(void **state)
{
    (void)state;
    char path[RUN_PATH_CAPACITY];
    char line[2 * RUN_PATH_CAPACITY];
    snprintf(line, sizeof line, "scen %s.scen --method jump-point", run_map(WEIGHTED[0], path));
    run_expect(line, 2, "one cost");
}

/* The maps in the folder are those that the generator makes. */
static void maps_are_what_generate_makes(void **state)
{
    (void)state;
    static const char *const RECIPES[][2] = {{"rooms65.map", "rooms --size 65x65 --seed 2"},
                                             {"maze63.map", "maze --size 63x63 --seed 3"},
                                             {"cave96.map", "cave --size 96x64 --seed 5"},
                                             {"noise48.map", "noise --size 48x48 --seed 6"},
                                             {"city64.txt", "city --size 64x64 --seed 4"}};
    for (size_t i = 0; i < sizeof RECIPES / sizeof RECIPES[0]; i++) {
        char made[RUN_PATH_CAPACITY];
        char kept[RUN_PATH_CAPACITY];
        char line[2 * RUN_PATH_CAPACITY];
        static char made_bytes[1 << 14];
        static char kept_bytes[1 << 14];
        run_temporary(RECIPES[i][0], made);
        snprintf(line, sizeof line, "generate %s %s", RECIPES[i][1], made);
        run_expect(line, 0, "");
        const size_t made_count = run_read(made, made_bytes, sizeof made_bytes);
        const size_t kept_count =
            run_read(run_map(RECIPES[i][0], kept), kept_bytes, sizeof kept_bytes);
        remove(made);
        assert_int_equal(made_count, kept_count);
        assert_memory_equal(made_bytes, kept_bytes, kept_count);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(maps_all_exact_methods_give_the_least_costs),
        cmocka_unit_test(maps_jump_points_give_the_least_costs_where_uniform),
        cmocka_unit_test(maps_jump_points_are_refused_on_several_costs),
        cmocka_unit_test(maps_are_what_generate_makes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
