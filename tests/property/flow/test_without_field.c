/* While orders are built with a small budget, agents are led nowhere near a wall that is known; and
 * single samples, arrays and memos give the same bits. */
#include "support/flow_world.h"
#include "support/gen.h"
#include "support/test.h"

#include <string.h>

enum { SIDE_MAX = 60, UPDATES = 40, PLACES = 24, LOOK_AHEAD = 3 };

typedef struct totals {
    uint64_t led, stood;
} totals;

typedef struct case_of {
    flow_world world;
    wend_flow *flow;
    wend_flow_request_id id;
    flow_order order;
} case_of;

/* The ground as the class sees it, cell by cell, through a request that was built on it. */
static bool is_open(const case_of *c, uint32_t floor, wend_vec2 point)
{
    wend_flow_cell cell;
    const int32_t x = (int32_t)((point.x - c->world.info.origin.x) / c->world.info.cell_size);
    const int32_t y = (int32_t)((point.y - c->world.info.origin.y) / c->world.info.cell_size);
    return wend_flow_get_cell(c->flow, c->id, floor, x, y, &cell) == WEND_OK && cell.is_pathable;
}

/* Within half a cell of a goal: agents go no farther. */
static bool is_at_goal(const case_of *c, uint32_t floor, wend_vec2 point)
{
    const double size = c->world.info.cell_size;
    bool is_there = false;
    for (size_t i = 0; i < c->order.def.goal_count; ++i) {
        is_there |= c->order.goals[i].floor == floor &&
                    wend_vec2_distance(c->order.goals[i].position, point) < 0.5 * size;
    }
    const double x = (point.x - c->world.info.origin.x) / size;
    const double y = (point.y - c->world.info.origin.y) / size;
    for (size_t i = 0; i < c->order.def.area_count; ++i) {
        const wend_flow_area *area = &c->order.areas[i];
        is_there |= area->floor == floor && x >= area->x && y >= area->y &&
                    x < area->x + area->width && y < area->y + area->height;
    }
    return is_there;
}

/* Every quarter of a cell: some corners of cells are missed. */
static bool is_way_open(const case_of *c, const wend_flow_position *from, wend_vec2 to)
{
    for (int i = 0; i < 4 * LOOK_AHEAD; ++i) {
        const double far = 0.25 * i * c->world.info.cell_size;
        const wend_vec2 point = {from->position.x + far * to.x, from->position.y + far * to.y};
        if (is_at_goal(c, from->floor, point)) {
            return true;
        }
        if (!is_open(c, from->floor, point)) {
            return false;
        }
    }
    return true;
}

static bool agrees(const case_of *c, const wend_flow_position *at, wend_flow_guidance why,
                   wend_vec2 to)
{
    wend_flow_memo memo = {{0}};
    wend_vec2 one = {0, 0}, two = {0, 0};
    uint8_t first = 0, second = 0;
    double left = 0;
    (void)wend_flow_sample_many(c->flow, c->id, &at->floor, &at->position.x, &at->position.y, 1,
                                &one.x, &one.y, &first);
    (void)wend_flow_follow_many(c->flow, c->id, &memo, &at->floor, &at->position.x, &at->position.y,
                                1, &two.x, &two.y, &left, &second);
    return first == (uint8_t)why && second == (uint8_t)why && memcmp(&one, &to, sizeof to) == 0 &&
           memcmp(&two, &to, sizeof to) == 0;
}

static bool is_place_right(case_of *c, totals *t)
{
    const wend_flow_position at = flow_world_place(&c->world);
    wend_vec2 to = {0, 0};
    const wend_flow_guidance why =
        wend_flow_sample(c->flow, c->id, at.floor, at.position.x, at.position.y, &to.x, &to.y);
    if (!agrees(c, &at, why, to)) {
        return false;
    }
    if (why != WEND_FLOW_WAITING && why != WEND_FLOW_NOT_COVERED) {
        return true;
    }
    const double square = to.x * to.x + to.y * to.y;
    if (!(square > 0)) {
        ++t->stood;
        return true;
    }
    ++t->led;
    return square > 1 - 1e-9 && square < 1 + 1e-9 && is_way_open(c, &at, to);
}

static bool leads_nowhere_near_walls(uint64_t seed, void *context)
{
    static case_of c;
    totals *t = context;
    c = (case_of){.flow = NULL};
    flow_world_make(&c.world, seed, SIDE_MAX);
    c.flow = flow_world_flow(&c.world, NULL, NULL);
    (void)wend_flow_update(c.flow, NULL);
    flow_world_order(&c.world, &c.order);
    assert_true(wend_flow_add_request(c.flow, flow_order_def(&c.order), &c.id, NULL) >= 0);
    bool is_good = true;
    for (int i = 0; i < UPDATES && is_good; ++i) {
        wend_budget budget = wend_budget_steps(1);
        (void)wend_flow_update(c.flow, &budget);
        for (int k = 0; k < PLACES && is_good; ++k) {
            is_good = is_place_right(&c, t);
        }
    }
    wend_flow_destroy(c.flow);
    flow_world_free(&c.world);
    return is_good;
}

static void flow_without_field_leads_nowhere_near_walls(void **state)
{
    (void)state;
    totals t = {0, 0};
    gen_property("flow without fields", 120, leads_nowhere_near_walls, &t);
    assert_true(t.led > 1000 && t.stood > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flow_without_field_leads_nowhere_near_walls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
