/* Takes: random maps and radii.
 * Gives: whether the cells closed for a radius are those that measuring every wall closes.
 * Cost: each cell against every other one. */
#include "clearance.h"

#include "gen.h"
#include "test.h"

#include <math.h>

static bool is_wall(const gen_map *map, int32_t x, int32_t y)
{
    const bool is_inside = x >= 0 && y >= 0 && x < map->width && y < map->height;
    return !is_inside || map->costs[y * map->width + x] == WEND_COST_WALL;
}

/* Distance from the centre of a cell to the square of another, in cells. */
static double distance(int32_t dx, int32_t dy)
{
    const double x = fmax(0.0, fabs((double)dx) - 0.5);
    const double y = fmax(0.0, fabs((double)dy) - 0.5);
    return sqrt(x * x + y * y);
}

/* The slow twin; one ring of cells outside stands for the map's edge. */
static bool is_too_near(const gen_map *map, int32_t x, int32_t y, double radius)
{
    for (int32_t wy = -1; wy <= map->height; wy++) {
        for (int32_t wx = -1; wx <= map->width; wx++) {
            if (is_wall(map, wx, wy) && distance(wx - x, wy - y) < radius) {
                return true;
            }
        }
    }
    return false;
}

static bool breaks_clearance(const gen_map *map, void *context)
{
    /* Whole halves, where the comparison hangs by one bit, and numbers between. */
    static const double RADII[] = {0.0, 0.3, 0.5, 0.6, 0.75, 1.0, 1.5, 2.2, 2.5, 3.7, 40.0};
    const map_agent agent = {.movement_class = 0, .team = -1};
    wend_grid *grid = gen_map_grid(map, NULL);
    bool is_broken = grid == NULL;
    (void)context;
    for (size_t i = 0; i < sizeof RADII / sizeof RADII[0] && !is_broken; i++) {
        wend_grid *made = NULL;
        is_broken = clearance_grid(grid, &agent, RADII[i], &made) != WEND_OK;
        for (int32_t y = 0; y < map->height && !is_broken; y++) {
            for (int32_t x = 0; x < map->width && !is_broken; x++) {
                const bool is_closed = is_wall(map, x, y) || is_too_near(map, x, y, RADII[i]);
                const uint8_t expected =
                    is_closed ? WEND_COST_WALL : map->costs[y * map->width + x];
                is_broken = wend_grid_cost(made, 0, x, y) != expected;
            }
        }
        wend_grid_destroy(made);
    }
    wend_grid_destroy(grid);
    return is_broken;
}

static void clearance_closes_exactly_the_cells_too_near_to_walls(void **state)
{
    (void)state;
    gen_property_maps("clearance", 60, 14, breaks_clearance, NULL);
}

static wend_grid *make_gated(void)
{
    wend_grid *grid = NULL;
    wend_grid_def def = wend_grid_def_default();
    def.width = 9;
    def.height = 9;
    def.cell_size = 2.0;
    def.class_count = 2;
    assert_int_equal(wend_grid_create(&def, &grid), WEND_OK);
    assert_int_equal(wend_grid_close_to_teams(grid, 4, 4, 1, 1, 1u << 3), WEND_OK);
    return grid;
}

static void clearance_gate_is_a_wall_for_those_it_stops(void **state)
{
    (void)state;
    wend_grid *grid = make_gated();
    wend_grid *made = NULL;
    const map_agent stopped = {.movement_class = 1, .team = 3};
    assert_int_equal(clearance_grid(grid, &stopped, 2.0, &made), WEND_OK);
    assert_int_equal(wend_grid_cost(made, 1, 3, 4), WEND_COST_WALL);
    assert_int_equal(wend_grid_cost(made, 1, 2, 4), 1);
    assert_int_equal(wend_grid_cost(made, 0, 3, 4), 1);
    assert_int_equal(wend_grid_closed_teams(made, 4, 4), 1u << 3);
    wend_grid_destroy(made);
    const map_agent owner = {.movement_class = 1, .team = 2};
    assert_int_equal(clearance_grid(grid, &owner, 2.0, &made), WEND_OK);
    assert_int_equal(wend_grid_cost(made, 1, 3, 4), 1);
    wend_grid_destroy(made);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clearance_closes_exactly_the_cells_too_near_to_walls),
        cmocka_unit_test(clearance_gate_is_a_wall_for_those_it_stops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
