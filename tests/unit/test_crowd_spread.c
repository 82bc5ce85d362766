/* takes: a column that follows a flow through a wide gap.
 * gives: whether it fills the gap, and still arrives.
 * cost:  some hundred ticks of a hundred bodies. */
#include "test.h"

#include "grids.h"
#include "wend/crowd.h"
#include "wend/flow.h"

enum { WIDTH = 60, HEIGHT = 30, BODIES = 100, TICKS = 1100, LOW = 11, HIGH = 19, WALL = 30 };

typedef struct stream {
    wend_grid *grid;
    wend_flow *flow;
    wend_crowd *crowd;
    wend_body_id ids[BODIES];
} stream;

/* Eight in a row, one rank behind the other, before a wall with a gap of eight metres at one side
 * of which their field goes around the corner. */
static void begin(stream *s)
{
    s->grid = grids_open(WIDTH, HEIGHT);
    assert_int_equal(wend_grid_fill(s->grid, 0, WALL, 0, 6, LOW, WEND_COST_WALL), WEND_OK);
    assert_int_equal(wend_grid_fill(s->grid, 0, WALL, HIGH, 6, HEIGHT - HIGH, WEND_COST_WALL),
                     WEND_OK);
    wend_flow_def flow_def = wend_flow_def_default();
    flow_def.grid = s->grid;
    assert_int_equal(wend_flow_create(&flow_def, &s->flow), WEND_OK);
    wend_crowd_def def = wend_crowd_def_default();
    def.grid = s->grid;
    def.flow = s->flow;
    def.body_limit = BODIES;
    assert_int_equal(wend_crowd_create(&def, &s->crowd), WEND_OK);
    for (int i = 0; i < BODIES; i++) {
        wend_body_def body = wend_body_def_default();
        body.radius = 0.4;
        body.speed = 4.5;
        body.position = (wend_vec2){20.5 - 1.2 * (i / 8), 3.5 + 1.2 * (i % 8)};
        assert_int_equal(wend_crowd_add(s->crowd, &body, &s->ids[i]), WEND_OK);
    }
}

static void send(stream *s)
{
    const wend_flow_place goal = {.position = {56.5, 4.5}};
    wend_flow_request_def def = wend_flow_request_def_default();
    wend_flow_id order;
    def.goals = &goal;
    def.goal_count = 1;
    def.covers_all = true;
    assert_int_equal(wend_flow_request(s->flow, &def, &order, NULL), WEND_OK);
    assert_int_equal(wend_flow_update(s->flow, NULL), WEND_OK);
    assert_int_equal(wend_crowd_follow_flow(s->crowd, s->ids, BODIES, order), WEND_OK);
}

static void stream_fills_a_wide_gap_and_arrives(void **state)
{
    (void)state;
    stream s;
    begin(&s);
    send(&s);
    double low = HIGH;
    double high = LOW;
    size_t beyond = 0;
    for (int tick = 0; tick < TICKS; tick++) {
        assert_int_equal(wend_crowd_tick(s.crowd), WEND_OK);
        beyond = 0;
        for (int i = 0; i < BODIES; i++) {
            wend_body body;
            assert_int_equal(wend_crowd_get(s.crowd, s.ids[i], &body), WEND_OK);
            beyond += body.position.x > WALL + 6;
            if (body.position.x > WALL + 2 && body.position.x < WALL + 4) {
                low = body.position.y < low ? body.position.y : low;
                high = body.position.y > high ? body.position.y : high;
            }
        }
    }
    wend_crowd_info info;
    wend_crowd_get_info(s.crowd, &info);
    print_message("wide %g, beyond %u\n", high - low, (unsigned)beyond);
    assert_true(high - low > 2.5);
    assert_int_equal(beyond, BODIES);
    assert_true(info.overlap_most < 0.05 && info.wall_violations == 0);
    wend_crowd_destroy(s.crowd);
    wend_flow_destroy(s.flow);
    wend_grid_destroy(s.grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stream_fills_a_wide_gap_and_arrives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
