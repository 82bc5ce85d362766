/* Analyses of terrain: two rooms and a door, a corridor, dead ends, paths, high ground, spots, meshes. */
#include "support/test.h"

#include "wend/grid.h"
#include "wend/items.h"
#include "wend/mesh.h"
#include "wend/terrain_analysis.h"

#include <math.h>
#include <string.h>

enum { WIDTH = 24, HEIGHT = 12 };

/* Three rooms in a row; the last one is small. */
static const char *const rooms[HEIGHT] = {
    "########################", "#..........#.......#####", "#..........#.......#####",
    "#..........#.......#...#", "#..................#...#", "#..........#...........#",
    "#..........#.......#...#", "#..........#.......#...#", "#..........#.......#####",
    "#..........#.......#####", "#..........#.......#####", "########################"};

static wend_grid *make_grid(void)
{
    wend_grid_def def = wend_grid_def_default();
    wend_grid *grid;
    def.width = WIDTH;
    def.height = HEIGHT;
    assert_int_equal(wend_grid_create(&def, &grid), WEND_OK);
    for (int32_t i = 0; i < WIDTH * HEIGHT; i++) {
        if (rooms[i / WIDTH][i % WIDTH] == '#') {
            (void)wend_grid_set_cost(grid, 0, i % WIDTH, i / WIDTH, WEND_COST_WALL);
        }
    }
    return grid;
}

static wend_terrain_analysis *analyse(const wend_grid *grid)
{
    wend_terrain_analysis_def def = wend_terrain_analysis_def_default();
    wend_terrain_analysis *analysis;
    def.grid = grid;
    def.min_area = 4;
    assert_int_equal(wend_terrain_analysis_create(&def, &analysis), WEND_OK);
    assert_int_equal(wend_terrain_analysis_update(analysis, NULL), WEND_OK);
    return analysis;
}

static void assert_near(double value, double expected)
{
    assert_true(fabs(value - expected) < 1e-9);
}

static void rooms_are_regions_and_doors_are_chokes(void **state)
{
    (void)state;
    wend_grid *grid = make_grid();
    wend_terrain_analysis *analysis = analyse(grid);
    wend_terrain_analysis_info info;
    wend_terrain_choke choke;
    wend_terrain_region region;
    wend_terrain_analysis_get_info(analysis, &info);
    assert_int_equal(info.region_count, 3);
    assert_int_equal(info.choke_count, 2);
    const uint32_t left = wend_terrain_analysis_region_at(analysis, (wend_vec2){3, 3});
    const uint32_t middle = wend_terrain_analysis_region_at(analysis, (wend_vec2){15, 3});
    const uint32_t right = wend_terrain_analysis_region_at(analysis, (wend_vec2){21, 5});
    assert_true(left == 0 && middle == 1 && right == 2); /* by falling clearance */
    assert_true(wend_terrain_analysis_region_at(analysis, (wend_vec2){11.5, 2.5}) ==
                WEND_REGION_NONE);
    assert_int_equal(wend_terrain_analysis_get_choke(analysis, 0, &choke), WEND_OK);
    assert_near(choke.width, 1);
    assert_near(choke.position.y, 4.5);
    assert_true(choke.position.x > 10 && choke.position.x < 13);
    assert_near(choke.direction.x, 1);
    assert_true(choke.region_a == left && choke.region_b == middle && choke.is_cut);
    assert_int_equal(wend_terrain_analysis_get_region(analysis, left, &region), WEND_OK);
    assert_true(region.is_dead_end && region.choke_count == 1 && region.depth > 9);
    assert_near(region.clearance, 4.5);
    (void)wend_terrain_analysis_get_region(analysis, middle, &region);
    assert_true(!region.is_dead_end && region.choke_count == 2 && region.island == left);
    wend_terrain_analysis_destroy(analysis);
    wend_grid_destroy(grid);
}

static void paths_and_routes_pass_chokes_in_order(void **state)
{
    (void)state;
    wend_grid *grid = make_grid();
    wend_terrain_analysis *analysis = analyse(grid);
    const wend_vec2 path[] = {{3, 3}, {9, 4.5}, {13, 4.5}, {18, 5.5}, {21, 5.5}};
    uint32_t chokes[4];
    size_t count;
    assert_int_equal(wend_terrain_analysis_chokes_on_path(analysis, path, 5, chokes, 4, &count),
                     WEND_OK);
    assert_true(count == 2 && chokes[0] == 0 && chokes[1] == 1);
    assert_int_equal(wend_terrain_analysis_chokes_on_path(analysis, path, 5, chokes, 1, &count),
                     WEND_TRUNCATED);
    assert_int_equal(wend_terrain_analysis_find_route(analysis, 2, 0, NULL, 0, chokes, 4, &count),
                     WEND_OK);
    assert_true(count == 2 && chokes[0] == 1 && chokes[1] == 0);
    const uint32_t closed = 1;
    assert_int_equal(
        wend_terrain_analysis_find_route(analysis, 2, 0, &closed, 1, chokes, 4, &count),
        WEND_NO_PATH);
    assert_int_equal(wend_terrain_analysis_list_chokes(analysis, 1, chokes, 4, &count), WEND_OK);
    assert_int_equal(count, 2);
    wend_terrain_analysis_destroy(analysis);
    wend_grid_destroy(grid);
}

static void a_second_door_makes_neither_a_cut(void **state)
{
    (void)state;
    wend_grid *grid = make_grid();
    wend_terrain_analysis *analysis = analyse(grid);
    wend_terrain_choke choke;
    assert_int_equal(wend_grid_set_cost(grid, 0, 11, 9, 1), WEND_OK);
    assert_false(wend_terrain_analysis_is_fresh(analysis));
    assert_int_equal(wend_terrain_analysis_update(analysis, NULL), WEND_OK);
    assert_int_equal(wend_terrain_analysis_get_choke(analysis, 0, &choke), WEND_OK);
    assert_false(choke.is_cut);
    assert_int_equal(wend_terrain_analysis_get_choke(analysis, 1, &choke), WEND_OK);
    assert_false(choke.is_cut);
    assert_int_equal(wend_terrain_analysis_get_choke(analysis, 2, &choke), WEND_OK);
    assert_true(choke.is_cut);
    wend_terrain_analysis_destroy(analysis);
    wend_grid_destroy(grid);
}

static void wide_agents_have_fewer_regions(void **state)
{
    (void)state;
    wend_grid *grid = make_grid();
    wend_terrain_analysis_def def = wend_terrain_analysis_def_default();
    wend_terrain_analysis *analysis;
    wend_terrain_region a, b;
    def.grid = grid;
    def.radius = 0.75;
    assert_int_equal(wend_terrain_analysis_create(&def, &analysis), WEND_OK);
    assert_int_equal(wend_terrain_analysis_update(analysis, NULL), WEND_OK);
    (void)wend_terrain_analysis_get_region(analysis, 0, &a);
    (void)wend_terrain_analysis_get_region(analysis, 1, &b);
    assert_true(a.island == 0 && b.island == 1 && a.choke_count == 0);
    wend_terrain_analysis_destroy(analysis);
    wend_grid_destroy(grid);
}

static void a_change_of_costs_alone_is_no_work(void **state)
{
    (void)state;
    wend_grid *grid = make_grid();
    wend_terrain_analysis *analysis = analyse(grid);
    wend_terrain_analysis_info info;
    assert_int_equal(wend_grid_set_cost(grid, 0, 3, 3, 9), WEND_OK);
    assert_int_equal(wend_terrain_analysis_update(analysis, NULL), WEND_OK);
    assert_true(wend_terrain_analysis_is_fresh(analysis));
    wend_terrain_analysis_get_info(analysis, &info);
    assert_true(info.analysed == 1);
    wend_terrain_analysis_destroy(analysis);
    wend_grid_destroy(grid);
}

static void hills_are_high_ground(void **state)
{
    (void)state;
    static float heights[WIDTH * HEIGHT];
    wend_grid *grid = make_grid();
    wend_terrain_analysis *analysis = analyse(grid);
    wend_terrain_analysis_info info;
    wend_terrain_high_ground high;
    for (int32_t y = 3; y < 7; y++) {
        for (int32_t x = 3; x < 7; x++) {
            heights[y * WIDTH + x] = x == 4 && y == 5 ? 6.0F : 4.0F;
        }
    }
    assert_int_equal(wend_terrain_analysis_set_heights(analysis, heights, (size_t)WIDTH * HEIGHT),
                     WEND_OK);
    assert_int_equal(wend_terrain_analysis_update(analysis, NULL), WEND_OK);
    wend_terrain_analysis_get_info(analysis, &info);
    assert_int_equal(info.high_ground_count, 1);
    assert_int_equal(wend_terrain_analysis_get_high_ground(analysis, 0, &high), WEND_OK);
    assert_near(high.area, 16);
    assert_near(high.position.x, 4.5);
    assert_near(high.position.y, 5.5);
    wend_terrain_analysis_destroy(analysis);
    wend_grid_destroy(grid);
}

static void the_middle_of_a_room_is_more_open_than_its_corner(void **state)
{
    (void)state;
    wend_grid *grid = make_grid();
    wend_terrain_analysis *analysis = analyse(grid);
    wend_terrain_cell middle, small;
    assert_int_equal(wend_terrain_analysis_get_cell(analysis, (wend_vec2){6, 6}, &middle), WEND_OK);
    assert_int_equal(wend_terrain_analysis_get_cell(analysis, (wend_vec2){21, 6}, &small), WEND_OK);
    assert_true(middle.openness > small.openness && small.openness > 0);
    assert_true(middle.cover < small.cover);
    wend_terrain_analysis_destroy(analysis);
    wend_grid_destroy(grid);
}

static void within_the_smallest_radius_all_is_seen(void **state)
{
    (void)state;
    wend_grid *grid = make_grid();
    wend_terrain_analysis_def def = wend_terrain_analysis_def_default();
    wend_terrain_analysis *analysis = NULL;
    def.grid = grid;
    def.view_radius = 4.9406564584124654e-324;
    assert_int_equal(wend_terrain_analysis_create(&def, &analysis), WEND_OK);
    assert_int_equal(wend_terrain_analysis_update(analysis, NULL), WEND_OK);
    wend_terrain_cell cell;
    assert_int_equal(wend_terrain_analysis_get_cell(analysis, (wend_vec2){6, 6}, &cell), WEND_OK);
    assert_near(cell.openness, 1);
    wend_terrain_analysis_destroy(analysis);
    wend_grid_destroy(grid);
}

static void items_that_lie_together_are_spots(void **state)
{
    (void)state;
    static const double places[5][2] = {
        {2.5, 2.5}, {3.5, 2.5}, {3.5, 4.5}, {21.5, 5.5}, {11.5, 2.5}};
    wend_grid *grid = make_grid();
    wend_terrain_analysis *analysis = analyse(grid);
    wend_items_def items_def = wend_items_def_default();
    wend_items *items;
    wend_item_id id;
    wend_terrain_spot spots[4];
    size_t count;
    assert_int_equal(wend_items_create(&items_def, &items), WEND_OK);
    for (int i = 0; i < 5; i++) {
        wend_item item = wend_item_default();
        item.position = (wend_vec3){places[i][0], places[i][1], 0};
        item.tag = 7;
        assert_int_equal(wend_items_add(items, &item, &id), WEND_OK);
    }
    assert_int_equal(
        wend_terrain_analysis_find_spots(analysis, items, 7, UINT32_MAX, 2.5, spots, 4, &count),
        WEND_OK);
    assert_int_equal(count, 2); /* the one in the wall is left out */
    assert_true(spots[0].item_count == 3 && spots[0].region == 0);
    assert_near(spots[0].position.x, 3.5);
    assert_near(spots[0].position.y, 3.5);
    assert_true(spots[1].item_count == 1 && spots[1].region == 2);
    assert_int_equal(
        wend_terrain_analysis_find_spots(analysis, items, 8, UINT32_MAX, 2.5, spots, 4, &count),
        WEND_OK);
    assert_int_equal(count, 0);
    wend_items_destroy(items);
    wend_terrain_analysis_destroy(analysis);
    wend_grid_destroy(grid);
}

static void a_mesh_is_analysed_as_its_grid(void **state)
{
    (void)state;
    wend_grid *grid = make_grid();
    wend_mesh *mesh;
    wend_terrain_analysis_def def = wend_terrain_analysis_def_default();
    wend_terrain_analysis *analysis;
    wend_terrain_analysis_info info;
    assert_int_equal(wend_mesh_from_grid(grid, 0, WEND_TEAM_NONE, NULL, &mesh, NULL), WEND_OK);
    def.mesh = mesh;
    def.cell_size = 0.5;
    def.min_area = 4;
    assert_int_equal(wend_terrain_analysis_create(&def, &analysis), WEND_OK);
    wend_result result = WEND_IN_PROGRESS;
    for (int i = 0; i < 1000 && result == WEND_IN_PROGRESS; i++) {
        wend_budget budget = wend_budget_steps(200);
        result = wend_terrain_analysis_update(analysis, &budget);
    }
    assert_int_equal(result, WEND_OK);
    wend_terrain_analysis_get_info(analysis, &info);
    assert_true(info.region_count >= 3 && info.choke_count >= 2);
    const uint32_t left = wend_terrain_analysis_region_at(analysis, (wend_vec2){3, 3});
    const uint32_t right = wend_terrain_analysis_region_at(analysis, (wend_vec2){21, 5});
    assert_true(left != right && left != WEND_REGION_NONE && right != WEND_REGION_NONE);
    assert_int_equal(wend_terrain_analysis_set_heights(analysis, NULL, 0), WEND_ERROR_ARGUMENT);
    wend_terrain_analysis_destroy(analysis);
    wend_mesh_destroy(mesh);
    wend_grid_destroy(grid);
}

static void queries_before_the_first_update_find_nothing(void **state)
{
    (void)state;
    wend_grid *grid = make_grid();
    wend_terrain_analysis_def def = wend_terrain_analysis_def_default();
    wend_terrain_analysis *analysis;
    wend_terrain_region region;
    wend_terrain_cell cell;
    wend_draw draw;
    memset(&draw, 0, sizeof draw);
    def.grid = grid;
    assert_int_equal(wend_terrain_analysis_create(&def, &analysis), WEND_OK);
    assert_false(wend_terrain_analysis_is_fresh(analysis));
    assert_true(wend_terrain_analysis_region_at(analysis, (wend_vec2){3, 3}) == WEND_REGION_NONE);
    assert_int_equal(wend_terrain_analysis_get_region(analysis, 0, &region), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_terrain_analysis_get_cell(analysis, (wend_vec2){3, 3}, &cell),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_terrain_analysis_draw(analysis, &draw), WEND_OK);
    wend_terrain_analysis_destroy(analysis);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rooms_are_regions_and_doors_are_chokes),
        cmocka_unit_test(paths_and_routes_pass_chokes_in_order),
        cmocka_unit_test(a_second_door_makes_neither_a_cut),
        cmocka_unit_test(wide_agents_have_fewer_regions),
        cmocka_unit_test(a_change_of_costs_alone_is_no_work),
        cmocka_unit_test(hills_are_high_ground),
        cmocka_unit_test(the_middle_of_a_room_is_more_open_than_its_corner),
        cmocka_unit_test(within_the_smallest_radius_all_is_seen),
        cmocka_unit_test(items_that_lie_together_are_spots),
        cmocka_unit_test(a_mesh_is_analysed_as_its_grid),
        cmocka_unit_test(queries_before_the_first_update_find_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
