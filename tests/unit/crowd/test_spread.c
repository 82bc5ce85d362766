/* A column that follows a flow through a wide gap fills the gap, and still arrives. */
#include "support/test.h"

#include "support/crowds.h"
#include "support/flows.h"
#include "support/grids.h"

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
    grids_wall(s->grid, WALL, 0, 6, LOW);
    grids_wall(s->grid, WALL, HIGH, 6, HEIGHT - HIGH);
    s->flow = flows_on(s->grid);
    wend_crowd_def def = wend_crowd_def_default();
    def.grid = s->grid;
    def.flow = s->flow;
    def.max_bodies = BODIES;
    s->crowd = crowds_make(def);
    for (int i = 0; i < BODIES; i++) {
        wend_body_def body = wend_body_def_default();
        body.radius = 0.4;
        body.speed = 4.5;
        s->ids[i] = crowds_add(s->crowd, body, 20.5 - 1.2 * (i / 8), 3.5 + 1.2 * (i % 8));
    }
}

static void stream_fills_a_wide_gap_and_arrives(void **state)
{
    (void)state;
    stream s;
    begin(&s);
    const wend_flow_request_id order = flows_order(s.flow, 56.5, 4.5, 0);
    assert_int_equal(wend_crowd_follow_flow(s.crowd, s.ids, BODIES, order), WEND_OK);
    double low = HIGH;
    double high = LOW;
    size_t beyond = 0;
    for (int tick = 0; tick < TICKS; tick++) {
        crowds_tick(s.crowd, 1);
        beyond = 0;
        for (int i = 0; i < BODIES; i++) {
            const wend_body body = crowds_body(s.crowd, s.ids[i]);
            beyond += body.position.x > WALL + 6;
            if (body.position.x > WALL + 2 && body.position.x < WALL + 4) {
                low = body.position.y < low ? body.position.y : low;
                high = body.position.y > high ? body.position.y : high;
            }
        }
    }
    const wend_crowd_info info = crowds_info(s.crowd);
    print_message("wide %g, beyond %u\n", high - low, (unsigned)beyond);
    assert_true(high - low > 2.5);
    assert_int_equal(beyond, BODIES);
    assert_true(info.max_overlap < 0.05 && info.wall_violations == 0);
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
