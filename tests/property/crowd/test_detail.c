/* Crowds with levels of detail in random scenes whose regions move: they are the same on any number
 * of threads and after loading, no body is in a wall or in another one, all arrive, and without
 * regions around them about as late as at full detail. */
#include "support/crowd_scene.h"
#include "support/crowds.h"
#include "support/gen.h"
#include "support/grids.h"
#include "support/pools.h"
#include "support/test.h"
#include "wend/detail.h"
#include "wend/pathfinder.h"

#include <stdlib.h>

enum { BODIES = 300, TICKS = 50, POOLS = 2, RUNS = POOLS + 2, SIDE = 48, WALKERS = 120 };

/* Regions of a tick: none, some, or no levels at all. */
static void look(wend_crowd *crowd, uint64_t seed, uint64_t tick)
{
    wend_detail_def def = wend_detail_def_default();
    wend_detail_region regions[3];
    const uint64_t drawn = wend_random(seed, tick / 8, 77);
    if (drawn % 7 == 0) {
        assert_int_equal(wend_crowd_set_detail(crowd, NULL), WEND_OK);
        return;
    }
    def.regions = regions;
    def.region_count = (uint32_t)(drawn >> 8) % 4;
    for (uint32_t i = 0; i < def.region_count; i++) {
        const double x = (double)wend_random_below(seed, tick / 4, 10 + i, 64);
        const double y = (double)wend_random_below(seed, tick / 4, 20 + i, 64);
        regions[i] = (wend_detail_region){WEND_DETAIL_ALL_FLOORS, {x, y}, {x + i, y + 2}, 4.0 + i};
    }
    def.margin = (double)(drawn >> 16 & 3);
    def.band = (double)(drawn >> 18 & 7);
    def.level_most = 1 + (uint32_t)(drawn >> 24) % WEND_DETAIL_LEVEL_MAX;
    assert_int_equal(wend_crowd_set_detail(crowd, &def), WEND_OK);
}

/* ---- threads ---- */

static void run_backwards(void *context, size_t item_count, size_t block_items, wend_job_fn job,
                          void *job_context)
{
    (void)context;
    for (size_t end = item_count; end > 0;) {
        const size_t begin = (end - 1) / block_items * block_items;
        job(job_context, begin, end);
        end = begin;
    }
}

static bool agree(uint64_t seed, void *context)
{
    const wend_executor *executors = context;
    crowd_scene scenes[RUNS];
    bool is_good = true;
    for (int i = 0; i < RUNS; i++) {
        assert_int_equal(crowd_scene_make(&scenes[i], seed, 2 * BODIES, &executors[i], NULL),
                         WEND_OK);
        scenes[i].answers_later = true;
        scenes[i].edits_ground = true;
        crowd_scene_fill(&scenes[i], scenes[i].crowd, 2 * BODIES - 20);
    }
    for (uint64_t tick = 0; tick < TICKS && is_good; tick++) {
        for (int i = 0; i < RUNS; i++) {
            look(scenes[i].crowd, seed, tick);
            assert_true(crowd_scene_act(&scenes[i], scenes[i].crowd, tick) >= 0);
            crowds_tick(scenes[i].crowd, 1);
            is_good =
                is_good && wend_crowd_hash(scenes[i].crowd) == wend_crowd_hash(scenes[0].crowd);
        }
        is_good = is_good && crowds_info(scenes[0].crowd).wall_violations == 0;
    }
    for (int i = 0; i < RUNS; i++) {
        crowd_scene_free(&scenes[i]);
    }
    return is_good;
}

static void crowds_with_levels_are_the_same_on_any_number_of_threads(void **state)
{
    (void)state;
    static const uint32_t threads[POOLS] = {2, 8};
    wend_pool *pools[POOLS];
    wend_executor executors[RUNS] = {{NULL, NULL}, {run_backwards, NULL}};
    for (int i = 0; i < POOLS; i++) {
        pools[i] = pools_make(threads[i]);
        executors[RUNS - POOLS + i] = wend_pool_executor(pools[i]);
    }
    gen_property("threads do not matter to levels of detail", 8, agree, executors);
    for (int i = 0; i < POOLS; i++) {
        wend_pool_destroy(pools[i]);
    }
}

/* ---- saves ---- */

static void load_into(wend_crowd *to, const wend_crowd *from)
{
    size_t count = 0;
    wend_message message;
    assert_int_equal(wend_crowd_save(from, NULL, 0, &count), WEND_TRUNCATED);
    uint8_t *bytes = malloc(count);
    assert_non_null(bytes);
    assert_int_equal(wend_crowd_save(from, bytes, count, &count), WEND_OK);
    if (wend_crowd_load(to, bytes, count, &message) != WEND_OK) {
        fail_msg("%s", message.text);
    }
    free(bytes);
}

static bool goes_on(uint64_t seed, void *context)
{
    (void)context;
    crowd_scene s;
    wend_crowd *other = NULL;
    assert_int_equal(crowd_scene_make(&s, seed, BODIES + 50, NULL, NULL), WEND_OK);
    crowd_scene_fill(&s, s.crowd, BODIES);
    assert_int_equal(crowd_scene_crowd(&s, BODIES + 50, NULL, NULL, &other), WEND_OK);
    const uint64_t before = 20 + seed % 16;
    for (uint64_t tick = 0; tick < before; tick++) {
        look(s.crowd, seed, tick);
        assert_true(crowd_scene_act(&s, s.crowd, tick) >= 0);
        crowds_tick(s.crowd, 1);
    }
    load_into(other, s.crowd);
    bool is_good = wend_crowd_hash(s.crowd) == wend_crowd_hash(other);
    for (uint64_t tick = before; tick < before + TICKS && is_good; tick++) {
        look(s.crowd, seed, tick);
        look(other, seed, tick);
        assert_true(crowd_scene_act(&s, s.crowd, tick) >= 0);
        assert_true(crowd_scene_act(&s, other, tick) >= 0);
        crowds_tick(s.crowd, 1);
        crowds_tick(other, 1);
        is_good = wend_crowd_hash(s.crowd) == wend_crowd_hash(other);
    }
    wend_crowd_destroy(other);
    crowd_scene_free(&s);
    return is_good;
}

static void assert_same_counts(const wend_crowd *a, const wend_crowd *b)
{
    uint32_t counts[2][WEND_DETAIL_LEVEL_MAX + 1];
    assert_int_equal(wend_crowd_count_detail(a, counts[0]), wend_crowd_count_detail(b, counts[1]));
    assert_memory_equal(counts[0], counts[1], sizeof counts[0]);
}

/* A crowd that is saved and loaded before each tick, beside one that only walks. Every other time it
 * is loaded into another crowd. */
static bool is_the_same_saved_in_each_tick(uint64_t seed, void *context)
{
    (void)context;
    crowd_scene s;
    wend_crowd *others[2] = {NULL, NULL};
    assert_int_equal(crowd_scene_make(&s, seed, BODIES + 50, NULL, NULL), WEND_OK);
    crowd_scene_fill(&s, s.crowd, BODIES);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(crowd_scene_crowd(&s, BODIES + 50, NULL, NULL, &others[i]), WEND_OK);
    }
    load_into(others[0], s.crowd);
    bool is_good = true;
    for (uint64_t tick = 0; tick < TICKS && is_good; tick++) {
        wend_crowd *other = others[tick % 2];
        look(s.crowd, seed, tick);
        look(other, seed, tick);
        assert_true(crowd_scene_act(&s, s.crowd, tick) >= 0);
        assert_true(crowd_scene_act(&s, other, tick) >= 0);
        assert_same_counts(s.crowd, other);
        load_into(other, other);
        assert_same_counts(s.crowd, other);
        crowds_tick(s.crowd, 1);
        crowds_tick(other, 1);
        assert_same_counts(s.crowd, other);
        load_into(others[1 - tick % 2], other);
        assert_same_counts(s.crowd, others[1 - tick % 2]);
        is_good = wend_crowd_hash(s.crowd) == wend_crowd_hash(other);
    }
    wend_crowd_destroy(others[0]);
    wend_crowd_destroy(others[1]);
    crowd_scene_free(&s);
    return is_good;
}

static void crowd_with_levels_that_is_saved_in_each_tick_is_the_same(void **state)
{
    (void)state;
    gen_property("saves between ticks change nothing", 24, is_the_same_saved_in_each_tick, NULL);
}

static void crowd_with_levels_that_is_loaded_goes_on(void **state)
{
    (void)state;
    gen_property("loading levels of detail continues", 24, goes_on, NULL);
}

/* ---- walkers among walls ---- */

typedef struct walk {
    double seconds; /* sum of the times of arrival */
    double overlap;
    uint32_t arrived;
    uint64_t in_walls;
} walk;

/* Places in open cells, each its own. @param taken [SIDE * SIDE] */
static wend_vec2 place_of(const wend_grid *grid, bool *taken, uint64_t seed, uint32_t i,
                          uint64_t what)
{
    for (uint64_t k = 0;; k++) {
        const int32_t x = 2 * (int32_t)wend_random_below(seed + k, i, what, SIDE / 2);
        const int32_t y = 2 * (int32_t)wend_random_below(seed + k, i, what + 1, SIDE / 2);
        bool *is_taken = &taken[y * SIDE + x];
        if (wend_grid_is_open(grid, 0, WEND_TEAM_NONE, x, y) && !*is_taken) {
            *is_taken = true;
            return (wend_vec2){x + 0.5, y + 0.5};
        }
    }
}

static walk walk_through(uint64_t seed, uint32_t level_most)
{
    wend_grid *grid = grids_make(grids_def(SIDE, SIDE, 1));
    for (uint64_t i = 0; i < 16; i++) {
        const int32_t x = (int32_t)wend_random_below(seed, i, 1, SIDE - 2);
        const int32_t y = (int32_t)wend_random_below(seed, i, 2, SIDE - 6);
        grids_wall(grid, x / 2 * 2 + 1, y, 1, 1 + (int32_t)(i % 6));
    }
    wend_pathfinder_def find = wend_pathfinder_def_default();
    find.grid = grid;
    wend_pathfinder *pathfinder = NULL;
    assert_int_equal(wend_pathfinder_create(&find, &pathfinder), WEND_OK);
    wend_crowd_def def = wend_crowd_def_default();
    def.grid = grid;
    def.seed = seed;
    def.route_source = wend_route_source_from_pathfinder(pathfinder);
    wend_crowd *crowd = crowds_make(def);
    bool starts[SIDE * SIDE] = {false};
    bool goals[SIDE * SIDE] = {false};
    for (uint32_t i = 0; i < WALKERS; i++) {
        const wend_vec2 from = place_of(grid, starts, seed, i, 3);
        const wend_vec2 to = place_of(grid, goals, seed, i, 5);
        const wend_body_id id = crowds_put(crowd, from.x, from.y);
        assert_int_equal(wend_crowd_set_goal(crowd, id, to, 0), WEND_OK);
    }
    if (level_most > 0) {
        wend_detail_def detail = wend_detail_def_default();
        detail.level_most = level_most;
        assert_int_equal(wend_crowd_set_detail(crowd, &detail), WEND_OK);
    }
    walk sum = {0, 0, 0, 0};
    for (int tick = 0; tick < 2400; tick++) {
        size_t count = 0;
        crowds_tick(crowd, 1);
        const wend_event *events = wend_crowd_get_events(crowd, &count);
        for (size_t k = 0; k < count; k++) {
            const bool is_end = events[k].kind == WEND_EVENT_ARRIVED;
            sum.seconds += is_end ? 0.05 * tick : 0;
        }
    }
    const wend_crowd_info info = crowds_info(crowd);
    sum.overlap = info.max_overlap;
    sum.in_walls = info.wall_violations;
    sum.arrived = info.arrived;
    wend_crowd_destroy(crowd);
    wend_pathfinder_destroy(pathfinder);
    wend_grid_destroy(grid);
    return sum;
}

/* Pairs of paths: at full detail, and at each level. */
static bool arrives(uint64_t seed, void *context)
{
    double *sums = context; /* [2] of the times of arrival */
    const uint32_t level = 1 + (uint32_t)(seed % 3);
    const walk full = walk_through(seed, 0);
    const walk coarse = walk_through(seed, level);
    sums[0] += full.seconds;
    sums[1] += coarse.seconds;
    return coarse.in_walls == 0 && coarse.overlap <= full.overlap + 0.001 &&
           coarse.arrived + 1 >= full.arrived;
}

static void walkers_at_lower_levels_arrive_outside_of_walls_and_others(void **state)
{
    (void)state;
    double sums[2] = {0, 0};
    gen_property("bodies at lower levels arrive", 12, arrives, sums);
    assert_true(sums[1] < 1.1 * sums[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crowds_with_levels_are_the_same_on_any_number_of_threads),
        cmocka_unit_test(crowd_with_levels_that_is_loaded_goes_on),
        cmocka_unit_test(crowd_with_levels_that_is_saved_in_each_tick_is_the_same),
        cmocka_unit_test(walkers_at_lower_levels_arrive_outside_of_walls_and_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
