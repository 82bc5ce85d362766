/* Levels made of random grids, and grids made of those levels, have the same cells open; the lines
 * of a level are as few and as right as they can be. */
#include "support/gen.h"
#include "support/test.h"

#include "support/grids.h"
#include "wend/level.h"
#include "wend/walls.h"

#include <stdlib.h>

/* True if there is a cell at a position, and it is open. */
static bool is_open_at(const wend_grid *grid, wend_vec2 position)
{
    int32_t x;
    int32_t y;
    return wend_grid_cell(grid, wend_grid_node_at(grid, position), &x, &y) &&
           wend_grid_is_open(grid, 0, WEND_TEAM_NONE, x, y);
}

static uint32_t cell_count(const wend_grid *grid)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    return (uint32_t)(info.width * info.height);
}

/* True if the open cells of one grid are open in the other one, too. */
static bool lies_in(const wend_grid *one, const wend_grid *other)
{
    for (wend_node node = 0; node < cell_count(one); node++) {
        const wend_vec2 position = wend_grid_position(one, node);
        if (is_open_at(one, position) && !is_open_at(other, position)) {
            print_error("the cell at (%g, %g) is open in one only\n", position.x, position.y);
            return false;
        }
    }
    return true;
}

static bool comes_back(const wend_grid *grid)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    wend_level *level;
    wend_message message;
    assert_int_equal(wend_level_from_grid(grid, 0, WEND_TEAM_NONE, &level, &message), WEND_OK);
    bool is_good = true;
    if (wend_level_line_count(level) > 0) {
        wend_level_grid_def def = wend_level_grid_def_default();
        def.cell_size = info.cell_size;
        def.neighbours = info.neighbours;
        def.hex_layout = info.hex_layout;
        wend_grid *back;
        assert_int_equal(wend_level_build_grid(level, &def, &back), WEND_OK);
        is_good = lies_in(grid, back) && lies_in(back, grid);
        wend_grid_destroy(back);
    } else {
        for (wend_node node = 0; node < cell_count(grid); node++) {
            is_good = is_good && !is_open_at(grid, wend_grid_position(grid, node));
        }
    }
    wend_level_destroy(level);
    return is_good;
}

/* A grid of the map's cells with another size and origin. */
static wend_grid *moved_grid(const gen_map *map, uint64_t seed)
{
    static const double sizes[4] = {1.0, 0.1, 0.37, 64.0};
    wend_grid_def def = wend_grid_def_default();
    def.width = map->width;
    def.height = map->height;
    def.cell_size = sizes[wend_random_below(seed, 1, 1, 4)];
    def.origin = (wend_vec2){wend_random_unit(seed, 1, 2) * 100 - 50,
                             wend_random_unit(seed, 1, 3) * 100 - 50};
    wend_grid *grid = grids_make(def);
    assert_int_equal(
        wend_grid_set_costs(grid, 0, 0, 0, map->width, map->height, map->costs, (size_t)map->width),
        WEND_OK);
    return grid;
}

static bool map_is_lost(const gen_map *map, void *context)
{
    (void)context;
    wend_grid *grid = moved_grid(map, map->seed);
    const bool is_good = comes_back(grid);
    wend_grid_destroy(grid);
    return !is_good;
}

static void level_of_squares_gives_the_same_cells(void **state)
{
    (void)state;
    gen_property_maps("level_squares", 150, 24, map_is_lost, NULL);
}

static bool is_close(wend_vec2 a, wend_vec2 b)
{
    return wend_vec2_distance(a, b) < 1e-9;
}

/* True if the level of a grid with an open border is as large as the grid. */
static bool has_bounds_of(const wend_grid *grid)
{
    wend_level *level;
    assert_int_equal(wend_level_from_grid(grid, 0, WEND_TEAM_NONE, &level, NULL), WEND_OK);
    wend_vec2 low, high, grid_low, grid_high;
    assert_true(wend_level_bounds(level, &low, &high));
    wend_grid_bounds(grid, &grid_low, &grid_high);
    wend_level_destroy(level);
    return is_close(low, grid_low) && is_close(high, grid_high);
}

/* Hexes with open outermost ones: the level then begins where the grid does. */
static bool hexes_come_back(uint64_t seed, void *context)
{
    (void)context;
    wend_grid_def def = wend_grid_def_default();
    def.width = 2 + (int32_t)wend_random_below(seed, 2, 0, 14);
    def.height = 2 + (int32_t)wend_random_below(seed, 2, 1, 14);
    def.neighbours = WEND_NEIGHBOURS_6;
    def.hex_layout = (wend_hex_layout)wend_random_below(seed, 2, 2, 4);
    def.cell_size = 0.25 + wend_random_unit(seed, 2, 3) * 5;
    def.origin = (wend_vec2){wend_random_unit(seed, 2, 4) * 9, wend_random_unit(seed, 2, 5) * 9};
    wend_grid *grid = grids_make(def);
    for (int32_t y = 1; y < def.height - 1; y++) {
        for (int32_t x = 1; x < def.width - 1; x++) {
            const uint64_t cell = (uint64_t)(y * def.width + x);
            const uint8_t cost = (uint8_t)(1 + wend_random_below(seed, cell, 6, 3));
            const bool is_wall = wend_random_below(seed, cell, 7, 3) == 0;
            wend_grid_set_cost(grid, 0, x, y, is_wall ? WEND_COST_WALL : cost);
        }
    }
    const bool is_good = comes_back(grid) && has_bounds_of(grid);
    wend_grid_destroy(grid);
    return is_good;
}

static void level_of_hexes_gives_the_same_cells(void **state)
{
    (void)state;
    gen_property("level_hexes", 100, hexes_come_back, NULL);
}

/* ---- lines ---- */

static uint8_t cost_at(const gen_map *map, int32_t x, int32_t y)
{
    const bool is_inside = x >= 0 && y >= 0 && x < map->width && y < map->height;
    return is_inside ? map->costs[y * map->width + x] : WEND_COST_WALL;
}

/* Runs of borders along rows and columns, counted cell by cell. */
static size_t runs_of(const gen_map *map)
{
    size_t runs = 0;
    for (int32_t y = 0; y <= map->height; y++) {
        for (int32_t x = 0; x <= map->width; x++) {
            const uint8_t here = cost_at(map, x, y);
            const uint8_t up = cost_at(map, x, y - 1);
            const uint8_t left = cost_at(map, x - 1, y);
            const uint8_t corner = cost_at(map, x - 1, y - 1);
            runs += here != up && !(left == here && corner == up);
            runs += here != left && !(up == here && corner == left);
        }
    }
    return runs;
}

static uint8_t cost_of_region(const wend_level *level, uint32_t region)
{
    return region == WEND_REGION_NONE ? WEND_COST_WALL
                                      : (uint8_t)wend_level_get_region(level, region).tag;
}

/* Has each line on its sides, half a cell from its middle, what it says? */
static bool is_line_right(const gen_map *map, const wend_level *level, uint32_t index)
{
    const wend_level_line line = wend_level_get_line(level, index);
    const wend_vec2 along = wend_vec2_normalize(wend_vec2_sub(line.b, line.a));
    const wend_vec2 aside = wend_vec2_scale(wend_vec2_perpendicular(along), 0.5);
    const wend_vec2 first = wend_vec2_add(line.a, wend_vec2_scale(along, 0.5));
    const wend_vec2 left = wend_vec2_add(first, aside);
    const wend_vec2 right = wend_vec2_sub(first, aside);
    const uint8_t cost_left =
        cost_at(map, (int32_t)(left.x + 10) - 10, (int32_t)(left.y + 10) - 10);
    const uint8_t cost_right =
        cost_at(map, (int32_t)(right.x + 10) - 10, (int32_t)(right.y + 10) - 10);
    const bool is_wall = cost_left == WEND_COST_WALL || cost_right == WEND_COST_WALL;
    return cost_of_region(level, line.left) == cost_left &&
           cost_of_region(level, line.right) == cost_right &&
           line.stops == (is_wall ? WEND_STOPS_ALL : 0);
}

static bool has_wrong_lines(const gen_map *map, void *context)
{
    (void)context;
    wend_grid *grid = gen_map_grid(map, NULL);
    wend_level *level;
    assert_int_equal(wend_level_from_grid(grid, 0, WEND_TEAM_NONE, &level, NULL), WEND_OK);
    bool is_good = wend_level_line_count(level) == runs_of(map);
    for (uint32_t i = 0; i < wend_level_line_count(level); i++) {
        is_good = is_good && is_line_right(map, level, i);
    }
    wend_level_destroy(level);
    wend_grid_destroy(grid);
    return !is_good;
}

static void level_of_squares_has_one_line_for_each_run(void **state)
{
    (void)state;
    gen_property_maps("level_lines", 150, 24, has_wrong_lines, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(level_of_squares_gives_the_same_cells),
        cmocka_unit_test(level_of_hexes_gives_the_same_cells),
        cmocka_unit_test(level_of_squares_has_one_line_for_each_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
