/* Warm crowds take no memory for ticks, nor for bodies that are added and removed: while they
 * avoid, follow a flow or others among walls that change, after an explosion, and in formation.
 *
 * That wend_crowd_add_body and wend_crowd_remove_body take constant time cannot be counted from
 * outside: the test counts that neither allocates memory, however full the crowd is. */
#include "support/crowds.h"
#include "support/fault.h"
#include "support/flows.h"
#include "support/grids.h"
#include "support/test.h"
#include "support/walls.h"
#include "wend/flow.h"
#include "wend/formation.h"

#include <math.h>

enum { BODIES = 40, WARM = 60, TICKS = 200, SIDE = 32 };

typedef struct scene {
    fault_heap heap;
    wend_grid *grid;
    wend_flow *flow;
    wend_crowd *crowd;
    wend_body_id ids[BODIES];
} scene;

static wend_body_def body_at(uint32_t i)
{
    wend_body_def def = wend_body_def_default();
    def.position = (wend_vec2){4.5 + 0.8 * (double)(i % 8), 4.5 + 0.8 * (double)(i / 8 % 8)};
    return def;
}

static void begin_among(scene *s, const wend_walls *walls)
{
    fault_heap_init(&s->heap);
    wend_grid_def grid = wend_grid_def_default();
    grid.width = SIDE;
    grid.height = SIDE;
    grid.allocator = fault_heap_allocator(&s->heap);
    s->grid = grids_make(grid);
    wend_flow_def flow = wend_flow_def_default();
    flow.grid = s->grid;
    flow.allocator = fault_heap_allocator(&s->heap);
    s->flow = flows_make(flow);
    wend_crowd_def def = wend_crowd_def_default();
    def.max_bodies = BODIES;
    def.grid = s->grid;
    def.walls = walls;
    def.flow = s->flow;
    def.has_contact_reports = true;
    def.allocator = fault_heap_allocator(&s->heap);
    s->crowd = crowds_make(def);
    for (uint32_t i = 0; i < BODIES; i++) {
        const wend_body_def body = body_at(i);
        assert_int_equal(wend_crowd_add_body(s->crowd, &body, &s->ids[i]), WEND_OK);
    }
}

static void begin(scene *s)
{
    begin_among(s, NULL);
}

static void end(scene *s)
{
    wend_crowd_destroy(s->crowd);
    wend_flow_destroy(s->flow);
    wend_grid_destroy(s->grid);
    assert_int_equal(s->heap.live_blocks, 0);
}

/* Growing calls of these ticks alone. */
static size_t calls_of(scene *s, int ticks)
{
    const size_t before = s->heap.calls;
    for (int i = 0; i < ticks; i++) {
        crowds_tick(s->crowd, 1);
    }
    return s->heap.calls - before;
}

/* To the other side and back, through each other. */
static void cross(scene *s, bool is_back)
{
    for (uint32_t i = 0; i < BODIES; i++) {
        const double far = (i % 2 == 0) == is_back ? 4.5 : 26.5;
        const wend_vec2 to = {far, 4.5 + 0.5 * (double)i};
        assert_int_equal(wend_crowd_set_goal(s->crowd, s->ids[i], to, 0), WEND_OK);
    }
}

/* ---- ticks ---- */

static void crowd_that_avoids_takes_no_memory(void **state)
{
    (void)state;
    scene s;
    begin(&s);
    cross(&s, false);
    (void)calls_of(&s, WARM);
    cross(&s, true);
    assert_int_equal(calls_of(&s, TICKS), 0);
    cross(&s, false);
    assert_int_equal(calls_of(&s, TICKS), 0);
    end(&s);
}

/* An edit takes its memory in the grid and in the flow, not in the tick after it. */
static void crowd_in_a_flow_takes_no_memory_though_walls_change(void **state)
{
    (void)state;
    scene s;
    begin(&s);
    const wend_flow_request_id order = flows_order(s.flow, 28.5, 28.5, 0);
    assert_int_equal(wend_crowd_follow_flow(s.crowd, s.ids, BODIES, order), WEND_OK);
    (void)calls_of(&s, WARM);
    for (int i = 0; i < TICKS; i++) {
        const uint8_t cost = i % 2 == 0 ? WEND_COST_WALL : 1;
        const int32_t x = 12 + i / 2 % 8;
        grids_set(s.grid, x, 15, cost);
        assert_int_equal(wend_flow_update(s.flow, NULL), WEND_OK);
        assert_int_equal(calls_of(&s, 1), 0);
    }
    end(&s);
}

/* Walls that come and go: never more at once than before. */
static void crowd_among_walls_that_change_takes_no_memory(void **state)
{
    (void)state;
    scene s;
    wend_walls *walls = walls_empty();
    begin_among(&s, walls);
    cross(&s, false);
    for (int i = 0; i < TICKS; i++) {
        const double x = 12 + i / 2 % 8;
        wend_wall_id wall =
            walls_add(walls, (wend_vec2){x, 10}, (wend_vec2){x, 12}, WEND_STOPS_ALL);
        const size_t calls = calls_of(&s, 1);
        assert_true(calls == 0 || i == 0);
        assert_int_equal(wend_walls_remove(walls, wall), WEND_OK);
        assert_int_equal(calls_of(&s, 1), 0);
    }
    end(&s);
    wend_walls_destroy(walls);
}

static void crowd_after_an_explosion_takes_no_memory(void **state)
{
    (void)state;
    scene s;
    begin(&s);
    (void)calls_of(&s, WARM);
    const size_t before = s.heap.calls;
    for (int i = 0; i < 4; i++) {
        const wend_vec2 at = {6 + 0.5 * i, 6};
        size_t hits = 0;
        assert_int_equal(wend_crowd_apply_explosion(s.crowd, 0, at, 8, 900, true, &hits), WEND_OK);
        assert_true(hits > 0);
        (void)calls_of(&s, TICKS / 4);
    }
    assert_int_equal(s.heap.calls - before, 0);
    end(&s);
}

static void crowd_in_formation_takes_no_memory(void **state)
{
    (void)state;
    scene s;
    begin(&s);
    const wend_formation_def def = wend_formation_def_default();
    wend_formation_id id[2];
    for (size_t k = 0; k < 2; k++) {
        assert_int_equal(wend_formation_create(s.crowd, &def, s.ids + 20 * k, NULL, 20, &id[k]),
                         WEND_OK);
        const wend_vec2 to = {20, 10 + 10 * (double)k};
        assert_int_equal(wend_formation_set_goal(s.crowd, id[k], to, (double)NAN), WEND_OK);
    }
    (void)calls_of(&s, WARM);
    assert_int_equal(calls_of(&s, TICKS), 0);
    end(&s);
}

/* ---- bodies that come and go ---- */

static void bodies_that_come_and_go_in_play_take_no_memory(void **state)
{
    (void)state;
    scene s;
    begin(&s);
    const wend_formation_def def = wend_formation_def_default();
    wend_formation_id id;
    assert_int_equal(wend_formation_create(s.crowd, &def, s.ids, NULL, 10, &id), WEND_OK);
    for (uint32_t i = 10; i < BODIES; i++) {
        assert_int_equal(wend_crowd_set_goal(s.crowd, s.ids[i], (wend_vec2){26, 26}, 0), WEND_OK);
    }
    (void)calls_of(&s, WARM);
    const size_t before = s.heap.calls;
    for (uint32_t i = 0; i < TICKS; i++) {
        const wend_body_def body = body_at(i);
        wend_body_id *one = &s.ids[i * 7 % BODIES];
        assert_int_equal(wend_crowd_remove_body(s.crowd, *one), WEND_OK);
        assert_int_equal(wend_crowd_add_body(s.crowd, &body, one), WEND_OK);
        crowds_tick(s.crowd, 1);
    }
    assert_int_equal(s.heap.calls - before, 0);
    end(&s);
}

static void full_crowd_says_so_and_works_on_after_one_left(void **state)
{
    (void)state;
    scene s;
    begin(&s);
    cross(&s, false);
    (void)calls_of(&s, WARM);
    wend_body_def body = body_at(3);
    body.position.y = 20;
    for (uint32_t i = 0; i < 8; i++) {
        const uint64_t hash = wend_crowd_hash(s.crowd);
        wend_body_id id = {7, 7};
        assert_int_equal(wend_crowd_add_body(s.crowd, &body, &id), WEND_ERROR_FULL);
        assert_int_equal(id.index1, 0);
        assert_true(wend_crowd_hash(s.crowd) == hash);
        assert_int_equal(wend_crowd_remove_body(s.crowd, s.ids[i]), WEND_OK);
        assert_int_equal(wend_crowd_add_body(s.crowd, &body, &s.ids[i]), WEND_OK);
        assert_int_equal(wend_crowd_set_goal(s.crowd, s.ids[i], (wend_vec2){20.5, 20.5}, 0),
                         WEND_OK);
        crowds_tick(s.crowd, 1);
        assert_int_equal(wend_crowd_body_count(s.crowd), BODIES);
    }
    (void)calls_of(&s, 3 * TICKS);
    wend_body last;
    assert_int_equal(wend_crowd_get_body(s.crowd, s.ids[7], &last), WEND_OK);
    assert_int_equal(last.goal, WEND_BODY_GOAL_POINT);
    assert_true(wend_vec2_distance(last.position, (wend_vec2){20.5, 20.5}) < 3);
    end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(crowd_that_avoids_takes_no_memory),
        cmocka_unit_test(crowd_in_a_flow_takes_no_memory_though_walls_change),
        cmocka_unit_test(crowd_among_walls_that_change_takes_no_memory),
        cmocka_unit_test(crowd_after_an_explosion_takes_no_memory),
        cmocka_unit_test(crowd_in_formation_takes_no_memory),
        cmocka_unit_test(bodies_that_come_and_go_in_play_take_no_memory),
        cmocka_unit_test(full_crowd_says_so_and_works_on_after_one_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
