/* Spaces for agents with a size or a radius, alone, sharing a clearance, and with links: what fits
 * where, what is refused, and what updates do. */
#include "support/grids.h"
#include "support/searches.h"
#include "support/test.h"
#include "wend/clearance.h"
#include "wend/link.h"
#include "wend/path.h"
#include "wend/search.h"

#include <math.h>
#include <string.h>

enum { WIDTH = 20, HEIGHT = 12 };

static wend_grid *grid_new(wend_neighbours neighbours)
{
    wend_grid_def def = grids_def(WIDTH, HEIGHT, 1);
    def.neighbours = neighbours;
    def.class_count = 2;
    def.cell_size = 2.0;
    return grids_make(def);
}

static wend_clearance *clearance_new(const wend_grid *grid, int32_t most)
{
    wend_clearance_def def = wend_clearance_def_default();
    def.grid = grid;
    def.max_clearance = most;
    wend_clearance *clearance = NULL;
    assert_int_equal(wend_clearance_create(&def, &clearance), WEND_OK);
    return clearance;
}

static wend_space *space_new(const wend_grid *grid, int32_t size, double radius,
                             wend_clearance *clearance)
{
    wend_space_def def = wend_space_def_default();
    def.grid = grid;
    def.size = size;
    def.radius = radius;
    def.clearance = clearance;
    return spaces_make(def);
}

static wend_space_info info_of(const wend_space *space)
{
    wend_space_info info;
    wend_space_get_info(space, &info);
    return info;
}

/* Creating must fail and say something with these words in it. */
static void refused(const wend_space_def *from, const char *words)
{
    wend_space_def def = *from;
    wend_message message = {0};
    wend_space *space = NULL;
    def.message = &message;
    assert_int_equal(wend_space_create(&def, &space), WEND_ERROR_ARGUMENT);
    assert_null(space);
    if (strstr(message.text, words) == NULL) {
        fail_msg("\"%s\" has no \"%s\"", message.text, words);
    }
}

static void space_of_bad_size_is_refused(void **state)
{
    (void)state;
    wend_grid *grid = grid_new(WEND_NEIGHBOURS_8);
    wend_space_def def = wend_space_def_default();
    def.grid = grid;
    def.size = 0;
    refused(&def, "size is 0, and must be from 1 to 64");
    def.size = 65;
    refused(&def, "size is 65, and must be from 1 to 64");
    def.size = -1;
    refused(&def, "size is -1");
    def.size = 1;
    const double radii[] = {(double)NAN, -0.1, (double)INFINITY, 128.001};
    for (size_t k = 0; k < 4; ++k) {
        def.radius = radii[k];
        refused(&def, ", and must be from 0 to 128");
    }
    def.radius = 1.0;
    def.size = 2;
    refused(&def, "size is 2 and radius is 1: set only one of them");
    wend_grid_destroy(grid);
}

static void space_with_clearance_of_another_world_is_refused(void **state)
{
    (void)state;
    wend_grid *grid = grid_new(WEND_NEIGHBOURS_8);
    wend_grid *other = grid_new(WEND_NEIGHBOURS_8);
    wend_clearance *clearance = clearance_new(grid, 4);
    wend_space_def def = wend_space_def_default();
    def.grid = other;
    def.size = 2;
    def.clearance = clearance;
    refused(&def, "another grid, movement_class or team");
    def.grid = grid;
    def.movement_class = 1;
    refused(&def, "another grid, movement_class or team");
    def.movement_class = 0;
    def.team = 3;
    refused(&def, "another grid, movement_class or team");
    def.team = WEND_TEAM_NONE;
    def.size = 5;
    refused(&def, "up to its max_clearance");
    def.size = 1;
    def.radius = 8.1;
    refused(&def, "up to its max_clearance");
    def.radius = 8.0;
    wend_space *space = spaces_make(def);
    wend_space_destroy(space);
    wend_clearance_destroy(clearance);
    wend_grid_destroy(other);
    wend_grid_destroy(grid);
}

static void space_of_a_square_is_open_where_it_fits(void **state)
{
    (void)state;
    wend_grid *grid = grid_new(WEND_NEIGHBOURS_8);
    grids_set(grid, 10, 6, WEND_COST_WALL);
    wend_space *space = space_new(grid, 3, 0.0, NULL);
    /* Upper left cells: two columns and rows are lost at the edges, nine cells to the wall. */
    assert_int_equal(info_of(space).open_count, (WIDTH - 2) * (HEIGHT - 2) - 9);
    for (int32_t y = 0; y < HEIGHT; ++y) {
        for (int32_t x = 0; x < WIDTH; ++x) {
            const bool fits =
                x <= WIDTH - 3 && y <= HEIGHT - 3 && !(x >= 8 && x <= 10 && y >= 4 && y <= 6);
            assert_int_equal(wend_space_is_open(space, wend_grid_node(grid, x, y)), fits);
        }
    }
    assert_true(info_of(space).is_uniform);
    wend_space_destroy(space);
    wend_grid_destroy(grid);
}

static void space_of_a_hexagon_is_open_where_it_fits(void **state)
{
    (void)state;
    wend_grid *grid = grid_new(WEND_NEIGHBOURS_6);
    grids_set(grid, 10, 6, WEND_COST_WALL);
    wend_space *space = space_new(grid, 2, 0.0, NULL);
    /* All but the border, the wall and the six around it. */
    assert_int_equal(info_of(space).open_count, (WIDTH - 2) * (HEIGHT - 2) - 7);
    wend_space_destroy(space);
    /* A disc of half a cell touches, and fits everywhere but in the wall. */
    space = space_new(grid, 1, 1.0, NULL);
    assert_int_equal(info_of(space).open_count, WIDTH * HEIGHT - 1);
    wend_space_destroy(space);
    space = space_new(grid, 1, 1.001, NULL);
    assert_int_equal(info_of(space).open_count, (WIDTH - 2) * (HEIGHT - 2) - 7);
    wend_space_destroy(space);
    wend_grid_destroy(grid);
}

static void space_of_a_disc_walks_with_its_radius(void **state)
{
    (void)state;
    const wend_neighbours kinds[] = {WEND_NEIGHBOURS_8, WEND_NEIGHBOURS_6};
    for (size_t k = 0; k < 2; ++k) {
        wend_grid *grid = grid_new(kinds[k]);
        grids_set(grid, 10, 6, WEND_COST_WALL);
        wend_space *point = space_new(grid, 1, 0.0, NULL);
        wend_space *disc = space_new(grid, 1, 1.2, NULL);
        const wend_vec2 wall = wend_grid_position(grid, wend_grid_node(grid, 10, 6));
        for (int side = -1; side <= 1; side += 2) {
            /* Past the wall's upright side; beside it are open cells where the disc does not fit.
             */
            const wend_vec2 at = {wall.x + side * (1.0 + 1.2), wall.y};
            const wend_vec2 in = {wall.x + side * (1.0 + 1.19), wall.y};
            assert_true(wend_space_can_walk(disc, at, at, 0.0, NULL));
            assert_true(wend_space_can_walk(disc, at, at, 1.2, NULL));
            assert_false(wend_space_can_walk(disc, in, in, 0.0, NULL));
            assert_true(wend_space_can_walk(point, in, in, 1.19, NULL));
            assert_false(wend_space_can_walk(disc, at, at, 1.21, NULL));
        }
        wend_space_destroy(disc);
        wend_space_destroy(point);
        wend_grid_destroy(grid);
    }
}

/* Where a disc does not fit between two walls, paths lead around; smoothing keeps them there. */
static void space_of_a_disc_finds_ways_it_fits_through(void **state)
{
    (void)state;
    const wend_neighbours kinds[] = {WEND_NEIGHBOURS_8, WEND_NEIGHBOURS_6};
    for (size_t k = 0; k < 2; ++k) {
        wend_grid *grid = grid_new(kinds[k]);
        grids_wall(grid, 10, 0, 1, 12);
        grids_set(grid, 10, 2, 1);
        grids_fill(grid, 10, 7, 1, 4, 1);
        wend_space *space = space_new(grid, 1, 1.3, NULL);
        wend_search_query query = wend_search_query_default();
        wend_search *search = searches_on(space);
        wend_path *path = paths_make();
        query.start = wend_grid_node(grid, 4, 3);
        query.goal = wend_grid_node(grid, 15, 3);
        assert_int_equal(wend_search_find(search, &query), WEND_OK);
        assert_int_equal(wend_path_from_search(path, search), WEND_OK);
        assert_int_equal(wend_path_smooth(path, space, 0.0, WEND_SMOOTHING_PRECISE), WEND_OK);
        bool went_below = false;
        for (size_t i = 0; i < wend_path_leg_count(path); ++i) {
            const wend_leg leg = wend_path_leg(path, i);
            went_below |= leg.to_point.y > 12.0;
        }
        assert_true(went_below);
        wend_path_destroy(path);
        wend_search_destroy(search);
        wend_space_destroy(space);
        wend_grid_destroy(grid);
    }
}

static void spaces_that_share_a_clearance_are_updated_in_any_order(void **state)
{
    (void)state;
    wend_grid *grid = grid_new(WEND_NEIGHBOURS_8);
    wend_clearance *clearance = clearance_new(grid, 4);
    wend_space *square = space_new(grid, 2, 0.0, clearance);
    wend_space *disc = space_new(grid, 1, 2.0, clearance);
    wend_space *alone = space_new(grid, 2, 0.0, NULL);
    assert_true(info_of(alone).memory_bytes > info_of(square).memory_bytes);
    grids_set(grid, 10, 6, WEND_COST_WALL);
    assert_false(info_of(square).is_fresh);
    assert_int_equal(wend_space_update(square), WEND_OK);
    assert_true(wend_clearance_is_fresh(clearance));
    assert_true(info_of(square).is_fresh);
    assert_false(info_of(disc).is_fresh);
    assert_false(wend_space_is_open(square, wend_grid_node(grid, 9, 5)));
    assert_true(wend_space_is_open(disc, wend_grid_node(grid, 9, 6)));
    assert_int_equal(wend_space_update(disc), WEND_OK);
    assert_true(info_of(disc).is_fresh);
    assert_false(wend_space_is_open(disc, wend_grid_node(grid, 9, 6)));
    assert_false(wend_space_is_open(disc, wend_grid_node(grid, 9, 5)));
    assert_true(wend_space_is_open(disc, wend_grid_node(grid, 8, 6)));
    wend_space_destroy(alone);
    wend_space_destroy(disc);
    wend_space_destroy(square);
    wend_clearance_destroy(clearance);
    wend_grid_destroy(grid);
}

static void space_info_counts_links_the_agent_can_use(void **state)
{
    (void)state;
    wend_grid *grid = grid_new(WEND_NEIGHBOURS_8);
    wend_space *space = space_new(grid, 1, 0.0, NULL);
    wend_link_def def = wend_link_def_default();
    wend_link_id id;
    assert_int_equal(info_of(space).link_count, 0);
    assert_true(info_of(space).is_uniform);
    def.from = 0;
    def.to = 100;
    def.is_two_way = true;
    assert_int_equal(wend_grid_add_link(grid, &def, &id, NULL), WEND_OK);
    assert_int_equal(info_of(space).link_count, 0);
    assert_int_equal(wend_space_update(space), WEND_OK);
    assert_int_equal(info_of(space).link_count, 2);
    assert_false(info_of(space).is_uniform);
    def.is_open = false;
    assert_int_equal(wend_grid_set_link(grid, id, &def, NULL), WEND_OK);
    assert_int_equal(wend_space_update(space), WEND_OK);
    assert_int_equal(info_of(space).link_count, 0);
    assert_true(info_of(space).is_uniform);
    wend_space_destroy(space);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(space_of_bad_size_is_refused),
        cmocka_unit_test(space_with_clearance_of_another_world_is_refused),
        cmocka_unit_test(space_of_a_square_is_open_where_it_fits),
        cmocka_unit_test(space_of_a_hexagon_is_open_where_it_fits),
        cmocka_unit_test(space_of_a_disc_walks_with_its_radius),
        cmocka_unit_test(space_of_a_disc_finds_ways_it_fits_through),
        cmocka_unit_test(spaces_that_share_a_clearance_are_updated_in_any_order),
        cmocka_unit_test(space_info_counts_links_the_agent_can_use),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
