/* Flows over maps drawn as text, and requests of one goal. */
#ifndef TEST_UNIT_FLOW_SAMPLE_H
#define TEST_UNIT_FLOW_SAMPLE_H

#include "flow/sample/cell.h"
#include "support/grids.h"
#include "support/test.h"

#include <math.h>

static inline wend_grid *grid_of(const char *const *rows, int32_t height)
{
    wend_grid_def def = wend_grid_def_default();
    def.sector_size = 8;
    return grids_drawn(def, rows, height);
}

static inline wend_flow *flow_of(const wend_flow_def *def)
{
    wend_flow *flow = NULL;
    assert_int_equal(wend_flow_create(def, &flow), WEND_OK);
    return flow;
}

static inline wend_flow *flow_on(const wend_grid *grid)
{
    wend_flow_def def = wend_flow_def_default();
    def.grid = grid;
    return flow_of(&def);
}

/* Fields cover only the sectors that the routes cross. */
static inline wend_flow *flow_without_margin(const wend_grid *grid, bool has_line_of_sight)
{
    wend_flow_def def = wend_flow_def_default();
    def.grid = grid;
    def.margin = 0;
    def.has_line_of_sight = has_line_of_sight;
    return flow_of(&def);
}

static inline void give_back(wend_flow *flow, wend_grid *grid)
{
    wend_flow_destroy(flow);
    wend_grid_destroy(grid);
}

static inline wend_flow_position at(double x, double y)
{
    return (wend_flow_position){{x, y}, 0};
}

/* An order for one goal, which stays the caller's. @param source NULL: from everywhere. */
static inline wend_flow_request_def order_of(const wend_flow_position *goal,
                                             const wend_flow_position *source)
{
    wend_flow_request_def def = wend_flow_request_def_default();
    def.goals = goal;
    def.goal_count = 1;
    def.sources = source;
    def.source_count = source != NULL;
    def.covers_all = source == NULL;
    return def;
}

static inline wend_flow_request_id begin(wend_flow *flow, const wend_flow_request_def *def)
{
    wend_flow_request_id id;
    assert_int_equal(wend_flow_add_request(flow, def, &id, NULL), WEND_OK);
    return id;
}

static inline wend_flow_request_id build(wend_flow *flow, const wend_flow_request_def *def)
{
    const wend_flow_request_id id = begin(flow, def);
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    return id;
}

/* The least that can be built at once. @return is all built? */
static inline bool build_a_step(wend_flow *flow)
{
    wend_budget budget = wend_budget_steps(1);
    const wend_result result = wend_flow_update(flow, &budget);
    assert_true(result >= 0);
    return result == WEND_OK;
}

/* Adds a request for one goal from one source and builds it. */
static inline wend_flow_request_id order(wend_flow *flow, wend_flow_position goal,
                                         wend_flow_position source)
{
    const wend_flow_request_def def = order_of(&goal, &source);
    wend_flow_request_id id;
    assert_true(wend_flow_add_request(flow, &def, &id, NULL) >= 0);
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    return id;
}

static inline wend_flow_guidance why_at(const wend_flow *flow, wend_flow_request_id id, double x,
                                        double y, wend_vec2 *to)
{
    wend_vec2 found = {7.0, 7.0};
    const wend_flow_guidance why = wend_flow_sample(flow, id, 0, x, y, &found.x, &found.y);
    if (to != NULL) {
        *to = found;
    }
    return why;
}

static inline void is_near(double a, double b)
{
    assert_true(fabs(a - b) < 1e-12);
}

#endif
