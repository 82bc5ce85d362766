/* A crowd that is sent by a flow whose fields are made on a small budget: how long bodies stand until
 * their fields are there. The figures are those of docs/decisions.md. */
#include "support/crowds.h"
#include "support/test.h"
#include "wend/flow.h"

enum { SIDE = 1000, WALLS = 12, MARGIN = 4, BODIES = 400, TICKS = 200, STEPS = 200 };

/* The order takes some 150 ticks to plan: bodies that stood until then would stand for 117. */
static const double STAND_MOST = 15; /* ticks a body */
static const double STANDS = 0.1;    /* metres a second: it is slower */

static wend_grid *make_ground(void)
{
    wend_grid_def def = wend_grid_def_default();
    wend_grid *grid = NULL;
    def.width = def.height = SIDE;
    assert_int_equal(wend_grid_create(&def, &grid), WEND_OK);
    for (int32_t y = MARGIN; y < SIDE - MARGIN; y++) {
        for (int32_t x = MARGIN; x < SIDE - MARGIN; x++) {
            if (wend_random_below(5, (uint64_t)(y * SIDE + x), 0, 100) < WALLS) {
                assert_int_equal(wend_grid_fill(grid, 0, x, y, 1, 1, WEND_COST_WALL), WEND_OK);
            }
        }
    }
    return grid;
}

/* Bodies in a quarter of the map; their positions are the sources of the request. */
static size_t put_bodies(wend_crowd *crowd, const wend_grid *grid, wend_body_id *ids,
                         wend_flow_position *sources)
{
    size_t count = 0;
    for (uint64_t i = 0; count < BODIES; i++) {
        wend_body_def def = wend_body_def_default();
        def.position = (wend_vec2){20 + wend_random_unit(7, i, 1) * (double)SIDE / 4,
                                   20 + wend_random_unit(7, i, 2) * (double)SIDE / 4};
        if (wend_grid_is_open(grid, 0, WEND_TEAM_NONE, (int32_t)def.position.x,
                              (int32_t)def.position.y) &&
            wend_crowd_add_body(crowd, &def, &ids[count]) == WEND_OK) {
            sources[count++] = (wend_flow_position){def.position, 0};
        }
    }
    return count;
}

static size_t count_standing(const wend_crowd *crowd, const wend_body_id *ids)
{
    size_t count = 0;
    for (size_t i = 0; i < BODIES; i++) {
        count += wend_vec2_length(crowds_body(crowd, ids[i]).velocity) < STANDS ? 1 : 0;
    }
    return count;
}

static void bodies_without_a_field_set_off(void **state)
{
    (void)state;
    static wend_body_id ids[BODIES];
    static wend_flow_position sources[BODIES];
    wend_grid *grid = make_ground();
    wend_flow_def flow_def = wend_flow_def_default();
    wend_flow *flow = NULL;
    flow_def.grid = grid;
    assert_int_equal(wend_flow_create(&flow_def, &flow), WEND_OK);
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    wend_crowd_def def = wend_crowd_def_default();
    def.grid = grid;
    def.flow = flow;
    wend_crowd *crowd = crowds_make(def);
    const size_t count = put_bodies(crowd, grid, ids, sources);
    const wend_flow_position goal = {{(double)SIDE - 5.5, (double)SIDE - 5.5}, 0};
    wend_flow_request_def request = wend_flow_request_def_default();
    request.goals = &goal;
    request.goal_count = 1;
    request.sources = sources;
    request.source_count = count;
    wend_flow_request_id order;
    assert_int_equal(wend_flow_add_request(flow, &request, &order, NULL), WEND_OK);
    assert_int_equal(wend_crowd_follow_flow(crowd, ids, count, order), WEND_OK);
    size_t standing = 0;
    int ready = TICKS;
    for (int tick = 0; tick < TICKS; tick++) {
        wend_budget budget = wend_budget_steps(STEPS);
        if (wend_flow_update(flow, &budget) == WEND_OK && ready == TICKS) {
            ready = tick;
        }
        crowds_tick(crowd, 1);
        standing += count_standing(crowd, ids);
    }
    const double each = (double)standing / (double)count;
    print_message("planned after %d ticks; a body stands for %.1f\n", ready, each);
    assert_true(ready > 100); /* else nothing waits */
    assert_true(each < STAND_MOST);
    wend_crowd_destroy(crowd);
    wend_flow_destroy(flow);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bodies_without_a_field_set_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
