/* A small map, its flow, and requests of one goal. */
#ifndef TEST_UNIT_FLOW_REQUEST_H
#define TEST_UNIT_FLOW_REQUEST_H

#include "support/flows.h"
#include "support/grids.h"
#include "support/test.h"

#include <stdlib.h>

enum { SIDE = 40 };

typedef struct stage {
    wend_grid *grid;
    wend_flow *flow;
    wend_message message;
} stage;

static inline wend_flow_position at(double x, double y)
{
    return (wend_flow_position){{x, y}, 0};
}

static inline int open_stage(void **state)
{
    stage *s = calloc(1, sizeof *s);
    assert_non_null(s);
    wend_grid_def grid = grids_def(SIDE, SIDE, 1);
    grid.sector_size = 10;
    s->grid = grids_make(grid);
    s->flow = flows_on(s->grid);
    *state = s;
    return 0;
}

static inline int close_stage(void **state)
{
    stage *s = *state;
    wend_flow_destroy(s->flow);
    wend_grid_destroy(s->grid);
    free(s);
    return 0;
}

static inline wend_flow_request_def order_to(const wend_flow_position *goal,
                                             const wend_flow_position *source)
{
    wend_flow_request_def def = wend_flow_request_def_default();
    def.goals = goal;
    def.goal_count = 1;
    def.sources = source;
    def.source_count = source != NULL ? 1 : 0;
    return def;
}

static inline wend_flow_request_info info_of(const stage *s, wend_flow_request_id id)
{
    wend_flow_request_info info;
    assert_int_equal(wend_flow_get_request(s->flow, id, &info), WEND_OK);
    return info;
}

static inline wend_flow_state state_of(const stage *s, wend_flow_request_id id)
{
    return info_of(s, id).state;
}

static inline wend_flow_request_id place(stage *s, const wend_flow_position *goal,
                                         const wend_flow_position *source)
{
    const wend_flow_request_def def = order_to(goal, source);
    wend_flow_request_id id;
    assert_int_equal(wend_flow_add_request(s->flow, &def, &id, &s->message), WEND_OK);
    return id;
}

static inline void wall(stage *s, int32_t x, int32_t y, int32_t width, int32_t height)
{
    grids_wall(s->grid, x, y, width, height);
}

static inline void clear(stage *s, int32_t x, int32_t y, int32_t width, int32_t height)
{
    grids_fill(s->grid, x, y, width, height, 1);
}

static inline void update(stage *s)
{
    assert_int_equal(wend_flow_update(s->flow, NULL), WEND_OK);
}

#endif
