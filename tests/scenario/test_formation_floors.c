/* Formations that follow a flow over stairs to another floor, or a ford on one floor: all cross,
 * one after the other, and stand in order behind. */
#include "support/crowds.h"
#include "support/flows.h"
#include "support/grids.h"
#include "support/test.h"
#include "wend/formation.h"

#include <math.h>
#include <stdlib.h>

enum { WIDTH = 40, HEIGHT = 24, MEMBERS = 20, TICKS = 4000 };

/* Floors of one house; stairs join them. */
typedef struct house {
    wend_grid *grids[3];
    wend_flow *flow;
    wend_crowd *crowd;
    wend_body_id ids[MEMBERS];
    wend_formation_id formation;
    wend_flow_request_id order;
} house;

static wend_flow_join stairs(const house *h, uint32_t from, uint32_t to, int32_t from_x,
                             int32_t to_x)
{
    return (wend_flow_join){.from_floor = from,
                            .to_floor = to,
                            .from = wend_grid_node(h->grids[from], from_x, 12),
                            .to = wend_grid_node(h->grids[to], to_x, 12),
                            .cost = WEND_COST_ONE,
                            .class_mask = UINT32_MAX};
}

static void begin_floors(house *h, uint32_t floors)
{
    wend_crowd_floor crowd_floors[3] = {{NULL, NULL}, {NULL, NULL}, {NULL, NULL}};
    const wend_grid *flow_floors[3] = {NULL, NULL, NULL};
    for (uint32_t i = 0; i < floors; ++i) {
        h->grids[i] = grids_open(WIDTH, HEIGHT);
        crowd_floors[i].grid = h->grids[i];
        flow_floors[i] = h->grids[i];
    }
    /* Up on the right, and further up on the left. */
    const wend_flow_join joins[2] = {stairs(h, 0, floors > 1 ? 1 : 0, 34, floors > 1 ? 30 : 37),
                                     stairs(h, floors > 1 ? 1 : 0, floors > 2 ? 2 : 0, 6, 8)};
    wend_flow_def flow = wend_flow_def_default();
    flow.floors = flow_floors;
    flow.floor_count = floors;
    flow.joins = joins;
    flow.join_count = floors > 2 ? 2 : 1;
    h->flow = flows_make(flow);
    wend_crowd_def crowd = wend_crowd_def_default();
    crowd.floors = crowd_floors;
    crowd.floor_count = floors;
    crowd.flow = h->flow;
    h->crowd = crowds_make(crowd);
}

static house begun(uint32_t floors, wend_formation_shape shape)
{
    house h = {.crowd = NULL};
    begin_floors(&h, floors);
    for (uint32_t i = 0; i < MEMBERS; ++i) {
        h.ids[i] = crowds_put(h.crowd, 8 + 0.8 * (i % 5), 8 + 0.8 * (double)(i / 5));
    }
    wend_formation_def def = wend_formation_def_default();
    def.shape = shape;
    assert_int_equal(wend_formation_create(h.crowd, &def, h.ids, NULL, MEMBERS, &h.formation),
                     WEND_OK);
    return h;
}

static void end(house *h)
{
    wend_crowd_destroy(h->crowd);
    wend_flow_destroy(h->flow);
    for (size_t i = 0; i < 3; ++i) {
        wend_grid_destroy(h->grids[i]);
    }
}

static void follow(house *h, wend_vec2 to, uint32_t floor)
{
    const wend_flow_position goal = {to, floor};
    wend_flow_request_def request = wend_flow_request_def_default();
    request.goals = &goal;
    request.goal_count = 1;
    request.covers_all = true;
    assert_int_equal(wend_flow_add_request(h->flow, &request, &h->order, NULL), WEND_OK);
    assert_int_equal(wend_formation_follow_flow(h->crowd, h->formation, h->order), WEND_OK);
}

static wend_formation_info tick(house *h)
{
    wend_formation_info info;
    assert_int_equal(wend_flow_update(h->flow, NULL), WEND_OK);
    crowds_tick(h->crowd, 1);
    assert_int_equal(wend_formation_get_info(h->crowd, h->formation, &info), WEND_OK);
    return info;
}

static uint32_t floor_of(const house *h, size_t member)
{
    return crowds_body(h->crowd, h->ids[member]).floor;
}

static void assert_all_there(house *h, wend_vec2 goal, uint32_t floor)
{
    wend_formation_info info = {.members = 0};
    for (size_t i = 0; i < TICKS && info.state != WEND_BODY_ARRIVED; ++i) {
        info = tick(h);
    }
    assert_int_equal(info.state, WEND_BODY_ARRIVED);
    assert_int_equal(info.in_slot, MEMBERS);
    assert_true(wend_vec2_distance(info.anchor, goal) < 2);
    for (size_t i = 0; i < MEMBERS; ++i) {
        assert_int_equal(floor_of(h, i), floor);
    }
    const wend_crowd_info crowd = crowds_info(h->crowd);
    assert_int_equal(crowd.wall_violations, 0);
    assert_true(crowd.max_overlap < 0.05);
}

static void formation_climbs_stairs_and_forms_up_behind(void **state)
{
    (void)state;
    static const wend_formation_shape SHAPES[] = {WEND_FORMATION_PHALANX, WEND_FORMATION_COLUMN,
                                                  WEND_FORMATION_LINE, WEND_FORMATION_CIRCLE};
    for (size_t i = 0; i < 4; ++i) {
        house h = begun(2, SHAPES[i]);
        follow(&h, (wend_vec2){12, 12}, 1);
        assert_all_there(&h, (wend_vec2){12, 12}, 1);
        end(&h);
    }
}

static void formation_crosses_two_floors(void **state)
{
    (void)state;
    house h = begun(3, WEND_FORMATION_PHALANX);
    follow(&h, (wend_vec2){30, 12}, 2);
    assert_all_there(&h, (wend_vec2){30, 12}, 2);
    end(&h);
}

static size_t count_on(const house *h, uint32_t floor)
{
    size_t count = 0;
    for (size_t k = 0; k < MEMBERS; ++k) {
        count += floor_of(h, k) == floor;
    }
    return count;
}

/* Three are carried off when the first one is up: fourteen seconds from the stairs. */
static void anchor_waits_behind_the_stairs(void **state)
{
    (void)state;
    house h = begun(2, WEND_FORMATION_PHALANX);
    follow(&h, (wend_vec2){4, 12}, 1);
    for (size_t i = 0; i < TICKS && count_on(&h, 1) == 0; ++i) {
        (void)tick(&h);
    }
    for (size_t k = 0, carried = 0; k < MEMBERS && carried < 3; ++k) {
        if (floor_of(&h, k) == 0) {
            const wend_vec2 away = {16, 8 + (double)k};
            assert_int_equal(wend_crowd_set_position(h.crowd, h.ids[k], away, 0), WEND_OK);
            carried++;
        }
    }
    for (size_t i = 0; i < TICKS && count_on(&h, 0) > 0; ++i) {
        /* From the exit at 30 it moves on no further than needed to free the exit. */
        assert_true(tick(&h).anchor.x > 22);
    }
    assert_all_there(&h, (wend_vec2){4, 12}, 1);
    end(&h);
}

/* A join on one floor over a river. */
static void formation_crosses_a_ford_on_its_own_floor(void **state)
{
    (void)state;
    house h = begun(1, WEND_FORMATION_PHALANX);
    grids_wall(h.grids[0], 35, 0, 2, HEIGHT);
    grids_wall(h.grids[0], 36, 0, 1, HEIGHT);
    follow(&h, (wend_vec2){38.5, 6.5}, 0);
    wend_formation_info info = {.members = 0};
    for (size_t i = 0; i < TICKS && info.state != WEND_BODY_ARRIVED; ++i) {
        info = tick(&h);
    }
    assert_int_equal(info.state, WEND_BODY_ARRIVED);
    for (size_t i = 0; i < MEMBERS; ++i) {
        assert_true(crowds_body(h.crowd, h.ids[i]).position.x > 37);
    }
    end(&h);
}

static void saved_on_the_stairs_it_goes_on_bit_for_bit(void **state)
{
    (void)state;
    house h = begun(2, WEND_FORMATION_PHALANX);
    follow(&h, (wend_vec2){12, 12}, 1);
    for (size_t i = 0; i < TICKS && floor_of(&h, 0) == 0; ++i) {
        (void)tick(&h);
    }
    static uint8_t bytes[1 << 18];
    size_t count = 0;
    assert_int_equal(wend_crowd_save(h.crowd, bytes, sizeof bytes, &count), WEND_OK);
    uint64_t hashes[2];
    for (size_t k = 0; k < 2; ++k) {
        for (size_t i = 0; i < 200; ++i) {
            (void)tick(&h);
        }
        hashes[k] = wend_crowd_hash(h.crowd);
        assert_int_equal(wend_crowd_load(h.crowd, bytes, count, NULL), WEND_OK);
    }
    assert_true(hashes[0] == hashes[1]);
    end(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formation_climbs_stairs_and_forms_up_behind),
        cmocka_unit_test(formation_crosses_two_floors),
        cmocka_unit_test(anchor_waits_behind_the_stairs),
        cmocka_unit_test(formation_crosses_a_ford_on_its_own_floor),
        cmocka_unit_test(saved_on_the_stairs_it_goes_on_bit_for_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
