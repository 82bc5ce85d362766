/* Hierarchies: what they hold, what an edit repairs, what searches refuse, rooms given by hand. */
#include "support/gen_mesh.h"
#include "support/graphs.h"
#include "support/grids.h"
#include "support/searches.h"
#include "support/test.h"
#include "wend/hierarchy.h"
#include "wend/mesh_obstacle.h"
#include "wend/mesh_search.h"
#include "wend/search.h"

#include <string.h>

enum { SIDE = 64, SECTOR = 16 };

typedef struct fixture {
    wend_grid *grid;
    wend_graph *graph;
    wend_space *space;
    wend_hierarchy *hierarchy;
    wend_hierarchy_search *search;
    wend_path *path;
} fixture;

static void finish(fixture *f, wend_hierarchy_def def)
{
    wend_hierarchy_search_def search = wend_hierarchy_search_def_default();
    def.space = f->space;
    assert_int_equal(wend_hierarchy_create(&def, &f->hierarchy), WEND_OK);
    search.hierarchy = f->hierarchy;
    assert_int_equal(wend_hierarchy_search_create(&search, &f->search), WEND_OK);
    f->path = paths_make();
}

static fixture open_ground(void)
{
    wend_grid_def grid = wend_grid_def_default();
    wend_hierarchy_def def = wend_hierarchy_def_default();
    grid.width = SIDE;
    grid.height = SIDE;
    fixture f = {.grid = grids_make(grid)};
    f.space = spaces_on(f.grid);
    def.sector_size = SECTOR;
    finish(&f, def);
    return f;
}

static void drop(fixture *f)
{
    wend_path_destroy(f->path);
    wend_hierarchy_search_destroy(f->search);
    wend_hierarchy_destroy(f->hierarchy);
    wend_space_destroy(f->space);
    wend_grid_destroy(f->grid);
    wend_graph_destroy(f->graph);
}

static wend_hierarchy_info info_of(const fixture *f)
{
    wend_hierarchy_info info;
    wend_hierarchy_get_info(f->hierarchy, &info);
    return info;
}

static wend_hierarchy_answer answer_of(const fixture *f)
{
    wend_hierarchy_answer answer;
    wend_hierarchy_search_get_answer(f->search, &answer);
    return answer;
}

static void hierarchy_of_open_ground_has_portals_at_equal_distances(void **state)
{
    (void)state;
    fixture f = open_ground();
    assert_false(info_of(&f).is_ready);
    assert_int_equal(wend_hierarchy_update(f.hierarchy, NULL), WEND_OK);
    const wend_hierarchy_info info = info_of(&f);
    assert_true(info.is_ready);
    assert_int_equal(info.level_count, 2);
    assert_int_equal(info.cell_counts[0], 16);
    assert_int_equal(info.cell_counts[1], 1);
    /* The upper left sector: at 0, 8 and 15 on the right and below, where they share a corner. */
    wend_node nodes[8];
    size_t count;
    assert_int_equal(wend_hierarchy_portals(f.hierarchy, 0, nodes, 8, &count), WEND_OK);
    static const wend_node expected[] = {15, 8 * SIDE + 15, 15 * SIDE, 15 * SIDE + 8,
                                         15 * SIDE + 15};
    assert_int_equal(count, 5);
    assert_memory_equal(nodes, expected, sizeof expected);
    assert_int_equal(wend_hierarchy_portals(f.hierarchy, 0, nodes, 2, &count), WEND_TRUNCATED);
    assert_int_equal(count, 5);
    assert_int_equal(wend_hierarchy_portals(f.hierarchy, 99, nodes, 8, &count),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_hierarchy_region(f.hierarchy, 17), 1);
    assert_int_equal(wend_hierarchy_region(f.hierarchy, SIDE * SIDE), WEND_NODE_NONE);
    drop(&f);
}

static void hierarchy_update_repairs_the_sectors_of_an_edit_only(void **state)
{
    (void)state;
    fixture f = open_ground();
    assert_int_equal(wend_hierarchy_update(f.hierarchy, NULL), WEND_OK);
    const uint64_t hash = wend_hierarchy_hash(f.hierarchy);
    const uint64_t whole = info_of(&f).work_done;
    assert_int_equal(wend_grid_set_cost(f.grid, 0, 24, 24, WEND_COST_WALL), WEND_OK);
    assert_int_equal(wend_hierarchy_update(f.hierarchy, NULL), WEND_ERROR_STALE);
    assert_int_equal(wend_hierarchy_search_start(f.search, 0, 1), WEND_ERROR_STALE);
    assert_int_equal(wend_space_update(f.space), WEND_OK);
    assert_false(info_of(&f).is_ready);
    assert_int_equal(wend_hierarchy_hash(f.hierarchy), 0);
    assert_int_equal(wend_hierarchy_update(f.hierarchy, NULL), WEND_OK);
    assert_true(wend_hierarchy_hash(f.hierarchy) != hash);
    const uint64_t repaired = info_of(&f).work_done - whole;
    /* Of 16 sectors one: it has eight portals, the group none. */
    assert_true(repaired > 0 && repaired * 8 < whole);
    assert_int_equal(wend_grid_set_cost(f.grid, 0, 24, 24, 1), WEND_OK);
    assert_int_equal(wend_space_update(f.space), WEND_OK);
    assert_int_equal(wend_hierarchy_update(f.hierarchy, NULL), WEND_OK);
    assert_true(wend_hierarchy_hash(f.hierarchy) == hash);
    drop(&f);
}

static void hierarchy_update_under_a_budget_goes_on_after_another_edit(void **state)
{
    (void)state;
    fixture f = open_ground();
    wend_budget budget = wend_budget_steps(20);
    assert_int_equal(wend_hierarchy_update(f.hierarchy, &budget), WEND_IN_PROGRESS);
    assert_int_equal(budget.steps, 0);
    assert_int_equal(wend_grid_set_cost(f.grid, 0, 24, 24, WEND_COST_WALL), WEND_OK);
    assert_int_equal(wend_space_update(f.space), WEND_OK);
    wend_result result = WEND_IN_PROGRESS;
    for (uint32_t k = 0; result == WEND_IN_PROGRESS && k < 1000; ++k) {
        budget = wend_budget_steps(3);
        result = wend_hierarchy_update(f.hierarchy, &budget);
    }
    assert_int_equal(result, WEND_OK);
    fixture g = open_ground();
    assert_int_equal(wend_grid_set_cost(g.grid, 0, 24, 24, WEND_COST_WALL), WEND_OK);
    assert_int_equal(wend_space_update(g.space), WEND_OK);
    assert_int_equal(wend_hierarchy_update(g.hierarchy, NULL), WEND_OK);
    assert_true(wend_hierarchy_hash(f.hierarchy) == wend_hierarchy_hash(g.hierarchy));
    drop(&g);
    drop(&f);
}

static void hierarchy_route_on_open_ground_has_straight_pieces(void **state)
{
    (void)state;
    fixture f = open_ground();
    assert_int_equal(wend_hierarchy_update(f.hierarchy, NULL), WEND_OK);
    const wend_node goal = SIDE * SIDE - 1;
    assert_int_equal(wend_hierarchy_search_find(f.search, 0, goal), WEND_OK);
    const wend_hierarchy_answer answer = answer_of(&f);
    assert_true(answer.cost >= (SIDE - 1) * WEND_COST_DIAGONAL);
    assert_true(answer.bound >= 1 && answer.bound < 1.1);
    assert_int_equal(wend_hierarchy_search_next(f.search, f.path), WEND_PARTIAL);
    assert_int_equal(wend_path_leg(f.path, 0).from, 0);
    assert_int_equal(wend_path_from_hierarchy(f.path, f.search), WEND_OK);
    assert_true(wend_path_cost(f.path) == (SIDE - 1) * WEND_COST_DIAGONAL);
    assert_int_equal(wend_path_leg_count(f.path), 1);
    /* Edits make it stale, pieces too. */
    assert_int_equal(wend_grid_set_cost(f.grid, 0, 24, 24, WEND_COST_WALL), WEND_OK);
    assert_int_equal(wend_hierarchy_search_next(f.search, f.path), WEND_ERROR_STALE);
    assert_int_equal(wend_path_leg_count(f.path), 1);
    drop(&f);
}

static void hierarchy_search_says_why_there_is_no_path(void **state)
{
    (void)state;
    fixture f = open_ground();
    assert_int_equal(wend_grid_fill(f.grid, 0, 40, 0, 1, SIDE, WEND_COST_WALL), WEND_OK);
    assert_int_equal(wend_space_update(f.space), WEND_OK);
    assert_int_equal(wend_hierarchy_update(f.hierarchy, NULL), WEND_OK);
    assert_int_equal(wend_hierarchy_search_find(f.search, 40, 0), WEND_NO_PATH);
    assert_int_equal(answer_of(&f).reason, WEND_FAILURE_START_BLOCKED);
    assert_int_equal(wend_hierarchy_search_find(f.search, 0, 40), WEND_NO_PATH);
    assert_int_equal(answer_of(&f).reason, WEND_FAILURE_GOAL_BLOCKED);
    assert_int_equal(wend_hierarchy_search_find(f.search, 0, 63), WEND_NO_PATH);
    assert_int_equal(answer_of(&f).reason, WEND_FAILURE_UNREACHABLE);
    assert_int_equal(answer_of(&f).expanded, 0);
    wend_hierarchy_stop stop;
    size_t count = 7;
    assert_int_equal(wend_hierarchy_search_route(f.search, &stop, 1, &count), WEND_NO_PATH);
    assert_int_equal(count, 0);
    assert_int_equal(wend_hierarchy_search_next(f.search, f.path), WEND_NO_PATH);
    assert_int_equal(wend_hierarchy_search_find(f.search, 0, SIDE * SIDE), WEND_ERROR_ARGUMENT);
    assert_string_equal(
        wend_hierarchy_search_error(f.search),
        "wend_hierarchy_search_start: goal is 4096, but the number of nodes is 4096");
    assert_int_equal(wend_hierarchy_search_run(f.search, NULL), WEND_ERROR_ARGUMENT);
    drop(&f);
}

static void hierarchy_search_from_a_node_to_itself_gives_a_path_without_legs(void **state)
{
    (void)state;
    fixture f = open_ground();
    assert_int_equal(wend_hierarchy_update(f.hierarchy, NULL), WEND_OK);
    assert_int_equal(wend_hierarchy_search_find(f.search, 77, 77), WEND_OK);
    assert_true(answer_of(&f).cost == 0);
    assert_int_equal(wend_hierarchy_search_next(f.search, f.path), WEND_OK);
    assert_int_equal(wend_path_leg_count(f.path), 0);
    assert_int_equal(wend_hierarchy_search_next(f.search, f.path), WEND_NO_PATH);
    drop(&f);
}

/* Three rooms in a row with doors between them. */
static void hierarchy_of_rooms_given_by_hand_has_their_doors_as_portals(void **state)
{
    (void)state;
    enum { ROOM = 5, ROOMS = 3 };
    static const uint32_t numbers[ROOMS] = {70, 7, 700};
    uint32_t regions[ROOM * ROOMS];
    fixture f = {.graph = graphs_empty()};
    for (uint32_t k = 0; k < ROOM * ROOMS; ++k) {
        graphs_node(f.graph, k, k % 2);
        regions[k] = numbers[k / ROOM];
        if (k > 0) {
            graphs_edge(f.graph, k - 1, k, true);
        }
    }
    f.space = spaces_on_graph(f.graph);
    wend_hierarchy_def def = wend_hierarchy_def_default();
    def.regions = regions;
    def.region_node_count = ROOM * ROOMS;
    finish(&f, def);
    assert_int_equal(wend_hierarchy_update(f.hierarchy, NULL), WEND_OK);
    assert_int_equal(info_of(&f).portal_count, 4);
    const uint32_t middle = wend_hierarchy_region(f.hierarchy, ROOM);
    wend_node nodes[4];
    size_t count;
    assert_int_equal(wend_hierarchy_portals(f.hierarchy, middle, nodes, 4, &count), WEND_OK);
    assert_int_equal(count, 2);
    assert_int_equal(nodes[0], ROOM);
    assert_int_equal(nodes[1], 2 * ROOM - 1);
    assert_int_equal(wend_hierarchy_search_find(f.search, 0, ROOM * ROOMS - 1), WEND_OK);
    assert_true(answer_of(&f).bound >= 1 && answer_of(&f).bound <= 1);
    /* A room, its door, the next one. */
    assert_int_equal(wend_hierarchy_search_next(f.search, f.path), WEND_PARTIAL);
    assert_int_equal(wend_path_leg_count(f.path), ROOM);
    assert_int_equal(wend_hierarchy_search_next(f.search, f.path), WEND_PARTIAL);
    assert_int_equal(wend_path_leg_count(f.path), ROOM);
    assert_int_equal(wend_hierarchy_search_next(f.search, f.path), WEND_OK);
    assert_int_equal(wend_path_leg_count(f.path), ROOM - 1);
    drop(&f);
}

static void hierarchy_create_refuses_what_does_not_fit(void **state)
{
    (void)state;
    fixture f = open_ground();
    const uint32_t none = UINT32_MAX;
    wend_message message = {0};
    wend_hierarchy *made;
    wend_hierarchy_def def = wend_hierarchy_def_default();
    def.message = &message;
    assert_int_equal(wend_hierarchy_create(&def, &made), WEND_ERROR_ARGUMENT);
    assert_string_equal(message.text,
                        "wend_hierarchy_create: space and mesh_space are NULL: set one of them");
    def.space = f.space;
    def.sector_size = 7;
    assert_int_equal(wend_hierarchy_create(&def, &made), WEND_ERROR_ARGUMENT);
    assert_string_equal(message.text,
                        "wend_hierarchy_create: sector_size is 7, and must be from 8 to 128");
    def.sector_size = 8;
    def.regions = &none;
    assert_int_equal(wend_hierarchy_create(&def, &made), WEND_ERROR_ARGUMENT);
    assert_non_null(strstr(message.text, "regions"));
    def.cookie = 0;
    assert_int_equal(wend_hierarchy_create(&def, &made), WEND_ERROR_ARGUMENT);
    assert_null(made);
    drop(&f);
}

/* Its space still points into arrays that the mesh has replaced. */
static void hierarchy_of_a_mesh_that_changed_waits_for_the_space(void **state)
{
    (void)state;
    gen_mesh gen = gen_mesh_make(GEN_MESH_RECTANGLES, 7, 8);
    wend_mesh *mesh = gen_mesh_build(&gen, NULL);
    wend_mesh_space_def space_def = wend_mesh_space_def_default();
    wend_mesh_space *space = NULL;
    wend_hierarchy_def def = wend_hierarchy_def_default();
    wend_hierarchy *late = NULL;
    wend_hierarchy *made = NULL;
    wend_hierarchy_info info;
    space_def.mesh = mesh;
    assert_int_equal(wend_mesh_space_create(&space_def, &space), WEND_OK);
    for (uint32_t i = 0; i < 20; ++i) {
        wend_mesh_obstacle_def obstacle = wend_mesh_obstacle_def_default();
        wend_mesh_obstacle_id id;
        obstacle.centre = (wend_vec2){4 + 5.5 * i, 7 + 3.25 * i};
        obstacle.radius = 2;
        assert_int_equal(wend_mesh_add_obstacle(mesh, &obstacle, &id, NULL), WEND_OK);
    }
    def.mesh_space = space;
    assert_int_equal(wend_hierarchy_create(&def, &late), WEND_OK);
    wend_hierarchy_get_info(late, &info);
    assert_false(info.is_ready);
    assert_int_equal(wend_hierarchy_region(late, 0), WEND_NODE_NONE);
    assert_int_equal(wend_hierarchy_update(late, NULL), WEND_ERROR_STALE);
    assert_int_equal(wend_mesh_space_update(space), WEND_OK);
    assert_int_equal(wend_hierarchy_update(late, NULL), WEND_OK);
    assert_int_equal(wend_hierarchy_create(&def, &made), WEND_OK);
    assert_int_equal(wend_hierarchy_update(made, NULL), WEND_OK);
    wend_hierarchy_get_info(late, &info);
    assert_true(info.is_ready);
    assert_true(wend_hierarchy_hash(late) == wend_hierarchy_hash(made));
    wend_hierarchy_destroy(made);
    wend_hierarchy_destroy(late);
    wend_mesh_space_destroy(space);
    wend_mesh_destroy(mesh);
    gen_mesh_free(&gen);
}

/* Only the regions at its ends are repaired, in as many updates as that takes. */
static void hierarchy_of_a_mesh_follows_a_link_at_its_ends_only(void **state)
{
    (void)state;
    gen_mesh gen = gen_mesh_make(GEN_MESH_RECTANGLES, 7, 24);
    wend_mesh *mesh = gen_mesh_build(&gen, NULL);
    wend_mesh_space_def space_def = wend_mesh_space_def_default();
    wend_mesh_space *space = NULL;
    wend_hierarchy_def def = wend_hierarchy_def_default();
    wend_hierarchy *hierarchy = NULL;
    wend_hierarchy *fresh = NULL;
    wend_hierarchy_info info;
    wend_mesh_link link = wend_mesh_link_default();
    wend_mesh_link_id id;
    assert_int_equal(wend_mesh_random_location(mesh, 1, 0, 1, &link.from), WEND_OK);
    assert_int_equal(wend_mesh_random_location(mesh, 1, 1, 1, &link.to), WEND_OK);
    assert_int_equal(wend_mesh_add_link(mesh, &link, &id, NULL), WEND_OK);
    space_def.mesh = mesh;
    assert_int_equal(wend_mesh_space_create(&space_def, &space), WEND_OK);
    def.mesh_space = space;
    def.region_nodes = 16;
    assert_int_equal(wend_hierarchy_create(&def, &hierarchy), WEND_OK);
    assert_int_equal(wend_hierarchy_update(hierarchy, NULL), WEND_OK);
    wend_hierarchy_get_info(hierarchy, &info);
    const uint64_t hash = wend_hierarchy_hash(hierarchy);
    const uint64_t whole = info.work_done;

    assert_int_equal(wend_mesh_get_link(mesh, id, &link), WEND_OK);
    link.is_open = false;
    link.cost *= 2;
    assert_int_equal(wend_mesh_set_link(mesh, id, &link, NULL), WEND_OK);
    assert_int_equal(wend_mesh_space_update(space), WEND_OK);
    assert_int_equal(wend_hierarchy_hash(hierarchy), 0);
    uint32_t updates = 0;
    wend_result result = WEND_IN_PROGRESS;
    for (; result == WEND_IN_PROGRESS; ++updates) {
        wend_budget budget = wend_budget_steps(1);
        result = wend_hierarchy_update(hierarchy, &budget);
    }
    assert_int_equal(result, WEND_OK);
    assert_true(updates > 3);
    wend_hierarchy_get_info(hierarchy, &info);
    const uint64_t repaired = info.work_done - whole;
    assert_true(repaired > 0 && repaired * 2 < whole);
    assert_int_equal(wend_hierarchy_create(&def, &fresh), WEND_OK);
    assert_int_equal(wend_hierarchy_update(fresh, NULL), WEND_OK);
    assert_true(wend_hierarchy_hash(hierarchy) == wend_hierarchy_hash(fresh));

    link.is_open = true;
    link.cost /= 2;
    assert_int_equal(wend_mesh_set_link(mesh, id, &link, NULL), WEND_OK);
    assert_int_equal(wend_mesh_space_update(space), WEND_OK);
    assert_int_equal(wend_hierarchy_update(hierarchy, NULL), WEND_OK);
    assert_true(wend_hierarchy_hash(hierarchy) == hash);
    wend_hierarchy_destroy(fresh);
    wend_hierarchy_destroy(hierarchy);
    wend_mesh_space_destroy(space);
    wend_mesh_destroy(mesh);
    gen_mesh_free(&gen);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hierarchy_of_open_ground_has_portals_at_equal_distances),
        cmocka_unit_test(hierarchy_update_repairs_the_sectors_of_an_edit_only),
        cmocka_unit_test(hierarchy_update_under_a_budget_goes_on_after_another_edit),
        cmocka_unit_test(hierarchy_route_on_open_ground_has_straight_pieces),
        cmocka_unit_test(hierarchy_search_says_why_there_is_no_path),
        cmocka_unit_test(hierarchy_search_from_a_node_to_itself_gives_a_path_without_legs),
        cmocka_unit_test(hierarchy_of_rooms_given_by_hand_has_their_doors_as_portals),
        cmocka_unit_test(hierarchy_create_refuses_what_does_not_fit),
        cmocka_unit_test(hierarchy_of_a_mesh_that_changed_waits_for_the_space),
        cmocka_unit_test(hierarchy_of_a_mesh_follows_a_link_at_its_ends_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
