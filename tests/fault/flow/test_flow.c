/* Flows whose allocator fails once, or from some call on, at every call in turn: an error, an
 * unchanged object, no leaks; later, with memory again, the same fields as without failures. */
#include "support/fault.h"
#include "support/grids.h"
#include "support/test.h"
#include "wend/flow.h"
#include "wend/link.h"

#include <stdlib.h>

enum { SIDE = 36, SOURCES = 6 };

typedef struct scene {
    wend_grid *grids[2];
    wend_flow_join join;
    wend_flow_class classes[2];
    wend_flow_def def;
    uint64_t expected; /* hash of the undisturbed run; 0 = none yet */
    wend_flow_seeds seeds;
} scene;

static wend_grid *make_grid(uint32_t floor)
{
    wend_grid_def def = grids_def(SIDE, SIDE, 1);
    def.sector_size = 8;
    wend_grid *grid = grids_make(def);
    grids_wall(grid, 12, 0, 1, 30);
    grids_wall(grid, 22, 6, 1, 30);
    grids_fill(grid, 26, 20, 8, 8, 9);
    wend_link_def link = wend_link_def_default();
    link.from = 5 * SIDE + 30;
    link.to = 30 * SIDE + 17;
    wend_link_id id;
    assert_int_equal(wend_grid_add_link(grid, &link, &id, NULL), WEND_OK);
    grids_set(grid, 2 + (int32_t)floor, 2, 254);
    return grid;
}

/* One column of the most expensive ground to and fro makes 32 bits necessary. */
static void make_expensive(wend_grid *grid)
{
    grids_fill(grid, 0, 16, 8, 8, 254);
    for (int32_t y = 17; y < 24; y += 2) {
        grids_wall(grid, y % 4 == 1 ? 0 : 1, y, 7, 1);
    }
}

static void open_scene(scene *s, wend_flow_seeds seeds)
{
    *s = (scene){.seeds = seeds};
    for (uint32_t i = 0; i < 2; ++i) {
        s->grids[i] = make_grid(i);
    }
    make_expensive(s->grids[1]);
    s->join = (wend_flow_join){.from_floor = 0,
                               .to_floor = 1,
                               .from = 34 * SIDE + 34,
                               .to = 3,
                               .cost = 3 * WEND_COST_ONE,
                               .class_mask = UINT32_MAX,
                               .is_two_way = true};
    s->classes[0] = wend_flow_class_default();
    s->classes[1] = wend_flow_class_default();
    s->classes[1].radius = 0.7;
    s->def = wend_flow_def_default();
    s->def.floors = (const wend_grid *const *)s->grids;
    s->def.floor_count = 2;
    s->def.joins = &s->join;
    s->def.join_count = 1;
    s->def.classes = s->classes;
    s->def.class_count = 2;
    s->def.has_angles = true;
}

static void close_scene(scene *s)
{
    wend_grid_destroy(s->grids[0]);
    wend_grid_destroy(s->grids[1]);
}

/* Tries again: what failed alone passes then. With all after it failing, gives up. */
static wend_result update(wend_flow *flow, wend_budget *budget)
{
    wend_result result = wend_flow_update(flow, budget);
    for (int left = 20; result == WEND_ERROR_MEMORY && left > 0; --left) {
        result = wend_flow_update(flow, budget);
    }
    return result;
}

static const wend_flow_position GOALS[2] = {{{2.5, 5.25}, 0}, {{33.5, 2.5}, 0}};
static const wend_flow_position PLACES[SOURCES] = {{{33.5, 33.5}, 0}, {{20.5, 2.5}, 0},
                                                   {{4.5, 33.5}, 1},  {{1.5, 22.5}, 1},
                                                   {{16.5, 30.5}, 0}, {{33.5, 10.5}, 1}};

static wend_result place(const scene *s, wend_flow *flow, uint32_t flow_class, size_t sources,
                         wend_flow_request_id *id)
{
    wend_flow_request_def def = wend_flow_request_def_default();
    def.goals = GOALS;
    def.goal_count = 1;
    def.sources = PLACES;
    def.source_count = sources;
    def.flow_class = flow_class;
    def.seeds = s->seeds;
    wend_result result = WEND_ERROR_MEMORY;
    for (int left = 20; result == WEND_ERROR_MEMORY && left > 0; --left) {
        wend_flow_info before, after;
        wend_flow_get_info(flow, &before);
        result = wend_flow_add_request(flow, &def, id, NULL);
        wend_flow_get_info(flow, &after);
        assert_int_equal(after.requests, before.requests + (result >= 0));
        assert_true(result >= 0 || (id->index1 == 0 && id->generation == 0));
    }
    return result;
}

/* Calls a change until it passes; what fails leaves goals, sources and fields as they were. */
static wend_result change(wend_flow *flow, wend_flow_request_id id, int what)
{
    wend_result result = WEND_ERROR_MEMORY;
    for (int left = 20; result == WEND_ERROR_MEMORY && left > 0; --left) {
        wend_flow_request_info before, after;
        const uint64_t hash = wend_flow_hash(flow);
        (void)wend_flow_get_request(flow, id, &before);
        result = what == 0   ? wend_flow_set_goals(flow, id, &GOALS[1], 1, NULL)
                 : what == 1 ? wend_flow_set_sources(flow, id, PLACES, SOURCES, NULL)
                             : wend_flow_add_source(flow, id, 1, 30.5, 30.5);
        (void)wend_flow_get_request(flow, id, &after);
        assert_true(wend_flow_hash(flow) == hash);
        assert_true(result >= 0 ||
                    (before.state == after.state && before.goal_count == after.goal_count &&
                     before.source_count == after.source_count));
    }
    return result;
}

static wend_result act(const scene *s, wend_flow *flow)
{
    wend_flow_request_id ids[3];
    wend_result result = place(s, flow, 0, 2, &ids[0]);
    if (result >= 0) {
        wend_budget budget = wend_budget_steps(40);
        result = update(flow, &budget);
    }
    result = result >= 0 ? place(s, flow, 1, 3, &ids[1]) : result;
    result = result >= 0 ? update(flow, NULL) : result;
    result = result >= 0 ? change(flow, ids[0], 0) : result;
    result = result >= 0 ? update(flow, NULL) : result;
    result = result >= 0 ? change(flow, ids[0], 1) : result;
    result = result >= 0 ? change(flow, ids[1], 2) : result;
    return result >= 0 ? update(flow, NULL) : result;
}

/* Edits that close a passage and open another, so that all is repaired; then undone. */
static wend_result edit(const scene *s, wend_flow *flow)
{
    wend_grid *grid = s->grids[0];
    grids_wall(grid, 12, 30, 1, 6);
    grids_fill(grid, 12, 14, 1, 2, 1);
    wend_link_def link = wend_link_def_default();
    link.from = 33 * SIDE + 3;
    link.to = 10 * SIDE + 15;
    wend_link_id id;
    assert_int_equal(wend_grid_add_link(grid, &link, &id, NULL), WEND_OK);
    wend_result result = update(flow, NULL);
    assert_int_equal(wend_grid_remove_link(grid, id), WEND_OK);
    grids_wall(grid, 12, 14, 1, 2);
    grids_fill(grid, 12, 30, 1, 6, 1);
    return result >= 0 ? update(flow, NULL) : result;
}

static void check_bytes(const wend_flow *flow, const wend_allocator *allocator)
{
    const fault_heap *heap = allocator->context;
    wend_flow_info info;
    wend_flow_get_info(flow, &info);
    assert_int_equal(info.memory_bytes, atomic_load(&heap->live_bytes));
}

static wend_result run(wend_allocator allocator, void *context)
{
    scene *s = context;
    wend_flow_def def = s->def;
    wend_flow *flow = NULL;
    def.allocator = allocator;
    wend_result result = wend_flow_create(&def, &flow);
    assert_true((flow != NULL) == (result == WEND_OK));
    if (flow == NULL) {
        return result;
    }
    result = act(s, flow);
    result = result >= 0 ? edit(s, flow) : result;
    check_bytes(flow, &allocator);
    if (result >= 0) {
        const uint64_t hash = wend_flow_hash(flow);
        s->expected = s->expected == 0 ? hash : s->expected;
        assert_true(hash == s->expected);
    }
    wend_flow_destroy(flow);
    return result;
}

static void check_all_failures(wend_flow_seeds seeds)
{
    scene s;
    open_scene(&s, seeds);
    fault_heap heap; /* the results without failures */
    fault_heap_init(&heap);
    assert_int_equal(run(fault_heap_allocator(&heap), &s), WEND_OK);
    assert_true(s.expected != 0);
    assert_true(fault_run(run, &s) > 50);
    close_scene(&s);
}

static void flow_carried_without_memory_loses_nothing(void **state)
{
    (void)state;
    check_all_failures(WEND_FLOW_SEED_COSTS);
}

static void flow_of_windows_without_memory_loses_nothing(void **state)
{
    (void)state;
    check_all_failures(WEND_FLOW_SEED_PORTALS);
}

/* ---- no memory for a while ---- */

/* The old fields are used on while there is no memory for new ones. */
static void flow_without_memory_keeps_old_fields_until_there_is_some(void **state)
{
    (void)state;
    scene s;
    open_scene(&s, WEND_FLOW_SEED_COSTS);
    fault_heap heap;
    fault_heap_init(&heap);
    s.def.allocator = fault_heap_allocator(&heap);
    wend_flow *flow = NULL;
    wend_flow_request_id id;
    wend_flow_request_info info;
    assert_int_equal(wend_flow_create(&s.def, &flow), WEND_OK);
    assert_int_equal(place(&s, flow, 0, SOURCES, &id), WEND_OK);
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    grids_wall(s.grids[0], 12, 30, 1, 4);
    uint32_t failed = 0;
    for (size_t at = 0; at < 100000; ++at) {
        fault_heap_arm(&heap, FAULT_KEEP, at);
        const wend_result result = wend_flow_update(flow, NULL);
        assert_int_equal(wend_flow_get_request(flow, id, &info), WEND_OK);
        if (result == WEND_OK) {
            break;
        }
        ++failed;
        assert_int_equal(result, WEND_ERROR_MEMORY);
        assert_int_equal(info.built_revision, 1);
        double x = 0, y = 0;
        const wend_flow_guidance why = wend_flow_sample(flow, id, 0, 33.5, 33.5, &x, &y);
        assert_true(why == WEND_FLOW_FIELD || why == WEND_FLOW_LINE_OF_SIGHT);
    }
    assert_true(failed > 3);
    assert_int_equal(info.built_revision, 2);
    assert_int_equal(info.state, WEND_FLOW_STATE_READY);
    fault_heap_arm(&heap, FAULT_NONE, 0);
    wend_flow *fresh = NULL;
    wend_flow_request_id fresh_id;
    assert_int_equal(wend_flow_create(&s.def, &fresh), WEND_OK);
    assert_int_equal(place(&s, fresh, 0, SOURCES, &fresh_id), WEND_OK);
    assert_int_equal(wend_flow_update(fresh, NULL), WEND_OK);
    assert_true(wend_flow_hash(fresh) == wend_flow_hash(flow));
    wend_flow_destroy(fresh);
    wend_flow_destroy(flow);
    assert_int_equal(atomic_load(&heap.live_blocks), 0);
    close_scene(&s);
}

/* Once all has been built, asking and updating without edits take nothing. */
static void flow_steady_updates_allocate_nothing(void **state)
{
    (void)state;
    scene s;
    open_scene(&s, WEND_FLOW_SEED_COSTS);
    fault_heap heap;
    fault_heap_init(&heap);
    s.def.allocator = fault_heap_allocator(&heap);
    wend_flow *flow = NULL;
    wend_flow_request_id id;
    assert_int_equal(wend_flow_create(&s.def, &flow), WEND_OK);
    assert_int_equal(place(&s, flow, 0, SOURCES, &id), WEND_OK);
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    fault_heap_arm(&heap, FAULT_NONE, 0);
    for (int i = 0; i < 100; ++i) {
        double x = 0, y = 0;
        assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
        (void)wend_flow_sample(flow, id, 0, 0.5 + i % SIDE, 20.5, &x, &y);
        assert_int_equal(wend_flow_add_source(flow, id, 0, 33.5, 33.5), WEND_OK);
    }
    assert_int_equal(atomic_load(&heap.calls), 0);
    wend_flow_destroy(flow);
    close_scene(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flow_carried_without_memory_loses_nothing),
        cmocka_unit_test(flow_of_windows_without_memory_loses_nothing),
        cmocka_unit_test(flow_without_memory_keeps_old_fields_until_there_is_some),
        cmocka_unit_test(flow_steady_updates_allocate_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
