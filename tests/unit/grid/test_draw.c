/* Grids drawn into an array of cells: every cell once, with its meaning and value, squares in few
 * rectangles. */
#include "support/test.h"

#include "base/math/bits.h"
#include "support/grids.h"
#include "wend/hex.h"

#include <math.h>
#include <string.h>

enum { SIDE = 64 };

typedef struct canvas {
    double cell_size;
    wend_vec2 origin;
    uint32_t rectangles;
    uint32_t drawn[SIDE][SIDE]; /* Number of times. */
    double values[SIDE][SIDE];
    wend_meaning meanings[SIDE][SIDE];
} canvas;

/* The same bits: exact, and without comparing doubles by ==. */
static bool is(double a, double b)
{
    return wendi_bits_of_f64(a) == wendi_bits_of_f64(b);
}

static int32_t index_of(double metres, double origin, double cell_size)
{
    double cells = (metres - origin) / cell_size;
    assert_true(fabs(cells - nearbyint(cells)) < 1e-9);
    return (int32_t)nearbyint(cells);
}

static void on_cells(void *context, wend_vec2 low, wend_vec2 high, wend_meaning meaning,
                     double value)
{
    canvas *c = context;
    int32_t high_x = index_of(high.x, c->origin.x, c->cell_size);
    int32_t high_y = index_of(high.y, c->origin.y, c->cell_size);
    for (int32_t y = index_of(low.y, c->origin.y, c->cell_size); y < high_y && y < SIDE; y++) {
        for (int32_t x = index_of(low.x, c->origin.x, c->cell_size); x < high_x && x < SIDE; x++) {
            c->drawn[y][x]++;
            c->values[y][x] = value;
            c->meanings[y][x] = meaning;
        }
    }
    c->rectangles++;
}

static wend_grid *grid_of(int32_t width, int32_t height, canvas *c)
{
    memset(c, 0, sizeof *c);
    c->cell_size = 0.5;
    c->origin = (wend_vec2){-3.0, 7.5};
    wend_grid_def def = grids_def(width, height, 2);
    def.cell_size = c->cell_size;
    def.origin = c->origin;
    return grids_make(def);
}

static void grid_draw_shows_every_cell_once(void **state)
{
    (void)state;
    static canvas c;
    wend_grid *grid = grid_of(37, 45, &c);
    assert_int_equal(wend_grid_fill(grid, 1, 3, 4, 30, 20, 9), WEND_OK);
    assert_int_equal(wend_grid_fill(grid, 1, 10, 10, 10, 10, WEND_COST_WALL), WEND_OK);
    assert_int_equal(wend_grid_set_cost(grid, 1, 36, 44, 77), WEND_OK);
    wend_draw draw = {.cells = on_cells, .context = &c};
    assert_int_equal(wend_grid_draw(grid, 1, &draw), WEND_OK);
    for (int32_t y = 0; y < 45; y++) {
        for (int32_t x = 0; x < 37; x++) {
            uint8_t cost = wend_grid_cost(grid, 1, x, y);
            assert_int_equal(c.drawn[y][x], 1);
            assert_true(is(c.values[y][x], (double)cost));
            assert_int_equal(c.meanings[y][x],
                             cost == WEND_COST_WALL ? WEND_MEANING_WALL : WEND_MEANING_GROUND);
        }
    }
    assert_int_equal(c.drawn[45][0] + c.drawn[0][37], 0);
    /* Rows 0-3: 1; 4-9: 3; 10-19: 5; 20-23: 3; 24-43: 1; 44: 2. */
    assert_int_equal(c.rectangles, 15);
    wend_grid_destroy(grid);
}

static void grid_draw_open_ground_is_one_rectangle(void **state)
{
    (void)state;
    static canvas c;
    wend_grid *grid = grid_of(4096, 4096, &c);
    wend_draw draw = {.cells = on_cells, .context = &c};
    assert_int_equal(wend_grid_draw(grid, 0, &draw), WEND_OK);
    assert_int_equal(c.rectangles, 1);
    wend_grid_destroy(grid);
}

static void grid_draw_without_callback_draws_nothing(void **state)
{
    (void)state;
    static canvas c;
    wend_grid *grid = grid_of(37, 45, &c);
    wend_draw draw = {0};
    assert_int_equal(wend_grid_draw(grid, 0, &draw), WEND_OK);
    assert_int_equal(wend_grid_draw(grid, 0, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_draw(grid, 2, &draw), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_draw(grid, WEND_CLASS_ALL, &draw), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_grid_draw(NULL, 0, &draw), WEND_ERROR_ARGUMENT);
    wend_grid_destroy(grid);
}

/* ---- hexes ---- */

typedef struct hex_canvas {
    const wend_grid *grid;
    wend_hex_layout layout;
    double cell_size;
    uint32_t polygons;
    uint32_t drawn[SIDE * SIDE];
    double values[SIDE * SIDE];
    wend_meaning meanings[SIDE * SIDE];
    wend_vec2 low, high; /* Of all corners. */
} hex_canvas;

static void on_polygon(void *context, const wend_vec2 *points, size_t count, wend_meaning meaning,
                       double value)
{
    hex_canvas *c = context;
    assert_int_equal(count, 6);
    const wend_vec2 centre = wend_vec2_lerp(points[0], points[3], 0.5);
    const wend_node node = wend_grid_node_at(c->grid, centre);
    assert_int_not_equal(node, WEND_NODE_NONE);
    wend_vec2 corners[6];
    wend_hex_corners(c->layout, c->cell_size, wend_grid_position(c->grid, node), corners);
    for (int i = 0; i < 6; i++) {
        assert_true(is(corners[i].x, points[i].x) && is(corners[i].y, points[i].y));
        c->low.x = fmin(c->low.x, points[i].x);
        c->low.y = fmin(c->low.y, points[i].y);
        c->high.x = fmax(c->high.x, points[i].x);
        c->high.y = fmax(c->high.y, points[i].y);
    }
    c->polygons++;
    c->drawn[node]++;
    c->values[node] = value;
    c->meanings[node] = meaning;
}

static wend_grid *hex_grid_of(wend_hex_layout layout, int32_t width, int32_t height, hex_canvas *c)
{
    memset(c, 0, sizeof *c);
    wend_grid_def def = grids_def(width, height, 2);
    def.neighbours = WEND_NEIGHBOURS_6;
    def.hex_layout = layout;
    def.cell_size = 0.75;
    def.origin = (wend_vec2){-3.0, 7.5};
    wend_grid *grid = grids_make(def);
    c->grid = grid;
    c->layout = layout;
    c->cell_size = def.cell_size;
    c->low = (wend_vec2){1e9, 1e9};
    c->high = (wend_vec2){-1e9, -1e9};
    return grid;
}

static void grid_draw_shows_every_hex_once(void **state)
{
    (void)state;
    static hex_canvas c;
    for (int layout = 0; layout < 4; layout++) {
        wend_grid *grid = hex_grid_of((wend_hex_layout)layout, 37, 21, &c);
        assert_int_equal(wend_grid_fill(grid, 1, 3, 4, 30, 10, 9), WEND_OK);
        assert_int_equal(wend_grid_fill(grid, 1, 10, 10, 10, 10, WEND_COST_WALL), WEND_OK);
        wend_draw draw = {.polygon = on_polygon, .context = &c};
        assert_int_equal(wend_grid_draw(grid, 1, &draw), WEND_OK);
        assert_int_equal(c.polygons, 37 * 21);
        for (int32_t i = 0; i < 37 * 21; i++) {
            uint8_t cost = wend_grid_cost(grid, 1, i % 37, i / 37);
            assert_int_equal(c.drawn[i], 1);
            assert_true(is(c.values[i], (double)cost));
            assert_int_equal(c.meanings[i],
                             cost == WEND_COST_WALL ? WEND_MEANING_WALL : WEND_MEANING_GROUND);
        }
        wend_grid_destroy(grid);
    }
}

static void grid_draw_hexes_without_callback_draws_nothing(void **state)
{
    (void)state;
    static hex_canvas c;
    static canvas squares;
    memset(&squares, 0, sizeof squares);
    wend_grid *grid = hex_grid_of(WEND_HEX_ODD_ROWS, 7, 5, &c);
    wend_draw draw = {.cells = on_cells, .context = &squares};
    assert_int_equal(wend_grid_draw(grid, 0, &draw), WEND_OK);
    wend_grid_draw_cell(grid, 3, &draw, WEND_MEANING_REACH, 1.0);
    assert_int_equal(squares.rectangles, 0);
    wend_grid_destroy(grid);
}

static void grid_draw_cell_is_a_square_or_a_hex(void **state)
{
    (void)state;
    static hex_canvas c;
    static canvas squares;
    wend_grid *grid = hex_grid_of(WEND_HEX_EVEN_COLUMNS, 7, 5, &c);
    wend_draw draw = {.cells = on_cells, .polygon = on_polygon, .context = &c};
    wend_grid_draw_cell(grid, 17, &draw, WEND_MEANING_REACH, 0.25);
    assert_int_equal(c.polygons, 1);
    assert_int_equal(c.drawn[17], 1);
    assert_int_equal(c.meanings[17], WEND_MEANING_REACH);
    assert_true(is(c.values[17], 0.25));
    wend_grid_draw_cell(grid, 35, &draw, WEND_MEANING_REACH, 0.25);
    wend_grid_draw_cell(grid, WEND_NODE_NONE, &draw, WEND_MEANING_REACH, 0.25);
    wend_grid_draw_cell(grid, 17, NULL, WEND_MEANING_REACH, 0.25);
    wend_grid_draw_cell(NULL, 17, &draw, WEND_MEANING_REACH, 0.25);
    assert_int_equal(c.polygons, 1);
    wend_grid_destroy(grid);

    grid = grid_of(7, 5, &squares);
    draw.context = &squares;
    wend_grid_draw_cell(grid, 17, &draw, WEND_MEANING_FRONTIER, 0.5);
    assert_int_equal(squares.rectangles, 1);
    assert_int_equal(squares.drawn[2][3], 1);
    assert_int_equal(squares.meanings[2][3], WEND_MEANING_FRONTIER);
    assert_true(is(squares.values[2][3], 0.5));
    draw.cells = NULL;
    wend_grid_draw_cell(grid, 17, &draw, WEND_MEANING_FRONTIER, 0.5);
    assert_int_equal(squares.rectangles, 1);
    wend_grid_destroy(grid);
}

/* ---- bounds ---- */

static bool is_near(wend_vec2 a, wend_vec2 b)
{
    return wend_vec2_distance(a, b) < 1e-9;
}

static void grid_bounds_of_hexes_are_those_of_all_corners(void **state)
{
    (void)state;
    static hex_canvas c;
    for (int i = 0; i < 4 * 3 * 3; i++) {
        wend_grid *grid = hex_grid_of((wend_hex_layout)(i % 4), 1 + i / 4 % 3, 1 + i / 12, &c);
        wend_draw draw = {.polygon = on_polygon, .context = &c};
        assert_int_equal(wend_grid_draw(grid, 0, &draw), WEND_OK);
        wend_vec2 low;
        wend_vec2 high;
        wend_grid_bounds(grid, &low, &high);
        assert_true(is_near(low, c.low) && is_near(high, c.high));
        wend_grid_destroy(grid);
    }
}

static void grid_bounds_of_squares_are_the_map(void **state)
{
    (void)state;
    static canvas c;
    wend_grid *grid = grid_of(7, 5, &c);
    wend_vec2 low = {9.0, 9.0};
    wend_vec2 high = {9.0, 9.0};
    wend_grid_bounds(grid, &low, NULL);
    wend_grid_bounds(grid, NULL, &high);
    assert_true(is(low.x, -3.0) && is(low.y, 7.5) && is(high.x, 0.5) && is(high.y, 10.0));
    wend_grid_bounds(NULL, &low, &high);
    assert_true(is(low.x, 0.0) && is(low.y, 0.0) && is(high.x, 0.0) && is(high.y, 0.0));
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grid_draw_shows_every_cell_once),
        cmocka_unit_test(grid_draw_open_ground_is_one_rectangle),
        cmocka_unit_test(grid_draw_without_callback_draws_nothing),
        cmocka_unit_test(grid_draw_shows_every_hex_once),
        cmocka_unit_test(grid_draw_hexes_without_callback_draws_nothing),
        cmocka_unit_test(grid_draw_cell_is_a_square_or_a_hex),
        cmocka_unit_test(grid_bounds_of_hexes_are_those_of_all_corners),
        cmocka_unit_test(grid_bounds_of_squares_are_the_map),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
