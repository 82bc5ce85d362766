/* A body that follows a flow of a larger class finds back from ground that is closed to the
 * class. */
#include "support/test.h"

#include "support/crowds.h"
#include "support/flows.h"
#include "support/grids.h"

static wend_grid *open_grid(void)
{
    wend_grid_def def = grids_def(40, 20, 1);
    def.cell_size = 0.25;
    return grids_make(def);
}

static wend_flow *flow_of_large(const wend_grid *grid)
{
    wend_flow_class large = wend_flow_class_default();
    large.radius = 0.6;
    wend_flow_def def = wend_flow_def_default();
    def.grid = grid;
    def.classes = &large;
    def.class_count = 1;
    return flows_make(def);
}

static void small_one_close_to_a_wall_walks_to_where_the_flow_leads_on(void **state)
{
    (void)state;
    wend_grid *grid = open_grid();
    wend_flow *flow = flow_of_large(grid);
    const wend_flow_request_id order = flows_order(flow, 8, 2.5, 0);
    wend_crowd_def def = wend_crowd_def_default();
    def.grid = grid;
    def.flow = flow;
    wend_crowd *crowd = crowds_make(def);
    const wend_body_id body = crowds_put_sized(crowd, 2, 0.16, 0.15);
    assert_int_equal(wend_crowd_follow_flow(crowd, &body, 1, order), WEND_OK);
    for (int i = 0; i < 300; i++) {
        crowds_tick(crowd, 1);
        assert_int_not_equal(crowds_body(crowd, body).state, WEND_BODY_NO_PATH);
    }
    assert_int_equal(crowds_body(crowd, body).state, WEND_BODY_ARRIVED);
    wend_crowd_destroy(crowd);
    wend_flow_destroy(flow);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_one_close_to_a_wall_walks_to_where_the_flow_leads_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
