/* Random scenes with jams, gates that shut, and orders that change: events of stuck bodies end as
 * they begin, and agree with what bodies say. */
#include "support/crowd_scene.h"
#include "support/crowds.h"
#include "support/flows.h"
#include "support/gen.h"
#include "support/grids.h"
#include "support/test.h"

#include <stdlib.h>

enum { LIMIT = 128, BODIES = 90, TICKS = 1200, ORDERS = 240 /* ticks between them */ };

/* By index of the body: STUCK was reported, and not yet its outcome. */
typedef struct told {
    bool is_stuck[LIMIT];
    uint32_t ends[WEND_EVENT_FLOOR + 1]; /* by what it ended */
    uint32_t begun;
} told;

static bool is_end(wend_event_kind kind)
{
    return kind == WEND_EVENT_FREE || kind == WEND_EVENT_ARRIVED || kind == WEND_EVENT_GIVEN_UP ||
           kind == WEND_EVENT_NO_PATH;
}

/* FREE ends what STUCK began, and nothing else. */
static bool hear(const wend_crowd *crowd, told *t)
{
    size_t count = 0;
    const wend_event *events = wend_crowd_get_events(crowd, &count);
    for (size_t i = 0; i < count; i++) {
        bool *is_stuck = &t->is_stuck[events[i].body.index1 - 1];
        if (events[i].kind == WEND_EVENT_FREE && !*is_stuck) {
            return false;
        }
        t->begun += events[i].kind == WEND_EVENT_STUCK && !*is_stuck;
        t->ends[events[i].kind] += is_end(events[i].kind) && *is_stuck;
        *is_stuck = events[i].kind == WEND_EVENT_STUCK || (*is_stuck && !is_end(events[i].kind));
    }
    return true;
}

/* True if the reports of each body match its state. Bodies with another order, or removed, are
 * dropped. */
static bool compare(const wend_crowd *crowd, told *t, bool forgets)
{
    wend_body_id ids[LIMIT];
    bool is_there[LIMIT] = {false};
    size_t count = 0;
    (void)wend_crowd_list_bodies(crowd, ids, LIMIT, &count);
    for (size_t i = 0; i < count; i++) {
        wend_body body;
        const uint32_t at = ids[i].index1 - 1;
        (void)wend_crowd_get_body(crowd, ids[i], &body);
        is_there[at] = true;
        t->is_stuck[at] = t->is_stuck[at] && (body.is_stuck || !forgets);
        if (t->is_stuck[at] != body.is_stuck) {
            return false;
        }
    }
    for (size_t i = 0; i < LIMIT; i++) {
        t->is_stuck[i] = t->is_stuck[i] && is_there[i];
    }
    return true;
}

static bool is_told(wend_crowd *crowd, told *t)
{
    return compare(crowd, t, true) && wend_crowd_tick(crowd) == WEND_OK && hear(crowd, t) &&
           compare(crowd, t, false);
}

static void add(told *all, const told *t)
{
    all->begun += t->begun;
    for (size_t i = 0; i <= WEND_EVENT_FLOOR; i++) {
        all->ends[i] += t->ends[i];
    }
}

static bool holds_on_random_ground(uint64_t seed, void *context)
{
    told t = {.begun = 0};
    crowd_scene s;
    assert_int_equal(crowd_scene_make(&s, seed, LIMIT, NULL, NULL), WEND_OK);
    s.answers_later = seed % 2 == 0;
    s.edits_ground = seed % 3 == 0;
    crowd_scene_fill(&s, s.crowd, BODIES);
    bool is_good = true;
    for (uint64_t tick = 0; tick < TICKS && is_good; tick++) {
        for (uint64_t k = 0; tick % ORDERS == 0 && k < 12; k++) {
            assert_true(crowd_scene_act(&s, s.crowd, tick + k) >= 0);
        }
        is_good = is_told(s.crowd, &t);
    }
    crowd_scene_free(&s);
    add(context, &t);
    return is_good;
}

/* ---- a gate ---- */

enum { WIDTH = 14, GATE = 7, WALKERS = 12 };

/* A wall with a gap of one cell at its middle, which a gate shuts and a standing body blocks. */
static wend_grid *make_ground(void)
{
    wend_grid *grid = grids_open(WIDTH, 5);
    grids_wall(grid, GATE, 0, 1, 5);
    grids_set(grid, GATE, 2, 1);
    return grid;
}

static bool walk(wend_grid *grid, wend_flow *flow, wend_crowd *crowd, uint64_t seed, told *t)
{
    wend_body_id ids[WALKERS];
    for (uint32_t i = 0; i < WALKERS; i++) {
        const uint32_t row = i / 4;
        ids[i] = crowds_put(crowd, 1 + 0.7 * (double)(i % 4), 1 + 0.9 * (double)row);
    }
    const wend_flow_request_id order = flows_order(flow, 12.5, 2.5, 0);
    assert_int_equal(wend_crowd_follow_flow(crowd, ids, WALKERS, order), WEND_OK);
    const wend_body_id blocker = crowds_put(crowd, (double)GATE + 0.5, 2.5);
    assert_int_equal(wend_crowd_set_held(crowd, blocker, true), WEND_OK);
    const uint64_t shuts = 200 + wend_random_below(seed, 1, 0, 300);
    const uint64_t opens = shuts + wend_random_below(seed, 2, 0, 300);
    const uint64_t leaves = 100 + wend_random_below(seed, 3, 0, 800);
    bool is_good = true;
    for (uint64_t tick = 0; tick < TICKS && is_good; tick++) {
        if (tick == shuts || tick == opens) {
            (void)wend_grid_set_cost(grid, 0, GATE, 1 + (int32_t)(seed % 2),
                                     tick == shuts ? WEND_COST_WALL : 1);
        }
        if (tick == leaves) {
            (void)wend_crowd_remove_body(crowd, blocker);
        }
        (void)wend_flow_update(flow, NULL);
        is_good = is_told(crowd, t);
    }
    return is_good;
}

static bool holds_at_a_gate(uint64_t seed, void *context)
{
    told t = {.begun = 0};
    wend_grid *grid = make_ground();
    wend_flow *flow = flows_on(grid);
    wend_crowd_def def = wend_crowd_def_default();
    def.grid = grid;
    def.flow = flow;
    def.stuck_margin = 1;
    def.stuck_plan = wend_random_below(seed, 4, 0, 16);
    wend_crowd *crowd = crowds_make(def);
    const bool is_good = walk(grid, flow, crowd, seed, &t);
    add(context, &t);
    wend_crowd_destroy(crowd);
    wend_flow_destroy(flow);
    wend_grid_destroy(grid);
    return is_good;
}

static void stuck_is_told_until_it_ends_and_ends_once(void **state)
{
    (void)state;
    told all = {.begun = 0};
    gen_property("holds_on_random_ground", 12, holds_on_random_ground, &all);
    gen_property("holds_at_a_gate", 24, holds_at_a_gate, &all);
    if (getenv("WEND_SEED") == NULL) {
        assert_true(all.begun > 100 && all.ends[WEND_EVENT_FREE] > 0);
        assert_true(all.ends[WEND_EVENT_GIVEN_UP] > 0 && all.ends[WEND_EVENT_NO_PATH] > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stuck_is_told_until_it_ends_and_ends_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
