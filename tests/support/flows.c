/* Makes flows by a definition or over a grid, and requests that are done. */
#include "support/flows.h"

#include "support/test.h"

wend_flow *flows_make(wend_flow_def def)
{
    wend_flow *flow = NULL;
    assert_int_equal(wend_flow_create(&def, &flow), WEND_OK);
    return flow;
}

wend_flow *flows_on(const wend_grid *grid)
{
    wend_flow_def def = wend_flow_def_default();
    def.grid = grid;
    return flows_make(def);
}

wend_flow_request_id flows_order(wend_flow *flow, double x, double y, uint32_t floor)
{
    const wend_flow_position goal = {{x, y}, floor};
    wend_flow_request_def def = wend_flow_request_def_default();
    wend_flow_request_id order;
    def.goals = &goal;
    def.goal_count = 1;
    def.covers_all = true;
    assert_int_equal(wend_flow_add_request(flow, &def, &order, NULL), WEND_OK);
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    return order;
}
