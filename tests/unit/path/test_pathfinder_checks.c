/* Pathfinders: can_walk and can_reach, worlds that change, and queries that are refused. */
#include "pathfinders.h"
#include "support/graphs.h"
#include "support/grids.h"
#include "support/levels.h"
#include "support/searches.h"
#include "support/test.h"
#include "support/ways_level.h"
#include "wend/flow.h"
#include "wend/islands.h"
#include "wend/mesh_path.h"
#include "wend/walls.h"

#include <math.h>
#include <string.h>

static void way_can_walk_and_can_reach(void **state)
{
    (void)state;
    town t = town_of();
    const wend_vec3 here = {1, 1, 0};
    const wend_vec3 beside = {4, 1, 0};
    const wend_vec3 behind = {9, 1, 0};
    const wend_vec3 outside = {90, 1, 0};
    const wend_vec3 nowhere = {(double)NAN, 1, 0};
    for (int world = 0; world < WORLDS; world++) {
        wend_pathfinder *finder = t.finder[world];
        wend_cost cost;
        assert_true(wend_pathfinder_can_walk(finder, here, beside, &cost));
        assert_true(cost == (world == GRID ? 6 : 3) * WEND_COST_ONE);
        assert_false(wend_pathfinder_can_walk(finder, here, behind, &cost));
        assert_true(cost == WEND_COST_INFINITE);
        assert_false(wend_pathfinder_can_walk(finder, here, behind, NULL));
        assert_true(wend_pathfinder_can_reach(finder, here, behind));
        assert_false(wend_pathfinder_can_reach(finder, here, outside));
        assert_string_equal(wend_pathfinder_error(finder), "");

        assert_false(wend_pathfinder_can_walk(finder, here, nowhere, &cost));
        assert_true(cost == WEND_COST_INFINITE);
        assert_non_null(strstr(wend_pathfinder_error(finder), "wend_pathfinder_can_walk: to."));
        assert_false(wend_pathfinder_can_walk(finder, here, behind, NULL));
        assert_string_equal(wend_pathfinder_error(finder), "");
        assert_false(wend_pathfinder_can_reach(finder, nowhere, here));
        assert_non_null(strstr(wend_pathfinder_error(finder), "wend_pathfinder_can_reach: from."));
    }
    assert_false(wend_pathfinder_can_walk(NULL, here, beside, NULL));
    assert_false(wend_pathfinder_can_reach(NULL, here, beside));
    town_free(&t);
}

/* An if takes a wend_result for a yes or no without a warning, with 0 for yes. */
#define IS_BOOL(call) _Generic((call), bool : true, default : false)

static void what_can_be_asked_answers_bool_in_every_object(void **state)
{
    (void)state;
    const wend_vec2 flat = {0, 0};
    const wend_vec3 at = {0, 0, 0};
    const wend_mesh_location on_mesh = {0, 0, 0, 0};
    const wend_flow_position on_floor = {{0, 0}, 0};
    assert_true(IS_BOOL(wend_pathfinder_can_walk(NULL, at, at, NULL)));
    assert_true(IS_BOOL(wend_pathfinder_can_reach(NULL, at, at)));
    assert_true(IS_BOOL(wend_mesh_space_can_walk(NULL, on_mesh, on_mesh, 0, NULL, NULL)));
    assert_true(IS_BOOL(wend_space_can_walk(NULL, flat, flat, 0, NULL)));
    assert_true(IS_BOOL(wend_walls_can_walk(NULL, flat, flat, 0, 0)));
    assert_true(IS_BOOL(wend_mesh_can_reach(NULL, 0, 0)));
    assert_true(IS_BOOL(wend_islands_can_reach(NULL, 0, 0)));
    assert_true(IS_BOOL(wend_flow_can_reach(NULL, 0, on_floor, on_floor)));
}

/* 2^21 metres at 65536 each are 2^37. */
static void way_whose_cost_no_number_holds_cannot_be_walked(void **state)
{
    (void)state;
    town t = town_of();
    wend_pathfinder_def def = wend_pathfinder_def_default();
    wend_pathfinder *finder;
    wend_cost cost = 5;
    def.space = t.graph_space;
    def.factor = 65536;
    assert_int_equal(wend_pathfinder_create(&def, &finder), WEND_OK);
    assert_true(
        wend_pathfinder_can_walk(finder, (wend_vec3){0, 0, 0}, (wend_vec3){1, 0, 0}, &cost));
    assert_true(cost == 65536 * WEND_COST_ONE);
    assert_false(
        wend_pathfinder_can_walk(finder, (wend_vec3){0, 0, 0}, (wend_vec3){2097152, 0, 0}, &cost));
    assert_true(cost == WEND_COST_INFINITE);
    assert_non_null(strstr(wend_pathfinder_error(finder), "the walk costs 2^32 or more"));
    wend_pathfinder_destroy(finder);
    town_free(&t);
}

static void way_over_a_world_that_changed_is_stale(void **state)
{
    (void)state;
    town t = town_of();
    const wend_path_query query = query_of(1, 1, 9, 1);
    add_node(t.graph, 2, 2, 0);
    assert_int_equal(wend_mesh_set_flags(t.mesh, 0, 5), WEND_OK);
    grids_set(t.grid, 2, 2, WEND_COST_WALL);
    for (int world = 0; world < WORLDS; world++) {
        assert_int_equal(wend_pathfinder_find(t.finder[world], &query), WEND_ERROR_STALE);
        assert_int_equal(answer_of(t.finder[world]).node, WEND_NODE_NONE);
    }
    town_free(&t);
}

static void ways_refuse_what_makes_no_sense(void **state)
{
    (void)state;
    town t = town_of();
    const wend_pathfinder_def base = wend_pathfinder_def_default();
    wend_pathfinder_def bad[7] = {base, base, base, base, base, base, base};
    for (int i = 0; i < 7; i++) {
        bad[i].space = i == 1 ? NULL : t.grid_space;
    }
    bad[0].cookie = 0;
    bad[2].mesh_space = t.mesh_space;
    bad[3].radius = -1;
    bad[4].walls = t.walls;
    bad[4].space = NULL;
    bad[4].mesh_space = t.mesh_space;
    bad[5].factor = 0;
    bad[6].max_nodes = 0;
    wend_pathfinder *finder = NULL;
    for (int i = 0; i < 7; i++) {
        assert_int_equal(wend_pathfinder_create(&bad[i], &finder), WEND_ERROR_ARGUMENT);
        assert_null(finder);
    }
    assert_int_equal(wend_pathfinder_create(NULL, &finder), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_pathfinder_create(&base, NULL), WEND_ERROR_ARGUMENT);
    wend_path_query good = query_of(1, 1, 2, 2);
    wend_path_query wrong[6] = {good, good, good, good, good, good};
    wrong[0].cookie = 0;
    wrong[1].from.x = (double)NAN;
    wrong[2].to.y = (double)INFINITY;
    wrong[3].goal_kind = (wend_path_goal)9;
    wrong[4].goal_kind = WEND_PATH_TO_POSITIONS;
    wrong[5].shape = (wend_path_shape)9;
    for (int i = 0; i < 6; i++) {
        assert_int_equal(wend_pathfinder_start(t.finder[GRID], &wrong[i]), WEND_ERROR_ARGUMENT);
        assert_true(wend_pathfinder_error(t.finder[GRID])[0] != 0);
    }
    assert_int_equal(wend_pathfinder_run(t.finder[GRID], NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_pathfinder_run(NULL, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_pathfinder_start(NULL, &good), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_pathfinder_start(t.finder[GRID], NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_from_pathfinder(t.path, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_from_pathfinder(NULL, t.finder[GRID]), WEND_ERROR_ARGUMENT);
    assert_string_equal(wend_pathfinder_error(NULL), "");
    wend_pathfinder_get_answer(t.finder[GRID], NULL);
    assert_string_equal(answer_of(NULL).method, "");
    wend_pathfinder_destroy(NULL);
    town_free(&t);
}

/* Fields of worlds that mean nothing for the one that is given, one by one. */
static void pathfinder_refuses_fields_of_another_world(void **state)
{
    (void)state;
    town t = town_of();
    static const double factors[256] = {1};
    wend_pathfinder_def bad[20];
    wend_message message = {0};
    const char *said[20] = {"movement_class is set",
                            "team is set",
                            "size is set",
                            "has_jump_table is set",
                            "flags_required is set",
                            "flags_refused is set",
                            "behaviour_factors",
                            "behaviour_count",
                            "area_factors is set",
                            "has_islands is set",
                            "level_world is set",
                            "cell_size is set",
                            "spacing is set",
                            "corners is set",
                            "walls is set",
                            "2 of grid",
                            "0 of grid",
                            "level_world is 9",
                            "movement_class is set",
                            "walls is set"};
    for (int i = 0; i < 20; i++) {
        bad[i] = wend_pathfinder_def_default();
        bad[i].message = &message;
        bad[i].space = i < 6 || (i >= 10 && i < 14) ? t.grid_space : NULL;
        bad[i].grid = i >= 6 && i < 10 ? t.grid : NULL;
    }
    bad[0].movement_class = 1;
    bad[1].team = 0;
    bad[2].size = 2;
    bad[3].has_jump_table = true;
    bad[4].flags_required = 1;
    bad[5].flags_refused = 1;
    bad[6].behaviour_factors = factors;
    bad[7].behaviour_count = 1;
    bad[8].area_factors = factors;
    bad[9].has_islands = true;
    bad[10].level_world = WEND_LEVEL_GRID;
    bad[11].cell_size = 1;
    bad[12].spacing = 1;
    bad[13].corners = WEND_CORNERS_MITRED;
    bad[14].mesh = t.mesh;
    bad[14].walls = t.walls;
    bad[15].mesh = t.mesh;
    bad[15].grid = t.grid;
    bad[17].level = t.level;
    bad[17].level_world = (wend_level_world)9;
    bad[18].level = t.level;
    bad[18].movement_class = 1;
    bad[19].level = t.level;
    bad[19].walls = t.walls;
    for (int i = 0; i < 20; i++) {
        wend_pathfinder *made = NULL;
        const wend_result result = wend_pathfinder_create(&bad[i], &made);
        if (result != WEND_ERROR_ARGUMENT || strstr(message.text, said[i]) == NULL ||
            strstr(message.text, "wend_pathfinder_create: ") != message.text) {
            print_message("%d: %s, not %s\n", i, message.text, said[i]);
        }
        assert_int_equal(result, WEND_ERROR_ARGUMENT);
        assert_non_null(strstr(message.text, said[i]));
        assert_null(made);
    }
    town_free(&t);
}

static void query_over_its_own_space_is_dropped_when_the_world_changes(void **state)
{
    (void)state;
    town t = town_of();
    wend_pathfinder_def def = wend_pathfinder_def_default();
    def.grid = t.grid;
    wend_pathfinder *pathfinder = NULL;
    assert_int_equal(wend_pathfinder_create(&def, &pathfinder), WEND_OK);
    assert_non_null(wend_pathfinder_space(pathfinder));
    assert_null(wend_pathfinder_mesh_space(pathfinder));
    wend_path_query query = query_of(1, 1, 9, 8);
    query.is_searched = true;
    assert_int_equal(wend_pathfinder_start(pathfinder, &query), WEND_OK);
    assert_int_equal(wend_pathfinder_update(pathfinder), WEND_OK); /* nothing changed */
    wend_budget budget = wend_budget_steps(1);
    assert_int_equal(wend_pathfinder_run(pathfinder, &budget), WEND_IN_PROGRESS);
    grids_set(t.grid, 0, 9, WEND_COST_WALL);
    assert_int_equal(wend_pathfinder_update(pathfinder), WEND_OK);
    assert_int_equal(wend_pathfinder_run(pathfinder, NULL), WEND_ERROR_STALE);
    assert_non_null(strstr(wend_pathfinder_error(pathfinder), "start it again"));
    assert_int_equal(wend_path_from_pathfinder(t.path, pathfinder), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_pathfinder_find(pathfinder, &query), WEND_OK);
    grids_set(t.grid, 0, 9, 1);
    assert_int_equal(wend_pathfinder_update(pathfinder), WEND_OK);
    assert_int_equal(answer_of(pathfinder).result, WEND_OK); /* a complete answer stays */
    assert_int_equal(wend_path_from_pathfinder(t.path, pathfinder), WEND_OK);
    assert_int_equal(wend_pathfinder_update(NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_pathfinder_update(t.finder[GRID]), WEND_OK); /* shared: the caller's */
    assert_null(wend_pathfinder_space(NULL));
    assert_null(wend_pathfinder_mesh_space(NULL));
    wend_pathfinder_destroy(pathfinder);
    town_free(&t);
}

/* The method of can_reach depends on the factors after the edit. */
static void can_reach_over_a_mesh_whose_ground_becomes_of_two_costs(void **state)
{
    (void)state;
    town t = town_of();
    wend_pathfinder_def def = wend_pathfinder_def_default();
    def.mesh = t.mesh;
    wend_pathfinder *pathfinder = NULL;
    assert_int_equal(wend_pathfinder_create(&def, &pathfinder), WEND_OK);
    assert_null(wend_pathfinder_space(pathfinder));
    assert_non_null(wend_pathfinder_mesh_space(pathfinder));
    const wend_vec3 from = {1, 1, 0};
    const wend_vec3 to = {9, 8, 0};
    assert_true(wend_pathfinder_can_reach(pathfinder, from, to));
    assert_int_equal(wend_mesh_set_factor(t.mesh, 5, 4), WEND_OK);
    assert_int_equal(wend_mesh_set_area(t.mesh, 0, 5), WEND_OK);
    assert_true(wend_pathfinder_can_reach(pathfinder, from, to));
    assert_string_equal(wend_pathfinder_error(pathfinder), "");
    wend_pathfinder_destroy(pathfinder);
    town_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(way_can_walk_and_can_reach),
        cmocka_unit_test(what_can_be_asked_answers_bool_in_every_object),
        cmocka_unit_test(way_whose_cost_no_number_holds_cannot_be_walked),
        cmocka_unit_test(way_over_a_world_that_changed_is_stale),
        cmocka_unit_test(ways_refuse_what_makes_no_sense),
        cmocka_unit_test(pathfinder_refuses_fields_of_another_world),
        cmocka_unit_test(query_over_its_own_space_is_dropped_when_the_world_changes),
        cmocka_unit_test(can_reach_over_a_mesh_whose_ground_becomes_of_two_costs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
