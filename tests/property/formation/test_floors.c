/* Formations of all shapes in houses with stairs, walls, slow members and members that die or are
 * carried off: all that are left get to the floor of the goal, nearly all into their slots, and the
 * order ends. */
#include "support/gen.h"
#include "support/test.h"
#include "wend/formation.h"

#include <math.h>
#include <stdio.h>

enum { SIDE = 28, FLOORS = 3, MEMBERS = 24, TICKS = 9000, STAIRS = 3 };

/* Of all orders that ended. */
typedef struct tally {
    uint32_t members, in_slot;
} tally;

typedef struct house {
    wend_grid *grids[FLOORS];
    wend_flow *flow;
    wend_crowd *crowd;
    wend_body_id ids[MEMBERS];
    uint32_t count;
    wend_formation_id formation;
    wend_flow_request_id order;
} house;

static wend_node somewhere(const house *h, uint64_t seed, uint64_t k, uint32_t floor)
{
    const int32_t x = 3 + (int32_t)wend_random_below(seed, 40, k, SIDE - 6);
    const int32_t y = 3 + (int32_t)wend_random_below(seed, 41, k, SIDE - 6);
    return wend_grid_node(h->grids[floor], x, y);
}

/* Blocks on each floor; around stairs it stays free. */
static bool build(house *h, uint64_t seed)
{
    wend_grid_def def = wend_grid_def_default();
    def.width = SIDE;
    def.height = SIDE;
    bool is_fine = true;
    for (uint32_t i = 0; i < FLOORS && is_fine; ++i) {
        is_fine = wend_grid_create(&def, &h->grids[i]) == WEND_OK;
        for (uint64_t k = 0; k < 4 && is_fine && seed % 2 == 0; ++k) {
            const int32_t x = 8 + (int32_t)wend_random_below(seed, 42, 10 * i + k, 12);
            const int32_t y = 8 + (int32_t)wend_random_below(seed, 43, 10 * i + k, 12);
            is_fine = wend_grid_fill(h->grids[i], 0, x, y, 2, 1, WEND_COST_WALL) >= 0;
        }
    }
    return is_fine;
}

static bool make_flow(house *h, uint64_t seed)
{
    const wend_grid *grids[FLOORS] = {h->grids[0], h->grids[1], h->grids[2]};
    wend_flow_join joins[STAIRS];
    for (uint32_t i = 0; i < STAIRS; ++i) {
        const uint32_t from = i % (FLOORS - 1);
        joins[i] = (wend_flow_join){.from_floor = from,
                                    .to_floor = from + 1,
                                    .from = somewhere(h, seed, 50 + i, from),
                                    .to = somewhere(h, seed, 60 + i, from + 1),
                                    .cost = WEND_COST_ONE,
                                    .class_mask = UINT32_MAX,
                                    .is_two_way = true};
        int32_t x = 0;
        int32_t y = 0;
        (void)wend_grid_cell(h->grids[from], joins[i].from, &x, &y);
        (void)wend_grid_fill(h->grids[from], 0, x - 2, y - 2, 5, 5, 1);
        (void)wend_grid_cell(h->grids[from + 1], joins[i].to, &x, &y);
        (void)wend_grid_fill(h->grids[from + 1], 0, x - 2, y - 2, 5, 5, 1);
    }
    wend_flow_def def = wend_flow_def_default();
    def.floors = grids;
    def.floor_count = FLOORS;
    def.joins = joins;
    def.join_count = STAIRS;
    return wend_flow_create(&def, &h->flow) == WEND_OK;
}

static bool form(house *h, uint64_t seed)
{
    wend_crowd_floor floors[FLOORS] = {
        {h->grids[0], NULL}, {h->grids[1], NULL}, {h->grids[2], NULL}};
    wend_crowd_def def = wend_crowd_def_default();
    def.floors = floors;
    def.floor_count = FLOORS;
    def.flow = h->flow;
    bool is_fine = wend_crowd_create(&def, &h->crowd) == WEND_OK;
    const uint32_t wanted = 2 + wend_random_below(seed, 44, 0, MEMBERS - 1);
    for (uint32_t i = 0; i < wanted && is_fine; ++i) {
        wend_body_def body = wend_body_def_default();
        body.position = (wend_vec2){1 + 0.8 * (i % 5), 1 + 0.8 * (double)(i / 5)};
        body.speed = i % 5 == 4 ? 0.8 : 1.3;
        is_fine = wend_crowd_add_body(h->crowd, &body, &h->ids[h->count++]) == WEND_OK;
    }
    wend_formation_def formation = wend_formation_def_default();
    formation.shape = (wend_formation_shape)wend_random_below(seed, 45, 0, 5);
    formation.is_waiting = wend_random_below(seed, 46, 0, 4) > 0;
    return is_fine && wend_formation_create(h->crowd, &formation, h->ids, NULL, h->count,
                                            &h->formation) == WEND_OK;
}

static bool send(house *h, uint64_t seed, uint64_t k, uint32_t floor)
{
    const wend_flow_position goal = {
        wend_grid_position(h->grids[floor], somewhere(h, seed, k, floor)), floor};
    int32_t x = 0;
    int32_t y = 0;
    (void)wend_grid_cell(h->grids[floor], wend_grid_node_at(h->grids[floor], goal.position), &x,
                         &y);
    (void)wend_grid_fill(h->grids[floor], 0, x - 2, y - 2, 5, 5, 1);
    wend_flow_request_def request = wend_flow_request_def_default();
    request.goals = &goal;
    request.goal_count = 1;
    return wend_flow_add_request(h->flow, &request, &h->order, NULL) == WEND_OK &&
           wend_formation_follow_flow(h->crowd, h->formation, h->order) == WEND_OK;
}

/* One dies, one is carried off, when the tick says so. */
static void disturb(house *h, uint64_t seed, uint64_t tick)
{
    const uint32_t who = wend_random_below(seed, 47, tick, h->count);
    if (tick == 150 && h->count > 3) {
        (void)wend_crowd_remove_body(h->crowd, h->ids[who]);
    } else if (tick == 300) {
        (void)wend_crowd_set_position(h->crowd, h->ids[who], (wend_vec2){1.5, 1.5},
                                      wend_random_below(seed, 48, 0, FLOORS));
    }
}

static bool arrives(house *h, uint64_t seed, uint32_t floor, tally *all)
{
    wend_formation_info info = {.members = 0};
    for (uint64_t i = 0; i < TICKS && info.state != WEND_BODY_ARRIVED; ++i) {
        disturb(h, seed, i);
        if (wend_flow_update(h->flow, NULL) != WEND_OK || wend_crowd_tick(h->crowd) != WEND_OK ||
            wend_formation_get_info(h->crowd, h->formation, &info) != WEND_OK) {
            return false;
        }
    }
    uint32_t there = 0;
    for (uint32_t i = 0; i < h->count; ++i) {
        wend_body body;
        there += wend_crowd_get_body(h->crowd, h->ids[i], &body) == WEND_OK && body.floor == floor;
    }
    if (info.state != WEND_BODY_ARRIVED || there != info.members) {
        (void)fprintf(stderr, "state %d, %d of %d there\n", (int)info.state, (int)there,
                      (int)info.members);
        return false;
    }
    all->members += info.members;
    all->in_slot += info.in_slot;
    return true;
}

static bool all_climb(uint64_t seed, void *context)
{
    tally *all = context;
    house h = {.count = 0};
    bool is_fine = build(&h, seed) && make_flow(&h, seed) && form(&h, seed);
    is_fine = is_fine && send(&h, seed, 1, 2) && arrives(&h, seed, 2, all);
    is_fine = is_fine && send(&h, seed, 2, 0) && arrives(&h, seed, 0, all);
    wend_crowd_info info;
    wend_crowd_get_info(h.crowd, &info);
    wend_crowd_destroy(h.crowd);
    wend_flow_destroy(h.flow);
    for (size_t i = 0; i < FLOORS; ++i) {
        wend_grid_destroy(h.grids[i]);
    }
    return is_fine && info.wall_violations == 0;
}

static void formations_get_up_and_down_all_stairs(void **state)
{
    (void)state;
    tally all = {0, 0};
    gen_property("stairs", 20, all_climb, &all);
    assert_true(all.in_slot + 1 + all.members / 20 >= all.members);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formations_get_up_and_down_all_stairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
