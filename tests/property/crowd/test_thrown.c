/* Crowds on ground with pillars under explosions, impulses, belts, wind and a tornado, with walls
 * that rise on them: bodies never overlap, tested slowly after every tick, and bodies in walls move
 * out. */
#include "support/crowd_slow.h"
#include "support/crowds.h"
#include "support/gen.h"
#include "support/grids.h"
#include "support/test.h"

enum { SIDE = 24, BODIES = 130, TICKS = 200, WALLS = 5 };

static const double OVERLAP_MOST = 0.05; /* of the diameter; the requirement */

typedef struct ground {
    uint64_t seed;
    wend_grid *grid;
    wend_crowd *crowd;
    wend_body_id ids[BODIES];
    size_t count;
} ground;

static wend_vec2 place(const ground *g, uint64_t id, uint64_t k)
{
    return (wend_vec2){(double)SIDE * wend_random_unit(g->seed, id, k),
                       (double)SIDE * wend_random_unit(g->seed, id + 1, k)};
}

static void build(ground *g)
{
    g->grid = grids_open(SIDE, SIDE);
    for (uint64_t i = 0; i < 12; i++) {
        const wend_vec2 at = place(g, 1, i);
        grids_set(g->grid, (int32_t)at.x, (int32_t)at.y, 255);
    }
    wend_crowd_def crowd_def = wend_crowd_def_default();
    crowd_def.max_bodies = BODIES;
    crowd_def.grid = g->grid;
    g->crowd = crowds_make(crowd_def);
}

static void put(ground *g, uint64_t i)
{
    wend_body_def def = wend_body_def_default();
    def.radius = 0.15 + 0.5 * wend_random_unit(g->seed, 20, i) * wend_random_unit(g->seed, 21, i);
    def.speed = i % 3 == 0 ? 10 : 1.3;
    def.mass = 300 * def.radius;
    for (uint64_t k = 0; k < 50; k++) {
        wend_body_id id;
        size_t count;
        def.position = place(g, 100 + 4 * i, k);
        (void)wend_crowd_query_circle(g->crowd, 0, def.position, def.radius, &id, 1, &count);
        if (count == 0 && crowd_slow_room(g->grid, NULL, def.position) > def.radius) {
            assert_int_equal(wend_crowd_add_body(g->crowd, &def, &id), WEND_OK);
            if (i % 4 != 0) {
                assert_int_equal(wend_crowd_set_goal(g->crowd, id, place(g, 30, i), 0), WEND_OK);
            }
            assert_int_equal(wend_crowd_set_held(g->crowd, id, i % 16 == 0), WEND_OK);
            g->ids[g->count++] = id;
            return;
        }
    }
}

static void add_zone(ground *g, wend_zone_kind kind, wend_vec2 velocity)
{
    wend_zone_def def = wend_zone_def_default();
    def.kind = kind;
    def.low = place(g, 40, (uint64_t)kind);
    def.high = (wend_vec2){def.low.x + 8, def.low.y + 8};
    def.centre = def.low;
    def.radius = 6;
    def.velocity = velocity;
    assert_int_equal(wend_crowd_add_zone(g->crowd, &def, NULL), WEND_OK);
}

static void disturb(ground *g, uint64_t tick)
{
    if (tick % 20 == 0) {
        assert_int_equal(
            wend_crowd_apply_explosion(g->crowd, 0, place(g, 50, tick), 6, 1500, false, NULL),
            WEND_OK);
    }
    if (tick % 5 == 0) {
        const uint32_t i = wend_random_below(g->seed, 60, tick, (uint32_t)g->count);
        const double most = tick % 15 == 0 ? 1e5 : 2000;
        const wend_vec2 at = place(g, 62, tick);
        const wend_vec2 impulse = {(at.x / (double)SIDE - 0.5) * most,
                                   (at.y / (double)SIDE - 0.5) * most};
        assert_int_equal(wend_crowd_apply_impulse(g->crowd, g->ids[i], impulse), WEND_OK);
    }
}

static bool is_in_order(const ground *g, uint64_t tick, bool is_clear)
{
    const double overlap = crowd_slow_overlap(g->crowd);
    const double gap = crowd_slow_least_gap(g->crowd, g->grid, NULL);
    if (overlap > OVERLAP_MOST || (is_clear && !(gap >= -1e-4))) {
        print_message("seed %u tick %u: overlap %g, gap to walls %g\n", (unsigned)g->seed,
                      (unsigned)tick, overlap, gap);
        return false;
    }
    return true;
}

static bool run(ground *g, void (*disturbs)(ground *, uint64_t), uint64_t until, bool is_clear)
{
    bool is_good = true;
    for (uint64_t tick = 0; tick < until && is_good; tick++) {
        disturbs(g, tick);
        crowds_tick(g->crowd, 1);
        is_good = is_in_order(g, tick, is_clear);
    }
    return is_good;
}

static void begin(ground *g)
{
    build(g);
    for (uint64_t i = 0; i < BODIES; i++) {
        put(g, i);
    }
}

static void end(ground *g)
{
    wend_crowd_destroy(g->crowd);
    wend_grid_destroy(g->grid);
}

static bool holds_when_thrown(uint64_t seed, void *context)
{
    (void)context;
    ground g = {.seed = seed};
    begin(&g);
    add_zone(&g, WEND_ZONE_CONVEYOR, (wend_vec2){2, 1});
    add_zone(&g, WEND_ZONE_WIND, (wend_vec2){800, -300});
    add_zone(&g, WEND_ZONE_TORNADO, (wend_vec2){2000, 1500});
    const bool is_good = run(&g, disturb, TICKS, true);
    end(&g);
    return is_good;
}

/* ---- walls that rise ---- */

static void raise_walls(ground *g, uint64_t tick)
{
    if (tick % 30 == 0 && tick / 30 < WALLS) {
        const wend_vec2 at = place(g, 70, tick);
        grids_wall(g->grid, (int32_t)(at.x * 0.85), (int32_t)(at.y * 0.85), 3, 2);
    }
}

static bool is_anybody_buried(const ground *g)
{
    for (size_t i = 0; i < g->count; i++) {
        wend_body body;
        assert_int_equal(wend_crowd_get_body(g->crowd, g->ids[i], &body), WEND_OK);
        if (crowd_slow_room(g->grid, NULL, body.position) < 0) {
            return true;
        }
    }
    return false;
}

static bool holds_when_walls_rise(uint64_t seed, void *context)
{
    (void)context;
    ground g = {.seed = seed};
    begin(&g);
    bool is_good = run(&g, raise_walls, TICKS, false);
    if (is_good && is_anybody_buried(&g)) {
        print_message("seed %u: somebody is still in a wall\n", (unsigned)seed);
        is_good = false;
    }
    end(&g);
    return is_good;
}

static void those_who_are_thrown_land_on_nobody(void **state)
{
    (void)state;
    gen_property("thrown bodies land on nobody", 6, holds_when_thrown, NULL);
}

static void those_in_walls_get_out_and_overlap_nobody(void **state)
{
    (void)state;
    gen_property("who is in a wall gets out", 6, holds_when_walls_rise, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(those_who_are_thrown_land_on_nobody),
        cmocka_unit_test(those_in_walls_get_out_and_overlap_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
