/* Grids with every kind of wrapping: the node of a position beyond the edge, and the steps between
 * two cells, compared with a flood fill of the open grid. */
#include "support/test.h"

#include "support/grids.h"
#include "wend/grid.h"
#include "wend/hex.h"

#include <math.h>

enum { WIDTH = 10, HEIGHT = 8, CELLS = WIDTH * HEIGHT };

static wend_grid *make(wend_neighbours neighbours, wend_hex_layout layout, uint32_t wrap)
{
    wend_grid_def def = grids_def(WIDTH, HEIGHT, 1);
    def.neighbours = neighbours;
    def.hex_layout = layout;
    def.wrap = (wend_wrap)wrap;
    def.cell_size = 0.75;
    def.origin = (wend_vec2){-3.5, 20.25};
    return grids_make(def);
}

static int32_t around(int32_t at, int32_t side)
{
    return (at % side + side) % side;
}

/* The node of a column and row, moved onto the map where it wraps. */
static wend_node image_of(const wend_grid *grid, uint32_t wrap, int32_t x, int32_t y)
{
    x = (wrap & WEND_WRAP_X) != 0 ? around(x, WIDTH) : x;
    y = (wrap & WEND_WRAP_Y) != 0 ? around(y, HEIGHT) : y;
    return wend_grid_node(grid, x, y);
}

static wend_vec2 centre_of(const wend_grid *grid, int32_t x, int32_t y)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    if (info.neighbours == WEND_NEIGHBOURS_6) {
        return wend_hex_position(info.hex_layout, info.cell_size, info.origin,
                                 wend_hex_from_offset(info.hex_layout, x, y));
    }
    return (wend_vec2){info.origin.x + (x + 0.5) * info.cell_size,
                       info.origin.y + (y + 0.5) * info.cell_size};
}

/* Centres and positions a little beside them, some maps away. */
static void check_positions(const wend_grid *grid, uint32_t wrap)
{
    for (int32_t y = -3 * HEIGHT; y < 3 * HEIGHT; y++) {
        for (int32_t x = -3 * WIDTH; x < 3 * WIDTH; x++) {
            wend_vec2 at = centre_of(grid, x, y);
            assert_int_equal(wend_grid_node_at(grid, at), image_of(grid, wrap, x, y));
            at.x += 0.3;
            at.y -= 0.2;
            assert_int_equal(wend_grid_node_at(grid, at), image_of(grid, wrap, x, y));
        }
    }
}

static void check_bad_positions(const wend_grid *grid)
{
    const double bad[] = {1e300, -1e300, 1.1e8, -1.1e8, (double)NAN, (double)INFINITY};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(wend_grid_node_at(grid, (wend_vec2){bad[i], 21.0}), WEND_NODE_NONE);
        assert_int_equal(wend_grid_node_at(grid, (wend_vec2){-3.0, bad[i]}), WEND_NODE_NONE);
    }
}

/* ---- steps ---- */

/* The cells one step from a column and row. @return how many. */
static int32_t list_neighbours(const wend_grid *grid, uint32_t wrap, int32_t x, int32_t y,
                               wend_node *list)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    int32_t count = 0;
    for (int32_t k = 0; k < 9; k++) {
        const int32_t dx = k % 3 - 1;
        const int32_t dy = k / 3 - 1;
        bool is_step = info.neighbours == WEND_NEIGHBOURS_8 || dx == 0 || dy == 0;
        if (info.neighbours == WEND_NEIGHBOURS_6) {
            const wend_vec2 a = centre_of(grid, x, y);
            const wend_vec2 b = centre_of(grid, x + dx, y + dy);
            is_step = fabs(hypot(a.x - b.x, a.y - b.y) - info.cell_size) < 1e-6;
        }
        const wend_node node = image_of(grid, wrap, x + dx, y + dy);
        if (is_step && node != WEND_NODE_NONE) {
            list[count++] = node;
        }
    }
    return count;
}

/* Steps to every cell, by a flood. */
static void check_steps_from(const wend_grid *grid, uint32_t wrap, wend_node start)
{
    int32_t steps[CELLS];
    wend_node queue[CELLS] = {start};
    uint32_t end = 1;
    for (int32_t i = 0; i < CELLS; i++) {
        steps[i] = -1;
    }
    steps[start] = 0;
    for (uint32_t i = 0; i < end; i++) {
        wend_node list[9];
        const wend_node node = queue[i];
        const int32_t count =
            list_neighbours(grid, wrap, (int32_t)(node % WIDTH), (int32_t)(node / WIDTH), list);
        for (int32_t k = 0; k < count; k++) {
            if (steps[list[k]] < 0) {
                steps[list[k]] = steps[node] + 1;
                queue[end++] = list[k];
            }
        }
    }
    assert_int_equal(end, CELLS);
    for (wend_node node = 0; node < CELLS; node++) {
        assert_int_equal(wend_grid_steps(grid, start, node), steps[node]);
    }
}

static void for_every_grid(void (*check)(const wend_grid *grid, uint32_t wrap))
{
    for (uint32_t wrap = 0; wrap < 4; wrap++) {
        for (uint32_t kind = 0; kind < 6; kind++) {
            const wend_hex_layout layouts[] = {WEND_HEX_ODD_ROWS,    WEND_HEX_EVEN_ROWS,
                                               WEND_HEX_ODD_COLUMNS, WEND_HEX_EVEN_COLUMNS,
                                               WEND_HEX_ODD_ROWS,    WEND_HEX_ODD_ROWS};
            const wend_neighbours neighbours = kind < 4    ? WEND_NEIGHBOURS_6
                                               : kind == 4 ? WEND_NEIGHBOURS_4
                                                           : WEND_NEIGHBOURS_8;
            wend_grid *grid = make(neighbours, layouts[kind], wrap);
            check(grid, wrap);
            wend_grid_destroy(grid);
        }
    }
}

static void check_positions_and_bad(const wend_grid *grid, uint32_t wrap)
{
    check_positions(grid, wrap);
    check_bad_positions(grid);
}

static void check_steps(const wend_grid *grid, uint32_t wrap)
{
    for (wend_node start = 0; start < CELLS; start++) {
        check_steps_from(grid, wrap, start);
    }
    assert_int_equal(wend_grid_steps(grid, CELLS, 0), -1);
    assert_int_equal(wend_grid_steps(grid, 0, WEND_NODE_NONE), -1);
}

static void grid_node_at_goes_around_where_the_grid_wraps(void **state)
{
    (void)state;
    for_every_grid(check_positions_and_bad);
}

static void grid_node_at_just_before_the_first_column_is_the_last_one(void **state)
{
    (void)state;
    wend_grid_def def = wend_grid_def_default();
    def.width = def.height = 3;
    def.wrap = WEND_WRAP_X;
    wend_grid *grid = grids_make(def);
    assert_int_equal(wend_grid_node_at(grid, (wend_vec2){-1e-300, 0.5}), 2);
    assert_int_equal(wend_grid_node_at(grid, (wend_vec2){3.0, 0.5}), 0);
    assert_int_equal(wend_grid_node_at(grid, (wend_vec2){-3.0, 0.5}), 0);
    assert_int_equal(wend_grid_node_at(grid, (wend_vec2){0.5, 3.0}), WEND_NODE_NONE);
    wend_grid_destroy(grid);
}

static void grid_steps_are_those_of_a_flood(void **state)
{
    (void)state;
    for_every_grid(check_steps);
    assert_int_equal(wend_grid_steps(NULL, 0, 0), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grid_node_at_goes_around_where_the_grid_wraps),
        cmocka_unit_test(grid_node_at_just_before_the_first_column_is_the_last_one),
        cmocka_unit_test(grid_steps_are_those_of_a_flood),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
