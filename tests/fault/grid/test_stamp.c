/* Every call of stamps, gradients and overlays that allocates, with allocations that fail in turn:
 * each failing call leaves the grid as it was, nothing leaks, and calls that must not need memory
 * work without it. */
#include "support/fault.h"
#include "support/test.h"

#include "world/layers/compose.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 60, CLASSES = 3, SHAPE = 25 };

/* All that can be seen of a grid. */
typedef struct look {
    wend_grid_info info;
    uint64_t hash;
    size_t change_count, stamp_count, file_bytes;
} look;

static look look_at(const wend_grid *grid)
{
    look seen;
    memset(&seen, 0, sizeof seen);
    wend_grid_get_info(grid, &seen.info);
    seen.hash = wend_grid_hash(grid);
    (void)wend_grid_list_changes(grid, 1, NULL, 0, &seen.change_count);
    seen.stamp_count = wend_grid_stamp_count(grid);
    (void)wend_grid_save(grid, NULL, 0, &seen.file_bytes);
    return seen;
}

/* A failed edit leaves no sectors behind in the sets that edits use. */
static void check_no_sector_is_left(const wend_grid *grid)
{
    for (uint32_t c = 0; c < grid->class_count && grid->compose != NULL; c++) {
        const wendi_class_state *state = &grid->compose->states[c];
        for (uint32_t i = 0; i < (grid->sector_count + 31) / 32 && state->hot != NULL; i++) {
            assert_int_equal(state->pending[i] | state->chosen[i], 0);
        }
    }
}

static void check_unchanged(const wend_grid *grid, const look *before)
{
    const look after = look_at(grid);
    check_no_sector_is_left(grid);
    assert_int_equal(after.info.revision, before->info.revision);
    assert_int_equal(after.info.memory_bytes, before->info.memory_bytes);
    assert_true(after.hash == before->hash);
    assert_int_equal(after.change_count, before->change_count);
    assert_int_equal(after.stamp_count, before->stamp_count);
    assert_int_equal(after.file_bytes, before->file_bytes);
}

/* The common state of the steps of a scenario. */
typedef struct scene {
    wend_grid *grid;
    wend_stamp_id stamps[16];
    uint32_t stamp_count;
    wend_overlay_id overlay;
} scene;

static wend_result place(scene *s, int32_t x, int32_t y, int32_t layer_count, uint8_t cost)
{
    uint8_t costs[CLASSES * SHAPE * SHAPE];
    memset(costs, cost, sizeof costs);
    for (size_t i = 0; i < sizeof costs; i += 7) {
        costs[i] = (uint8_t)(i % 5);
    }
    wend_stamp_def def = wend_stamp_def_default();
    wend_message message;
    def.x = x;
    def.y = y;
    def.width = def.height = SHAPE;
    def.layer_count = layer_count;
    def.costs = costs;
    wend_stamp_id id;
    const wend_result result = wend_grid_add_stamp(s->grid, &def, &id, &message);
    if (result == WEND_OK) {
        s->stamps[s->stamp_count++] = id;
        return result;
    }
    assert_int_equal(id.index1, 0);
    assert_string_equal(message.text, "wend_grid_add_stamp: no memory");
    return result;
}

static wend_result step_place(scene *s)
{
    return place(s, 3, 4, 1, WEND_COST_WALL);
}

static wend_result step_place_layers(scene *s)
{
    return place(s, 30, 20, CLASSES, 9);
}

static wend_result step_gradient(scene *s)
{
    const uint8_t additions[] = {9, 0, 4};
    return wend_grid_set_gradient(s->grid, 1, additions, 3);
}

static wend_result step_longer_gradient(scene *s)
{
    const uint8_t additions[] = {90, 70, 40, 30, 20, 10};
    return wend_grid_set_gradient(s->grid, WEND_CLASS_ALL, additions, 6);
}

static wend_result step_ground(scene *s)
{
    return wend_grid_fill(s->grid, WEND_CLASS_ALL, 13, 11, 35, 31, WEND_COST_WALL);
}

static wend_result step_ground_array(scene *s)
{
    uint8_t costs[50 * 50];
    for (size_t i = 0; i < sizeof costs; i++) {
        costs[i] = (uint8_t)(1 + i * i % 255);
    }
    return wend_grid_set_costs(s->grid, 2, 5, 5, 50, 50, costs, 50);
}

static wend_result step_overlay(scene *s)
{
    wend_overlay_def def = wend_overlay_def_default();
    wend_message message;
    def.keep = 0.25;
    const wend_result result = wend_grid_add_overlay(s->grid, &def, &s->overlay, &message);
    if (result != WEND_OK) {
        assert_string_equal(message.text, "wend_grid_add_overlay: out of memory");
    }
    return result;
}

static wend_result step_add(scene *s)
{
    return wend_grid_overlay_add(s->grid, s->overlay, (wend_vec2){30.0, 30.0}, 8.5, 1000);
}

static wend_result step_add_rect(scene *s)
{
    return wend_grid_overlay_add_rect(s->grid, s->overlay, 0, 0, SIDE, SIDE, 300);
}

typedef wend_result (*step_fn)(scene *s);

/* Each step until it passes: one that fails must leave all as it was. */
static wend_result run(wend_grid *grid, scene *s, const step_fn *steps, size_t count)
{
    wend_result first = WEND_OK;
    *s = (scene){.grid = grid};
    for (size_t i = 0; i < count; i++) {
        const look before = look_at(grid);
        const wend_result result = steps[i](s);
        if (result != WEND_OK) {
            assert_true(result == WEND_ERROR_MEMORY || first != WEND_OK);
            check_unchanged(grid, &before);
            first = first == WEND_OK ? result : first;
        }
    }
    return first;
}

static const step_fn stamps_first[] = {
    step_place, step_place_layers, step_gradient,     step_ground,          step_overlay,
    step_add,   step_add_rect,     step_ground_array, step_longer_gradient, step_place};
static const step_fn overlays_first[] = {step_overlay, step_add,      step_ground_array,
                                         step_place,   step_add_rect, step_longer_gradient,
                                         step_ground,  step_gradient, step_place_layers};

static wend_result make(wend_allocator allocator, wend_grid **grid)
{
    wend_grid_def def = wend_grid_def_default();
    def.width = def.height = SIDE;
    def.class_count = CLASSES;
    def.allocator = allocator;
    return wend_grid_create(&def, grid);
}

typedef struct script {
    const step_fn *steps;
    size_t count;
} script;

static const script scripts[] = {
    {stamps_first, sizeof stamps_first / sizeof stamps_first[0]},
    {overlays_first, sizeof overlays_first / sizeof overlays_first[0]},
};

static wend_result run_script(wend_allocator allocator, void *context)
{
    const script *steps = context;
    wend_grid *grid;
    scene s;
    wend_result result = make(allocator, &grid);
    if (result == WEND_OK) {
        result = run(grid, &s, steps->steps, steps->count);
    }
    wend_grid_destroy(grid);
    return result;
}

static void stamp_calls_without_memory_change_nothing(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof scripts / sizeof scripts[0]; i++) {
        script steps = scripts[i];
        assert_true(fault_run(run_script, &steps) > 20);
    }
}

/* ---- what never needs memory ---- */

static void lift_tick_and_remove_work_without_memory(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof scripts / sizeof scripts[0]; i++) {
        fault_heap heap;
        fault_heap_init(&heap);
        wend_grid *grid;
        scene s;
        assert_int_equal(make(fault_heap_allocator(&heap), &grid), WEND_OK);
        assert_int_equal(run(grid, &s, scripts[i].steps, scripts[i].count), WEND_OK);
        fault_heap_arm(&heap, FAULT_KEEP, 0);
        for (int k = 0; k < 3; k++) {
            assert_int_equal(wend_grid_overlay_tick(grid, s.overlay), WEND_OK);
        }
        for (uint32_t k = 0; k < s.stamp_count; k++) {
            assert_int_equal(wend_grid_remove_stamp(grid, s.stamps[k]), WEND_OK);
        }
        assert_int_equal(wend_grid_remove_overlay(grid, s.overlay), WEND_OK);
        assert_int_equal(atomic_load(&heap.calls), 0);
        fault_heap_arm(&heap, FAULT_NONE, 0);
        assert_int_equal(wend_grid_set_gradient(grid, WEND_CLASS_ALL, NULL, 0), WEND_OK);
        for (int32_t cell = 0; cell < SIDE * SIDE; cell++) {
            assert_int_equal(wend_grid_cost(grid, 2, cell % SIDE, cell / SIDE),
                             wend_grid_ground_cost(grid, 2, cell % SIDE, cell / SIDE));
        }
        wend_grid_destroy(grid);
        assert_int_equal(atomic_load(&heap.live_blocks), 0);
    }
}

static void grid_memory_bytes_counts_stamps_and_overlays(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof scripts / sizeof scripts[0]; i++) {
        fault_heap heap;
        fault_heap_init(&heap);
        wend_grid *grid;
        scene s;
        wend_grid_info info;
        assert_int_equal(make(fault_heap_allocator(&heap), &grid), WEND_OK);
        for (size_t k = 1; k <= scripts[i].count; k++) {
            wend_grid_destroy(grid);
            assert_int_equal(make(fault_heap_allocator(&heap), &grid), WEND_OK);
            assert_int_equal(run(grid, &s, scripts[i].steps, k), WEND_OK);
            wend_grid_get_info(grid, &info);
            assert_int_equal(info.memory_bytes, atomic_load(&heap.live_bytes));
        }
        wend_grid_destroy(grid);
        assert_int_equal(atomic_load(&heap.live_blocks), 0);
    }
}

/* ---- loading ---- */

/* Saves with all memory there and loads with what is given. */
static wend_result load(wend_allocator allocator, void *context)
{
    const script *steps = context;
    wend_grid *grid;
    scene s;
    assert_int_equal(make((wend_allocator){NULL, NULL}, &grid), WEND_OK);
    assert_int_equal(run(grid, &s, steps->steps, steps->count), WEND_OK);
    size_t count;
    assert_int_equal(wend_grid_save(grid, NULL, 0, &count), WEND_TRUNCATED);
    uint8_t *bytes = malloc(count);
    assert_non_null(bytes);
    assert_int_equal(wend_grid_save(grid, bytes, count, &count), WEND_OK);
    wend_grid *loaded;
    const wend_result result = wend_grid_load(bytes, count, &allocator, &loaded, NULL);
    if (result == WEND_OK) {
        assert_true(wend_grid_hash(loaded) == wend_grid_hash(grid));
    } else {
        assert_null(loaded);
    }
    wend_grid_destroy(loaded);
    wend_grid_destroy(grid);
    free(bytes);
    return result;
}

static void grid_with_stamps_loaded_without_memory_gives_no_grid(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof scripts / sizeof scripts[0]; i++) {
        script steps = scripts[i];
        assert_true(fault_run(load, &steps) > 15);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stamp_calls_without_memory_change_nothing),
        cmocka_unit_test(lift_tick_and_remove_work_without_memory),
        cmocka_unit_test(grid_memory_bytes_counts_stamps_and_overlays),
        cmocka_unit_test(grid_with_stamps_loaded_without_memory_gives_no_grid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
