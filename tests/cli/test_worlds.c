/* Takes: a tiny level of Doom, a mesh and a graph, made here.
 * Gives: whether path, build, info and polyanya take every kind of world and agree on lengths.
 * Cost: a process for each. */
#include "json_read.h"
#include "run.h"
#include "support/test.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char wad[RUN_PATH_CAPACITY];
static char obj[RUN_PATH_CAPACITY];
static char graph[RUN_PATH_CAPACITY];
static char out[RUN_PATH_CAPACITY];
static char scen[RUN_PATH_CAPACITY];

/* ---- the level: a room of 256 x 128 with a fence that leaves 32 open at the top ---- */

typedef struct bytes {
    uint8_t data[2048];
    size_t count;
} bytes;

static void put(bytes *b, const void *data, size_t count)
{
    assert_true(b->count + count <= sizeof b->data);
    memcpy(b->data + b->count, data, count);
    b->count += count;
}

static void put16(bytes *b, int value)
{
    const uint8_t two[2] = {(uint8_t)((unsigned)value & 255),
                            (uint8_t)((unsigned)value >> 8 & 255)};
    put(b, two, 2);
}

static void put32(bytes *b, size_t value)
{
    put16(b, (int)(value & 65535));
    put16(b, (int)(value >> 16));
}

static void put_things(bytes *b)
{
    static const int THINGS[2][5] = {{32, 32, 0, 1, 7}, {200, 100, 0, 2012, 7}};
    for (int i = 0; i < 10; i++) {
        put16(b, THINGS[i / 5][i % 5]);
    }
}

static void put_lines(bytes *b)
{
    static const int LINES[6][7] = {{0, 4, 1, 0, 0, 0, 65535}, {4, 3, 1, 0, 0, 1, 65535},
                                    {3, 2, 1, 0, 0, 2, 65535}, {2, 1, 1, 0, 0, 3, 65535},
                                    {1, 0, 1, 0, 0, 4, 65535}, {1, 5, 5, 0, 0, 5, 6}};
    for (int i = 0; i < 42; i++) {
        put16(b, LINES[i / 7][i % 7]);
    }
}

static void put_sides(bytes *b)
{
    static const char TEXTURES[24] = "-";
    for (int i = 0; i < 7; i++) {
        put16(b, 0);
        put16(b, 0);
        put(b, TEXTURES, sizeof TEXTURES);
        put16(b, 0);
    }
}

static void put_vertexes(bytes *b)
{
    static const int CORNERS[6][2] = {{0, 0}, {128, 0}, {256, 0}, {256, 128}, {0, 128}, {128, 96}};
    for (int i = 0; i < 12; i++) {
        put16(b, CORNERS[i / 2][i % 2]);
    }
}

static void put_sectors(bytes *b)
{
    static const char FLATS[16] = "FLAT";
    put16(b, 0);
    put16(b, 128);
    put(b, FLATS, sizeof FLATS);
    put16(b, 160);
    put16(b, 0);
    put16(b, 0);
}

static void put_nothing(bytes *b)
{
    (void)b;
}

static void write_wad(void)
{
    typedef struct lump {
        char name[9];
        void (*fill)(bytes *b);
    } lump;
    static const lump LUMPS[6] = {{"MAP01", put_nothing},     {"THINGS", put_things},
                                  {"LINEDEFS", put_lines},    {"SIDEDEFS", put_sides},
                                  {"VERTEXES", put_vertexes}, {"SECTORS", put_sectors}};
    bytes file = {.count = 0};
    bytes directory = {.count = 0};
    bytes body = {.count = 0};
    for (int i = 0; i < 6; i++) {
        const size_t begin = body.count;
        char name[8] = {0};
        LUMPS[i].fill(&body);
        memcpy(name, LUMPS[i].name, strlen(LUMPS[i].name));
        put32(&directory, 12 + begin);
        put32(&directory, body.count - begin);
        put(&directory, name, sizeof name);
    }
    put(&file, "PWAD", 4);
    put32(&file, 6);
    put32(&file, 12 + body.count);
    put(&file, body.data, body.count);
    put(&file, directory.data, directory.count);
    run_write(run_temporary("level.wad", wad), file.data, file.count);
}

/* A mesh like an L, z up: shortest ways bend at 10,10. */
static const char ELL[] = "v 0 0 0\nv 10 0 0\nv 10 10 0\nv 0 10 0\nv 20 0 0\nv 20 10 0\n"
                          "v 20 20 0\nv 10 20 0\nf 1 2 3 4\nf 2 5 6 3\nf 3 6 7 8\n";
static const double ELL_LENGTH = 16.492422502470642;

static const char GRAPH[] = "graph 1\nnode 16 16\nnode 128 112\nnode 240 112\n"
                            "edge 0 1\nedge 1 2 300 swim\n";

static int write_files(void **state)
{
    (void)state;
    write_wad();
    run_write_text(run_temporary("ell.obj", obj), ELL);
    run_write_text(run_temporary("three.graph", graph), GRAPH);
    run_temporary("ell.scen", scen);
    return 0;
}

static int remove_files(void **state)
{
    (void)state;
    (void)remove(scen);
    return remove(wad) + remove(obj) + remove(graph);
}

static char *ask(const char *what, const char *file, const char *arguments, int exit_code)
{
    char line[6 * RUN_PATH_CAPACITY];
    snprintf(line, sizeof line, "%s %s %s", what, file, arguments);
    return run_json(line, exit_code);
}

static double length_of(const char *arguments)
{
    char *answer = ask("path", wad, arguments, 0);
    json_expect(answer, "result", "\"path\"");
    const double length = json_get_number(answer, "cost");
    free(answer);
    return length;
}

/* ---- path ---- */

static void path_of_a_level_goes_from_its_start_to_its_farthest_item(void **state)
{
    (void)state;
    char *answer = ask("path", wad, "", 0);
    json_expect(answer, "world", "\"mesh\"");
    json_expect(answer, "format", "\"wad\"");
    json_expect(answer, "method", "\"exact\"");
    json_expect(answer, "from", "[32, 32]");
    json_expect(answer, "to", "[200, 100]");
    json_expect(answer, "bound", "1");
    assert_true(fabs(json_get_number(answer, "length") - 187.4888) < 1e-3);
    assert_int_equal(json_count(answer, "legs"), 2);
    free(answer);
}

static void path_items_are_named_and_numbered(void **state)
{
    (void)state;
    char *answer = ask("path", wad, "--from medikit --to #0", 0);
    json_expect(answer, "from", "[200, 100]");
    json_expect(answer, "to", "[32, 32]");
    free(answer);
    answer = ask("path", wad, "--from nobody", 2);
    free(answer);
}

static void path_every_world_of_a_level_has_the_way_and_exact_ones_agree(void **state)
{
    (void)state;
    const double mesh = length_of("--world mesh --radius 8");
    const double expanded = length_of("--world expanded --radius 8");
    const double flood = length_of("--world flood --radius 8 --spacing 8");
    const double cells = 8.0 * length_of("--world grid --radius 8 --cell-size 8");
    assert_true(mesh > 187.5);
    assert_true(fabs(expanded - mesh) < 1e-6 * mesh);
    assert_true(flood >= mesh * (1 - 1e-9) && flood < 1.1 * mesh);
    assert_true(cells > 0.9 * mesh && cells < 1.2 * mesh);
    assert_true(length_of("--method midpoint") >= length_of("") * (1 - 1e-9));
    assert_true(length_of("--world mesh --radius 8 --corners mitred") > mesh);
}

static void path_points_of_visibility_need_a_point_that_sees_both_sides(void **state)
{
    (void)state;
    char arguments[2 * RUN_PATH_CAPACITY];
    char *answer = ask("path", wad, "--world pov --radius 8", 1);
    json_expect(answer, "result", "\"no-path\"");
    json_expect(answer, "reason", "\"unreachable\"");
    json_expect(answer, "why", "\"the goal is cut off from the start\"");
    json_expect(answer, "cost", "null");
    free(answer);
    snprintf(arguments, sizeof arguments, "--world pov --radius 8 --points %s --smooth", graph);
    answer = ask("path", wad, arguments, 0);
    json_expect(answer, "world", "\"pov\"");
    json_expect(answer, "smoothing", "\"precise\"");
    free(answer);
}

static void path_too_narrow_or_off_the_ground_says_so(void **state)
{
    (void)state;
    char *answer = ask("path", wad, "--radius 17", 1);
    json_expect(answer, "reason", "\"unreachable\"");
    free(answer);
    answer = ask("path", wad, "--from -50,7", 1);
    json_expect(answer, "reason", "\"start off the ground\"");
    json_expect(answer, "why",
                "\"the start -50,7 lies off the mesh: the nearest ground is 50 m away\"");
    free(answer);
}

static void path_over_a_mesh_bends_at_the_corner(void **state)
{
    (void)state;
    char *answer = ask("path", obj, "--up z --from 2,8 --to 12,18", 0);
    json_expect(answer, "polygons", "3");
    json_expect(answer, "format", "\"obj\"");
    assert_true(fabs(json_get_number(answer, "length") - ELL_LENGTH) < 1e-12 * ELL_LENGTH);
    assert_int_equal(json_count(answer, "legs"), 2);
    free(answer);
    answer = ask("path", obj, "--up z --from 2,8", 2);
    free(answer);
}

static void path_over_a_graph_keeps_behaviours_and_costs(void **state)
{
    (void)state;
    char legs[1024];
    char *answer = ask("path", graph, "--from 10,10 --to 250,120", 0);
    json_expect(answer, "world", "\"graph\"");
    json_expect(answer, "nodes", "3");
    assert_true(fabs(json_get_number(answer, "cost") - (300.0 + 147.5127)) < 1e-3);
    assert_true(json_raw(answer, "legs", legs, sizeof legs));
    assert_non_null(strstr(legs, "\"swim\""));
    free(answer);
}

static void path_of_a_map_takes_worlds_and_positions(void **state)
{
    (void)state;
    char map[RUN_PATH_CAPACITY];
    run_map("rooms65.map", map);
    char *cells = ask("path", map, "--from 1,1 --to 62,62", 0);
    char *places = ask("path", map, "--from 1.5,1.5 --to 62.25,62.75", 0);
    char *mesh = ask("path", map, "--from 1.5,1.5 --to 62.5,62.5 --world mesh", 0);
    json_expect(places, "from", "[1, 1]");
    json_expect(places, "to", "[62, 62]");
    assert_true(json_get_number(places, "cost") >= json_get_number(cells, "cost"));
    assert_true(json_get_number(mesh, "cost") < json_get_number(cells, "cost"));
    free(cells);
    free(places);
    free(mesh);
}

static void path_options_that_mean_nothing_for_a_file_are_refused(void **state)
{
    (void)state;
    const char *const lines[][2] = {{wad, "--data ."},
                                    {wad, "--cell-size 3"},
                                    {wad, "--world pov --cell-size 3"},
                                    {obj, "--up z --entry MAP01"},
                                    {obj, "--up z --data ."},
                                    {graph, "--entry MAP01"},
                                    {graph, "--cell-size 3"}};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        run_result r = run_wendf("path %s --from 1,1 --to 2,2 %s", lines[i][0], lines[i][1]);
        assert_int_equal(r.exit_code, 2);
        assert_non_null(strstr(r.err, ": means nothing for "));
        assert_string_equal(r.out, "");
        run_free(&r);
    }
}

static void path_options_that_mean_nothing_are_refused(void **state)
{
    (void)state;
    static const char *const BAD[] = {"--spacing 4",
                                      "--method astar",
                                      "--world grid --corners mitred",
                                      "--world flood --method exact",
                                      "--world bog",
                                      "--weight 2 --world flood",
                                      "--turn-cost 1"};
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        free(ask("path", wad, BAD[i], 2));
    }
}

static void path_pictures_are_drawn_of_every_world(void **state)
{
    (void)state;
    static const char *const WORLDS[] = {"grid", "pov", "flood", "expanded", "mesh"};
    for (size_t i = 0; i < 5; i++) {
        char head[16] = "";
        run_temporary("world.svg", out);
        run_result r = run_wendf("path %s --world %s --radius 8 --svg %s", wad, WORLDS[i], out);
        assert_true(r.exit_code == 0 || (r.exit_code == 1 && i == 1));
        run_free(&r);
        assert_true(run_read(out, head, sizeof head) > 0);
        assert_memory_equal(head, "<", 1);
        assert_int_equal(remove(out), 0);
    }
}

/* ---- build ---- */

static void build_what_is_written_is_found_again(void **state)
{
    (void)state;
    static const char *const NAMES[] = {"built.mesh", "built.wend"};
    for (size_t i = 0; i < 2; i++) {
        char arguments[2 * RUN_PATH_CAPACITY];
        snprintf(arguments, sizeof arguments, "--as mesh --up z -o %s",
                 run_temporary(NAMES[i], out));
        free(ask("build", wad, arguments, 0));
        char *answer = ask("path", out, "--up z --from 32,32 --to 200,100", 0);
        assert_true(fabs(json_get_number(answer, "length") - 187.4888) < 1e-3);
        free(answer);
        assert_int_equal(remove(out), 0);
    }
}

static void build_an_obj_keeps_the_ways_of_a_mesh(void **state)
{
    (void)state;
    char arguments[2 * RUN_PATH_CAPACITY];
    snprintf(arguments, sizeof arguments, "--as mesh --up z -o %s",
             run_temporary("built.obj", out));
    free(ask("build", obj, arguments, 0));
    char *answer = ask("path", out, "--up z --from 2,8 --to 12,18", 0);
    assert_true(fabs(json_get_number(answer, "length") - ELL_LENGTH) < 1e-12 * ELL_LENGTH);
    free(answer);
    assert_int_equal(remove(out), 0);
}

static void build_graph_counts_invisible_places(void **state)
{
    (void)state;
    char arguments[4 * RUN_PATH_CAPACITY];
    char part[256];
    snprintf(arguments, sizeof arguments, "--as flood --radius 8 --coverage -o %s",
             run_temporary("flood.graph", out));
    char *answer = ask("build", wad, arguments, 0);
    json_expect(answer, "world", "\"flood\"");
    assert_true(json_get_number(answer, "nodes") > 10.0);
    assert_true(json_raw(answer, "coverage", part, sizeof part));
    assert_non_null(strstr(part, "\"invisible\": 0,"));
    free(answer);
    answer = ask("info", out, "", 0);
    json_expect(answer, "kind", "\"graph\"");
    assert_true(json_get_number(answer, "nodes") > 10.0);
    free(answer);
    assert_int_equal(remove(out), 0);
    free(ask("build", wad, "--as mesh --coverage", 2));
    free(ask("build", wad, "--as pov -o graph.bogus", 2));
    free(ask("build", graph, "--as mesh", 2));
    char map[RUN_PATH_CAPACITY];
    snprintf(arguments, sizeof arguments, "--as pov -o %s --coverage", out);
    answer = ask("build", run_map("rooms65.map", map), arguments, 2);
    assert_non_null(strstr(answer, "has no items"));
    free(answer);
    assert_null(fopen(out, "rb"));
}

/* ---- info ---- */

static void info_of_a_level_counts_what_is_in_it(void **state)
{
    (void)state;
    char *answer = ask("info", wad, "", 0);
    json_expect(answer, "kind", "\"level\"");
    json_expect(answer, "levels", "[\"MAP01\"]");
    json_expect(answer, "lines", "6");
    json_expect(answer, "sectors", "1");
    json_expect(answer, "things", "2");
    json_expect(answer, "teleports", "0");
    assert_int_equal(json_count(answer, "items"), 2);
    free(answer);
    free(ask("info", wad, "--entry MAP09", 2));
}

static void info_of_a_mesh_counts_and_measures(void **state)
{
    (void)state;
    char *answer = ask("info", obj, "--up z", 0);
    json_expect(answer, "kind", "\"mesh\"");
    json_expect(answer, "polygons", "3");
    json_expect(answer, "vertices", "8");
    json_expect(answer, "area", "300");
    json_expect(answer, "islands", "1");
    json_expect(answer, "floors", "false");
    free(answer);
}

/* ---- polyanya ---- */

static char *run_scenario(const char *length, const char *more, int exit_code)
{
    char text[256];
    char arguments[4 * RUN_PATH_CAPACITY];
    snprintf(
        text, sizeof text,
        "version 1\n0\tell\t20\t20\t2\t8\t12\t18\t%s\n0\tell\t20\t20\t1\t1\t4\t5\t5.000000000\n",
        length);
    run_write_text(scen, text);
    snprintf(arguments, sizeof arguments, "--mesh %s --up z %s", obj, more);
    return ask("polyanya", scen, arguments, exit_code);
}

static void polyanya_right_lengths_are_right(void **state)
{
    (void)state;
    char *answer = run_scenario("16.492422502", "--repeat 3", 0);
    json_expect(answer, "queries", "2");
    json_expect(answer, "failed", "0");
    json_expect(answer, "longer", "0");
    json_expect(answer, "shorter", "0");
    assert_true(json_get_number(answer, "worst_relative_error") < 1e-9);
    assert_true(fabs(json_get_number(answer, "length_sum") - ELL_LENGTH - 5.0) < 1e-9);
    assert_true(json_get_number(answer, "mean_us") > 0.0);
    assert_true(json_get_number(answer, "median_us") <= json_get_number(answer, "p99_us"));
    free(answer);
}

static void polyanya_start_where_ground_touches_diagonally_leaves_by_any(void **state)
{
    (void)state;
    char squares[RUN_PATH_CAPACITY];
    char arguments[4 * RUN_PATH_CAPACITY];
    run_write_text(run_temporary("diagonal.obj", squares),
                   "v 0 0 0\nv 10 0 0\nv 10 10 0\nv 0 10 0\nv 20 10 0\nv 20 20 0\nv 10 20 0\n"
                   "f 1 2 3 4\nf 3 5 6 7\n");
    run_write_text(scen, "version 1\n0\tsquares\t20\t20\t10\t10\t2\t10\t8.000000000\n"
                         "0\tsquares\t20\t20\t10\t10\t18\t10\t8.000000000\n"
                         "0\tsquares\t20\t20\t18\t10\t10\t10\t8.000000000\n");
    snprintf(arguments, sizeof arguments, "--mesh %s --up z", squares);
    char *answer = ask("polyanya", scen, arguments, 0);
    json_expect(answer, "queries", "3");
    json_expect(answer, "failed", "0");
    assert_true(fabs(json_get_number(answer, "length_sum") - 24.0) < 1e-9);
    free(answer);
    assert_int_equal(remove(squares), 0);
}

static void polyanya_wrong_lengths_and_missing_ways_are_counted(void **state)
{
    (void)state;
    char *answer = run_scenario("16.000000000", "", 1);
    json_expect(answer, "longer", "1");
    free(answer);
    answer = run_scenario("17.000000000", "", 0);
    json_expect(answer, "shorter", "1");
    free(answer);
    answer = run_scenario("16.492422502", "--radius 3", 1);
    json_expect(answer, "failed", "2");
    free(answer);
    free(run_scenario("16.492422502", "--mesh nowhere.mesh", 2));
}

static void polyanya_expected_lengths_may_come_from_a_table(void **state)
{
    (void)state;
    char more[2 * RUN_PATH_CAPACITY];
    run_write_text(run_temporary("lengths.csv", out),
                   "index;micro;length;gridcost\n0;1.5;16.492422502470642;18\n1;0.5;5;5\n");
    snprintf(more, sizeof more, "--expected %s", out);
    free(run_scenario("18.000000000", more, 0));
    run_write_text(out, "17\n5\n");
    free(run_scenario("18.000000000", more, 1));
    run_write_text(out, "17\n");
    free(run_scenario("18.000000000", more, 2));
    assert_int_equal(remove(out), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(path_of_a_level_goes_from_its_start_to_its_farthest_item),
        cmocka_unit_test(path_items_are_named_and_numbered),
        cmocka_unit_test(path_every_world_of_a_level_has_the_way_and_exact_ones_agree),
        cmocka_unit_test(path_points_of_visibility_need_a_point_that_sees_both_sides),
        cmocka_unit_test(path_too_narrow_or_off_the_ground_says_so),
        cmocka_unit_test(path_over_a_mesh_bends_at_the_corner),
        cmocka_unit_test(path_over_a_graph_keeps_behaviours_and_costs),
        cmocka_unit_test(path_of_a_map_takes_worlds_and_positions),
        cmocka_unit_test(path_options_that_mean_nothing_are_refused),
        cmocka_unit_test(path_options_that_mean_nothing_for_a_file_are_refused),
        cmocka_unit_test(path_pictures_are_drawn_of_every_world),
        cmocka_unit_test(build_what_is_written_is_found_again),
        cmocka_unit_test(build_an_obj_keeps_the_ways_of_a_mesh),
        cmocka_unit_test(build_graph_counts_invisible_places),
        cmocka_unit_test(info_of_a_level_counts_what_is_in_it),
        cmocka_unit_test(info_of_a_mesh_counts_and_measures),
        cmocka_unit_test(polyanya_right_lengths_are_right),
        cmocka_unit_test(polyanya_start_where_ground_touches_diagonally_leaves_by_any),
        cmocka_unit_test(polyanya_wrong_lengths_and_missing_ways_are_counted),
        cmocka_unit_test(polyanya_expected_lengths_may_come_from_a_table),
    };
    return cmocka_run_group_tests(tests, write_files, remove_files);
}
