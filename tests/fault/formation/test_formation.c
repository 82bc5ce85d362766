/* Formations without memory at some call: the call says so and leaves all as it was. A steady tick
 * needs none. */
#include "support/fault.h"
#include "support/flows.h"
#include "support/grids.h"
#include "support/test.h"
#include "support/troop.h"

#include <math.h>
#include <string.h>

/* Calls that fail leave the crowd as it was. */
static wend_result keep(const troop *t, uint64_t before, wend_result result)
{
    if (result < 0) {
        assert_int_equal(wend_crowd_hash(t->crowd), before);
    }
    return result;
}

static wend_result follow(troop *t, const wend_allocator *a)
{
    const wend_vec2 points[] = {{0, 0}, {10, 0}, {30, 5}};
    wend_path *path = NULL;
    wend_result result = wend_path_create(a, &path);
    if (result == WEND_OK) {
        result = wend_path_from_points(path, points, 3);
    }
    if (result == WEND_OK) {
        const uint64_t before = wend_crowd_hash(t->crowd);
        result = keep(t, before, wend_formation_follow_path(t->crowd, t->formation, path));
    }
    wend_path_destroy(path);
    return result;
}

static wend_result reshape(troop *t)
{
    const wend_formation_slot slots[] = {{{1, 0}, 0}, {{0, 1}, 0}};
    wend_formation_def def = wend_formation_def_default();
    def.shape = WEND_FORMATION_CUSTOM;
    def.slots = slots;
    def.slot_count = 2;
    const uint64_t before = wend_crowd_hash(t->crowd);
    return keep(t, before, wend_formation_reshape(t->crowd, t->formation, &def));
}

static wend_result live(troop *t, const wend_allocator *a)
{
    wend_result result = reshape(t);
    if (result == WEND_OK) {
        result = wend_formation_set_goal(t->crowd, t->formation, (wend_vec2){30, 0}, (double)NAN);
    }
    if (result == WEND_OK) {
        result = troop_tick(t, 3);
    }
    if (result == WEND_OK) {
        result = follow(t, a);
    }
    if (result == WEND_OK) {
        result = troop_tick(t, 3);
    }
    if (result == WEND_OK) {
        result = wend_formation_destroy(t->crowd, t->formation);
    }
    return result;
}

static wend_result run(wend_allocator allocator, void *context)
{
    (void)context;
    troop t;
    const troop_def def = {
        .shape = WEND_FORMATION_PHALANX, .count = 7, .gap = 3, .allocator = &allocator};
    wend_result result = troop_begin(&t, &def);
    if (result == WEND_OK) {
        result = live(&t, &allocator);
    }
    troop_end(&t);
    return result;
}

/* ---- over stairs ---- */

typedef struct stairs {
    wend_grid *grids[2];
    wend_flow *flow;
    wend_flow_request_id order;
} stairs;

/* Two floors, from the right end of the one to the left end of the other. */
static void begin_stairs(stairs *s)
{
    s->grids[0] = grids_open(16, 8);
    s->grids[1] = grids_open(16, 8);
    const wend_grid *const floors[] = {s->grids[0], s->grids[1]};
    const wend_flow_join join = {.to_floor = 1,
                                 .from = wend_grid_node(s->grids[0], 8, 4),
                                 .to = wend_grid_node(s->grids[1], 2, 4),
                                 .cost = WEND_COST_ONE,
                                 .class_mask = UINT32_MAX};
    wend_flow_def flow = wend_flow_def_default();
    flow.floors = floors;
    flow.floor_count = 2;
    flow.joins = &join;
    flow.join_count = 1;
    s->flow = flows_make(flow);
    s->order = flows_order(s->flow, 12, 4.5, 1);
}

static void end_stairs(stairs *s)
{
    wend_flow_destroy(s->flow);
    wend_grid_destroy(s->grids[0]);
    wend_grid_destroy(s->grids[1]);
}

static wend_result climb(troop *t, const stairs *s)
{
    for (uint32_t i = 0; i < 5; ++i) {
        wend_body_def body = wend_body_def_default();
        body.position = (wend_vec2){2 + 0.8 * i, 4};
        const wend_result result = wend_crowd_add_body(t->crowd, &body, &t->members[t->count++]);
        if (result != WEND_OK) {
            return result;
        }
    }
    wend_formation_def def = wend_formation_def_default();
    def.shape = WEND_FORMATION_PHALANX;
    wend_result result =
        wend_formation_create(t->crowd, &def, t->members, NULL, t->count, &t->formation);
    if (result == WEND_OK) {
        result = wend_formation_follow_flow(t->crowd, t->formation, s->order);
    }
    for (size_t i = 0; i < 1500 && result == WEND_OK; ++i) {
        result = troop_info(t).state == WEND_BODY_ARRIVED ? WEND_OK : troop_tick(t, 1);
    }
    return result;
}

static wend_result run_stairs(wend_allocator allocator, void *context)
{
    const stairs *s = context;
    const wend_crowd_floor floors[] = {{s->grids[0], NULL}, {s->grids[1], NULL}};
    troop t = {.count = 0};
    wend_crowd_def def = wend_crowd_def_default();
    def.max_bodies = 8;
    def.allocator = allocator;
    def.floors = floors;
    def.floor_count = 2;
    def.flow = s->flow;
    wend_result result = wend_crowd_create(&def, &t.crowd);
    if (result == WEND_OK) {
        result = climb(&t, s);
    }
    if (result == WEND_OK) {
        assert_int_equal(troop_info(&t).state, WEND_BODY_ARRIVED);
        assert_int_equal(troop_info(&t).in_slot, t.count);
    }
    troop_end(&t);
    return result;
}

static void formation_on_stairs_without_memory_says_so(void **state)
{
    (void)state;
    stairs s;
    begin_stairs(&s);
    assert_true(fault_run(run_stairs, &s) > 10);
    end_stairs(&s);
}

/* ---- loaded ---- */

enum { SAVED_MOST = 65536 };

typedef struct saved {
    uint8_t bytes[SAVED_MOST];
    size_t count;
    uint64_t hash;
} saved;

static troop_def loaded_def(void)
{
    return (troop_def){.shape = WEND_FORMATION_PHALANX, .count = 7, .gap = 3};
}

/* A marching formation with custom slots. */
static void save_march(saved *s)
{
    troop t;
    const troop_def def = loaded_def();
    assert_int_equal(troop_begin(&t, &def), WEND_OK);
    assert_int_equal(reshape(&t), WEND_OK);
    assert_int_equal(wend_formation_set_goal(t.crowd, t.formation, (wend_vec2){30, 0}, (double)NAN),
                     WEND_OK);
    assert_int_equal(troop_tick(&t, 20), WEND_OK);
    assert_int_equal(wend_crowd_save(t.crowd, s->bytes, SAVED_MOST, &s->count), WEND_OK);
    s->hash = wend_crowd_hash(t.crowd);
    troop_end(&t);
}

static wend_result run_load(wend_allocator allocator, void *context)
{
    const saved *s = context;
    troop t;
    troop_def def = loaded_def();
    def.allocator = &allocator;
    wend_result result = troop_begin(&t, &def);
    if (result == WEND_OK) {
        const uint64_t before = wend_crowd_hash(t.crowd);
        result = keep(&t, before, wend_crowd_load(t.crowd, s->bytes, s->count, NULL));
    }
    if (result == WEND_OK) {
        assert_true(wend_crowd_hash(t.crowd) == s->hash);
    }
    troop_end(&t);
    return result;
}

static void formation_loaded_without_memory_says_so(void **state)
{
    (void)state;
    static saved s;
    save_march(&s);
    assert_true(fault_run(run_load, &s) > 10);
}

static void formation_without_memory_says_so(void **state)
{
    (void)state;
    assert_true(fault_run(run, NULL) > 10);
}

static void steady_march_takes_no_memory(void **state)
{
    (void)state;
    fault_heap heap;
    fault_heap_init(&heap);
    const wend_allocator allocator = fault_heap_allocator(&heap);
    troop t;
    const troop_def def = {
        .shape = WEND_FORMATION_PHALANX, .count = 40, .gap = 2.4, .allocator = &allocator};
    assert_int_equal(troop_begin(&t, &def), WEND_OK);
    assert_int_equal(wend_formation_set_goal(t.crowd, t.formation, (wend_vec2){45, 0}, (double)NAN),
                     WEND_OK);
    assert_int_equal(troop_tick(&t, 20), WEND_OK);
    fault_heap_arm(&heap, FAULT_KEEP, 0);
    /* Through the gap, with members that die. */
    assert_int_equal(troop_tick(&t, 300), WEND_OK);
    assert_int_equal(wend_crowd_remove_body(t.crowd, t.members[5]), WEND_OK);
    assert_int_equal(troop_tick(&t, 200), WEND_OK);
    assert_int_equal(wend_crowd_remove_body(t.crowd, t.members[6]), WEND_OK);
    assert_int_equal(troop_tick(&t, 500), WEND_OK);
    assert_int_equal(troop_info(&t).state, WEND_BODY_ARRIVED);
    assert_int_equal(heap.calls, 0);
    fault_heap_arm(&heap, FAULT_NONE, 0);
    troop_end(&t);
    assert_int_equal(heap.live_blocks, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formation_without_memory_says_so),
        cmocka_unit_test(formation_on_stairs_without_memory_says_so),
        cmocka_unit_test(formation_loaded_without_memory_says_so),
        cmocka_unit_test(steady_march_takes_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
