/* The command path over levels, meshes and graphs, which agree on lengths. */
#include "cli/worlds.h"
#include "json_read.h"
#include "run.h"
#include "support/test.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the level: a room of 256 x 128 with a fence that leaves 32 open at the top ---- */

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

/* A ramp, ground that nothing joins to it, and an upright face, as of a level's geometry. */
static void path_over_a_mesh_with_heights_tells_them(void **state)
{
    (void)state;
    char file[RUN_PATH_CAPACITY];
    char line[2 * RUN_PATH_CAPACITY];
    run_write_text(run_temporary("ramp.obj", file),
                   "v 0 0 0\nv 10 0 5\nv 10 10 5\nv 0 10 0\nv 20 0 0\nv 30 0 0\nv 30 10 0\n"
                   "f 1 2 3 4\nf 5 6 7\nf 1 2 6\n");
    snprintf(line, sizeof line, "--up z --from 1,5,0.5 --to 9,5,4.5");
    char *answer = ask("path", file, line, 0);
    json_expect(answer, "from", "[1, 5, 0.5]");
    assert_true(fabs(json_get_number(answer, "path_length") - 8.0) < 1e-9);
    assert_true(fabs(json_get_number(answer, "path_length_3d") - sqrt(80.0)) < 1e-9);
    free(answer);
    run_result r = run_wendf("path %s %s", file, line);
    assert_int_equal(r.exit_code, 0);
    assert_non_null(strstr(r.out, "8.94 m with heights"));
    assert_non_null(strstr(r.out, "1.00,5.00,0.50"));
    assert_non_null(strstr(r.out, "9.00,5.00,4.50"));
    run_free(&r);
    r = run_wendf("path %s --up z --from 1,5 --to 28,5", file);
    assert_int_equal(r.exit_code, 1);
    assert_non_null(strstr(r.out, "bake a mesh of it: wend build --bake"));
    run_free(&r);
    snprintf(line, sizeof line, "build %s --as mesh --bake --radius 1", file);
    run_expect(line, 2, "--agent-radius");
    assert_int_equal(remove(file), 0);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(path_of_a_level_goes_from_its_start_to_its_farthest_item),
        cmocka_unit_test(path_items_are_named_and_numbered),
        cmocka_unit_test(path_every_world_of_a_level_has_the_way_and_exact_ones_agree),
        cmocka_unit_test(path_points_of_visibility_need_a_point_that_sees_both_sides),
        cmocka_unit_test(path_too_narrow_or_off_the_ground_says_so),
        cmocka_unit_test(path_over_a_mesh_bends_at_the_corner),
        cmocka_unit_test(path_over_a_mesh_with_heights_tells_them),
        cmocka_unit_test(path_over_a_graph_keeps_behaviours_and_costs),
        cmocka_unit_test(path_of_a_map_takes_worlds_and_positions),
        cmocka_unit_test(path_options_that_mean_nothing_are_refused),
        cmocka_unit_test(path_options_that_mean_nothing_for_a_file_are_refused),
        cmocka_unit_test(path_pictures_are_drawn_of_every_world),
    };
    return cmocka_run_group_tests(tests, write_files, remove_files);
}
