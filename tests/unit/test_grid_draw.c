/* Takes: grids drawn into an array of cells.
 * Gives: every cell drawn once with its meaning and value, in few rectangles.
 * Cost: milliseconds. */
#include "test.h"

#include "base/bits.h"
#include "wend/grid.h"

#include <math.h>
#include <string.h>

enum { SIDE = 64 };

typedef struct canvas {
    double cell_size;
    wend_vec2 origin;
    uint32_t rectangles;
    uint32_t drawn[SIDE][SIDE]; /* How often. */
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
    wend_grid_def def = wend_grid_def_default();
    def.width = width;
    def.height = height;
    def.class_count = 2;
    def.cell_size = c->cell_size;
    def.origin = c->origin;
    wend_grid *grid = NULL;
    assert_int_equal(wend_grid_create(&def, &grid), WEND_OK);
    return grid;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grid_draw_shows_every_cell_once),
        cmocka_unit_test(grid_draw_open_ground_is_one_rectangle),
        cmocka_unit_test(grid_draw_without_callback_draws_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
