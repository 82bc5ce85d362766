/* The subcommands find the terrain rules of Wesnoth in the folders above a map. */
#include "json_read.h"
#include "run.h"
#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char TERRAIN[] = "[terrain_type]\nid=flat\nstring=Gg\n[/terrain_type]\n"
                              "[terrain_type]\nid=shallow_water\nstring=Ww\n[/terrain_type]\n";
static const char UNITS[] =
    "[units]\n[movetype]\nname=smallfoot\n[movement_costs]\nflat=1\nshallow_water=3\n"
    "[/movement_costs]\n[/movetype]\n[movetype]\nname=swimmer\n[movement_costs]\nflat=2\n"
    "shallow_water=1\n[/movement_costs]\n[/movetype]\n[/units]\n";
static const char MAP[] = "Gg, Gg, Gg, Gg, Gg\nGg, 1 Gg, Ww, Gg, Gg\nGg, Gg, Gg, Gg, Gg\n";

/* The tree, and what is in it; children come after their folders. */
static char root[RUN_PATH_CAPACITY];
static const char *const FOLDERS[] = {"", "/core", "/multiplayer", "/multiplayer/maps"};
static const char *const FILES[] = {"/core/terrain.cfg", "/core/units.cfg",
                                    "/multiplayer/maps/ford.map"};
enum { FOLDER_COUNT = 4, FILE_COUNT = 3 };

static const char *path_of(const char *name, char *path)
{
    snprintf(path, RUN_PATH_CAPACITY + 64, "%s%s", root, name);
    return path;
}

static int make_tree(void **state)
{
    (void)state;
    static const char *const TEXTS[] = {TERRAIN, UNITS, MAP};
    char path[RUN_PATH_CAPACITY + 64];
    run_temporary("game", root);
    for (int i = 0; i < FOLDER_COUNT; i++) {
        assert_int_equal(mkdir(path_of(FOLDERS[i], path), 0777), 0);
    }
    for (int i = 0; i < FILE_COUNT; i++) {
        run_write_text(path_of(FILES[i], path), TEXTS[i]);
    }
    return 0;
}

static int remove_tree(void **state)
{
    (void)state;
    char path[RUN_PATH_CAPACITY + 64];
    for (int i = 0; i < FILE_COUNT; i++) {
        (void)remove(path_of(FILES[i], path));
    }
    for (int i = FOLDER_COUNT; i-- > 0;) {
        (void)rmdir(path_of(FOLDERS[i], path));
    }
    return 0;
}

static void rules_above_the_map_are_found_and_named(void **state)
{
    (void)state;
    run_result r = run_wendf("info %s/multiplayer/maps/ford.map", root);
    char said[2 * RUN_PATH_CAPACITY];
    snprintf(said, sizeof said, "its rules are read as by --data %s\n", root);
    assert_int_equal(r.exit_code, 0);
    assert_non_null(strstr(r.err, said));
    assert_non_null(strstr(r.out, "classes: 0 smallfoot, 1 swimmer\n"));
    run_free(&r);
    char line[2 * RUN_PATH_CAPACITY];
    snprintf(line, sizeof line,
             "path %s/multiplayer/maps/ford.map --class swimmer --from 0,0 --to 1,0", root);
    char *object = run_json(line, 0);
    json_expect(object, "cost", "1");
    free(object);
}

static void rules_that_are_named_are_not_looked_for(void **state)
{
    (void)state;
    run_result r = run_wendf("info %s/multiplayer/maps/ford.map --data %s", root, root);
    assert_int_equal(r.exit_code, 0);
    assert_string_equal(r.err, "");
    assert_non_null(strstr(r.out, "1 swimmer\n"));
    run_free(&r);
    r = run_wendf("info %s/multiplayer/maps/ford.map --data %s/multiplayer", root, root);
    assert_int_equal(r.exit_code, 2);
    run_free(&r);
}

static void dots_in_the_maps_name_lead_to_the_same_rules(void **state)
{
    (void)state;
    run_result r = run_wendf("info %s/core/.././multiplayer/maps/../maps/ford.map", root);
    assert_non_null(strstr(r.out, "1 swimmer\n"));
    run_free(&r);
}

static void broken_rules_are_reported_and_left_out(void **state)
{
    (void)state;
    char path[RUN_PATH_CAPACITY + 64];
    run_write_text(path_of("/core/units.cfg", path), "[units]\n");
    run_result r = run_wendf("info %s/multiplayer/maps/ford.map", root);
    run_write_text(path, UNITS);
    assert_int_equal(r.exit_code, 0);
    assert_non_null(strstr(r.err, "the rules of the game around the map are left out: "));
    assert_non_null(strstr(r.err, "units.cfg"));
    assert_non_null(strstr(r.out, "1 class\n"));
    run_free(&r);
}

static void a_map_outside_of_any_game_is_read_without_rules(void **state)
{
    (void)state;
    char path[RUN_PATH_CAPACITY];
    run_write_text(run_temporary("alone.map", path), MAP);
    run_result r = run_wendf("info %s", path);
    assert_int_equal(remove(path), 0);
    assert_int_equal(r.exit_code, 0);
    assert_string_equal(r.err, "");
    assert_non_null(strstr(r.out, "1 class\n"));
    run_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_above_the_map_are_found_and_named),
        cmocka_unit_test(rules_that_are_named_are_not_looked_for),
        cmocka_unit_test(dots_in_the_maps_name_lead_to_the_same_rules),
        cmocka_unit_test(broken_rules_are_reported_and_left_out),
        cmocka_unit_test(a_map_outside_of_any_game_is_read_without_rules),
    };
    return cmocka_run_group_tests(tests, make_tree, remove_tree);
}
