/* Flows under a deadline, whose work is cut within steps, end as flows that are updated at once, also
 * when the map changes in between. */
#include "support/gen.h"
#include "support/test.h"
#include "wend/flow.h"
#include "wend/grid.h"

enum { SIDE = 420, SECTOR = 8, EDITS = 6, SOURCES = 150, ORDERS = 3 };

typedef struct dice {
    uint64_t seed, count;
} dice;

static uint32_t roll(dice *d, uint32_t below)
{
    return (uint32_t)(wend_hash_u64(d->seed, ++d->count) % below);
}

static wend_flow_position place(dice *d)
{
    return (wend_flow_position){{0.5 + roll(d, SIDE), 0.5 + roll(d, SIDE)}, 0};
}

/* Open ground, single walls at random, or long walls with gaps. */
static wend_grid *make_grid(dice *d)
{
    wend_grid_def def = wend_grid_def_default();
    wend_grid *grid = NULL;
    def.width = def.height = SIDE;
    def.sector_size = SECTOR;
    assert_int_equal(wend_grid_create(&def, &grid), WEND_OK);
    const uint32_t kind = roll(d, 3);
    for (int i = 0; kind == 1 && i < SIDE * SIDE / 8; ++i) {
        (void)wend_grid_fill(grid, 0, (int32_t)roll(d, SIDE), (int32_t)roll(d, SIDE), 1, 1,
                             WEND_COST_WALL);
    }
    for (int32_t y = 30; kind == 2 && y < SIDE; y += 40) {
        (void)wend_grid_fill(grid, 0, 0, y, SIDE, 1, WEND_COST_WALL);
        (void)wend_grid_fill(grid, 0, (int32_t)roll(d, SIDE - 3), y, 3, 1, 1);
    }
    return grid;
}

static wend_flow *make_flow(const wend_grid *grid)
{
    wend_flow_def def = wend_flow_def_default();
    wend_flow *flow = NULL;
    def.grid = grid;
    assert_int_equal(wend_flow_create(&def, &flow), WEND_OK);
    return flow;
}

/* Everywhere, or from an army and some places far away. */
static void place_order(dice *d, wend_flow *flows[2])
{
    static wend_flow_position sources[SOURCES];
    const wend_flow_position goal = place(d), army = place(d);
    wend_flow_request_def def = wend_flow_request_def_default();
    def.goals = &goal;
    def.goal_count = 1;
    def.sources = sources;
    def.source_count = SOURCES;
    def.covers_all = roll(d, 4) == 0;
    for (int i = 0; i < SOURCES; ++i) {
        sources[i] = place(d);
        if (i > 20) {
            sources[i].position.x = (sources[i].position.x + 3 * army.position.x) / 4;
            sources[i].position.y = (sources[i].position.y + 3 * army.position.y) / 4;
        }
    }
    for (int i = 0; i < 2; ++i) {
        wend_flow_request_id id;
        assert_true(wend_flow_add_request(flows[i], &def, &id, NULL) >= 0);
    }
}

/* One piece of work: the deadline is over when it begins. */
static wend_result update_by_clock(wend_flow *flow)
{
    wend_budget budget = wend_budget_ns(0);
    budget.deadline_ns = 1;
    const wend_result result = wend_flow_update(flow, &budget);
    assert_true(result >= 0);
    return result;
}

static bool ends_the_same(uint64_t seed, void *context)
{
    (void)context;
    dice d = {seed, 0};
    wend_grid *grid = make_grid(&d);
    wend_flow *flows[2] = {make_flow(grid), make_flow(grid)};
    for (int i = 0; i < EDITS; ++i) {
        if (i < ORDERS) {
            place_order(&d, flows);
        }
        const uint32_t pieces = roll(&d, 6000);
        for (uint32_t k = 0; k < pieces; ++k) {
            (void)update_by_clock(flows[1]);
        }
        const int32_t x = (int32_t)roll(&d, SIDE - 20), y = (int32_t)roll(&d, SIDE - 20);
        (void)wend_grid_fill(grid, 0, x, y, 20, 1, roll(&d, 2) == 0 ? WEND_COST_WALL : 1);
    }
    assert_int_equal(wend_flow_update(flows[0], NULL), WEND_OK);
    while (update_by_clock(flows[1]) == WEND_IN_PROGRESS) {
    }
    const bool is_same = wend_flow_hash(flows[0]) == wend_flow_hash(flows[1]);
    wend_flow_destroy(flows[0]);
    wend_flow_destroy(flows[1]);
    wend_grid_destroy(grid);
    return is_same;
}

static void flow_by_clock_ends_as_at_once(void **state)
{
    (void)state;
    if (wend_clock_ns() == 0) {
        skip(); /* nothing is cut without a clock */
    }
    gen_property("flow by clock", 12, ends_the_same, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flow_by_clock_ends_as_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
