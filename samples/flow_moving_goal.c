/* A goal that moves, on a map that changes. A caravan moves around a square; guards follow it by
 * one request whose goal is set every few ticks. Updates get a small budget, so a new field takes
 * some ticks: until it is complete, guards follow the old one and never stand still. Meanwhile a
 * gate is shut, and only the sectors around it are rebuilt. */
#include "wend/flow.h"
#include "wend/grid.h"
#include "wend/stamp.h"

#include <stdio.h>

enum { SIDE = 60, GUARDS = 40, TICKS = 500, STEPS_PER_TICK = 12 };

typedef struct chase {
    wend_grid *grid;
    wend_flow *flow;
    wend_flow_request_id order;
    wend_vec2 guards[GUARDS];
    int stood_still, in_walls; /* both must stay 0 */
} chase;

/* Along the streets around the block, 30 cm a tick. */
static wend_vec2 caravan_at(int tick)
{
    const double way = 0.3 * tick;
    const double side = SIDE - 8;
    return way < side       ? (wend_vec2){4.0 + way, 4.0}
           : way < 2 * side ? (wend_vec2){4.0 + side, 4.0 + way - side}
                            : (wend_vec2){4.0 + 3 * side - way, 4.0 + side};
}

static wend_result make_world(chase *c)
{
    wend_grid_def grid_def = wend_grid_def_default();
    grid_def.width = SIDE;
    grid_def.height = SIDE;
    wend_result result = wend_grid_create(&grid_def, &c->grid);
    if (result != WEND_OK) {
        return result;
    }
    wend_grid_fill(c->grid, 0, 10, 10, 40, 40, WEND_COST_WALL); /* the block ... */
    wend_grid_fill(c->grid, 0, 11, 11, 38, 38, 1);              /* ... is a yard */
    wend_grid_fill(c->grid, 0, 10, 28, 40, 4, 1);               /* with gates west and east */
    wend_flow_def def = wend_flow_def_default();
    def.grid = c->grid;
    result = wend_flow_create(&def, &c->flow);
    return result == WEND_OK ? wend_flow_update(c->flow, NULL) : result;
}

static wend_result place_order(chase *c)
{
    wend_flow_position sources[GUARDS];
    for (int i = 0; i < GUARDS; i++) {
        const int row = i / 8;
        c->guards[i] = (wend_vec2){14.5 + i % 8, 20.5 + row};
        sources[i] = (wend_flow_position){.position = c->guards[i]};
    }
    const wend_flow_position goal = {.position = caravan_at(0)};
    wend_flow_request_def def = wend_flow_request_def_default();
    def.goals = &goal;
    def.goal_count = 1;
    def.sources = sources;
    def.source_count = GUARDS;
    def.arrival_radius = 2.0;
    const wend_result result = wend_flow_add_request(c->flow, &def, &c->order, NULL);
    return result == WEND_OK ? wend_flow_update(c->flow, NULL) : result;
}

/* A wall across the east gate. */
static void shut_gate(chase *c)
{
    const uint8_t costs[4] = {WEND_COST_WALL, WEND_COST_WALL, WEND_COST_WALL, WEND_COST_WALL};
    wend_stamp_def def = wend_stamp_def_default();
    def.x = 49;
    def.y = 28;
    def.width = 1;
    def.height = 4;
    def.costs = costs;
    wend_stamp_id id;
    wend_grid_add_stamp(c->grid, &def, &id, NULL);
}

static void walk(chase *c, int guard)
{
    wend_vec2 *at = &c->guards[guard];
    wend_vec2 to;
    const wend_flow_guidance why =
        wend_flow_sample(c->flow, c->order, 0, at->x, at->y, &to.x, &to.y);
    if (why == WEND_FLOW_NOT_COVERED) { /* beyond the fields: add a source */
        wend_flow_add_source(c->flow, c->order, 0, at->x, at->y);
    } else if (why == WEND_FLOW_WAITING || why == WEND_FLOW_UNREACHABLE) {
        c->stood_still++;
    }
    *at = wend_vec2_add(*at, wend_vec2_scale(to, 0.4));
    if (!wend_grid_is_open(c->grid, 0, WEND_TEAM_NONE, (int32_t)at->x, (int32_t)at->y)) {
        c->in_walls++;
    }
}

static double last_guard(const chase *c, wend_vec2 caravan)
{
    double farthest = 0.0;
    for (int i = 0; i < GUARDS; i++) {
        const double away = wend_vec2_length(wend_vec2_sub(c->guards[i], caravan));
        farthest = away > farthest ? away : farthest;
    }
    return farthest;
}

static void tell(const chase *c, int tick, wend_vec2 caravan)
{
    wend_flow_request_info order;
    wend_flow_get_request(c->flow, c->order, &order);
    printf("tick %3d: caravan at %4.1f,%4.1f, the last guard %4.1f m away, new fields %3u times\n",
           tick, caravan.x, caravan.y, last_guard(c, caravan), (unsigned)order.built_revision);
}

static int run(chase *c)
{
    for (int tick = 0; tick < TICKS; tick++) {
        const wend_flow_position goal = {.position = caravan_at(tick)};
        if (tick % 3 == 0) {
            wend_flow_set_goals(c->flow, c->order, &goal, 1, NULL);
        }
        if (tick == 150) {
            shut_gate(c);
        }
        wend_budget budget = wend_budget_steps(STEPS_PER_TICK);
        wend_flow_update(c->flow, &budget);
        for (int i = 0; i < GUARDS; i++) {
            walk(c, i);
        }
        if (tick % 50 == 0) {
            tell(c, tick, goal.position);
        }
    }
    printf("%d times a guard stood still, %d times in a wall\n", c->stood_still, c->in_walls);
    const bool is_near = last_guard(c, caravan_at(TICKS - 1)) < 10.0;
    return is_near && c->stood_still == 0 && c->in_walls == 0 ? 0 : 1;
}

int main(void)
{
    static chase c;
    const bool is_made = make_world(&c) == WEND_OK && place_order(&c) == WEND_OK;
    const int exit_code = is_made ? run(&c) : 1;
    wend_flow_destroy(c.flow);
    wend_grid_destroy(c.grid);
    return exit_code;
}
