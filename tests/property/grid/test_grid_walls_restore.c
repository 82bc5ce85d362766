/* Walls of random grids that are saved and restored beside their grid: the restored ones have the same
 * segments under the same ids, and every later edit gives both the same walls. */
#include "support/gen.h"
#include "support/test.h"

#include "support/grids.h"
#include "wend/grid_walls.h"
#include "wend/hex.h"
#include "wend/walls.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE_MAX = 40, EDITS = 6 };

typedef struct dice {
    uint64_t seed, tick;
} dice;

static int32_t roll(dice *d, int32_t low, int32_t high)
{
    const uint32_t span = (uint32_t)(high - low + 1);
    return low + (int32_t)wend_random_below(d->seed, 0, d->tick++, span);
}

static wend_grid_def roll_def(dice *d)
{
    static const wend_neighbours kinds[3] = {WEND_NEIGHBOURS_4, WEND_NEIGHBOURS_6,
                                             WEND_NEIGHBOURS_8};
    wend_grid_def def = wend_grid_def_default();
    def.width = roll(d, 1, SIDE_MAX);
    def.height = roll(d, 1, SIDE_MAX);
    def.neighbours = kinds[roll(d, 0, 2)];
    def.sector_size = roll(d, 8, 20);
    def.class_count = 2;
    return def;
}

static void edit(dice *d, wend_grid *grid)
{
    wend_grid_info info;
    wend_grid_get_info(grid, &info);
    const int32_t x = roll(d, 0, info.width - 1);
    const int32_t y = roll(d, 0, info.height - 1);
    const int32_t width = roll(d, 1, info.width - x < 9 ? info.width - x : 9);
    const int32_t height = roll(d, 1, info.height - y < 9 ? info.height - y : 9);
    const uint8_t cost = (uint8_t)(roll(d, 0, 2) > 0 ? WEND_COST_WALL : 1);
    (void)wend_grid_fill(grid, (uint32_t)roll(d, 0, 1), x, y, width, height, cost);
}

/* A grid, walls with some of the user's in them, and the walls of the grid in these or in its own. */
typedef struct world {
    wend_grid *grid;
    wend_walls *walls; /* NULL = its own */
    wend_grid_walls *grid_walls;
} world;

static world open_world(wend_grid_def def, bool owns_walls, bool has_edge)
{
    const wend_grid_walls_layer layers[2] = {{1, WEND_STOPS_SIGHT, 11}, {0, WEND_STOPS_WALK, 0}};
    world w = {grids_make(def), NULL, NULL};
    wend_grid_walls_def walls_def = wend_grid_walls_def_default();
    const wend_walls_def empty = wend_walls_def_default();
    if (!owns_walls) {
        assert_int_equal(wend_walls_create(&empty, &w.walls), WEND_OK);
        (void)wend_walls_add_segment(w.walls, (wend_vec2){1, 1}, (wend_vec2){4, 3}, WEND_STOPS_ALL,
                                     5, NULL);
    }
    (void)wend_grid_fill(w.grid, 0, 0, 0, 1, 1, WEND_COST_WALL);
    walls_def.grid = w.grid;
    walls_def.walls = w.walls;
    walls_def.has_edge = has_edge;
    walls_def.layers = layers;
    walls_def.layer_count = 2;
    assert_int_equal(wend_grid_walls_create(&walls_def, &w.grid_walls), WEND_OK);
    return w;
}

static void close_world(world *w)
{
    wend_grid_walls_destroy(w->grid_walls);
    wend_walls_destroy(w->walls);
    wend_grid_destroy(w->grid);
}

typedef struct bytes {
    uint8_t *items;
    size_t count;
} bytes;

typedef wend_result (*save_fn)(const void *object, uint8_t *items, size_t capacity, size_t *count);

static wend_result save_grid(const void *object, uint8_t *items, size_t capacity, size_t *count)
{
    return wend_grid_save(object, items, capacity, count);
}

static wend_result save_walls(const void *object, uint8_t *items, size_t capacity, size_t *count)
{
    return wend_walls_save(object, items, capacity, count);
}

static wend_result save_grid_walls(const void *object, uint8_t *items, size_t capacity,
                                   size_t *count)
{
    return wend_grid_walls_save(object, items, capacity, count);
}

static bytes save(save_fn function, const void *object)
{
    bytes b = {NULL, 0};
    assert_int_equal(function(object, NULL, 0, &b.count), WEND_TRUNCATED);
    b.items = malloc(b.count);
    assert_non_null(b.items);
    assert_int_equal(function(object, b.items, b.count, &b.count), WEND_OK);
    return b;
}

static void restore(world *w, const bytes *grid, const bytes *walls, const bytes *grid_walls)
{
    assert_int_equal(wend_grid_restore(w->grid, grid->items, grid->count), WEND_OK);
    if (walls->items != NULL) {
        assert_int_equal(wend_walls_restore(w->walls, walls->items, walls->count), WEND_OK);
    }
    if (wend_grid_walls_restore(w->grid_walls, grid_walls->items, grid_walls->count) != WEND_OK) {
        fail_msg("%s", wend_grid_walls_error(w->grid_walls));
    }
}

static bool is_same(const world *a, const world *b)
{
    return wend_walls_hash(wend_grid_walls_get(a->grid_walls)) ==
               wend_walls_hash(wend_grid_walls_get(b->grid_walls)) &&
           wend_grid_walls_hash(a->grid_walls) == wend_grid_walls_hash(b->grid_walls) &&
           wend_grid_walls_is_fresh(a->grid_walls) == wend_grid_walls_is_fresh(b->grid_walls) &&
           wend_grid_walls_segment_count(a->grid_walls) ==
               wend_grid_walls_segment_count(b->grid_walls);
}

static bool goes_on(dice *d, world *one, world *other)
{
    for (int i = 0; i < EDITS; ++i) {
        const dice before = *d;
        edit(d, one->grid);
        dice again = before;
        edit(&again, other->grid);
        assert_int_equal(wend_grid_walls_update(one->grid_walls), WEND_OK);
        assert_int_equal(wend_grid_walls_update(other->grid_walls), WEND_OK);
        if (!is_same(one, other)) {
            return false;
        }
    }
    return true;
}

static bool restored_goes_on_as_saved(uint64_t seed, void *context)
{
    (void)context;
    dice d = {seed, 0};
    const wend_grid_def def = roll_def(&d);
    const bool owns_walls = roll(&d, 0, 2) == 0;
    const bool has_edge = roll(&d, 0, 1) == 0;
    world one = open_world(def, owns_walls, has_edge);
    for (int i = 0; i < EDITS; ++i) {
        edit(&d, one.grid);
        if (i + 1 < EDITS || roll(&d, 0, 1) == 0) {
            assert_int_equal(wend_grid_walls_update(one.grid_walls), WEND_OK);
        }
    }
    const bytes grid = save(save_grid, one.grid);
    const bytes walls = owns_walls ? (bytes){NULL, 0} : save(save_walls, one.walls);
    const bytes grid_walls = save(save_grid_walls, one.grid_walls);
    world other = open_world(def, owns_walls, has_edge);
    if (roll(&d, 0, 1) == 0) {
        edit(&d, other.grid);
        assert_int_equal(wend_grid_walls_update(other.grid_walls), WEND_OK);
    }
    restore(&other, &grid, &walls, &grid_walls);
    bool holds = is_same(&one, &other);
    const bytes again = save(save_grid_walls, other.grid_walls);
    holds = holds && again.count == grid_walls.count &&
            memcmp(again.items, grid_walls.items, again.count) == 0;
    holds = holds && goes_on(&d, &one, &other);
    free(grid.items);
    free(walls.items);
    free(grid_walls.items);
    free(again.items);
    close_world(&one);
    close_world(&other);
    return holds;
}

static void grid_walls_that_are_restored_go_on_as_the_saved_ones(void **state)
{
    (void)state;
    gen_property("grid walls: restored", 300, restored_goes_on_as_saved, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grid_walls_that_are_restored_go_on_as_the_saved_ones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
