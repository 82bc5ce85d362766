/* Every failure has a sentence with the call, the field, its value and its range. */
#include "support/crowds.h"
#include "support/flows.h"
#include "support/graphs.h"
#include "support/grids.h"
#include "support/levels.h"
#include "support/test.h"
#include "support/walls.h"

#include "base/core/message.h"
#include "wend/wend.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void assert_tells(const char *text, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (strstr(text, words[i]) == NULL) {
            print_error("\"%s\" lacks \"%s\"\n", text, words[i]);
            fail();
        }
    }
}

#define TELLS(text, ...)                                                                           \
    assert_tells(text, (const char *const[]){__VA_ARGS__},                                         \
                 sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))

/* ---- definitions ---- */

static void zeroed_definition_says_what_makes_one(void **state)
{
    (void)state;
    wend_message m = {0};
    wend_grid *grid;
    const wend_grid_def grid_def = {.message = &m};
    assert_int_equal(wend_grid_create(&grid_def, &grid), WEND_ERROR_ARGUMENT);
    TELLS(m.text, "made without wend_grid_def_default()");
    wend_graph *graph;
    const wend_graph_def graph_def = {.message = &m};
    assert_int_equal(wend_graph_create(&graph_def, &graph), WEND_ERROR_ARGUMENT);
    TELLS(m.text, "made without wend_graph_def_default()");
    wend_mesh *mesh;
    const wend_mesh_def mesh_def = {.message = &m};
    assert_int_equal(wend_mesh_create(&mesh_def, &mesh, NULL), WEND_ERROR_ARGUMENT);
    TELLS(m.text, "made without wend_mesh_def_default()");
    const wend_mesh_outlines outlines = {.message = &m};
    assert_int_equal(wend_mesh_build(&outlines, &mesh, NULL), WEND_ERROR_ARGUMENT);
    TELLS(m.text, "made without wend_mesh_outlines_default()");
    wend_walls *walls;
    const wend_walls_def walls_def = {.message = &m};
    assert_int_equal(wend_walls_create(&walls_def, &walls), WEND_ERROR_ARGUMENT);
    TELLS(m.text, "made without wend_walls_def_default()");
    wend_space *space;
    const wend_space_def space_def = {.message = &m};
    assert_int_equal(wend_space_create(&space_def, &space), WEND_ERROR_ARGUMENT);
    TELLS(m.text, "made without wend_space_def_default()");
    wend_mesh_space *mesh_space;
    const wend_mesh_space_def mesh_space_def = {.message = &m};
    assert_int_equal(wend_mesh_space_create(&mesh_space_def, &mesh_space), WEND_ERROR_ARGUMENT);
    TELLS(m.text, "made without wend_mesh_space_def_default()");
    wend_search *search;
    const wend_search_def search_def = {.message = &m};
    assert_int_equal(wend_search_create(&search_def, &search), WEND_ERROR_ARGUMENT);
    TELLS(m.text, "made without wend_search_def_default()");
    wend_pathfinder *ways;
    const wend_pathfinder_def ways_def = {.message = &m};
    assert_int_equal(wend_pathfinder_create(&ways_def, &ways), WEND_ERROR_ARGUMENT);
    TELLS(m.text, "made without wend_pathfinder_def_default()");
    wend_table *table;
    const wend_table_def table_def = {.message = &m};
    assert_int_equal(wend_table_create(&table_def, &table), WEND_ERROR_ARGUMENT);
    TELLS(m.text, "made without wend_table_def_default()");
    wend_index *index;
    const wend_index_def index_def = {.message = &m};
    assert_int_equal(wend_index_create(&index_def, &index), WEND_ERROR_ARGUMENT);
    TELLS(m.text, "made without wend_index_def_default()");
    wend_index_search *index_search;
    const wend_index_search_def index_search_def = {.message = &m};
    assert_int_equal(wend_index_search_create(&index_search_def, &index_search),
                     WEND_ERROR_ARGUMENT);
    TELLS(m.text, "made without wend_index_search_def_default()");
    wend_islands *islands;
    const wend_islands_def islands_def = {.message = &m};
    assert_int_equal(wend_islands_create(&islands_def, &islands), WEND_ERROR_ARGUMENT);
    TELLS(m.text, "made without wend_islands_def_default()");
    wend_clearance *clearance;
    const wend_clearance_def clearance_def = {.message = &m};
    assert_int_equal(wend_clearance_create(&clearance_def, &clearance), WEND_ERROR_ARGUMENT);
    TELLS(m.text, "made without wend_clearance_def_default()");
    wend_flow *flow;
    const wend_flow_def flow_def = {.message = &m};
    assert_int_equal(wend_flow_create(&flow_def, &flow), WEND_ERROR_ARGUMENT);
    TELLS(m.text, "made without wend_flow_def_default()");
    wend_crowd *crowd;
    const wend_crowd_def crowd_def = {.message = &m};
    assert_int_equal(wend_crowd_create(&crowd_def, &crowd), WEND_ERROR_ARGUMENT);
    TELLS(m.text, "made without wend_crowd_def_default()");
}

static void definition_of_garbage_is_refused_without_its_message(void **state)
{
    (void)state;
    wend_grid_def def;
    memset(&def, 0x5a, sizeof def);
    wend_grid *grid;
    assert_int_equal(wend_grid_create(&def, &grid), WEND_ERROR_ARGUMENT);
    assert_null(grid);
    wend_mesh_outlines outlines;
    memset(&outlines, 0x5a, sizeof outlines);
    wend_mesh *mesh;
    assert_int_equal(wend_mesh_build(&outlines, &mesh, NULL), WEND_ERROR_ARGUMENT);
    assert_null(mesh);
}

/* ---- crowds ---- */

static wend_crowd *make_crowd(uint32_t limit)
{
    wend_crowd_def def = wend_crowd_def_default();
    def.max_bodies = limit;
    return crowds_make(def);
}

static void crowd_tells_the_commonest_mistakes(void **state)
{
    (void)state;
    wend_crowd *crowd = make_crowd(2);
    assert_string_equal(wend_crowd_error(crowd), "");
    assert_string_equal(wend_crowd_error(NULL), "");
    wend_body_def zero = {0};
    wend_body_id id;
    assert_int_equal(wend_crowd_add_body(crowd, &zero, &id), WEND_ERROR_ARGUMENT);
    TELLS(wend_crowd_error(crowd), "wend_crowd_add_body", "wend_body_def_default()");
    wend_body_def def = wend_body_def_default();
    def.radius = 100;
    assert_int_equal(wend_crowd_add_body(crowd, &def, &id), WEND_ERROR_ARGUMENT);
    TELLS(wend_crowd_error(crowd), "wend_crowd_add_body", "radius is 100", "max_radius");
    def = wend_body_def_default();
    def.speed = 100.5;
    assert_int_equal(wend_crowd_add_body(crowd, &def, &id), WEND_ERROR_ARGUMENT);
    TELLS(wend_crowd_error(crowd), "speed is 100.5", "from 0 to 100");
    def = wend_body_def_default();
    def.position.x = (double)NAN;
    assert_int_equal(wend_crowd_add_body(crowd, &def, &id), WEND_ERROR_ARGUMENT);
    TELLS(wend_crowd_error(crowd), "x is nan", "1073741824");
    def = wend_body_def_default();
    def.floor = 3;
    assert_int_equal(wend_crowd_add_body(crowd, &def, &id), WEND_ERROR_ARGUMENT);
    TELLS(wend_crowd_error(crowd), "floor is 3", "number of floors is 1");
    def = wend_body_def_default();
    assert_int_equal(wend_crowd_add_body(crowd, &def, &id), WEND_OK);
    assert_int_equal(wend_crowd_add_body(crowd, &def, &id), WEND_OK);
    assert_int_equal(wend_crowd_add_body(crowd, &def, NULL), WEND_ERROR_FULL);
    TELLS(wend_crowd_error(crowd), "2 bodies", "max_bodies");
    const wend_flow_request_id order = {1, 1};
    assert_int_equal(wend_crowd_follow_flow(crowd, &id, 1, order), WEND_ERROR_ARGUMENT);
    TELLS(wend_crowd_error(crowd), "wend_crowd_follow_flow", "has no flow", "wend_crowd_def");
    assert_int_equal(wend_crowd_remove_body(crowd, id), WEND_OK);
    TELLS(wend_crowd_error(crowd), "has no flow"); /* success leaves it */
    assert_int_equal(wend_crowd_set_goal(crowd, id, (wend_vec2){1, 1}, 0), WEND_ERROR_STALE);
    TELLS(wend_crowd_error(crowd), "wend_crowd_set_goal", "body 2 of generation", "out of date");
    assert_int_equal(wend_crowd_stop(crowd, (wend_body_id){0, 0}), WEND_ERROR_STALE);
    TELLS(wend_crowd_error(crowd), "wend_crowd_stop", "{0, 0}");
    const wend_formation_def formation = {0};
    wend_formation_id formation_id;
    assert_int_equal(wend_formation_create(crowd, &formation, &id, NULL, 1, &formation_id),
                     WEND_ERROR_ARGUMENT);
    TELLS(wend_crowd_error(crowd), "wend_formation_create", "wend_formation_def_default()");
    const wend_zone_def zone = {0};
    assert_int_equal(wend_crowd_add_zone(crowd, &zone, NULL), WEND_ERROR_ARGUMENT);
    TELLS(wend_crowd_error(crowd), "wend_crowd_add_zone", "wend_zone_def_default()");
    assert_int_equal(wend_crowd_load(crowd, NULL, 0, NULL), WEND_ERROR_FILE);
    TELLS(wend_crowd_error(crowd), "wend_crowd_load");
    wend_crowd_destroy(crowd);
}

/* Two crowds of which one failed often are one crowd to hashes and saves. */
static void errors_are_no_part_of_hashes_and_saves(void **state)
{
    (void)state;
    wend_crowd *crowd = make_crowd(2);
    const wend_body_def def = wend_body_def_default();
    wend_body_id id;
    assert_int_equal(wend_crowd_add_body(crowd, &def, &id), WEND_OK);
    const uint64_t before = wend_crowd_hash(crowd);
    assert_int_equal(wend_crowd_set_position(crowd, id, (wend_vec2){1e30, 0}, 0),
                     WEND_ERROR_ARGUMENT);
    assert_true(wend_crowd_hash(crowd) == before);
    wend_crowd_destroy(crowd);
}

/* ---- worlds ---- */

static void grid_tells_field_value_and_range(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(64, 32);
    assert_string_equal(wend_grid_error(grid), "");
    assert_int_equal(wend_grid_fill(grid, 0, 60, 0, 5, 3, 255), WEND_ERROR_ARGUMENT);
    TELLS(wend_grid_error(grid), "wend_grid_fill", "5 x 3", "60,0", "64 x 32");
    assert_int_equal(wend_grid_set_cost(grid, 0, 1, 1, 0), WEND_ERROR_ARGUMENT);
    TELLS(wend_grid_error(grid), "wend_grid_set_cost", "cost is 0", "from 1 to 255");
    assert_int_equal(wend_grid_fill(grid, 7, 0, 0, 1, 1, 1), WEND_ERROR_ARGUMENT);
    TELLS(wend_grid_error(grid), "movement_class is 7", "number of classes is 1");
    assert_int_equal(wend_grid_remove_stamp(grid, (wend_stamp_id){3, 1}), WEND_ERROR_STALE);
    TELLS(wend_grid_error(grid), "wend_grid_remove_stamp", "stamp 3");
    assert_int_equal(wend_grid_overlay_tick(grid, (wend_overlay_id){2, 1}), WEND_ERROR_STALE);
    TELLS(wend_grid_error(grid), "wend_grid_overlay_tick", "overlay 2");
    assert_int_equal(wend_grid_remove_link(grid, (wend_link_id){4, 1}), WEND_ERROR_STALE);
    TELLS(wend_grid_error(grid), "wend_grid_remove_link", "link 4");
    const wend_link_def link = {0};
    wend_link_id id;
    wend_message m;
    assert_int_equal(wend_grid_add_link(grid, &link, &id, &m), WEND_ERROR_ARGUMENT);
    TELLS(m.text, "wend_link_def_default");
    assert_string_equal(wend_grid_error(grid), m.text);
    wend_grid_destroy(grid);
}

static void values_beyond_a_range_are_refused(void **state)
{
    (void)state;
    wend_message message = {0};
    assert_true(wendi_check_range(&message, "f", "x", 1, 1, 2));
    assert_true(wendi_check_range(&message, "f", "x", 2, 1, 2));
    assert_string_equal(message.text, "");
    const double wrong[] = {0.5, 2.5, (double)NAN, (double)INFINITY};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_false(wendi_check_range(&message, "f", "x", wrong[i], 1, 2));
        assert_non_null(strstr(message.text, "f: x is "));
        assert_non_null(strstr(message.text, "must be from 1 to 2"));
        assert_false(wendi_check_range(NULL, "f", "x", wrong[i], 1, 2));
    }
}

static void walls_and_level_tell_what_is_wrong(void **state)
{
    (void)state;
    wend_walls *walls = walls_empty();
    const wend_vec2 good = {1, 2};
    const wend_vec2 bad = {1e30, 2};
    assert_int_equal(wend_walls_add_segment(walls, good, bad, WEND_STOPS_ALL, 0, NULL),
                     WEND_ERROR_ARGUMENT);
    TELLS(wend_walls_error(walls), "wend_walls_add_segment", "point 1", "1e+30,2");
    assert_int_equal(wend_walls_add_polygon(walls, &good, 1, 0, 0, NULL), WEND_ERROR_ARGUMENT);
    TELLS(wend_walls_error(walls), "wend_walls_add_polygon", "stops is 0");
    assert_int_equal(wend_walls_remove(walls, (wend_wall_id){9, 1}), WEND_ERROR_STALE);
    TELLS(wend_walls_error(walls), "wend_walls_remove", "wall 9");
    wend_walls_destroy(walls);
    wend_level *level = levels_empty();
    assert_int_equal(wend_level_add_outline(level, &good, 1, 0, 0), WEND_ERROR_ARGUMENT);
    TELLS(wend_level_error(level), "wend_level_add_outline", "count is 1, and must be from 3");
    wend_level_destroy(level);
}

static void graph_tells_what_is_wrong(void **state)
{
    (void)state;
    wend_graph *graph = graphs_empty();
    wend_graph_node node = {0};
    wend_node made;
    assert_int_equal(wend_graph_add_node(graph, &node, &made), WEND_ERROR_ARGUMENT);
    TELLS(wend_graph_error(graph), "wend_graph_add_node", "wend_graph_node_default()");
    node = wend_graph_node_default();
    node.position.x = -1e30;
    assert_int_equal(wend_graph_add_node(graph, &node, &made), WEND_ERROR_ARGUMENT);
    TELLS(wend_graph_error(graph), "-1e+30");
    assert_int_equal(wend_graph_remove_node(graph, 5), WEND_ERROR_STALE);
    TELLS(wend_graph_error(graph), "wend_graph_remove_node", "node 5 does not exist");
    assert_int_equal(wend_graph_set_open(graph, 6, true), WEND_ERROR_STALE);
    TELLS(wend_graph_error(graph), "wend_graph_set_open", "edge 6 does not exist");
    wend_graph_destroy(graph);
}

static void flow_tells_what_is_wrong(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(32, 32);
    wend_flow *flow = flows_on(grid);
    assert_string_equal(wend_flow_error(flow), "");
    assert_int_equal(wend_flow_remove_request(flow, (wend_flow_request_id){3, 1}),
                     WEND_ERROR_STALE);
    TELLS(wend_flow_error(flow), "wend_flow_remove_request", "request 3");
    assert_int_equal(wend_flow_bake(flow, 4, NULL), WEND_ERROR_ARGUMENT);
    TELLS(wend_flow_error(flow), "wend_flow_bake", "flow_class is 4", "number of classes is 1");
    const wend_flow_request_def request = {0};
    wend_flow_request_id id;
    assert_int_equal(wend_flow_add_request(flow, &request, &id, NULL), WEND_ERROR_ARGUMENT);
    TELLS(wend_flow_error(flow), "wend_flow_request_def_default");
    wend_flow_destroy(flow);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(zeroed_definition_says_what_makes_one),
        cmocka_unit_test(definition_of_garbage_is_refused_without_its_message),
        cmocka_unit_test(crowd_tells_the_commonest_mistakes),
        cmocka_unit_test(errors_are_no_part_of_hashes_and_saves),
        cmocka_unit_test(grid_tells_field_value_and_range),
        cmocka_unit_test(values_beyond_a_range_are_refused),
        cmocka_unit_test(walls_and_level_tell_what_is_wrong),
        cmocka_unit_test(graph_tells_what_is_wrong),
        cmocka_unit_test(flow_tells_what_is_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
