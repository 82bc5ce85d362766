/* Baking, saving and streaming a flow with memory that ends at every allocation in turn: each
 * returns the error, loses nothing, and continues when it is called again. */
#include "support/fault.h"
#include "support/grids.h"
#include "support/test.h"

#include "wend/flow.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = 40 };

typedef struct scene {
    wend_grid *grid;
    wend_flow_def def;
    wend_flow_class classes[2];
    uint8_t *bytes; /* a file of it */
    size_t count;
} scene;

static bool read_bytes(void *context, uint64_t offset, uint8_t *bytes, size_t count)
{
    const scene *s = context;
    if (offset > s->count || count > s->count - offset) {
        return false;
    }
    memcpy(bytes, s->bytes + offset, count);
    return true;
}

static wend_result order(wend_flow *flow)
{
    const wend_flow_position goal = {{38.5, 38.5}, 0};
    const wend_flow_position source = {{1.5, 1.5}, 0};
    wend_flow_request_def def = wend_flow_request_def_default();
    def.goals = &goal;
    def.goal_count = 1;
    def.sources = &source;
    def.source_count = 1;
    def.seeds = WEND_FLOW_SEED_PORTALS;
    wend_flow_request_id id;
    const wend_result result = wend_flow_add_request(flow, &def, &id, NULL);
    return result < WEND_OK ? result : wend_flow_update(flow, NULL);
}

/* The first that is an error stays. */
static void note(wend_result *first, wend_result result)
{
    *first = *first == WEND_OK ? result : *first;
}

static void make_scene(scene *s)
{
    memset(s, 0, sizeof *s);
    wend_grid_def def = wend_grid_def_default();
    def.width = SIDE;
    def.height = SIDE;
    def.sector_size = 8;
    s->grid = grids_make(def);
    for (int32_t i = 0; i < SIDE; ++i) {
        assert_int_equal(wend_grid_fill(s->grid, WEND_CLASS_ALL, i * 7 % SIDE, i * 11 % SIDE, 1, 2,
                                        WEND_COST_WALL) == WEND_ERROR_MEMORY,
                         0);
    }
    assert_int_equal(wend_grid_fill(s->grid, WEND_CLASS_ALL, 8, 8, 8, 8, 254), WEND_OK);
    for (int32_t i = 0; i < 3; ++i) { /* too expensive for 16 bits */
        assert_int_equal(
            wend_grid_fill(s->grid, WEND_CLASS_ALL, 9 + 2 * i, 8 + i % 2, 1, 7, WEND_COST_WALL),
            WEND_OK);
    }
    s->classes[0] = wend_flow_class_default();
    s->classes[1] = wend_flow_class_default();
    s->classes[1].radius = 0.9;
    s->def = wend_flow_def_default();
    s->def.grid = s->grid;
    s->def.classes = s->classes;
    s->def.class_count = 2;
}

static void free_scene(scene *s)
{
    free(s->bytes);
    wend_grid_destroy(s->grid);
}

static wend_result save(const wend_flow *flow, scene *s)
{
    wend_result result = wend_flow_save(flow, NULL, 0, &s->count);
    if (result != WEND_TRUNCATED) {
        assert_int_equal(result, WEND_ERROR_MEMORY);
        assert_int_equal(s->count, 0);
        return result;
    }
    free(s->bytes);
    s->bytes = malloc(s->count);
    assert_non_null(s->bytes);
    return wend_flow_save(flow, s->bytes, s->count, &s->count);
}

static wend_result bake_and_save(wend_allocator allocator, void *context)
{
    scene *s = context;
    s->def.allocator = allocator;
    wend_flow *flow = NULL;
    wend_result first = wend_flow_create(&s->def, &flow);
    if (first != WEND_OK) {
        return first;
    }
    for (int tries = 0; tries < 2; ++tries) {
        note(&first, wend_flow_update(flow, NULL));
        for (uint32_t i = 0; i < 2; ++i) {
            const wend_result result = wend_flow_bake(flow, i, NULL);
            assert_true(result != WEND_ERROR_STALE || first != WEND_OK);
            note(&first, result);
        }
    }
    size_t count = 0;
    if (wend_flow_save(flow, NULL, 0, &count) != WEND_ERROR_STALE) {
        note(&first, save(flow, s));
    }
    wend_flow_destroy(flow);
    return first;
}

static void flow_bake_and_save_without_memory_say_so(void **state)
{
    (void)state;
    scene s;
    make_scene(&s);
    assert_true(fault_run(bake_and_save, &s) > 50);
    free_scene(&s);
}

static wend_result stream_and_order(wend_allocator allocator, void *context)
{
    scene *s = context;
    s->def.allocator = allocator;
    wend_flow *flow = NULL;
    wend_result first = wend_flow_create(&s->def, &flow);
    if (first != WEND_OK) {
        return first;
    }
    for (int tries = 0; tries < 3; ++tries) {
        wend_message message;
        const wend_result result = wend_flow_load_stream(flow, read_bytes, s, s->count, &message);
        if (result == WEND_ERROR_ARGUMENT) {
            break; /* it was taken before */
        }
        assert_int_equal(result == WEND_OK, message.text[0] == '\0');
        wend_flow_info info;
        wend_flow_get_info(flow, &info);
        assert_int_equal(info.sectors_waiting, result == WEND_OK ? 0 : 2 * info.sectors);
        note(&first, result);
    }
    note(&first, order(flow));
    note(&first, wend_flow_update(flow, NULL));
    wend_flow_destroy(flow);
    return first;
}

static void flow_stream_without_memory_takes_nothing_and_goes_on(void **state)
{
    (void)state;
    scene s;
    make_scene(&s);
    const wend_allocator heap = {NULL, NULL};
    assert_int_equal(bake_and_save(heap, &s), WEND_OK);
    assert_true(fault_run(stream_and_order, &s) > 50);
    free_scene(&s);
}

/* Half of the fields exist when memory ends: the other half comes later, and all equal those of an
 * undisturbed run. */
static void flow_bake_that_ran_out_of_memory_goes_on(void **state)
{
    (void)state;
    scene s;
    make_scene(&s);
    const wend_allocator heap = {NULL, NULL};
    assert_int_equal(bake_and_save(heap, &s), WEND_OK);
    scene other = s;
    other.bytes = NULL;
    for (size_t fail_at = 0;; ++fail_at) {
        fault_heap limited;
        fault_heap_init(&limited);
        other.def.allocator = fault_heap_allocator(&limited);
        wend_flow *flow = NULL;
        assert_int_equal(wend_flow_create(&other.def, &flow), WEND_OK);
        assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
        fault_heap_arm(&limited, FAULT_KEEP, fail_at);
        const wend_result result = wend_flow_bake(flow, 0, NULL);
        fault_heap_arm(&limited, FAULT_NONE, 0);
        assert_true(result == WEND_OK || result == WEND_ERROR_MEMORY);
        assert_int_equal(wend_flow_bake(flow, 1, NULL), WEND_OK);
        assert_int_equal(wend_flow_bake(flow, 0, NULL), WEND_OK);
        assert_int_equal(save(flow, &other), WEND_OK);
        assert_int_equal(other.count, s.count);
        assert_memory_equal(other.bytes, s.bytes, s.count);
        wend_flow_destroy(flow);
        if (result == WEND_OK) {
            assert_true(fail_at > 10);
            break;
        }
    }
    free(other.bytes);
    free_scene(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flow_bake_and_save_without_memory_say_so),
        cmocka_unit_test(flow_stream_without_memory_takes_nothing_and_goes_on),
        cmocka_unit_test(flow_bake_that_ran_out_of_memory_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
