/* Orders on maps of hundreds of sectors while walls, doors and costs change: each repaired plan
 * equals a fresh one to the bit, and takes few passes. */
#include "support/flows.h"
#include "support/gen.h"
#include "support/grids.h"
#include "support/test.h"
#include "wend/stamp.h"

#include <string.h>

enum { SIDE_LEAST = 70, SIDE_MORE = 60, ROUNDS = 8, EDITS = 4, STAMPS = 6, LINE = 14, GOALS = 3 };

typedef struct order_world {
    uint64_t seed, number;
    int32_t width, height;
    wend_grid *grid;
    wend_flow_def def;
    wend_flow_request_def order;
    wend_flow_position goals[GOALS], source;
    wend_stamp_id stamps[STAMPS];
    int stamp_count;
    wend_flow *flow;
    wend_flow_request_id id;
} order_world;

typedef struct order_totals {
    uint64_t repaired, fresh; /* passes over tiles */
    uint64_t compared, ready;
} order_totals;

static uint32_t roll(order_world *w, uint32_t below)
{
    return wend_random_below(w->seed, ++w->number, 0, below);
}

static wend_flow_position any_position(order_world *w)
{
    return (wend_flow_position){
        {(double)roll(w, (uint32_t)w->width) + 0.5, (double)roll(w, (uint32_t)w->height) + 0.25},
        0};
}

static void make_world(order_world *w, uint64_t seed)
{
    static const wend_flow_integration kinds[] = {WEND_FLOW_STEPS_8, WEND_FLOW_STEPS_8,
                                                  WEND_FLOW_STEPS_8, WEND_FLOW_STEPS_4,
                                                  WEND_FLOW_EIKONAL};
    *w = (order_world){.seed = seed};
    w->width = SIDE_LEAST + (int32_t)roll(w, SIDE_MORE);
    w->height = SIDE_LEAST + (int32_t)roll(w, SIDE_MORE);
    gen_map map = gen_map_make((gen_kind)roll(w, GEN_KIND_COUNT), seed, w->width, w->height);
    wend_grid_def grid_def = wend_grid_def_default();
    grid_def.width = w->width;
    grid_def.height = w->height;
    grid_def.sector_size = 8 + (int32_t)roll(w, 5);
    w->grid = grids_make(grid_def);
    for (int32_t i = 0; i < w->width * w->height; ++i) {
        grids_set(w->grid, i % w->width, i / w->width, map.costs[i]);
    }
    gen_map_free(&map);
    w->def = wend_flow_def_default();
    w->def.grid = w->grid;
    w->def.integration = kinds[roll(w, 5)];
    w->def.is_fine = roll(w, 4) == 0;
    w->def.has_angles = roll(w, 2) == 0;
    w->def.has_line_of_sight = roll(w, 4) != 0;
    w->order = wend_flow_request_def_default();
    w->order.goals = w->goals;
    w->order.goal_count = roll(w, 2) == 0 ? 1 : GOALS;
    w->order.covers_all = roll(w, 2) == 0;
    w->order.sources = &w->source;
    w->order.source_count = w->order.covers_all ? 0 : 1;
    w->source = any_position(w);
    for (int i = 0; i < GOALS; ++i) {
        w->goals[i] = any_position(w);
    }
}

/* A straight or diagonal line of walls or of costs. */
static void place_line(order_world *w)
{
    uint8_t costs[LINE * LINE] = {0};
    const uint32_t kind = roll(w, 4);
    const uint8_t cost = roll(w, 3) == 0 ? (uint8_t)(1 + roll(w, 20)) : WEND_COST_WALL;
    wend_stamp_def def = wend_stamp_def_default();
    def.width = kind == 1 ? 1 : LINE;
    def.height = kind == 0 ? 1 : LINE;
    def.costs = costs;
    for (int32_t i = 0; i < LINE; ++i) {
        const int32_t x = kind == 3 ? LINE - 1 - i : i;
        costs[kind < 2 ? i : i * LINE + x] = cost;
    }
    def.x = (int32_t)roll(w, (uint32_t)w->width);
    def.y = (int32_t)roll(w, (uint32_t)w->height);
    if (wend_grid_add_stamp(w->grid, &def, &w->stamps[w->stamp_count], NULL) == WEND_OK) {
        ++w->stamp_count;
    }
}

static void edit(order_world *w)
{
    const uint32_t kind = roll(w, 8);
    if (kind < 3 && w->stamp_count < STAMPS) {
        place_line(w);
    } else if (kind < 5 && w->stamp_count > 0) {
        const int at = (int)roll(w, (uint32_t)w->stamp_count);
        assert_int_equal(wend_grid_remove_stamp(w->grid, w->stamps[at]), WEND_OK);
        w->stamps[at] = w->stamps[--w->stamp_count];
    } else {
        /* A door opens or shuts; now and then near a goal. */
        const wend_flow_position at = kind == 7 ? w->goals[0] : any_position(w);
        const int32_t x = (int32_t)at.position.x, y = (int32_t)at.position.y;
        const uint8_t cost = roll(w, 2) == 0 ? WEND_COST_WALL : (uint8_t)(1 + roll(w, 3));
        grids_set(w->grid, x > 0 ? x - 1 : x + 1, y, cost);
    }
}

/* @return the passes that a new flow takes for the order. */
static uint64_t fresh_passes(const order_world *w, uint64_t *hash)
{
    wend_flow *fresh = flows_make(w->def);
    wend_flow_request_id id;
    wend_flow_info info;
    assert_int_equal(wend_flow_add_request(fresh, &w->order, &id, NULL), WEND_OK);
    assert_int_equal(wend_flow_update(fresh, NULL), WEND_OK);
    wend_flow_get_info(fresh, &info);
    *hash = wend_flow_hash(fresh);
    wend_flow_destroy(fresh);
    return info.tiles_integrated;
}

static void update(order_world *w)
{
    wend_result result = WEND_IN_PROGRESS;
    while (result == WEND_IN_PROGRESS) {
        wend_budget budget = wend_budget_steps(roll(w, 400));
        result = wend_flow_update(w->flow, roll(w, 3) == 0 ? NULL : &budget);
        if (result == WEND_IN_PROGRESS && roll(w, 4) == 0) {
            edit(w);
        }
    }
    assert_int_equal(result, WEND_OK);
}

static bool repairs(uint64_t seed, void *context)
{
    order_totals *totals = context;
    order_world w;
    make_world(&w, seed);
    w.flow = flows_make(w.def);
    assert_int_equal(wend_flow_add_request(w.flow, &w.order, &w.id, NULL), WEND_OK);
    bool is_good = true;
    for (int round = 0; is_good && round < ROUNDS; ++round) {
        wend_flow_info before, after;
        wend_flow_get_info(w.flow, &before);
        update(&w);
        wend_flow_get_info(w.flow, &after);
        uint64_t hash;
        const uint64_t fresh = fresh_passes(&w, &hash);
        is_good = wend_flow_hash(w.flow) == hash;
        totals->fresh += round > 0 ? fresh : 0;
        totals->repaired += round > 0 ? after.tiles_integrated - before.tiles_integrated : 0;
        wend_flow_request_info info;
        assert_int_equal(wend_flow_get_request(w.flow, w.id, &info), WEND_OK);
        totals->ready += info.state == WEND_FLOW_STATE_READY;
        ++totals->compared;
        for (uint32_t left = 1 + roll(&w, EDITS); left > 0; --left) {
            edit(&w);
        }
    }
    if (!is_good) {
        print_message("seed %llu: not as fresh (%d x %d, integration %d, covers all %d)\n",
                      (unsigned long long)seed, (int)w.width, (int)w.height, (int)w.def.integration,
                      (int)w.order.covers_all);
    }
    wend_flow_destroy(w.flow);
    wend_grid_destroy(w.grid);
    return is_good;
}

static void flow_orders_are_repaired_to_the_bit_with_few_passes(void **state)
{
    (void)state;
    order_totals totals = {0};
    gen_property("repaired orders", 60, repairs, &totals);
    print_message("%llu comparisons, %llu ready; passes: %llu repaired, %llu fresh\n",
                  (unsigned long long)totals.compared, (unsigned long long)totals.ready,
                  (unsigned long long)totals.repaired, (unsigned long long)totals.fresh);
    assert_true(totals.repaired < totals.fresh);
    assert_true(totals.ready > totals.compared / 2);
}

/* Here a way that a tile did not take before rises less than the one it took, and is the better one now:
 * none of the seeds above shows it. */
static void flow_other_way_that_rose_less_is_found(void **state)
{
    (void)state;
    order_totals totals = {0};
    assert_true(repairs(245, &totals));
}

/* ---- what is not integrated again ---- */

static uint64_t passes_of(const wend_flow *flow)
{
    wend_flow_info info;
    wend_flow_get_info(flow, &info);
    return info.tiles_integrated;
}

static void flow_wall_on_a_whole_map_concerns_its_shadow_only(void **state)
{
    (void)state;
    wend_grid_def grid_def = grids_def(400, 400, 1);
    grid_def.sector_size = 10;
    wend_grid *grid = grids_make(grid_def);
    for (int32_t i = 0; i < 400 * 400; ++i) {
        if (wend_random_below(9, (uint64_t)i, 0, 100) < 12) {
            grids_set(grid, i % 400, i / 400, WEND_COST_WALL);
        }
    }
    grids_set(grid, 395, 395, 1);
    wend_flow *flow = flows_on(grid);
    (void)flows_order(flow, 395.5, 395.5, 0);
    const uint64_t cold = passes_of(flow), hash = wend_flow_hash(flow);
    uint8_t costs[20];
    memset(costs, WEND_COST_WALL, sizeof costs);
    wend_stamp_def def = wend_stamp_def_default();
    def.x = 120;
    def.y = 150;
    def.width = 20;
    def.height = 1;
    def.costs = costs;
    wend_stamp_id wall;
    assert_int_equal(wend_grid_add_stamp(grid, &def, &wall, NULL), WEND_OK);
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    const uint64_t placed = passes_of(flow) - cold;
    assert_true(wend_flow_hash(flow) != hash);
    assert_int_equal(wend_grid_remove_stamp(grid, wall), WEND_OK);
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    const uint64_t removed = passes_of(flow) - cold - placed;
    assert_true(wend_flow_hash(flow) == hash);
    print_message("passes: %llu new, %llu wall placed, %llu removed\n", (unsigned long long)cold,
                  (unsigned long long)placed, (unsigned long long)removed);
    assert_in_range(placed, 1, cold / 10);
    assert_in_range(removed, 1, cold / 10);
    wend_flow_destroy(flow);
    wend_grid_destroy(grid);
}

/* A door at the far end of the map's only way: all costs behind it change, none before it. */
static void flow_door_that_shuts_leaves_the_near_side_alone(void **state)
{
    (void)state;
    wend_grid_def grid_def = grids_def(300, 100, 1);
    grid_def.sector_size = 10;
    wend_grid *grid = grids_make(grid_def);
    grids_wall(grid, 255, 0, 1, 100);
    grids_set(grid, 255, 20, 1);
    grids_set(grid, 255, 70, 1);
    wend_flow *flow = flows_on(grid);
    const wend_flow_request_id id = flows_order(flow, 5.5, 20.5, 0);
    const uint64_t cold = passes_of(flow), hash = wend_flow_hash(flow);
    grids_set(grid, 255, 20, WEND_COST_WALL);
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    assert_in_range(passes_of(flow) - cold, 1, cold);
    double left = 0;
    assert_int_equal(wend_flow_cost_left(flow, id, 0, 257.5, 20.5, &left), WEND_OK);
    assert_true(left > 270);
    grids_set(grid, 255, 70, WEND_COST_WALL);
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    assert_true(wend_flow_cost_left(flow, id, 0, 257.5, 20.5, &left) != WEND_OK);
    grids_set(grid, 255, 20, 1);
    grids_set(grid, 255, 70, 1);
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    assert_true(wend_flow_hash(flow) == hash);
    wend_flow_destroy(flow);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flow_orders_are_repaired_to_the_bit_with_few_passes),
        cmocka_unit_test(flow_other_way_that_rose_less_is_found),
        cmocka_unit_test(flow_wall_on_a_whole_map_concerns_its_shadow_only),
        cmocka_unit_test(flow_door_that_shuts_leaves_the_near_side_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
