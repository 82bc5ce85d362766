/* Walls of random grids of squares and hexes that are edited: repaired = fresh, and lines of sight
 * against every cell in their path. */
#include "support/gen.h"
#include "support/test.h"

#include "support/grids.h"
#include "wend/grid_walls.h"
#include "wend/hex.h"
#include "wend/level.h"
#include "wend/walls.h"

#include <stdlib.h>

enum { SIDE_MAX = 40, EDITS = 12, SEGMENTS_MAX = 1 << 13, LINES = 60 };

typedef struct dice {
    uint64_t seed, tick;
} dice;

static int32_t roll(dice *d, int32_t low, int32_t high)
{
    const uint32_t span = (uint32_t)(high - low + 1);
    return low + (int32_t)wend_random_below(d->seed, 0, d->tick++, span);
}

static wend_grid *roll_grid(dice *d)
{
    static const wend_neighbours kinds[3] = {WEND_NEIGHBOURS_4, WEND_NEIGHBOURS_6,
                                             WEND_NEIGHBOURS_8};
    wend_grid_def def = wend_grid_def_default();
    def.width = roll(d, 1, SIDE_MAX);
    def.height = roll(d, 1, SIDE_MAX);
    def.neighbours = kinds[roll(d, 0, 2)];
    def.sector_size = roll(d, 8, 20);
    def.class_count = 2;
    def.hex_layout =
        def.neighbours == WEND_NEIGHBOURS_6 ? (wend_hex_layout)roll(d, 0, 3) : WEND_HEX_ODD_ROWS;
    def.cell_size = roll(d, 0, 1) == 0 ? 1 : 0.7;
    def.origin = (wend_vec2){roll(d, -9, 9), roll(d, -9, 9)};
    return grids_make(def);
}

/* A cell, a rectangle or a gate becomes a wall of a class, or open. */
static void edit(dice *d, wend_grid *grid)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    const int32_t x = roll(d, 0, info.width - 1);
    const int32_t y = roll(d, 0, info.height - 1);
    const int32_t most = roll(d, 0, 2) == 0 ? 12 : 1;
    const int32_t width = roll(d, 1, most < info.width - x ? most : info.width - x);
    const int32_t height = roll(d, 1, most < info.height - y ? most : info.height - y);
    const uint32_t movement_class = roll(d, 0, 2) == 0 ? WEND_CLASS_ALL : (uint32_t)roll(d, 0, 1);
    const int32_t what = roll(d, 0, 7);
    if (what == 0) {
        (void)wend_grid_set_closed_teams(grid, x, y, width, height, roll(d, 0, 1) == 0 ? 8 : 0);
    } else {
        const uint8_t cost = (uint8_t)(what < 5 ? WEND_COST_WALL : what < 7 ? 1 : 9);
        (void)wend_grid_fill(grid, movement_class, x, y, width, height, cost);
    }
}

typedef struct segment {
    wend_vec2 a, b;
    uint32_t stops;
    uint64_t user;
} segment;

static int compare_numbers(double a, double b)
{
    return (a > b) - (a < b);
}

static int compare_segments(const void *one, const void *other)
{
    const segment *a = one;
    const segment *b = other;
    const int orders[6] = {
        compare_numbers(a->a.x, b->a.x),     compare_numbers(a->a.y, b->a.y),
        compare_numbers(a->b.x, b->b.x),     compare_numbers(a->b.y, b->b.y),
        compare_numbers(a->stops, b->stops), (a->user > b->user) - (a->user < b->user)};
    for (int i = 0; i < 6; ++i) {
        if (orders[i] != 0) {
            return orders[i];
        }
    }
    return 0;
}

static size_t list_segments(const wend_walls *walls, segment *segments)
{
    static wend_wall_id ids[SEGMENTS_MAX];
    size_t count = 0;
    assert_int_equal(wend_walls_list(walls, ids, SEGMENTS_MAX, &count), WEND_OK);
    for (size_t i = 0; i < count; ++i) {
        wend_wall wall;
        assert_int_equal(wend_walls_get(walls, ids[i], &wall), WEND_OK);
        assert_int_equal(wall.count, 2);
        segments[i] = (segment){wall.points[0], wall.points[1], wall.stops, wall.user};
    }
    qsort(segments, count, sizeof *segments, compare_segments);
    return count;
}

static bool is_same(const wend_grid_walls *one, const wend_grid_walls *other)
{
    static segment segments[2][SEGMENTS_MAX];
    const size_t count = list_segments(wend_grid_walls_get(one), segments[0]);
    if (list_segments(wend_grid_walls_get(other), segments[1]) != count ||
        wend_grid_walls_segment_count(one) != count) {
        return false;
    }
    for (size_t i = 0; i < count; ++i) {
        if (compare_segments(&segments[0][i], &segments[1][i]) != 0) {
            return false;
        }
    }
    return true;
}

static wend_grid_walls *make(const wend_grid *grid, uint32_t team)
{
    const wend_grid_walls_layer layers[2] = {{1, WEND_STOPS_SIGHT, 11},
                                             {0, WEND_STOPS_WALK | WEND_STOPS_SHOT, 5}};
    wend_grid_walls_def def = wend_grid_walls_def_default();
    def.grid = grid;
    def.layers = layers;
    def.layer_count = 2;
    def.team = team;
    wend_grid_walls *made = NULL;
    assert_int_equal(wend_grid_walls_create(&def, &made), WEND_OK);
    return made;
}

static bool repaired_is_fresh(uint64_t seed, void *context)
{
    (void)context;
    dice d = {seed, 0};
    wend_grid *grid = roll_grid(&d);
    wend_grid_walls *repaired = make(grid, 3);
    bool holds = true;
    for (int i = 0; holds && i < EDITS; ++i) {
        for (int32_t k = roll(&d, 1, 3); k > 0; --k) {
            edit(&d, grid);
        }
        assert_int_equal(wend_grid_walls_update(repaired), WEND_OK);
        assert_true(wend_grid_walls_is_fresh(repaired));
        wend_grid_walls *fresh = make(grid, 3);
        holds = is_same(repaired, fresh);
        wend_grid_walls_destroy(fresh);
    }
    wend_grid_walls_destroy(repaired);
    wend_grid_destroy(grid);
    return holds;
}

/* A position in an open cell of both classes; false where the trials found none. */
static bool roll_position(dice *d, const wend_grid *grid, wend_vec2 *position)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    for (int i = 0; i < 20; ++i) {
        const int32_t x = roll(d, 0, info.width - 1);
        const int32_t y = roll(d, 0, info.height - 1);
        if (!wend_grid_is_open(grid, 0, 3, x, y) || !wend_grid_is_open(grid, 1, 3, x, y)) {
            continue;
        }
        /* Off the centre by less than the least distance to the cell's edge. */
        const wend_vec2 centre = wend_grid_position(grid, wend_grid_node(grid, x, y));
        position->x = centre.x + (wend_random_unit(d->seed, 1, d->tick++) - 0.5) * 0.6;
        position->y = centre.y + (wend_random_unit(d->seed, 1, d->tick++) - 0.5) * 0.6;
        return true;
    }
    return false;
}

/* The walls that a level of one class gives, which test themselves against every wall elsewhere. */
static wend_walls *level_walls(const wend_grid *grid, uint32_t movement_class)
{
    wend_level *level = NULL;
    wend_walls *walls = NULL;
    assert_int_equal(wend_level_from_grid(grid, movement_class, 3, &level, NULL), WEND_OK);
    assert_int_equal(wend_level_build_walls(level, NULL, &walls), WEND_OK);
    wend_level_destroy(level);
    return walls;
}

static bool lines_of_sight_are_those_of_levels(uint64_t seed, void *context)
{
    (void)context;
    dice d = {seed, 0};
    wend_grid *grid = roll_grid(&d);
    wend_grid_walls *grid_walls = make(grid, 3);
    for (int i = 0; i < EDITS; ++i) {
        edit(&d, grid);
        assert_int_equal(wend_grid_walls_update(grid_walls), WEND_OK);
    }
    wend_walls *walk = level_walls(grid, 0);
    wend_walls *sight = level_walls(grid, 1);
    const wend_walls *both = wend_grid_walls_get(grid_walls);
    bool holds = true;
    wend_vec2 a;
    wend_vec2 b;
    for (int i = 0;
         holds && i < LINES && roll_position(&d, grid, &a) && roll_position(&d, grid, &b); ++i) {
        const bool can_see = wend_walls_can_see(sight, a, b, WEND_STOPS_ALL);
        const bool can_walk = wend_walls_can_see(walk, a, b, WEND_STOPS_ALL);
        holds = wend_walls_can_see(both, a, b, WEND_STOPS_SIGHT) == can_see &&
                wend_walls_can_see(both, a, b, WEND_STOPS_WALK) == can_walk &&
                wend_walls_can_see(both, a, b, WEND_STOPS_SHOT | WEND_STOPS_SIGHT) ==
                    (can_see && can_walk);
    }
    wend_walls_destroy(walk);
    wend_walls_destroy(sight);
    wend_grid_walls_destroy(grid_walls);
    wend_grid_destroy(grid);
    return holds;
}

static void walls_after_edits_are_those_of_a_new_object(void **state)
{
    (void)state;
    gen_property("grid walls: repaired = fresh", 150, repaired_is_fresh, NULL);
}

static void lines_see_what_they_see_between_the_walls_of_a_level(void **state)
{
    (void)state;
    gen_property("grid walls: sight", 200, lines_of_sight_are_those_of_levels, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walls_after_edits_are_those_of_a_new_object),
        cmocka_unit_test(lines_see_what_they_see_between_the_walls_of_a_level),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
