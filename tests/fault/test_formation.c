/* Takes: a formation for which there is no memory at some point.
 * Gives: whether calls say so and leave all as it was, and a steady tick needs none.
 * Cost: seconds. */
#include "fault.h"
#include "support/troop.h"
#include "test.h"

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
        result = wend_formation_go(t->crowd, t->formation, (wend_vec2){30, 0}, (double)NAN);
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
        result = wend_formation_disband(t->crowd, t->formation);
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
    assert_int_equal(wend_formation_go(t.crowd, t.formation, (wend_vec2){45, 0}, (double)NAN),
                     WEND_OK);
    assert_int_equal(troop_tick(&t, 20), WEND_OK);
    fault_heap_arm(&heap, FAULT_KEEP, 0);
    /* Through the gap, with members that die. */
    assert_int_equal(troop_tick(&t, 300), WEND_OK);
    assert_int_equal(wend_crowd_remove(t.crowd, t.members[5]), WEND_OK);
    assert_int_equal(troop_tick(&t, 200), WEND_OK);
    assert_int_equal(wend_crowd_remove(t.crowd, t.members[6]), WEND_OK);
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
        cmocka_unit_test(steady_march_takes_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
