/* Random crowds of mixed sizes on random ground: no body ever overlaps another by more than a
 * twentieth of the smaller diameter, nor a wall, tested slowly after every tick. */
#include "support/crowd_slow.h"
#include "support/crowds.h"
#include "support/gen.h"
#include "support/grids.h"
#include "support/test.h"
#include "support/walls.h"

#include <stdlib.h>

enum { BODIES = 60, TICKS = 300, SIDE = 16 };

static const double OVERLAP_MOST = 0.05;
static const double DEEPEST = 1e-3; /* metres in a wall */

typedef struct ground {
    uint64_t seed;
    wend_grid *grid;
    wend_walls *walls;
    wend_crowd *crowd;
    double side;
} ground;

static wend_vec2 place(const ground *g, uint64_t id, uint64_t k)
{
    return (wend_vec2){g->side * wend_random_unit(g->seed, id, k),
                       g->side * wend_random_unit(g->seed, id + 1, k)};
}

static void build(ground *g)
{
    wend_grid_def def = wend_grid_def_default();
    def.width = SIDE;
    def.height = SIDE;
    def.cell_size = 2;
    g->side = (double)SIDE * def.cell_size;
    g->grid = grids_make(def);
    g->walls = walls_empty();
    for (uint64_t i = 0; i < 20; i++) {
        const int32_t x = (int32_t)wend_random_below(g->seed, 1, i, SIDE);
        const int32_t y = (int32_t)wend_random_below(g->seed, 2, i, SIDE);
        grids_set(g->grid, x, y, WEND_COST_WALL);
    }
    for (uint64_t i = 0; i < 8; i++) {
        const wend_vec2 a = place(g, 10, i);
        const wend_vec2 b = place(g, 12, i);
        const wend_vec2 to = {a.x + (b.x - a.x) / 6, a.y + (b.y - a.y) / 6};
        walls_add(g->walls, a, to, WEND_STOPS_ALL);
    }
}

/* At a position with room, beside all others. */
static bool find_place(const ground *g, uint64_t i, double radius, wend_vec2 *at)
{
    for (uint64_t k = 0; k < 200; k++) {
        wend_body_id id;
        size_t count;
        *at = place(g, 100 + 4 * i, k);
        (void)wend_crowd_query_circle(g->crowd, 0, *at, radius + 0.02, &id, 1, &count);
        if (count == 0 && crowd_slow_room(g->grid, g->walls, *at) > radius + 0.02) {
            return true;
        }
    }
    return false;
}

static void put(ground *g, uint64_t i)
{
    wend_body_def def = wend_body_def_default();
    wend_body_id id;
    def.radius = 0.1 + 0.9 * wend_random_unit(g->seed, 20, i) * wend_random_unit(g->seed, 21, i);
    def.speed = 0.6 + 2 * wend_random_unit(g->seed, 22, i);
    def.mass = 300 * def.radius;
    if (!find_place(g, i, def.radius, &def.position)) {
        return;
    }
    assert_int_equal(wend_crowd_add_body(g->crowd, &def, &id), WEND_OK);
    const wend_vec2 to = i % 3 == 0 ? (wend_vec2){g->side / 2, g->side / 2} : place(g, 30, i);
    if (i % 5 == 4) {
        const wend_vec2 velocity = {to.x / g->side * 4 - 2, to.y / g->side * 4 - 2};
        assert_int_equal(wend_crowd_set_velocity(g->crowd, id, velocity), WEND_OK);
    } else if (i % 7 != 6) {
        assert_int_equal(wend_crowd_set_goal(g->crowd, id, to, 0), WEND_OK);
    }
}

static bool is_in_order(const ground *g, uint64_t tick)
{
    const double overlap = crowd_slow_overlap(g->crowd);
    const double gap = crowd_slow_least_gap(g->crowd, g->grid, g->walls);
    wend_crowd_info info;
    wend_crowd_get_info(g->crowd, &info);
    if (overlap > OVERLAP_MOST || !(gap >= -DEEPEST) || info.wall_violations != 0) {
        print_message("seed %u tick %u: overlap %g, gap to walls %g, violations %u\n",
                      (unsigned)g->seed, (unsigned)tick, overlap, gap,
                      (unsigned)info.wall_violations);
        return false;
    }
    return true;
}

static bool holds(uint64_t seed, void *context)
{
    (void)context;
    ground g = {.seed = seed};
    build(&g);
    wend_crowd_def def = wend_crowd_def_default();
    def.max_bodies = BODIES;
    def.grid = g.grid;
    def.walls = g.walls;
    g.crowd = crowds_make(def);
    for (uint64_t i = 0; i < BODIES; i++) {
        put(&g, i);
    }
    bool is_good = true;
    for (uint64_t tick = 0; tick < TICKS && is_good; tick++) {
        crowds_tick(g.crowd, 1);
        is_good = is_in_order(&g, tick);
    }
    wend_crowd_destroy(g.crowd);
    wend_walls_destroy(g.walls);
    wend_grid_destroy(g.grid);
    return is_good;
}

static void walkers_keep_apart_from_each_other_and_from_walls(void **state)
{
    (void)state;
    gen_property("walkers keep apart", 8, holds, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(walkers_keep_apart_from_each_other_and_from_walls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
