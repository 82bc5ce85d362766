/* Fields of view on small maps drawn as text: exactly the marked cells are seen; lists, limits and
 * refusals. */
#include "support/test.h"

#include "support/grids.h"
#include "wend/hex.h"

#include <string.h>

enum { NODES_MAX = 400 };

static wend_grid *make(const char *const *rows, int32_t height, bool is_hex)
{
    wend_grid_def def = wend_grid_def_default();
    def.width = (int32_t)strlen(rows[0]);
    def.height = height;
    def.neighbours = is_hex ? WEND_NEIGHBOURS_6 : WEND_NEIGHBOURS_8;
    def.class_count = 2;
    wend_grid *grid = grids_make(def);
    for (int32_t y = 0; y < height; y++) {
        for (int32_t x = 0; x < def.width; x++) {
            const bool is_wall = rows[y][x] == '#' || rows[y][x] == 'H';
            assert_int_equal(wend_grid_set_cost(grid, 1, x, y, is_wall ? WEND_COST_WALL : 7),
                             WEND_OK);
        }
    }
    return grid;
}

/* '@' from here; '.' open and seen, '#' wall and seen, '_' open, hidden; 'H' wall, hidden. */
static void check_view(const char *const *rows, int32_t height, bool is_hex, int32_t radius)
{
    wend_grid *grid = make(rows, height, is_hex);
    const int32_t width = (int32_t)strlen(rows[0]);
    wend_node from = WEND_NODE_NONE;
    for (int32_t i = 0; i < width * height; i++) {
        from = rows[i / width][i % width] == '@' ? (wend_node)i : from;
    }
    wend_node nodes[NODES_MAX];
    size_t count;
    assert_int_equal(wend_grid_field_of_view(grid, 1, from, radius, nodes, NODES_MAX, &count),
                     WEND_OK);
    size_t k = 0;
    for (int32_t y = 0; y < height; y++) {
        char row[64] = {0};
        for (int32_t x = 0; x < width; x++) {
            const bool is_seen = k < count && nodes[k] == (wend_node)(y * width + x);
            const bool is_wall = wend_grid_cost(grid, 1, x, y) == WEND_COST_WALL;
            k += is_seen ? 1 : 0;
            row[x] = "_.H#"[2 * is_wall + is_seen];
            row[x] = rows[y][x] == '@' && is_seen ? '@' : row[x];
        }
        assert_string_equal(row, rows[y]);
    }
    assert_int_equal(k, count);
    wend_grid_destroy(grid);
}

static void view_behind_a_pillar_is_a_shadow(void **state)
{
    (void)state;
    /* It fills a right angle; what lies on the sides of that is seen. */
    const char *const rows[] = {".........", //
                                ".........", //
                                "....@....", //
                                "....#....", //
                                "...___...", //
                                ".._____.."};
    check_view(rows, 6, false, 9);
}

static void view_along_a_corridor_shows_its_walls(void **state)
{
    (void)state;
    const char *const rows[] = {"HHHHHHHHHHHH", //
                                "############", //
                                "#@.........#", //
                                "############", //
                                "HHHHHHHHHHHH"};
    check_view(rows, 5, false, 20);
}

static void view_through_a_corner_that_touches_goes_on(void **state)
{
    (void)state;
    /* The one ray passes all corners; walls beside it are not entered by it. */
    const char *const rows[] = {"@#H__", //
                                "#.___", //
                                "H_.__", //
                                "___.H", //
                                "___H."};
    check_view(rows, 5, false, 9);
}

static void view_of_hexes_behind_a_wall_is_a_shadow(void **state)
{
    (void)state;
    const char *const rows[] = {".......", //
                                "....___", //
                                ".@.#___", //
                                "....___", //
                                "......."};
    check_view(rows, 5, true, 9);
}

static void view_is_cut_at_the_radius(void **state)
{
    (void)state;
    const char *const squares[] = {"_______", //
                                   "_..._H_", //
                                   "_.@.___", //
                                   "_.#.___", //
                                   "_______"};
    check_view(squares, 5, false, 1);
    const char *const hexes[] = {"_______", //
                                 "__.._H_", //
                                 "__.@.__", //
                                 "__#.___", //
                                 "_______"};
    check_view(hexes, 5, true, 1);
    const char *const alone[] = {"___", "_@_", "H__"};
    check_view(alone, 3, false, 0);
}

static void view_from_a_wall_sees_out(void **state)
{
    (void)state;
    const char *const rows[] = {"...", ".@.", "..."};
    wend_grid *grid = make(rows, 3, false);
    size_t count;
    assert_int_equal(wend_grid_set_cost(grid, 1, 1, 1, WEND_COST_WALL), WEND_OK);
    assert_int_equal(wend_grid_field_of_view(grid, 1, 4, 5, NULL, 0, &count), WEND_TRUNCATED);
    assert_int_equal(count, 9);
    wend_grid_destroy(grid);
}

static void view_goes_around_a_map_that_wraps(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        wend_grid_def def = grids_def(20, 20, 1);
        def.neighbours = i == 0 ? WEND_NEIGHBOURS_8 : WEND_NEIGHBOURS_6;
        def.wrap = WEND_WRAP_BOTH;
        size_t count;
        wend_grid *grid = grids_make(def);
        assert_int_equal(wend_grid_field_of_view(grid, 0, 0, 2, NULL, 0, &count), WEND_TRUNCATED);
        assert_int_equal(count, i == 0 ? 25 : 19);
        wend_grid_destroy(grid);
    }
}

/* From the left of the wall its back is seen around the map, and the cells there. */
static void view_around_a_map_ends_at_the_back_of_its_wall(void **state)
{
    (void)state;
    wend_grid_def def = grids_def(9, 1, 1);
    def.wrap = WEND_WRAP_X;
    wend_node nodes[9];
    size_t count;
    wend_grid *grid = grids_make(def);
    grids_wall(grid, 4, 0, 2, 1);
    assert_int_equal(wend_grid_field_of_view(grid, 0, 2, 4, nodes, 9, &count), WEND_OK);
    const wend_node within_4[] = {0, 1, 2, 3, 4, 7, 8};
    assert_int_equal(count, 7);
    assert_memory_equal(nodes, within_4, sizeof within_4);
    assert_int_equal(wend_grid_field_of_view(grid, 0, 2, 1024, nodes, 9, &count), WEND_OK);
    assert_int_equal(count, 9);
    wend_grid_destroy(grid);
}

static void view_wider_than_a_word_lists_every_cell(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        wend_grid_def def = grids_def(200, 3, 1);
        def.neighbours = i == 0 ? WEND_NEIGHBOURS_8 : WEND_NEIGHBOURS_6;
        wend_node nodes[600];
        size_t count;
        wend_grid *grid = grids_make(def);
        assert_int_equal(wend_grid_field_of_view(grid, 0, 300, 1024, nodes, 600, &count), WEND_OK);
        assert_int_equal(count, 600);
        for (wend_node k = 0; k < 600; k++) {
            assert_int_equal(nodes[k], k);
        }
        wend_grid_destroy(grid);
    }
}

/* On open ground all is seen within the radius: several words a row, with a seam among them. */
static void check_open(wend_neighbours neighbours, wend_wrap wrap, wend_node from, int32_t radius)
{
    enum { WIDTH = 200, HEIGHT = 30 };
    static wend_node nodes[WIDTH * HEIGHT];
    wend_grid_def def = grids_def(WIDTH, HEIGHT, 1);
    def.neighbours = neighbours;
    def.wrap = wrap;
    size_t count;
    wend_grid *grid = grids_make(def);
    assert_int_equal(wend_grid_field_of_view(grid, 0, from, radius, nodes, WIDTH * HEIGHT, &count),
                     WEND_OK);
    size_t k = 0;
    for (wend_node node = 0; node < WIDTH * HEIGHT; node++) {
        if (wend_grid_steps(grid, from, node) <= radius) {
            assert_true(k < count && nodes[k] == node);
            k++;
        }
    }
    assert_int_equal(k, count);
    wend_grid_destroy(grid);
}

static void view_of_open_ground_is_all_within_the_radius(void **state)
{
    (void)state;
    const wend_neighbours neighbours[] = {WEND_NEIGHBOURS_8, WEND_NEIGHBOURS_6};
    const wend_wrap wraps[] = {WEND_WRAP_NONE, WEND_WRAP_X, WEND_WRAP_Y, WEND_WRAP_BOTH};
    const wend_node from[] = {0, 199, 64, 135, 15 * 200 + 70, 29 * 200 + 137, 29 * 200};
    const int32_t radii[] = {0, 1, 14, 15, 31, 32, 50, 64, 99, 100, 300};
    for (size_t i = 0; i < 2 * 4 * 7 * 11; i++) {
        check_open(neighbours[i % 2], wraps[i / 2 % 4], from[i / 8 % 7], radii[i / 56]);
    }
}

static void view_list_is_cut_to_capacity(void **state)
{
    (void)state;
    const char *const rows[] = {"@..."};
    wend_grid *grid = make(rows, 1, false);
    wend_node nodes[4] = {9, 9, 9, 9};
    size_t count;
    assert_int_equal(wend_grid_field_of_view(grid, 1, 0, 9, nodes, 2, &count), WEND_TRUNCATED);
    assert_int_equal(count, 4);
    assert_true(nodes[0] == 0 && nodes[1] == 1 && nodes[2] == 9);
    assert_int_equal(wend_grid_field_of_view(grid, 1, 0, 9, nodes, 4, &count), WEND_OK);
    wend_grid_destroy(grid);
}

static void view_bad_arguments_are_refused(void **state)
{
    (void)state;
    const char *const rows[] = {"@..."};
    wend_grid *grid = make(rows, 1, false);
    wend_node nodes[4];
    size_t count = 5;
    const wend_result bad = WEND_ERROR_ARGUMENT;
    assert_int_equal(wend_grid_field_of_view(NULL, 0, 0, 1, nodes, 4, &count), bad);
    assert_int_equal(count, 0);
    assert_int_equal(wend_grid_field_of_view(grid, 2, 0, 1, nodes, 4, &count), bad);
    assert_int_equal(wend_grid_field_of_view(grid, WEND_CLASS_ALL, 0, 1, nodes, 4, &count), bad);
    assert_int_equal(wend_grid_field_of_view(grid, 0, 4, 1, nodes, 4, &count), bad);
    assert_int_equal(wend_grid_field_of_view(grid, 0, WEND_NODE_NONE, 1, nodes, 4, &count), bad);
    assert_int_equal(wend_grid_field_of_view(grid, 0, 0, -1, nodes, 4, &count), bad);
    assert_int_equal(wend_grid_field_of_view(grid, 0, 0, 1025, nodes, 4, &count), bad);
    assert_int_equal(wend_grid_field_of_view(grid, 0, 0, 1, NULL, 4, &count), bad);
    assert_int_equal(wend_grid_field_of_view(grid, 0, 0, 1, nodes, 4, NULL), bad);
    assert_int_equal(wend_grid_field_of_view(grid, 0, 0, 1024, nodes, 4, &count), WEND_OK);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(view_behind_a_pillar_is_a_shadow),
        cmocka_unit_test(view_along_a_corridor_shows_its_walls),
        cmocka_unit_test(view_through_a_corner_that_touches_goes_on),
        cmocka_unit_test(view_of_hexes_behind_a_wall_is_a_shadow),
        cmocka_unit_test(view_is_cut_at_the_radius),
        cmocka_unit_test(view_from_a_wall_sees_out),
        cmocka_unit_test(view_goes_around_a_map_that_wraps),
        cmocka_unit_test(view_around_a_map_ends_at_the_back_of_its_wall),
        cmocka_unit_test(view_wider_than_a_word_lists_every_cell),
        cmocka_unit_test(view_of_open_ground_is_all_within_the_radius),
        cmocka_unit_test(view_list_is_cut_to_capacity),
        cmocka_unit_test(view_bad_arguments_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
