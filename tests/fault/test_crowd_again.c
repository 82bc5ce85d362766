/* takes: two crowds to which the same happens; calls on one of them get no memory at first, at each
 *        of the places in turn where they ask for some.
 * gives: whether a call that fails changes nothing, and called again does what it does in the crowd
 *        that never failed, down to the bytes that are saved and the calls of the route source.
 * cost:  some thousand ticks of two dozen bodies, saved at each failure. */
#include "support/crowds.h"
#include "support/fault.h"
#include "support/flows.h"
#include "support/grids.h"
#include "support/searches.h"
#include "support/test.h"
#include "support/walls.h"
#include "wend/formation.h"
#include "wend/overlay.h"
#include "wend/steer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SIDE = 20,
    BODIES = 24,
    TICKS = 120,
    ACTIONS = 3,
    LIST = 64,
    TICKETS = 1 << 14,
    SAVED = 1 << 20
};

/* ---- a source of routes ---- */

/* What it knows of a question. */
typedef struct question {
    bool is_open;
    uint64_t salt; /* of its answers */
    uint32_t polls;
    wend_vec2 from, to;
} question;

typedef struct source {
    uint64_t seed;
    fault_heap *heap;
    bool is_polled;
    bool answers_by_place; /* however often it was asked before */
    uint64_t log;          /* of all calls */
    uint64_t last;         /* ticket */
    uint32_t open;
    const char *wrong; /* what a crowd may not do */
    question of[TICKETS];
} source;

static void note(source *s, uint64_t what, uint64_t ticket)
{
    s->log = wend_hash_u64(wend_hash_u64(s->log, what), ticket);
}

static void note_place(source *s, wend_vec2 place)
{
    s->log = wend_hash_bytes(s->log, &place, sizeof place);
}

/* The path is the crowd's, and so is its memory: this source gets it in any case. */
static void fill(source *s, uint64_t salt, const question *q, bool is_whole, wend_path *path)
{
    const fault_mode mode = s->heap->mode;
    wend_vec2 points[8] = {q->from};
    size_t count = 1;
    for (uint64_t corners = wend_random_below(s->seed, salt, 1, 6); corners > 0; --corners) {
        const double side = 1.5 * (double)SIDE;
        points[count].x = side * wend_random_unit(s->seed, salt, 10 + count);
        points[count].y = side * wend_random_unit(s->seed, salt, 20 + count);
        count++;
    }
    points[count++] = q->to;
    s->heap->mode = FAULT_NONE;
    if (wend_path_from_points(path, points, is_whole ? count : count - 1) != WEND_OK) {
        s->wrong = "a path was not filled";
    }
    s->heap->mode = mode;
}

static wend_result decide(source *s, uint64_t salt, uint64_t ticket, wend_path *path)
{
    question *q = &s->of[ticket];
    wend_result result = WEND_OK;
    switch (wend_random_below(s->seed, salt, 0, 10)) {
    case 0:
        result = WEND_NO_PATH;
        break;
    case 1:
        result = WEND_ERROR_MEMORY;
        break;
    case 2:
        wend_path_clear(path); /* straight on */
        break;
    case 3:
    case 4:
        result = WEND_PARTIAL;
        fill(s, q->salt, q, false, path);
        break;
    case 5:
    case 6:
        result = s->is_polled ? WEND_IN_PROGRESS : WEND_NO_PATH;
        break;
    default:
        fill(s, salt, q, true, path);
        break;
    }
    const bool goes_on = s->is_polled && (result == WEND_IN_PROGRESS || result == WEND_PARTIAL);
    s->open = s->open - q->is_open + goes_on;
    q->is_open = goes_on;
    return result;
}

static wend_result ask(void *context, const wend_route_query *query, wend_path *path)
{
    source *s = context;
    note(s, 1, query->ticket);
    note_place(s, query->from);
    note_place(s, query->to);
    note(s, query->user, query->crowd_class + 2 * (uint64_t)query->is_around_jam);
    if (query->ticket <= s->last || query->ticket >= TICKETS) {
        s->wrong = "a ticket was given twice";
        return WEND_NO_PATH;
    }
    s->last = query->ticket;
    question *q = &s->of[query->ticket];
    q->from = query->from;
    q->to = query->to;
    q->salt = query->ticket;
    if (s->answers_by_place) {
        q->salt = wend_hash_bytes(wend_hash_begin(), &q->from, sizeof q->from);
        q->salt = wend_hash_bytes(q->salt, &q->to, sizeof q->to);
    }
    return decide(s, q->salt, query->ticket, path);
}

static wend_result poll(void *context, uint64_t ticket, wend_path *path)
{
    source *s = context;
    note(s, 2, ticket);
    if (ticket >= TICKETS || !s->of[ticket].is_open) {
        s->wrong = "a question was polled that is not open";
        return WEND_NO_PATH;
    }
    s->of[ticket].polls++;
    return decide(s, s->of[ticket].salt * 1000 + s->of[ticket].polls, ticket, path);
}

static void cancel(void *context, uint64_t ticket)
{
    source *s = context;
    note(s, 3, ticket);
    if (ticket >= TICKETS || !s->of[ticket].is_open) {
        s->wrong = "a question was cancelled that is not open";
        return;
    }
    s->of[ticket].is_open = false;
    s->open--;
}

/* ---- a crowd, its ground, and what its source saw ---- */

typedef struct stage {
    uint64_t seed;
    fault_heap heap;
    source source;
    wend_grid *grid;
    wend_walls *walls;
    wend_flow *flow;
    wend_flow_request_id orders[2];
    wend_path *path;
    wend_crowd *crowd;
} stage;

static double unit(const stage *s, uint64_t n, uint64_t what)
{
    return wend_random_unit(s->seed, n, what);
}

static uint32_t below(const stage *s, uint64_t n, uint64_t what, uint32_t count)
{
    return wend_random_below(s->seed, n, what, count);
}

static wend_vec2 place(const stage *s, uint64_t n, uint64_t what)
{
    const double side = 1.5 * (double)SIDE;
    return (wend_vec2){side * unit(s, n, what), side * unit(s, n, what + 1)};
}

static void add_wall(const stage *s, uint64_t n)
{
    const wend_vec2 a = place(s, n, 100);
    const wend_vec2 b = {a.x + 6 * unit(s, n, 102) - 3, a.y + 6 * unit(s, n, 103) - 3};
    const uint32_t stops = n % 2 == 0 ? (uint32_t)WEND_STOPS_ALL : (uint32_t)WEND_STOPS_WALK;
    walls_add(s->walls, a, b, stops);
}

static void make_ground(stage *s)
{
    wend_grid_def grid = wend_grid_def_default();
    grid.width = SIDE;
    grid.height = SIDE;
    grid.cell_size = 1.5;
    s->grid = grids_make(grid);
    for (uint64_t i = 0; i < SIDE; i++) {
        grids_set(s->grid, (int32_t)below(s, i, 110, SIDE), (int32_t)below(s, i, 111, SIDE),
                  WEND_COST_WALL);
    }
    /* Where the flow leads to is open. */
    grids_set(s->grid, 2, 2, 1);
    grids_set(s->grid, 16, 13, 1);
    s->walls = walls_empty();
    for (uint64_t i = 0; i < 8; i++) {
        add_wall(s, i);
    }
    wend_flow_def flow = wend_flow_def_default();
    flow.grid = s->grid;
    s->flow = flows_make(flow);
    s->orders[0] = flows_order(s->flow, 3, 3, 0);
    s->orders[1] = flows_order(s->flow, 25, 20, 0);
    s->path = paths_make();
}

static void add_body(stage *s, uint64_t n)
{
    wend_body_def def = wend_body_def_default();
    def.position = place(s, n, 120);
    def.radius = 0.2 + 0.4 * unit(s, n, 122);
    def.speed = 1 + 2 * unit(s, n, 123);
    def.crowd_class = below(s, n, 124, 2);
    def.user = n;
    (void)wend_crowd_add_body(s->crowd, &def, NULL);
}

static void begin(stage *s, uint64_t seed)
{
    memset(s, 0, sizeof *s);
    s->seed = seed;
    fault_heap_init(&s->heap);
    s->source.seed = seed;
    s->source.heap = &s->heap;
    s->source.is_polled = seed % 3 != 0;
    make_ground(s);
    wend_crowd_class classes[2] = {wend_crowd_class_default(), wend_crowd_class_default()};
    classes[1].stops = (uint32_t)WEND_STOPS_ALL & ~(uint32_t)WEND_STOPS_WALK;
    wend_crowd_def def = wend_crowd_def_default();
    def.max_bodies = BODIES;
    def.grid = s->grid;
    def.walls = s->walls;
    def.classes = classes;
    def.class_count = 2;
    def.flow = s->flow;
    def.jam_grid = s->grid;
    def.step = 0.25;
    def.stuck_margin = 1;
    def.allocator = fault_heap_allocator(&s->heap);
    if (seed % 7 != 0) {
        def.route_source =
            (wend_route_source){ask, s->source.is_polled ? poll : NULL, cancel, &s->source};
    }
    s->crowd = crowds_make(def);
    for (uint64_t i = 0; i < BODIES; i++) {
        add_body(s, 1000000 + i);
    }
}

static void end(stage *s)
{
    wend_crowd_destroy(s->crowd);
    wend_path_destroy(s->path);
    wend_flow_destroy(s->flow);
    wend_walls_destroy(s->walls);
    wend_grid_destroy(s->grid);
    assert_int_equal(s->heap.live_blocks, 0);
    if (s->source.wrong != NULL) {
        fail_msg("%s", s->source.wrong);
    }
}

/* ---- calls ---- */

typedef wend_result (*call_fn)(stage *s, uint64_t n);

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
    switch (below(s, n, 303, 16)) {
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

/* Calls the one until it has all the memory it asks for, with one more piece of it each time.
 * @return how often it failed. */
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
    for (uint64_t seed = 1; seed <= 14; seed++) {
        begin(&one, seed);
        begin(&twin, seed);
        for (uint64_t at = 0; at < TICKS; at++) {
            for (uint64_t k = 0; k < ACTIONS; k++) {
                const uint64_t n = at * 8 + k;
                orders_failed += both(&one, &twin, n % 2 == 0 ? order_body : order_formation, n);
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

/* Orders by which nothing else is asked for those that it is not given to. */
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

/* Nobody has told the flow yet where agents are: the formation does. */
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
