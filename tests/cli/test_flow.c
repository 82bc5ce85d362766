/* `wend flow` on small maps leads agents to their goals, says why where none gets there, and
 * draws. */
#include "io/core/xml.h"
#include "json_read.h"
#include "run.h"
#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Two halls of four sectors each with a door at 15,4, and a chamber at the right that nothing leads
 * into. */
static const char HALLS[] = "type octile\nheight 12\nwidth 36\nmap\n"
                            "...............@................@...\n"
                            "...............@................@...\n"
                            "...............@................@...\n"
                            "...............@................@@@@\n"
                            "....................................\n"
                            "...............@....................\n"
                            "...............@....................\n"
                            "...............@....................\n"
                            "...............@....................\n"
                            "...............@....................\n"
                            "...............@....................\n"
                            "...............@....................\n";

static char map[RUN_PATH_CAPACITY];

static int write_map(void **state)
{
    (void)state;
    run_write_text(run_temporary("halls.map", map), HALLS);
    return 0;
}

static int remove_map(void **state)
{
    (void)state;
    return remove(map);
}

/* `wend flow` in the halls. */
static char *flow_json(const char *arguments, int exit_code)
{
    char line[3 * RUN_PATH_CAPACITY];
    snprintf(line, sizeof line, "flow %s %s", map, arguments);
    return run_json(line, exit_code);
}

static void flow_fails(const char *arguments, const char *part)
{
    char line[3 * RUN_PATH_CAPACITY];
    snprintf(line, sizeof line, "flow %s %s", map, arguments);
    run_expect(line, 2, part);
}

static void flow_order_gives_figures_and_walks(void **state)
{
    (void)state;
    char *answer = flow_json("--to 30,10 --from 2,1 --from 2,10", 0);
    json_expect(answer, "state", "\"ready\"");
    json_expect(answer, "to", "[[30, 10]]");
    json_expect(answer, "from", "[[2, 1], [2, 10]]");
    json_expect(answer, "sectors", "8");
    json_expect(answer, "arrived", "2");
    assert_int_equal(json_count(answer, "walks"), 2);
    assert_true(json_get_number(answer, "portals") >= 8.0);
    assert_int_equal((int)json_get_number(answer, "portal_nodes"),
                     2 * (int)json_get_number(answer, "portals"));
    assert_true(json_get_number(answer, "portal_build_ms") > 0.0);
    assert_true(json_get_number(answer, "request_ms") > 0.0);
    assert_true(json_get_number(answer, "fields_built") >= 1.0);
    assert_true(json_get_number(answer, "fields_shared") >= 0.0);
    assert_true(json_get_number(answer, "bytes") > 1000.0);
    const double mean = json_get_number(answer, "path_stretch_mean");
    const double worst = json_get_number(answer, "path_stretch_worst");
    assert_true(mean > 0.9 && mean <= worst && worst < 1.1);
    free(answer);
}

static void flow_without_from_walks_from_100_places(void **state)
{
    (void)state;
    char *answer = flow_json("--to 30,10", 0);
    assert_int_equal(json_count(answer, "from"), 100);
    json_expect(answer, "arrived", "100");
    assert_true(json_get_number(answer, "path_stretch_worst") < 1.12);
    char *again = flow_json("--to 30,10", 0);
    char first[4096], second[4096];
    assert_true(json_raw(answer, "from", first, sizeof first));
    assert_true(json_raw(again, "from", second, sizeof second));
    assert_string_equal(first, second);
    free(again);
    free(answer);
}

static void flow_every_kind_of_field_leads_there(void **state)
{
    (void)state;
    static const char *const KINDS[] = {
        "--seed-portals",           "--all",           "--integration 4", "--integration eikonal",
        "--integration=8 --fine",   "--angles",        "--margin 0",      "--margin 4 --sector 8",
        "--sector 32 --radius 1.2", "--cell-size 2.5", "--cost .=3",      "--neighbours 4"};
    for (size_t i = 0; i < sizeof KINDS / sizeof KINDS[0]; i++) {
        char arguments[128];
        const bool is_wide = strstr(KINDS[i], "radius") != NULL; /* does not fit through the door */
        snprintf(arguments, sizeof arguments, "--to 30,9 --from %s %s", is_wide ? "17,6" : "2,1",
                 KINDS[i]);
        char *answer = flow_json(arguments, 0);
        json_expect(answer, "arrived", "1");
        assert_true(json_get_number(answer, "path_stretch_worst") < 1.5);
        free(answer);
    }
}

static void flow_all_covers_more_than_the_way(void **state)
{
    (void)state;
    char *way = flow_json("--to 30,10 --from 20,10 --margin 0", 0);
    char *all = flow_json("--to 30,10 --from 20,10 --all", 0);
    assert_true(json_get_number(way, "sectors_covered") < json_get_number(all, "sectors_covered"));
    json_expect(all, "sectors_covered", "8");
    free(all);
    free(way);
}

static void flow_nearest_of_several_goals_is_meant(void **state)
{
    (void)state;
    char *answer = flow_json("--to 30,10 --to 2,10 --from 2,1", 0);
    assert_non_null(strstr(answer, "\"best\": 9,"));
    json_expect(answer, "path_stretch_worst", "1");
    free(answer);
}

static void flow_stamp_is_walked_around(void **state)
{
    (void)state;
    char *open = flow_json("--to 30,4 --from 18,4", 0);
    char *stamped = flow_json("--to 30,4 --from 18,4 --stamp 24,0,1,9", 0);
    char *dear = flow_json("--to 30,4 --from 18,4 --stamp 24,0,1,9,3", 0);
    assert_non_null(strstr(open, "\"best\": 12,"));
    assert_non_null(strstr(dear, "\"best\": 14,"));
    assert_null(strstr(stamped, "\"best\": 12,"));
    json_expect(stamped, "arrived", "1");
    const double repaired = json_get_number(stamped, "sectors_repaired");
    assert_true(repaired >= 1.0 && repaired <= 5.0);
    free(dear);
    free(stamped);
    free(open);
}

static void flow_goal_in_a_wall_says_so(void **state)
{
    (void)state;
    char *answer = flow_json("--to 15,0 --from 2,1", 1);
    json_expect(answer, "state", "\"goal blocked\"");
    json_expect(answer, "why", "\"the goal is blocked\"");
    json_expect(answer, "arrived", "0");
    json_expect(answer, "path_stretch_mean", "null");
    free(answer);
    answer = flow_json("--to 14,0 --from 2,1 --radius 0.9", 1);
    json_expect(answer, "why", "\"the goal is blocked, or nearer than the radius to a wall\"");
    free(answer);
    answer = flow_json("--to 30,10 --from 2,1 --stamp 30,10,1,1", 1);
    json_expect(answer, "state", "\"goal blocked\"");
    free(answer);
}

static void flow_goal_out_of_reach_says_so(void **state)
{
    (void)state;
    char line[2 * RUN_PATH_CAPACITY];
    char *answer = flow_json("--to 34,1 --from 2,1", 1);
    json_expect(answer, "state", "\"unreachable\"");
    json_expect(answer, "why", "\"the goal is cut off from where the agents are\"");
    free(answer);
    answer = flow_json("--to 34,1 --to 33,0 --from 2,1", 1);
    json_expect(answer, "why", "\"all goals are cut off from where the agents are\"");
    free(answer);
    snprintf(line, sizeof line, "flow %s --to 34,1 --from 2,1", map);
    run_result r = run_wend(line);
    assert_int_equal(r.exit_code, 1);
    assert_non_null(strstr(r.out, "flow to 34,1: the goal is cut off from where the agents are\n"));
    assert_string_equal(r.err, "");
    run_free(&r);
}

static void flow_agent_that_cannot_get_there_is_named(void **state)
{
    (void)state;
    char line[2 * RUN_PATH_CAPACITY];
    snprintf(line, sizeof line, "flow %s --to 30,10 --from 2,1 --from 34,1 --from 15,1", map);
    run_result r = run_wend(line);
    assert_int_equal(r.exit_code, 1);
    assert_non_null(strstr(r.out, "walked      1 of 3 arrived"));
    assert_non_null(strstr(r.out, "from 34,1        unreachable\n"));
    assert_non_null(strstr(r.out, "from 15,1        blocked\n"));
    run_free(&r);
}

static void flow_text_says_the_same(void **state)
{
    (void)state;
    char line[2 * RUN_PATH_CAPACITY];
    snprintf(line, sizeof line, "flow %s --to 30,10 --stamp 20,8,2,2 --stamp 24,8,1,1,5", map);
    run_result r = run_wend(line);
    assert_int_equal(r.exit_code, 0);
    assert_non_null(strstr(r.out, "flow to 30,10: ready\n"));
    assert_non_null(strstr(r.out, "portals     8 sectors, "));
    assert_non_null(strstr(r.out, "stamps      2, "));
    assert_non_null(strstr(r.out, "walked      100 of 100 random cells arrived"));
    run_free(&r);
}

static void flow_bad_use_says_what_was_expected(void **state)
{
    (void)state;
    flow_fails("--from 2,1", "--to: missing; expected a cell as X,Y");
    flow_fails("--to 36,1", "--to: expected a cell from 0,0 to 35,11, found '36,1'");
    flow_fails("--to 2,1 --from 0,12", "--from: expected a cell from 0,0 to 35,11, found '0,12'");
    flow_fails("--to 2", "--to: expected a cell as X,Y");
    flow_fails("--to 2,-1", "--to: expected a cell as X,Y");
    flow_fails("--to 99.5,1.5", "--to: 99.5,1.5 lies outside of the map");
    flow_fails("--to nan,nan", "--to: the map has no item named 'nan,nan'");
    flow_fails("--to 2,1 --class 1", "--class: expected a whole number from 0 to 0");
    flow_fails("--to 2,1 --class tank", "--class: the map's classes have no names");
    flow_fails("--to 2,1 --radius nan", "--radius: expected");
    flow_fails("--to 2,1 --radius 20", "radius");
    flow_fails("--to 2,1 --size 2", "--size: flow fields know round agents only");
    flow_fails("--to 2,1 --margin 5", "--margin: expected a whole number from 0 to 4");
    flow_fails("--to 2,1 --sector 7", "--sector: expected a whole number from 8 to 32");
    flow_fails("--to 2,1 --integration 6", "--integration: expected one of 8, 4, eikonal");
    flow_fails("--to 2,1 --show line-of-sight,smell", "found 'line-of-sight,smell'");
    flow_fails("--to 2,1 --show line-of-sight,", "--show: expected one of costs");
    flow_fails("--to 2,1 --neighbours 6", "hexes");
    flow_fails("--to 2,1 --wrap x", "wraps around");
}

static void flow_bad_stamps_are_refused(void **state)
{
    (void)state;
    static const char *const BAD[] = {"1,2,3",       "1,2,3,4,",    "1,2,3,4,0", "1,2,3,4,255",
                                      "1,2,3,4,5,6", "1,2,0,4",     "a,2,3,4",   "1,,3,4",
                                      "-1,2,3,4",    "1,2,3,4,wal", ",,,",       "1,2,3,4.5"};
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        char arguments[128];
        snprintf(arguments, sizeof arguments, "--to 30,10 --stamp=%s", BAD[i]);
        flow_fails(arguments, "--stamp: expected X,Y,WIDTH,HEIGHT");
    }
    flow_fails("--to 30,10 --stamp 34,1,4,4", "outside");
    free(flow_json("--to 30,10 --from 2,1 --stamp 20,1,2,2,wall", 0));
}

/* Boats keep to the lake, all others to the land around it. */
static void flow_class_by_name_has_its_own_ground(void **state)
{
    (void)state;
    static const char LAKE[] =
        "<map orientation=\"orthogonal\" width=\"6\" height=\"3\" tilewidth=\"16\" "
        "tileheight=\"16\"><tileset firstgid=\"1\"><tile id=\"0\"><properties><property "
        "name=\"cost:boat\" value=\"wall\"/></properties></tile><tile id=\"1\"><properties>"
        "<property name=\"blocked\" value=\"true\"/><property name=\"cost:boat\" value=\"2\"/>"
        "</properties></tile></tileset><layer><data encoding=\"csv\">1,1,1,1,1,1,\n"
        "1,2,2,2,2,1,\n1,1,1,1,1,1</data></layer></map>";
    char lake[RUN_PATH_CAPACITY];
    char line[2 * RUN_PATH_CAPACITY];
    if (!wendi_xml_exists()) {
        skip();
    }
    run_write_text(run_temporary("lake.tmx", lake), LAKE);
    snprintf(line, sizeof line, "flow %s --to 4,1 --from 1,1 --class boat", lake);
    char *answer = run_json(line, 0);
    assert_non_null(strstr(answer, "\"best\": 6,"));
    free(answer);
    snprintf(line, sizeof line, "flow %s --to 4,1 --from 1,1 --class 0", lake);
    free(run_json(line, 1));
    snprintf(line, sizeof line, "flow %s --to 4,1 --class ship", lake);
    run_expect(line, 2, "--class: the map has no class named 'ship'");
    remove(lake);
}

static void flow_sectors_of_another_size_are_made(void **state)
{
    (void)state;
    char other[RUN_PATH_CAPACITY];
    char line[3 * RUN_PATH_CAPACITY];
    run_temporary("halls.wend", other);
    snprintf(line, sizeof line, "convert %s %s", map, other);
    run_result made = run_wend(line);
    assert_int_equal(made.exit_code, 0);
    run_free(&made);
    snprintf(line, sizeof line, "flow %s --to 30,10 --from 2,1 --sector 16", other);
    char *answer = run_json(line, 0);
    json_expect(answer, "sectors", "3");
    free(answer);
    remove(other);
}

static void flow_pictures_are_written(void **state)
{
    (void)state;
    char picture[RUN_PATH_CAPACITY];
    char line[3 * RUN_PATH_CAPACITY];
    static const char *const SHOWN[] = {"", "--show costs,route,walks,portal-graph",
                                        "--show line-of-sight"};
    long sizes[3] = {0, 0, 0};
    run_temporary("flow.svg", picture);
    for (size_t i = 0; i < 3; i++) {
        snprintf(line, sizeof line, "flow %s --to 30,10 --from 2,1 --svg %s %s", map, picture,
                 SHOWN[i]);
        run_result svg = run_wend(line);
        assert_int_equal(svg.exit_code, 0);
        run_free(&svg);
        char bytes[8] = {0};
        assert_int_equal(run_read(picture, bytes, 5), 5);
        assert_true(bytes[0] == '<');
        FILE *file = fopen(picture, "rb");
        assert_non_null(file);
        fseek(file, 0, SEEK_END);
        sizes[i] = ftell(file);
        fclose(file);
        remove(picture);
    }
    assert_true(sizes[0] > 2 * sizes[2]); /* arrows take room */
    assert_true(sizes[1] != sizes[2]);
}

static void flow_ascii_shows_walks(void **state)
{
    (void)state;
    char line[2 * RUN_PATH_CAPACITY];
    snprintf(line, sizeof line, "flow %s --to 9,1 --from 2,1 --ascii", map);
    run_result r = run_wend(line);
    assert_int_equal(r.exit_code, 0);
    assert_non_null(strstr(r.out, "..S******G.....#...."));
    run_free(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flow_order_gives_figures_and_walks),
        cmocka_unit_test(flow_without_from_walks_from_100_places),
        cmocka_unit_test(flow_every_kind_of_field_leads_there),
        cmocka_unit_test(flow_all_covers_more_than_the_way),
        cmocka_unit_test(flow_nearest_of_several_goals_is_meant),
        cmocka_unit_test(flow_stamp_is_walked_around),
        cmocka_unit_test(flow_goal_in_a_wall_says_so),
        cmocka_unit_test(flow_goal_out_of_reach_says_so),
        cmocka_unit_test(flow_agent_that_cannot_get_there_is_named),
        cmocka_unit_test(flow_text_says_the_same),
        cmocka_unit_test(flow_bad_use_says_what_was_expected),
        cmocka_unit_test(flow_bad_stamps_are_refused),
        cmocka_unit_test(flow_class_by_name_has_its_own_ground),
        cmocka_unit_test(flow_sectors_of_another_size_are_made),
        cmocka_unit_test(flow_pictures_are_written),
        cmocka_unit_test(flow_ascii_shows_walks),
    };
    return cmocka_run_group_tests(tests, write_map, remove_map);
}
