/* Bodies that follow one request of a flow settle together: all arrive and none stays stuck. One
 * call, several, or one call a body sent them; some are added while others stand; a crowd is saved
 * between call and tick.
 * Cost: some seconds. */
#include "support/crowds.h"
#include "support/flows.h"
#include "support/gen.h"
#include "support/grids.h"
#include "support/test.h"

#include "base/math/bits.h"

#include <stdlib.h>

enum { BODIES = 120, LATE = 30, WIDTH = 60, HEIGHT = 50, TICKS = 3000, QUIET = 200, MODES = 5 };

typedef struct gathering {
    wend_grid *grid;
    wend_flow *flow;
    wend_crowd *crowd;
    wend_flow_request_id order;
    wend_body_id ids[BODIES];
    size_t count;
} gathering;

static void begin(gathering *g, uint64_t seed)
{
    g->grid = grids_open(WIDTH, HEIGHT);
    if (seed % 3 == 0) {
        grids_wall(g->grid, 30, 0, 2, 20); /* they come through a gap */
        grids_wall(g->grid, 30, 28, 2, HEIGHT - 28);
    }
    g->flow = flows_on(g->grid);
    g->order = flows_order(g->flow, 45, 25, 0);
    wend_crowd_def def = wend_crowd_def_default();
    def.grid = g->grid;
    def.flow = g->flow;
    def.max_bodies = BODIES;
    def.seed = seed + 1;
    g->crowd = crowds_make(def);
    g->count = 0;
}

static void end(gathering *g)
{
    wend_crowd_destroy(g->crowd);
    wend_flow_destroy(g->flow);
    wend_grid_destroy(g->grid);
}

static void add(gathering *g, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        wend_body_def def = wend_body_def_default();
        const int32_t at = (int32_t)i;
        def.radius = 0.2 + 0.05 * (at % 3);
        def.speed = 3;
        g->ids[g->count++] = crowds_add(g->crowd, def, 5.5 + 0.8 * (at % 15), 15 + 0.8 * (at / 15));
    }
}

/* Sends bodies from `first` on, `each` by a call. */
static void send(const gathering *g, size_t first, size_t each)
{
    for (size_t i = first; i < g->count; i += each) {
        const size_t left = g->count - i;
        assert_int_equal(
            wend_crowd_follow_flow(g->crowd, g->ids + i, left < each ? left : each, g->order),
            WEND_OK);
    }
}

/* True if all arrive in time, and none is stuck then or later. */
static bool all_arrive(const gathering *g)
{
    wend_crowd_info info = crowds_info(g->crowd);
    for (uint32_t tick = 0; tick < TICKS && info.arrived < g->count; tick++) {
        crowds_tick(g->crowd, 1);
        info = crowds_info(g->crowd);
    }
    crowds_tick(g->crowd, QUIET);
    info = crowds_info(g->crowd);
    if (info.arrived != g->count || info.stuck != 0) {
        print_message("%u of %u arrived, %u stuck\n", info.arrived, (unsigned)g->count, info.stuck);
    }
    return info.arrived == g->count && info.stuck == 0 && info.wall_violations == 0;
}

static bool settle(uint64_t seed, void *context)
{
    (void)context;
    static const size_t EACH[MODES] = {BODIES, BODIES / 4, 7, 2, 1};
    gathering g;
    begin(&g, seed);
    add(&g, BODIES);
    send(&g, 0, EACH[seed % MODES]);
    const bool is_good = all_arrive(&g);
    end(&g);
    return is_good;
}

static void bodies_of_one_request_settle_whatever_calls_sent_them(void **state)
{
    (void)state;
    gen_property("settle", 10, settle, NULL);
}

/* The others stand when they come; in some runs they are sent again, as their orders were lost. */
static bool reinforce(uint64_t seed, void *context)
{
    (void)context;
    gathering g;
    begin(&g, seed);
    add(&g, LATE);
    send(&g, 0, LATE);
    bool is_good = all_arrive(&g);
    while (g.count + LATE <= BODIES && is_good) {
        const size_t first = g.count;
        add(&g, LATE);
        send(&g, seed % 4 == 3 ? 0 : first, seed % 2 == 0 ? 1 : LATE);
        is_good = all_arrive(&g);
    }
    end(&g);
    return is_good;
}

static void reinforcements_settle_around_those_that_stand(void **state)
{
    (void)state;
    gen_property("reinforce", 8, reinforce, NULL);
}

static uint64_t hash_after(gathering *g, size_t each)
{
    add(g, BODIES);
    send(g, 0, each);
    crowds_tick(g->crowd, 100);
    const wend_body body = crowds_body(g->crowd, g->ids[BODIES / 2]);
    return wend_hash_u64(wendi_bits_of_f64(body.position.x), wendi_bits_of_f64(body.position.y));
}

static void bodies_move_alike_whatever_calls_sent_them(void **state)
{
    (void)state;
    gathering one, many;
    begin(&one, 1);
    begin(&many, 1);
    assert_true(hash_after(&one, BODIES) == hash_after(&many, 1));
    end(&one);
    end(&many);
}

static void crowd_saved_before_the_tick_that_joins_goes_on_the_same(void **state)
{
    (void)state;
    gathering g, other;
    begin(&g, 1);
    begin(&other, 1);
    add(&g, BODIES);
    send(&g, 0, 1);
    size_t count = 0;
    assert_int_equal(wend_crowd_save(g.crowd, NULL, 0, &count), WEND_TRUNCATED);
    uint8_t *bytes = malloc(count);
    assert_non_null(bytes);
    assert_int_equal(wend_crowd_save(g.crowd, bytes, count, &count), WEND_OK);
    assert_int_equal(wend_crowd_load(other.crowd, bytes, count, NULL), WEND_OK);
    free(bytes);
    for (uint32_t i = 0; i < 20; i++) {
        assert_true(wend_crowd_hash(g.crowd) == wend_crowd_hash(other.crowd));
        crowds_tick(g.crowd, 20);
        crowds_tick(other.crowd, 20);
    }
    end(&g);
    end(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_of_one_request_settle_whatever_calls_sent_them),
        cmocka_unit_test(reinforcements_settle_around_those_that_stand),
        cmocka_unit_test(bodies_move_alike_whatever_calls_sent_them),
        cmocka_unit_test(crowd_saved_before_the_tick_that_joins_goes_on_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
