/* wend_space_can_walk on random maps agrees with measuring every wall of the map. */
#include "reference.h"
#include "support/grids.h"
#include "support/test.h"
#include "support/world.h"
#include "wend/search.h"

#include <stdio.h>

enum { LINES = 60 };

/* Both verdicts must be common, or the test proves nothing. */
typedef struct verdicts {
    uint32_t all, walkable;
} verdicts;

static wend_vec2 metres(reference_point p)
{
    wend_vec2 position = {reference_metres(p.x), reference_metres(p.y)};
    return position;
}

/* A third of the points are centres of cells, a third lie on quarters, the rest anywhere. */
static reference_point random_point(const gen_map *map, uint64_t line, uint64_t salt)
{
    const uint32_t grains[] = {16, 4, 1};
    uint32_t grain = grains[wend_random_below(map->seed, line, salt, 3)];
    uint32_t width = (uint32_t)map->width * REFERENCE_UNITS;
    uint32_t height = (uint32_t)map->height * REFERENCE_UNITS;
    reference_point p = {wend_random_below(map->seed, line, salt + 1, width) / grain * grain,
                         wend_random_below(map->seed, line, salt + 2, height) / grain * grain};
    if (grain == 16) {
        p.x += 8;
        p.y += 8;
    }
    return p;
}

static reference_point random_end(const gen_map *map, uint64_t line, reference_point from)
{
    reference_point to = random_point(map, line, 10);
    uint32_t kind = wend_random_below(map->seed, line, 20, 8);
    if (kind == 0) {
        to.x = from.x;
    } else if (kind == 1) {
        to.y = from.y;
    } else if (kind <= 4) {
        /* Near: far ones nearly always meet a wall. */
        to.x = (to.x + from.x * 3) / 4;
        to.y = (to.y + from.y * 3) / 4;
    }
    return to;
}

static int64_t random_radius(const gen_map *map, uint64_t line)
{
    const int64_t radii[] = {0, 0, 8, 8, 4, 16, 24};
    uint32_t kind = wend_random_below(map->seed, line, 30, 9);
    return kind < 7 ? radii[kind] : (int64_t)wend_random_below(map->seed, line, 31, 40);
}

/* Along a border the more expensive side counts: clipping to cells counts both there. */
static bool is_along_border(reference_point a, reference_point b)
{
    return (a.x == b.x && a.x % REFERENCE_UNITS == 0) || (a.y == b.y && a.y % REFERENCE_UNITS == 0);
}

static bool is_cost_wrong(const gen_map *map, reference_point a, reference_point b, wend_cost cost)
{
    wend_vec2 from = metres(a);
    wend_vec2 to = metres(b);
    double length = wend_vec2_distance(from, to);
    double expected = reference_mean_factor(map, a, b) * length;
    double got = wend_cost_to_double(cost);
    double slack = 1e-9 + 1e-12 * expected;
    bool is_wrong = got < expected - slack || got > expected + slack;
    if (is_wrong) {
        fprintf(stderr, "cost %.12g, expected %.12g\n", got, expected);
    }
    return is_wrong;
}

static bool is_line_wrong(const gen_map *map, const wend_space *space, uint64_t line,
                          verdicts *seen)
{
    reference_point a = random_point(map, line, 0);
    reference_point b = random_end(map, line, a);
    int64_t radius = random_radius(map, line);
    wend_cost cost = 0;
    bool got = wend_space_can_walk(space, metres(a), metres(b), reference_metres(radius), &cost);
    bool expected = reference_can_walk(map, a, b, radius);
    if (got != expected) {
        fprintf(stderr, "(%d, %d) to (%d, %d) radius %d, in sixteenths: got %d, expected %d\n",
                (int)a.x, (int)a.y, (int)b.x, (int)b.y, (int)radius, got, expected);
        return true;
    }
    ++seen->all;
    if (!got) {
        return cost != WEND_COST_INFINITE;
    }
    ++seen->walkable;
    return !is_along_border(a, b) && is_cost_wrong(map, a, b, cost);
}

static bool disagrees(const gen_map *map, void *context)
{
    verdicts *seen = context;
    world w = world_on(gen_map_grid(map, NULL));
    bool is_wrong = false;
    for (uint64_t line = 0; line < LINES && !is_wrong; ++line) {
        is_wrong = is_line_wrong(map, w.space, line, seen);
    }
    world_free(&w);
    return is_wrong;
}

static void path_walk_agrees_with_measuring_every_wall(void **state)
{
    (void)state;
    verdicts seen = {0, 0};
    gen_property_maps("walk test", 400, 20, disagrees, &seen);
    if (seen.all > 100 * LINES) {
        assert_in_range(seen.walkable, seen.all / 20, seen.all - seen.all / 20);
    }
}

/* The same query, moved and scaled: rounding to units must absorb the changes of the last bits by
 * the transformation. */
static bool differs_when_moved(const gen_map *map, void *context)
{
    (void)context;
    world w = world_on(gen_map_grid(map, NULL));
    const double size = 0.1 + wend_random_unit(map->seed, 1, 100);
    const wend_vec2 origin = {wend_random_unit(map->seed, 2, 100) * 1000.0 - 500.0,
                              wend_random_unit(map->seed, 3, 100) * 1000.0 - 500.0};
    wend_grid_def def = wend_grid_def_default();
    def.width = map->width;
    def.height = map->height;
    def.cell_size = size;
    def.origin = origin;
    wend_grid *grid = grids_make(def);
    assert_int_equal(
        wend_grid_set_costs(grid, 0, 0, 0, map->width, map->height, map->costs, (size_t)map->width),
        WEND_OK);
    world moved = world_on(grid);
    bool is_wrong = false;
    for (uint64_t line = 0; line < LINES && !is_wrong; ++line) {
        reference_point a = random_point(map, line, 0);
        reference_point b = random_end(map, line, a);
        double radius = reference_metres(random_radius(map, line));
        wend_vec2 from = wend_vec2_add(origin, wend_vec2_scale(metres(a), size));
        wend_vec2 to = wend_vec2_add(origin, wend_vec2_scale(metres(b), size));
        wend_cost cost = 0;
        wend_cost cost_moved = 0;
        wend_space_can_walk(w.space, metres(a), metres(b), radius, &cost);
        wend_space_can_walk(moved.space, from, to, radius * size, &cost_moved);
        is_wrong = cost != cost_moved;
    }
    world_free(&moved);
    world_free(&w);
    return is_wrong;
}

static void path_walk_same_verdict_and_cost_when_map_is_moved_and_scaled(void **state)
{
    (void)state;
    gen_property_maps("walk test moved", 200, 20, differs_when_moved, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(path_walk_agrees_with_measuring_every_wall),
        cmocka_unit_test(path_walk_same_verdict_and_cost_when_map_is_moved_and_scaled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
