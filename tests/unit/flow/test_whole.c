/* Fields for all of a map, carried over and from windows. */
#include "support/flows.h"
#include "support/grids.h"
#include "support/test.h"

#include "wend/wend.h"

enum { SIDE = 64, CELLS = SIDE * SIDE };

typedef struct whole {
    wend_grid *grid;
    wend_flow *flow;
    wend_flow_request_id id;
    int32_t unreached; /* open cells on islands without a goal */
} whole;

static void make_map(whole *w)
{
    uint8_t costs[CELLS];
    for (uint32_t i = 0; i < CELLS; ++i) {
        costs[i] = wend_random_below(5, i, 0, 100) < 30 ? WEND_COST_WALL : 1;
    }
    costs[20 * SIDE + 20] = 1;
    w->grid = grids_open(SIDE, SIDE);
    assert_int_equal(wend_grid_set_costs(w->grid, 0, 0, 0, SIDE, SIDE, costs, SIDE), WEND_OK);
}

static void open_whole(whole *w, wend_flow_seeds seeds)
{
    make_map(w);
    w->flow = flows_on(w->grid);
    const wend_flow_position goal = {{20.5, 20.5}, 0};
    wend_flow_request_def order = wend_flow_request_def_default();
    order.goals = &goal;
    order.goal_count = 1;
    order.covers_all = true;
    order.seeds = seeds;
    assert_int_equal(wend_flow_add_request(w->flow, &order, &w->id, NULL), WEND_OK);
    assert_int_equal(wend_flow_update(w->flow, NULL), WEND_OK);
}

static void close_whole(whole *w)
{
    wend_flow_destroy(w->flow);
    wend_grid_destroy(w->grid);
}

/* Every open cell that can reach the goal sends its agents somewhere, every other one says that it
 * cannot. */
static void check_cells(whole *w)
{
    const wend_flow_position goal = {{20.5, 20.5}, 0};
    for (int32_t i = 0; i < CELLS; ++i) {
        const wend_flow_position at = {{i % SIDE + 0.5, i / SIDE + 0.5}, 0};
        if (wend_grid_cost(w->grid, 0, i % SIDE, i / SIDE) == WEND_COST_WALL) {
            continue;
        }
        double dx = 0;
        double dy = 0;
        const wend_flow_guidance why =
            wend_flow_sample(w->flow, w->id, 0, at.position.x, at.position.y, &dx, &dy);
        if (wend_flow_can_reach(w->flow, 0, at, goal)) {
            assert_true(why == WEND_FLOW_FIELD || why == WEND_FLOW_LINE_OF_SIGHT ||
                        why == WEND_FLOW_ARRIVED);
        } else {
            assert_int_equal(why, WEND_FLOW_UNREACHABLE);
            ++w->unreached;
        }
    }
}

static void flow_whole_map_carried_over_sends_everyone(void **state)
{
    (void)state;
    whole w = {0};
    open_whole(&w, WEND_FLOW_SEED_COSTS);
    check_cells(&w);
    assert_true(w.unreached > 0);
    close_whole(&w);
}

static void flow_whole_map_by_windows_sends_everyone(void **state)
{
    (void)state;
    whole w = {0};
    open_whole(&w, WEND_FLOW_SEED_PORTALS);
    check_cells(&w);
    assert_true(w.unreached > 0);
    close_whole(&w);
}

static void flow_whole_map_by_windows_is_renewed_after_an_edit(void **state)
{
    (void)state;
    whole w = {0};
    open_whole(&w, WEND_FLOW_SEED_PORTALS);
    grids_wall(w.grid, 30, 0, 2, SIDE - 2);
    assert_int_equal(wend_flow_update(w.flow, NULL), WEND_OK);
    check_cells(&w);
    close_whole(&w);
}

/* ---- fingerprints ---- */

static void hash_is_the_same_after_another_order_came_and_went(void **state)
{
    (void)state;
    whole w;
    open_whole(&w, WEND_FLOW_SEED_COSTS);
    const uint64_t before = wend_flow_hash(w.flow);
    for (int32_t round = 0; round < 3; ++round) {
        const wend_flow_position goals[] = {{{20.5, 20.5}, 0}, {{2.5 + round, 40.5}, 0}};
        wend_flow_request_def order = wend_flow_request_def_default();
        order.goals = &goals[round % 2];
        order.goal_count = 1;
        order.covers_all = round != 1;
        wend_flow_request_id ids[2];
        for (int32_t i = 0; i < 2; ++i) {
            assert_true(wend_flow_add_request(w.flow, &order, &ids[i], NULL) >= 0);
        }
        assert_true(wend_flow_update(w.flow, NULL) >= 0);
        assert_int_equal(wend_flow_remove_request(w.flow, ids[0]), WEND_OK);
        assert_true(wend_flow_hash(w.flow) != before);
        assert_int_equal(wend_flow_remove_request(w.flow, ids[1]), WEND_OK);
        assert_true(wend_flow_hash(w.flow) == before);
        assert_true(wend_flow_update(w.flow, NULL) >= 0);
        assert_true(wend_flow_hash(w.flow) == before);
    }
    close_whole(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flow_whole_map_carried_over_sends_everyone),
        cmocka_unit_test(flow_whole_map_by_windows_sends_everyone),
        cmocka_unit_test(flow_whole_map_by_windows_is_renewed_after_an_edit),
        cmocka_unit_test(hash_is_the_same_after_another_order_came_and_went),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
