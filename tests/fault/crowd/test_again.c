/* Two crowds to which the same happens; calls on one of them get no memory at first. A call that
 * fails changes nothing, and called again it does what it does in the other crowd, down to the
 * saved bytes. */
#include "support/crowds.h"
#include "support/fault.h"
#include "support/flows.h"
#include "support/grids.h"
#include "support/test.h"
#include "twins.h"
#include "wend/exits.h"
#include "wend/formation.h"
#include "wend/search.h"
#include "wend/social.h"
#include "wend/steer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- calls ---- */

static wend_body_id some_body(const stage *s, uint64_t n, uint64_t what)
{
    wend_body_id ids[LIST];
    size_t count = 0;
    (void)wend_crowd_list_bodies(s->crowd, ids, LIST, &count);
    return count > 0 ? ids[below(s, n, what, (uint32_t)count)] : (wend_body_id){0, 0};
}

static wend_formation_id some_formation(const stage *s, uint64_t n)
{
    wend_formation_id ids[LIST];
    size_t count = 0;
    (void)wend_formation_list(s->crowd, ids, LIST, &count);
    return count > 0 ? ids[below(s, n, 200, (uint32_t)count)] : (wend_formation_id){0, 0};
}

/* With memory of its own. */
static const wend_path *some_path(const stage *s, uint64_t n)
{
    wend_vec2 points[9];
    const size_t count = 1 + below(s, n, 210, 8);
    for (size_t i = 0; i < count; i++) {
        points[i] = place(s, n, 220 + 2 * i);
    }
    assert_int_equal(wend_path_from_points(s->path, points, count), WEND_OK);
    return s->path;
}

static wend_result steer(stage *s, uint64_t n)
{
    const wend_steer_item item = {.kind = (wend_steer_kind)below(s, n, 240, 8),
                                  .weight = 1,
                                  .chance = 1,
                                  .range = 4,
                                  .target = place(s, n, 241),
                                  .other = some_body(s, n, 243)};
    return wend_crowd_set_steering(s->crowd, some_body(s, n, 244), &item, 1, WEND_STEER_WEIGHTED, 4,
                                   n % 2 == 0);
}

static wend_result add_zone(stage *s, uint64_t n)
{
    wend_zone_def zone = wend_zone_def_default();
    zone.kind = WEND_ZONE_CONVEYOR;
    zone.low = place(s, n, 250);
    zone.high = (wend_vec2){zone.low.x + 4, zone.low.y + 4};
    zone.velocity = (wend_vec2){1, 0.5};
    return wend_crowd_add_zone(s->crowd, &zone, NULL);
}

static wend_formation_def some_pattern(const stage *s, uint64_t n, wend_formation_slot *slots)
{
    wend_formation_def def = wend_formation_def_default();
    def.shape = (wend_formation_shape)below(s, n, 260, 6);
    def.slot_count = below(s, n, 261, 12);
    for (size_t i = 0; i < def.slot_count; i++) {
        slots[i].offset = (wend_vec2){0.9 * (double)i, unit(s, n, 262)};
        slots[i].role = below(s, n, 263 + i, 3);
    }
    def.slots = slots;
    def.is_narrowing = n % 2 == 0;
    return def;
}

static wend_result form_up(stage *s, uint64_t n)
{
    wend_formation_slot slots[12];
    wend_body_id members[LIST];
    size_t count = 0;
    const wend_formation_def def = some_pattern(s, n, slots);
    (void)wend_crowd_list_bodies(s->crowd, members, LIST, &count);
    const size_t first = count > 0 ? below(s, n, 280, (uint32_t)count) : 0;
    const size_t most = 1 + below(s, n, 281, 9);
    wend_formation_id id = {7, 7};
    const wend_result result = wend_formation_create(
        s->crowd, &def, members + first, NULL, most < count - first ? most : count - first, &id);
    assert_true((result == WEND_OK) == (id.index1 != 0));
    return result;
}

static wend_result reshape(stage *s, uint64_t n)
{
    wend_formation_slot slots[12];
    wend_formation_def def = some_pattern(s, n, slots);
    return wend_formation_reshape(s->crowd, some_formation(s, n), &def);
}

/* Bodies join a social group, which may be the first, and go somewhere together. */
static wend_result befriend(stage *s, uint64_t n)
{
    wend_body_id members[LIST];
    size_t count = 0;
    const wend_social_def def = wend_social_def_default();
    (void)wend_crowd_list_bodies(s->crowd, members, LIST, &count);
    const size_t first = count > 0 ? below(s, n, 290, (uint32_t)count) : 0;
    const size_t most = 1 + below(s, n, 291, 4);
    wend_social_id id = {7, 7};
    const wend_result result = wend_social_create(s->crowd, &def, members + first,
                                                  most < count - first ? most : count - first, &id);
    assert_true((result == WEND_OK) == (id.index1 != 0));
    return result == WEND_OK ? wend_social_set_goal(s->crowd, id, place(s, n, 292), 0) : result;
}

/* Bodies leave by exits, which are added and closed meanwhile. */
static wend_result leave(stage *s, uint64_t n)
{
    wend_exit_id exits[4];
    wend_body_id ids[LIST];
    size_t count = 0;
    size_t bodies = 0;
    wend_exit_id id = {7, 7};
    wend_exit_def def = wend_exit_def_default();
    (void)wend_crowd_list_bodies(s->crowd, ids, LIST, &bodies);
    (void)wend_crowd_list_exits(s->crowd, exits, 4, &count);
    def.position = place(s, n, 295);
    def.is_closed = below(s, n, 296, 3) == 0;
    if (n % 3 == 0) {
        def.request = s->orders[n % 2];
    }
    if (count < 3) {
        const wend_result result = wend_crowd_add_exit(s->crowd, &def, &id);
        assert_true((result == WEND_OK) == (id.index1 != 0));
        return result;
    }
    if (below(s, n, 297, 4) == 0) {
        return wend_crowd_set_exit(s->crowd, exits[n % 3], &def);
    }
    return wend_crowd_leave(s->crowd, ids, bodies < 20 ? bodies : 20, WEND_EXIT_LEAST_TIME);
}

static wend_result load(stage *s, uint64_t n)
{
    (void)n;
    const fault_mode mode = s->heap.mode;
    uint8_t *bytes = malloc(SAVED);
    size_t count = 0;
    assert_non_null(bytes);
    s->heap.mode = FAULT_NONE;
    assert_int_equal(wend_crowd_save(s->crowd, bytes, SAVED, &count), WEND_OK);
    s->heap.mode = mode;
    const wend_result result = wend_crowd_load(s->crowd, bytes, count, NULL);
    if (result == WEND_OK) {
        uint8_t *again = malloc(count);
        size_t again_count = 0;
        assert_non_null(again);
        s->heap.mode = FAULT_NONE;
        assert_int_equal(wend_crowd_save(s->crowd, again, count, &again_count), WEND_OK);
        assert_int_equal(again_count, count);
        assert_memory_equal(again, bytes, count);
        s->heap.mode = mode;
        free(again);
    }
    free(bytes);
    return result;
}

static wend_result order_body(stage *s, uint64_t n)
{
    const wend_body_id id = some_body(s, n, 300);
    const wend_vec2 to = place(s, n, 301);
    wend_body_id ids[LIST];
    size_t count = 0;
    (void)wend_crowd_list_bodies(s->crowd, ids, LIST, &count);
    switch (below(s, n, 303, 20)) {
    case 0:
        return wend_crowd_set_group_goal(s->crowd, ids, count < 9 ? count : 9, to, 0);
    case 1:
        return wend_crowd_follow_path(s->crowd, id, some_path(s, n));
    case 2:
        return wend_crowd_follow_flow(s->crowd, ids, count < 4 ? count : 4, s->orders[n % 2]);
    case 3:
        return wend_crowd_set_held(s->crowd, id, n % 2 == 0);
    case 4:
        return steer(s, n);
    case 5:
        if (n % 4 < 2) {
            return wend_crowd_apply_explosion(s->crowd, 0, to, 9, 400, true, NULL);
        }
        return wend_crowd_apply_impulse(s->crowd, id, (wend_vec2){300 * unit(s, n, 304), 99});
    case 6:
        return add_zone(s, n);
    case 7:
        return wend_crowd_remove_body(s->crowd, id);
    case 8:
        add_body(s, n);
        return WEND_OK;
    case 9:
        return wend_crowd_set_position(s->crowd, id, to, 0);
    case 10:
        return below(s, n, 305, 6) == 0 ? load(s, n) : WEND_OK;
    case 16:
    case 17:
    case 18:
    case 19:
        return befriend(s, n);
    default:
        return wend_crowd_set_goal(s->crowd, id, to, 0);
    }
}

static wend_result order_formation(stage *s, uint64_t n)
{
    const wend_formation_id id = some_formation(s, n);
    const wend_vec2 to = place(s, n, 311);
    switch (below(s, n, 310, 14)) {
    case 0:
    case 1:
        return form_up(s, n);
    case 2:
    case 3:
        return reshape(s, n);
    case 4:
        return wend_formation_add_member(s->crowd, id, some_body(s, n, 313), (uint32_t)(n % 3));
    case 5:
        return wend_formation_remove_member(s->crowd, some_body(s, n, 313));
    case 6:
    case 7:
        return wend_formation_follow_flow(s->crowd, id, s->orders[n % 2]);
    case 8:
        return wend_formation_follow_path(s->crowd, id, some_path(s, n));
    case 9:
        return wend_formation_stop(s->crowd, id);
    case 10:
        return below(s, n, 314, 3) == 0 ? wend_formation_destroy(s->crowd, id) : WEND_OK;
    default:
        return wend_formation_set_goal(s->crowd, id, to,
                                       n % 2 == 0 ? (double)NAN : 6 * unit(s, n, 312));
    }
}

static wend_result tick(stage *s, uint64_t n)
{
    (void)n;
    return wend_crowd_tick(s->crowd);
}

/* Walls come and go; flows know of cells alone. */
static void edit_ground(stage *s, uint64_t n)
{
    if (below(s, n, 320, 4) == 0) {
        wend_wall_id first;
        size_t count;
        add_wall(s, n);
        (void)wend_walls_list(s->walls, &first, 1, &count);
        assert_int_equal(wend_walls_remove(s->walls, first), WEND_OK);
    }
    if (below(s, n, 321, 4) == 0) {
        grids_set(s->grid, (int32_t)below(s, n, 322, SIDE), (int32_t)below(s, n, 323, SIDE),
                  below(s, n, 324, 2) == 0 ? WEND_COST_WALL : 1);
    }
    assert_int_equal(wend_flow_update(s->flow, NULL), WEND_OK);
}

/* ---- with a twin that never fails ---- */

typedef struct saved {
    uint64_t hash;
    size_t count;
    uint8_t bytes[SAVED];
} saved;

static void save(const stage *s, saved *to)
{
    to->hash = wend_crowd_hash(s->crowd);
    assert_int_equal(wend_crowd_save(s->crowd, to->bytes, SAVED, &to->count), WEND_OK);
}

static void assert_same(const saved *a, const saved *b)
{
    assert_true(a->hash == b->hash);
    assert_int_equal(a->count, b->count);
    assert_memory_equal(a->bytes, b->bytes, a->count);
}

/* Calls one function until it has all its memory, with one more block each time.
 * @return the number of failures. */
static size_t both(stage *one, stage *twin, call_fn call, uint64_t n)
{
    static saved before, now;
    const fault_mode mode = n % 2 == 0 ? FAULT_ONCE : FAULT_KEEP;
    size_t failures = 0;
    save(one, &before);
    wend_result result = WEND_ERROR_MEMORY;
    for (size_t k = 0; result == WEND_ERROR_MEMORY; k++) {
        fault_heap_arm(&one->heap, mode, k);
        result = call(one, n);
        const size_t refused = one->heap.failures;
        fault_heap_arm(&one->heap, FAULT_NONE, 0);
        if (result == WEND_ERROR_MEMORY) {
            assert_true(refused > 0);
            failures++;
        }
        if (result < 0) {
            save(one, &now);
            assert_same(&before, &now);
        }
    }
    assert_int_equal(call(twin, n), result);
    save(one, &before);
    save(twin, &now);
    assert_same(&before, &now);
    assert_true(one->source.log == twin->source.log);
    return failures;
}

static void crowd_that_failed_goes_on_as_one_that_did_not(void **state)
{
    (void)state;
    static stage one, twin;
    size_t orders_failed = 0;
    size_t ticks_failed = 0;
    for (uint64_t seed = 1; seed <= 21; seed++) {
        begin(&one, seed);
        begin(&twin, seed);
        for (uint64_t at = 0; at < TICKS; at++) {
            for (uint64_t k = 0; k < ACTIONS; k++) {
                const uint64_t n = at * 8 + k;
                orders_failed += both(&one, &twin,
                                      n % 16 == 9  ? leave
                                      : n % 2 == 0 ? order_body
                                                   : order_formation,
                                      n);
            }
            edit_ground(&one, at);
            edit_ground(&twin, at);
            ticks_failed += both(&one, &twin, tick, at);
        }
        end(&one);
        end(&twin);
    }
    assert_true(orders_failed > 100);
    assert_true(ticks_failed > 1000);
}

/* ---- orders between a tick that failed and the one after it ---- */

/* Orders that leave the other bodies without queries. */
static wend_result order_one(stage *s, uint64_t n)
{
    const wend_body_id id = some_body(s, n, 330);
    const wend_formation_id formation = some_formation(s, n);
    const uint32_t what = below(s, n, 331, 8);
    if (what < 4 && wend_formation_of_body(s->crowd, id).index1 != 0) {
        return WEND_OK;
    }
    if (what == 1 && n % 3 == 0) {
        return load(s, n);
    }
    if (what == 0 && n % 3 == 0) {
        return wend_crowd_apply_explosion(s->crowd, 0, place(s, n, 332), 9, 400, true, NULL);
    }
    switch (what) {
    case 0:
        return wend_crowd_follow_path(s->crowd, id, some_path(s, n));
    case 1:
        return wend_crowd_stop(s->crowd, id);
    case 2:
    case 3:
        return wend_crowd_set_goal(s->crowd, id, place(s, n, 332), 0);
    case 4:
        return wend_formation_stop(s->crowd, formation);
    case 5:
        return wend_formation_follow_path(s->crowd, formation, some_path(s, n));
    case 6:
        return wend_formation_follow_flow(s->crowd, formation, s->orders[n % 2]);
    default:
        return wend_formation_set_goal(s->crowd, formation, place(s, n, 332), 1);
    }
}

static void order_both(stage *one, stage *twin, call_fn call, uint64_t n)
{
    const wend_result result = call(one, n);
    assert_int_equal(call(twin, n), result);
}

/* The twin does not try the tick that fails. */
static size_t tick_in_two(stage *one, stage *twin, uint64_t at)
{
    fault_heap_arm(&one->heap, at % 2 == 0 ? FAULT_KEEP : FAULT_ONCE, at / 2 % 4);
    const wend_result result = wend_crowd_tick(one->crowd);
    fault_heap_arm(&one->heap, FAULT_NONE, 0);
    if (result == WEND_OK) {
        crowds_tick(twin->crowd, 1);
    }
    for (uint64_t k = 0; k < ACTIONS; k++) {
        order_both(one, twin, order_one, at * 8 + k);
    }
    assert_true(wend_crowd_hash(one->crowd) == wend_crowd_hash(twin->crowd));
    if (result != WEND_OK) {
        assert_int_equal(result, WEND_ERROR_MEMORY);
        crowds_tick(one->crowd, 1);
        crowds_tick(twin->crowd, 1);
    }
    assert_true(wend_crowd_hash(one->crowd) == wend_crowd_hash(twin->crowd));
    return result != WEND_OK;
}

static void orders_after_a_tick_that_failed_end_what_it_asked(void **state)
{
    (void)state;
    static stage one, twin;
    size_t failures = 0;
    for (uint64_t seed = 1; seed <= 28; seed++) {
        begin(&one, seed);
        begin(&twin, seed);
        one.source.answers_by_place = true;
        twin.source.answers_by_place = true;
        for (uint64_t at = 0; at < TICKS; at++) {
            edit_ground(&one, at);
            edit_ground(&twin, at);
            order_both(&one, &twin, order_body, at);
            order_both(&one, &twin, order_formation, at);
            failures += tick_in_two(&one, &twin, at);
        }
        wend_body_id ids[LIST];
        size_t count = 0;
        (void)wend_crowd_list_bodies(one.crowd, ids, LIST, &count);
        for (size_t i = 0; i < count; i++) {
            assert_int_equal(wend_crowd_remove_body(one.crowd, ids[i]), WEND_OK);
        }
        assert_int_equal(one.source.open, 0);
        end(&one);
        end(&twin);
    }
    assert_true(failures > 300);
}

/* ---- a flow without memory ---- */

/* The flow has no sources yet: the formation adds one. */
static void begin_flow(stage *s)
{
    memset(s, 0, sizeof *s);
    fault_heap_init(&s->heap);
    s->grid = grids_open(2 * SIDE, SIDE);
    wend_flow_def flow = wend_flow_def_default();
    flow.grid = s->grid;
    flow.allocator = fault_heap_allocator(&s->heap);
    s->flow = flows_make(flow);
    const wend_flow_position goal = {{35.5, 10.5}, 0};
    wend_flow_request_def request = wend_flow_request_def_default();
    request.goals = &goal;
    request.goal_count = 1;
    assert_int_equal(wend_flow_add_request(s->flow, &request, &s->orders[0], NULL), WEND_OK);
    wend_crowd_def def = wend_crowd_def_default();
    def.max_bodies = BODIES;
    def.grid = s->grid;
    def.flow = s->flow;
    def.allocator = fault_heap_allocator(&s->heap);
    s->crowd = crowds_make(def);
    wend_body_id ids[5];
    for (size_t i = 0; i < 5; i++) {
        wend_body_def body = wend_body_def_default();
        body.position = (wend_vec2){3 + (double)i, 10};
        assert_int_equal(wend_crowd_add_body(s->crowd, &body, &ids[i]), WEND_OK);
    }
    const wend_formation_def pattern = wend_formation_def_default();
    wend_formation_id id;
    assert_int_equal(wend_formation_create(s->crowd, &pattern, ids, NULL, 5, &id), WEND_OK);
    assert_int_equal(wend_formation_follow_flow(s->crowd, id, s->orders[0]), WEND_OK);
}

static void formation_that_its_flow_failed_goes_on_as_one_that_it_did_not(void **state)
{
    (void)state;
    static stage one, twin;
    size_t failures = 0;
    begin_flow(&one);
    begin_flow(&twin);
    for (uint64_t at = 0; at < 12 * TICKS; at++) {
        assert_int_equal(wend_flow_update(one.flow, NULL), WEND_OK);
        assert_int_equal(wend_flow_update(twin.flow, NULL), WEND_OK);
        failures += both(&one, &twin, tick, at);
        assert_true(wend_flow_hash(one.flow) == wend_flow_hash(twin.flow));
    }
    wend_formation_info info;
    assert_int_equal(wend_formation_get_info(one.crowd, some_formation(&one, 0), &info), WEND_OK);
    assert_int_equal(info.state, WEND_BODY_ARRIVED);
    assert_true(failures > 0);
    end(&one);
    end(&twin);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crowd_that_failed_goes_on_as_one_that_did_not),
        cmocka_unit_test(orders_after_a_tick_that_failed_end_what_it_asked),
        cmocka_unit_test(formation_that_its_flow_failed_goes_on_as_one_that_it_did_not),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
