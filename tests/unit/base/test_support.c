/* The support code of the tests detects the faults that it is made for. */
#include "support/fault.h"
#include "support/gen.h"
#include "support/reference.h"
#include "support/test.h"

#include <stdlib.h>
#include <string.h>

/* ---- fault ---- */

static void fault_heap_counts_blocks_and_bytes(void **state)
{
    (void)state;
    fault_heap heap;
    fault_heap_init(&heap);
    wend_allocator a = fault_heap_allocator(&heap);
    unsigned char *block = a.resize(a.context, NULL, 0, 10);
    assert_int_equal(block[9], 0x7F);
    block[9] = 3;
    unsigned char *moved = a.resize(a.context, block, 10, 20);
    assert_int_equal(moved[9], 3);
    assert_int_equal(moved[10], 0x7F);
    assert_int_equal(atomic_load(&heap.live_blocks), 1);
    assert_int_equal(atomic_load(&heap.live_bytes), 20);
    assert_null(a.resize(a.context, moved, 20, 0));
    assert_int_equal(atomic_load(&heap.live_blocks), 0);
    assert_int_equal(atomic_load(&heap.calls), 2);
}

static void fault_heap_keep_fails_all_after_first(void **state)
{
    (void)state;
    fault_heap heap;
    fault_heap_init(&heap);
    fault_heap_arm(&heap, FAULT_KEEP, 1);
    wend_allocator a = fault_heap_allocator(&heap);
    void *block = a.resize(a.context, NULL, 0, 8);
    assert_non_null(block);
    assert_null(a.resize(a.context, block, 8, 16));
    assert_null(a.resize(a.context, NULL, 0, 8));
    /* Shrinking and freeing never fail. */
    block = a.resize(a.context, block, 8, 4);
    assert_non_null(block);
    assert_null(a.resize(a.context, block, 4, 0));
    assert_int_equal(atomic_load(&heap.failures), 2);
}

typedef struct seen {
    uint32_t runs;
    uint32_t failures;
} seen;

/* Three blocks, one after the other. */
static wend_result take_three(wend_allocator a, void *context)
{
    seen *s = context;
    void *blocks[3] = {NULL, NULL, NULL};
    wend_result result = WEND_OK;
    for (size_t i = 0; i < 3 && result == WEND_OK; ++i) {
        blocks[i] = a.resize(a.context, NULL, 0, i + 1);
        result = blocks[i] != NULL ? WEND_OK : WEND_ERROR_MEMORY;
    }
    for (size_t i = 0; i < 3; ++i) {
        if (blocks[i] != NULL) {
            a.resize(a.context, blocks[i], i + 1, 0);
        }
    }
    ++s->runs;
    s->failures += result < 0;
    return result;
}

static void fault_run_tries_each_call_in_both_modes(void **state)
{
    (void)state;
    seen s = {0, 0};
    assert_int_equal(fault_run(take_three, &s), 3);
    assert_int_equal(s.failures, 6);
    assert_int_equal(s.runs, 8);
}

/* ---- gen ---- */

static void gen_map_same_seed_gives_same_map(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 200; ++seed) {
        gen_map a = gen_map_random(seed, 40);
        gen_map b = gen_map_random(seed, 40);
        size_t cells = (size_t)a.width * (size_t)a.height;
        assert_true(a.width >= 1 && a.width <= 40 && a.height >= 1 && a.height <= 40);
        assert_true(a.start < cells && a.goal < cells);
        assert_true(a.start == b.start && a.goal == b.goal && a.corner_rule == b.corner_rule);
        assert_memory_equal(a.costs, b.costs, cells);
        assert_null(memchr(a.costs, 0, cells));
        gen_map_free(&a);
        gen_map_free(&b);
    }
}

static void gen_map_every_kind_but_open_has_walls(void **state)
{
    (void)state;
    for (int kind = 0; kind < GEN_KIND_COUNT; ++kind) {
        size_t walls = 0;
        for (uint64_t seed = 1; seed <= 20; ++seed) {
            gen_map map = gen_map_make((gen_kind)kind, seed, 30, 20);
            for (size_t i = 0; i < 600; ++i) {
                walls += map.costs[i] == WEND_COST_WALL;
            }
            gen_map_free(&map);
        }
        assert_true(walls < (size_t)20 * 590);
        assert_int_equal(walls == 0, kind == GEN_OPEN);
    }
}

/* "Broken" if a cell of factor 7 or more lies right of a wall, anywhere. */
static bool has_heavy_after_wall(const gen_map *map, void *context)
{
    (void)context;
    for (int32_t y = 0; y < map->height; ++y) {
        for (int32_t x = 1; x < map->width; ++x) {
            const uint8_t *at = map->costs + (size_t)y * (size_t)map->width + (size_t)x;
            if (at[-1] == WEND_COST_WALL && *at >= 7 && *at != WEND_COST_WALL) {
                return true;
            }
        }
    }
    return false;
}

static void gen_shrink_leaves_only_what_fails(void **state)
{
    (void)state;
    gen_map map = gen_map_make(GEN_WEIGHTED_NOISE, 3, 33, 21);
    for (size_t i = 0; i < (size_t)33 * 21; ++i) {
        map.costs[i] = i == 400 ? WEND_COST_WALL : 9;
    }
    map.start = 400;
    map.goal = 401;
    assert_true(has_heavy_after_wall(&map, NULL));
    gen_shrink(&map, has_heavy_after_wall, NULL);
    assert_int_equal(map.width, 2);
    assert_int_equal(map.height, 1);
    assert_int_equal(map.costs[0], WEND_COST_WALL);
    assert_int_equal(map.costs[1], 9);
    assert_int_equal(map.start, 0);
    assert_int_equal(map.goal, 1);
    gen_map_free(&map);
}

static bool count_seed(uint64_t seed, void *context)
{
    uint64_t *sum = context;
    *sum += seed;
    return true;
}

static void gen_property_tries_seeds_from_one(void **state)
{
    (void)state;
    const char *scale = getenv("WEND_TEST_SCALE");
    const char *only = getenv("WEND_SEED");
    if (scale != NULL || only != NULL) {
        return;
    }
    uint64_t sum = 0;
    gen_property("counting", 4, count_seed, &sum);
    assert_int_equal(sum, 1 + 2 + 3 + 4);
}

/* ---- reference ---- */

static gen_map map_of(uint8_t *costs, int32_t width, int32_t height, wend_corner_rule rule)
{
    return (gen_map){.width = width,
                     .height = height,
                     .neighbours = WEND_NEIGHBOURS_8,
                     .corner_rule = rule,
                     .costs = costs};
}

static void reference_step_corner_rules_differ(void **state)
{
    (void)state;
    uint8_t one_wall[] = {1, 255, 1, 3};
    uint8_t two_walls[] = {1, 255, 255, 3};
    const bool one_passes[] = {false, true, true};
    const bool two_pass[] = {false, false, true};
    for (int rule = WEND_CORNER_NEVER; rule <= WEND_CORNER_ALWAYS; ++rule) {
        gen_map one = map_of(one_wall, 2, 2, (wend_corner_rule)rule);
        gen_map two = map_of(two_walls, 2, 2, (wend_corner_rule)rule);
        uint64_t step = 3 * REFERENCE_DIAGONAL;
        assert_true(reference_step(&one, 0, 3) == (one_passes[rule] ? step : UINT64_MAX));
        assert_true(reference_step(&two, 0, 3) == (two_pass[rule] ? step : UINT64_MAX));
        one.neighbours = WEND_NEIGHBOURS_4;
        assert_true(reference_step(&one, 0, 3) == UINT64_MAX);
        assert_true(reference_step(&one, 2, 3) == 3 * REFERENCE_STRAIGHT);
    }
}

/*   1 1 1
 *   1 # 9      to the 9: along the top row, then down into it
 *   1 1 1      to the last cell: four straight steps, for the wall forbids the diagonals */
static void reference_dijkstra_costs_entered_cells(void **state)
{
    (void)state;
    uint8_t costs[] = {1, 1, 1, 1, 255, 9, 1, 1, 1};
    gen_map map = map_of(costs, 3, 3, WEND_CORNER_NEVER);
    uint64_t found[9];
    reference_dijkstra(&map, 0, found);
    assert_true(found[0] == 0);
    assert_true(found[2] == 2 * REFERENCE_STRAIGHT);
    assert_true(found[8] == 4 * REFERENCE_STRAIGHT);
    assert_true(found[5] == 11 * REFERENCE_STRAIGHT);
    assert_true(found[4] == REFERENCE_INFINITE);
    reference_dijkstra(&map, 4, found);
    assert_true(found[4] == REFERENCE_INFINITE && found[0] == REFERENCE_INFINITE);
    const wend_node way[] = {0, 3, 6, 7, 8};
    const wend_node jump[] = {0, 6};
    assert_true(reference_path(&map, way, 5) == 4 * REFERENCE_STRAIGHT);
    assert_true(reference_path(&map, jump, 2) == REFERENCE_INFINITE);
}

static bool costs_and_steps_disagree(const gen_map *map, void *context)
{
    (void)context;
    size_t cells = (size_t)map->width * (size_t)map->height;
    uint64_t *costs = calloc(cells, sizeof *costs);
    uint32_t *steps = calloc(cells, sizeof *steps);
    assert_non_null(costs);
    assert_non_null(steps);
    reference_dijkstra(map, map->start, costs);
    reference_steps(map, map->start, steps);
    bool disagree = false;
    for (size_t i = 0; i < cells; ++i) {
        bool both_reach = costs[i] != REFERENCE_INFINITE && steps[i] != UINT32_MAX;
        bool none_reaches = costs[i] == REFERENCE_INFINITE && steps[i] == UINT32_MAX;
        bool is_cheap = both_reach && costs[i] < steps[i] * REFERENCE_STRAIGHT;
        disagree = disagree || is_cheap || !(both_reach || none_reaches);
    }
    free(costs);
    free(steps);
    return disagree;
}

static void reference_costs_are_at_least_steps(void **state)
{
    (void)state;
    gen_property_maps("costs and steps reach the same", 200, 9, costs_and_steps_disagree, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fault_heap_counts_blocks_and_bytes),
        cmocka_unit_test(fault_heap_keep_fails_all_after_first),
        cmocka_unit_test(fault_run_tries_each_call_in_both_modes),
        cmocka_unit_test(gen_map_same_seed_gives_same_map),
        cmocka_unit_test(gen_map_every_kind_but_open_has_walls),
        cmocka_unit_test(gen_shrink_leaves_only_what_fails),
        cmocka_unit_test(gen_property_tries_seeds_from_one),
        cmocka_unit_test(reference_step_corner_rules_differ),
        cmocka_unit_test(reference_dijkstra_costs_entered_cells),
        cmocka_unit_test(reference_costs_are_at_least_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
