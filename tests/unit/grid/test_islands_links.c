/* Islands joined by links, and the nearest cell of an island to a goal. */
#include "islands.h"
#include "support/grids.h"
#include "support/test.h"
#include "wend/islands.h"
#include "wend/link.h"
#include "world/derived/islands.h"

/* ---- links ---- */

/* Ten cells, each an island: .#.#.#... */
static wend_grid *make_beads(void)
{
    wend_grid *grid = grids_open(20, 1);
    for (int32_t x = 1; x < 20; x += 2) {
        grids_set(grid, x, 0, WEND_COST_WALL);
    }
    return grid;
}

static wend_link_id link_beads(wend_grid *grid, uint32_t from, uint32_t to, bool is_two_way)
{
    wend_link_def def = wend_link_def_default();
    wend_link_id id;
    def.from = 2 * from;
    def.to = 2 * to;
    def.is_two_way = is_two_way;
    assert_int_equal(wend_grid_add_link(grid, &def, &id, NULL), WEND_OK);
    return id;
}

static bool leads(const wend_islands *islands, uint32_t from, uint32_t to)
{
    return wend_islands_can_reach(islands, 2 * from, 2 * to);
}

static void islands_along_one_way_links_lead_one_way(void **state)
{
    (void)state;
    wend_grid *grid = make_beads();
    wend_islands *islands = make_islands(grid);
    link_beads(grid, 3, 1, false);
    link_beads(grid, 1, 8, false);
    link_beads(grid, 8, 9, true);
    update(islands);
    assert_true(leads(islands, 3, 1));
    assert_true(leads(islands, 3, 9));
    assert_true(leads(islands, 9, 8));
    assert_false(leads(islands, 9, 1));
    assert_false(leads(islands, 1, 3));
    assert_false(leads(islands, 3, 0));
    assert_false(leads(islands, 0, 3));
    assert_int_equal(wend_islands_count(islands), 10);
    wend_islands_destroy(islands);
    wend_grid_destroy(grid);
}

/* A ring with an entrance and an exit, and a second exit that was found before. */
static void islands_in_a_ring_of_links_lead_to_each_other(void **state)
{
    (void)state;
    wend_grid *grid = make_beads();
    for (uint32_t i = 2; i < 6; ++i) {
        link_beads(grid, i, i < 5 ? i + 1 : 2, false);
    }
    link_beads(grid, 8, 4, false);
    link_beads(grid, 3, 0, false);
    link_beads(grid, 8, 1, false);
    link_beads(grid, 5, 9, false);
    wend_islands *islands = make_islands(grid);
    for (uint32_t i = 2; i < 6; ++i) {
        for (uint32_t k = 2; k < 6; ++k) {
            assert_true(leads(islands, i, k));
        }
        assert_true(leads(islands, 8, i));
        assert_true(leads(islands, i, 0));
        assert_true(leads(islands, i, 9));
        assert_false(leads(islands, i, 8));
        assert_false(leads(islands, i, 1));
    }
    assert_true(leads(islands, 8, 1));
    assert_true(leads(islands, 8, 0));
    assert_false(leads(islands, 0, 9));
    wend_islands_destroy(islands);
    wend_grid_destroy(grid);
}

/* 0 and 9 are found first; 2 finds them again only through 4, 3 and 5. */
static void islands_along_a_chain_of_links_lead_to_its_end(void **state)
{
    (void)state;
    wend_grid *grid = make_beads();
    link_beads(grid, 0, 9, true);
    link_beads(grid, 4, 3, false);
    link_beads(grid, 3, 5, false);
    link_beads(grid, 5, 0, false);
    link_beads(grid, 2, 4, false);
    wend_islands *islands = make_islands(grid);
    for (uint32_t i = 2; i < 6; ++i) {
        assert_true(leads(islands, i, 9));
        assert_true(leads(islands, i, 0));
        assert_false(leads(islands, 9, i));
        assert_false(leads(islands, i, 1));
    }
    assert_false(leads(islands, 3, 4));
    wend_islands_destroy(islands);
    wend_grid_destroy(grid);
}

static void islands_heed_links_that_close(void **state)
{
    (void)state;
    wend_grid *grid = make_beads();
    const wend_link_id id = link_beads(grid, 2, 5, false);
    wend_islands *islands = make_islands(grid);
    wend_link_def def;
    assert_int_equal(wend_grid_get_link(grid, id, &def), WEND_OK);
    assert_true(leads(islands, 2, 5));
    def.is_open = false;
    assert_int_equal(wend_grid_set_link(grid, id, &def, NULL), WEND_OK);
    update(islands);
    assert_false(leads(islands, 2, 5));
    def.is_open = true;
    def.team_mask = UINT32_MAX;
    assert_int_equal(wend_grid_set_link(grid, id, &def, NULL), WEND_OK);
    update(islands);
    assert_false(leads(islands, 2, 5));
    assert_int_equal(wend_grid_remove_link(grid, id), WEND_OK);
    update(islands);
    assert_false(leads(islands, 2, 5));
    wend_islands_destroy(islands);
    wend_grid_destroy(grid);
}

/* The islands stay; only the end of the link is a wall. */
static void islands_heed_walls_at_the_end_of_a_link(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(40, 1);
    grids_set(grid, 20, 0, WEND_COST_WALL);
    wend_link_def def = wend_link_def_default();
    wend_link_id id;
    def.from = 0;
    def.to = 39;
    assert_int_equal(wend_grid_add_link(grid, &def, &id, NULL), WEND_OK);
    wend_islands *islands = make_islands(grid);
    assert_true(wend_islands_can_reach(islands, 5, 30));
    assert_false(wend_islands_can_reach(islands, 30, 5));
    grids_set(grid, 39, 0, WEND_COST_WALL);
    update(islands);
    assert_false(wend_islands_can_reach(islands, 5, 30));
    grids_set(grid, 39, 0, 1);
    update(islands);
    assert_true(wend_islands_can_reach(islands, 5, 30));
    wend_islands_destroy(islands);
    wend_grid_destroy(grid);
}

/* Two corridors of 100 cells; a link leads from the west of the upper one to the lower one. */
static wend_grid *make_corridors(void)
{
    wend_grid *grid = grids_open(100, 3);
    grids_wall(grid, 0, 1, 100, 1);
    wend_link_def def = wend_link_def_default();
    wend_link_id id;
    def.from = 5;
    def.to = 205;
    assert_int_equal(wend_grid_add_link(grid, &def, &id, NULL), WEND_OK);
    return grid;
}

static void islands_cut_off_with_a_link_take_it_along(void **state)
{
    (void)state;
    wend_grid *grid = make_corridors();
    wend_islands *islands = make_islands(grid);
    assert_true(wend_islands_can_reach(islands, 99, 299));
    grids_set(grid, 30, 0, WEND_COST_WALL);
    update(islands);
    assert_true(wend_islands_can_reach(islands, 0, 299));
    assert_false(wend_islands_can_reach(islands, 99, 299));
    wend_islands_destroy(islands);
    wend_grid_destroy(grid);
}

static void islands_joined_with_a_link_bring_it_along(void **state)
{
    (void)state;
    wend_grid *grid = make_corridors();
    grids_set(grid, 30, 0, WEND_COST_WALL);
    wend_islands *islands = make_islands(grid);
    assert_false(wend_islands_can_reach(islands, 99, 299));
    grids_set(grid, 30, 0, 1);
    update(islands);
    assert_true(wend_islands_can_reach(islands, 0, 299));
    assert_true(wend_islands_can_reach(islands, 99, 299));
    wend_islands_destroy(islands);
    wend_grid_destroy(grid);
}

/* ---- nearest ---- */

static wend_node nearest_of(const wend_islands *islands, wend_node from, wend_node goal)
{
    wend_node nearest;
    assert_int_equal(wend_islands_nearest(islands, from, goal, &nearest), WEND_OK);
    return nearest;
}

static void islands_nearest_of_a_goal_in_reach_is_the_goal(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(50, 50);
    wend_islands *islands = make_islands(grid);
    assert_int_equal(nearest_of(islands, 0, 2499), 2499);
    assert_int_equal(nearest_of(islands, 7, 7), 7);
    wend_node nearest = 1;
    assert_int_equal(wend_islands_nearest(islands, 0, 2500, &nearest), WEND_ERROR_ARGUMENT);
    assert_int_equal(nearest, WEND_NODE_NONE);
    assert_int_equal(wend_islands_nearest(islands, 2500, 0, &nearest), WEND_ERROR_ARGUMENT);
    wend_islands_destroy(islands);
    wend_grid_destroy(grid);
}

/* Four cells are equally near to a wall in the open. */
static void islands_nearest_of_equals_is_the_smallest_node(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(20, 20);
    grids_set(grid, 8, 8, WEND_COST_WALL);
    wend_islands *islands = make_islands(grid);
    assert_int_equal(nearest_of(islands, 399, 8 * 20 + 8), 7 * 20 + 8);
    wend_islands_destroy(islands);
    wend_grid_destroy(grid);
}

static void islands_nearest_across_the_sea_is_the_shore(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(200, 3);
    grids_wall(grid, 40, 0, 120, 3);
    wend_islands *islands = make_islands(grid);
    assert_int_equal(nearest_of(islands, 0, 200 + 190), 200 + 39);
    assert_int_equal(nearest_of(islands, 190, 200 + 100), 200 + 160);
    wend_islands_destroy(islands);
    wend_grid_destroy(grid);
}

/* The west shore is nearer around the map. */
static void islands_nearest_goes_around_a_map_that_wraps(void **state)
{
    (void)state;
    wend_grid_def def = wend_grid_def_default();
    const char *const rows[] = {"##################################################",
                                "##..................##############################",
                                "##################################################", NULL};
    def.wrap = WEND_WRAP_X;
    wend_grid *grid = draw_grid(def, rows);
    wend_islands *islands = make_islands(grid);
    assert_int_equal(nearest_of(islands, 50 + 5, 50 + 30), 50 + 19);
    assert_int_equal(nearest_of(islands, 50 + 5, 50 + 45), 50 + 2);
    wend_islands_destroy(islands);
    wend_grid_destroy(grid);
}

static void islands_nearest_passes_links(void **state)
{
    (void)state;
    wend_grid *grid = make_beads();
    link_beads(grid, 0, 7, false);
    wend_islands *islands = make_islands(grid);
    assert_int_equal(nearest_of(islands, 0, 19), 14);
    assert_int_equal(nearest_of(islands, 2, 19), 2);
    wend_islands_destroy(islands);
    wend_grid_destroy(grid);
}

static void islands_nearest_after_an_edit_is_stale_until_updated(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(20, 20);
    wend_islands *islands = make_islands(grid);
    grids_set(grid, 8, 8, WEND_COST_WALL);
    wend_node nearest = 1;
    assert_int_equal(wend_islands_nearest(islands, 0, 8 * 20 + 8, &nearest), WEND_ERROR_STALE);
    assert_int_equal(nearest, WEND_NODE_NONE);
    assert_int_equal(wend_islands_nearest(islands, 400, 0, &nearest), WEND_ERROR_ARGUMENT);
    assert_true(wend_islands_can_reach(islands, 0, 8 * 20 + 8)); /* of the old map */
    update(islands);
    assert_int_equal(nearest_of(islands, 0, 8 * 20 + 8), 7 * 20 + 8);
    wend_islands_destroy(islands);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(islands_along_one_way_links_lead_one_way),
        cmocka_unit_test(islands_in_a_ring_of_links_lead_to_each_other),
        cmocka_unit_test(islands_along_a_chain_of_links_lead_to_its_end),
        cmocka_unit_test(islands_heed_links_that_close),
        cmocka_unit_test(islands_heed_walls_at_the_end_of_a_link),
        cmocka_unit_test(islands_cut_off_with_a_link_take_it_along),
        cmocka_unit_test(islands_joined_with_a_link_bring_it_along),
        cmocka_unit_test(islands_nearest_of_a_goal_in_reach_is_the_goal),
        cmocka_unit_test(islands_nearest_of_equals_is_the_smallest_node),
        cmocka_unit_test(islands_nearest_across_the_sea_is_the_shore),
        cmocka_unit_test(islands_nearest_goes_around_a_map_that_wraps),
        cmocka_unit_test(islands_nearest_passes_links),
        cmocka_unit_test(islands_nearest_after_an_edit_is_stale_until_updated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
