/* Fields of flows on random maps with classes, links, floors and requests: sectors, costs and
 * directions are those of a slow search over all cells of the same sectors, for any slicing of the
 * work. */
#include "support/fault.h"
#include "support/flow_reference.h"
#include "support/flow_world.h"
#include "support/flows.h"
#include "support/gen.h"
#include "support/grids.h"
#include "support/test.h"

#include <stdio.h>
#include <string.h>

enum { SIDE_MAX = 45, ORDERS = 3 };

static bool report(const flow_world *w, const wend_flow_request_def *order,
                   const flow_findings *found)
{
    print_message(
        "seed %llu: %s at cell %d, %d of floor %u: %.0f, should be %.0f (%d x %d, sectors "
        "of %d, %u floors, integration %d, fine %d, sight %d, margin %d, seeds %d, all "
        "%d, %d goals, %d areas)\n",
        (unsigned long long)w->seed, found->complaint, (int)found->x, (int)found->y,
        (unsigned)found->floor, found->found, found->expected, (int)w->info.width,
        (int)w->info.height, (int)w->info.sector_size, (unsigned)w->floor_count,
        (int)w->def.integration, (int)w->def.is_fine, (int)w->def.has_line_of_sight,
        (int)w->def.margin, (int)order->seeds, (int)order->covers_all, (int)order->goal_count,
        (int)order->area_count);
    return false;
}

/* ---- costs and directions ---- */

typedef struct totals {
    uint64_t orders, cells, lit_cells, lit_tiles, wide_tiles, link_cells;
} totals;

static void add(totals *all, const flow_findings *found)
{
    all->orders += found->cells > 0;
    all->cells += found->cells;
    all->lit_cells += found->lit_cells;
    all->lit_tiles += found->lit_tiles;
    all->wide_tiles += found->wide_tiles;
    all->link_cells += found->link_cells;
}

static bool agrees(uint64_t seed, void *context)
{
    flow_world w;
    flow_order order[ORDERS];
    wend_flow_request_id id[ORDERS];
    bool is_good = true;
    flow_world_make(&w, seed, SIDE_MAX);
    for (uint32_t i = flow_world_roll(&w, 8); i > 0; --i) {
        flow_world_edit(&w);
    }
    fault_heap heap; /* new memory is full of rubbish */
    fault_heap_init(&heap);
    const wend_allocator allocator = fault_heap_allocator(&heap);
    wend_flow *flow = flow_world_flow(&w, &allocator, NULL);
    for (int i = 0; i < ORDERS; ++i) {
        flow_world_order(&w, &order[i]);
        assert_int_equal(wend_flow_add_request(flow, flow_order_def(&order[i]), &id[i], NULL),
                         WEND_OK);
    }
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    for (int i = 0; i < ORDERS && is_good; ++i) {
        flow_findings found;
        is_good = flow_reference_agrees(flow, id[i], &found) || report(&w, &order[i].def, &found);
        add(context, &found);
    }
    wend_flow_destroy(flow);
    flow_world_free(&w);
    return is_good;
}

static void flow_plan_costs_and_directions_are_those_of_a_slow_search(void **state)
{
    (void)state;
    totals all = {0};
    gen_property("flow plan", 300, agrees, &all);
    print_message("%llu orders, %llu cells (%llu lit), %llu lit tiles, %llu wide, %llu links\n",
                  (unsigned long long)all.orders, (unsigned long long)all.cells,
                  (unsigned long long)all.lit_cells, (unsigned long long)all.lit_tiles,
                  (unsigned long long)all.wide_tiles, (unsigned long long)all.link_cells);
}

/* ---- 32 bits ---- */

/* A path to and fro over the most expensive ground, `side` cells a turn. */
static wend_grid *make_snake(int32_t side, int32_t sector_size, uint8_t cost)
{
    wend_grid_def def = grids_def(side, side, 1);
    def.sector_size = sector_size;
    def.cost = cost;
    wend_grid *grid = grids_make(def);
    for (int32_t y = 1; y < side; y += 2) {
        grids_wall(grid, y % 4 == 1 ? 0 : 1, y, side - 1, 1);
    }
    return grid;
}

static void check_snake(int32_t side, int32_t sector_size, uint8_t cost, bool is_fine, bool is_wide)
{
    wend_grid *grid = make_snake(side, sector_size, cost);
    wend_flow_def def = wend_flow_def_default();
    def.grid = grid;
    def.is_fine = is_fine;
    wend_flow *flow = flows_make(def);
    const wend_flow_position ends[2] = {{{0.5, 0.5}, 0}, {{1.5, (double)(side - 1) - 0.5}, 0}};
    for (int seeds = 0; seeds < 2; ++seeds) {
        wend_flow_request_def order = wend_flow_request_def_default();
        order.goals = &ends[0];
        order.goal_count = 1;
        order.sources = &ends[1];
        order.source_count = 1;
        order.seeds = (wend_flow_seeds)seeds;
        wend_flow_request_id id;
        assert_int_equal(wend_flow_add_request(flow, &order, &id, NULL), WEND_OK);
        assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
        flow_findings found;
        if (!flow_reference_agrees(flow, id, &found)) {
            fail_msg("snake: %s at cell %d, %d: %.0f, should be %.0f", found.complaint,
                     (int)found.x, (int)found.y, found.found, found.expected);
        }
        assert_int_equal(found.wide_tiles > 0, is_wide);
        double left = 0;
        assert_int_equal(
            wend_flow_cost_left(flow, id, 0, ends[1].position.x, ends[1].position.y, &left),
            WEND_OK);
        assert_true(left < 1e9);
    }
    wend_flow_destroy(flow);
    wend_grid_destroy(grid);
}

static void flow_plan_expensive_snakes_are_worked_out_in_32_bits(void **state)
{
    (void)state;
    check_snake(32, 32, 254, false, true);
    check_snake(64, 32, 254, false, true);
    check_snake(96, 32, 254, true, true);
    check_snake(60, 20, 254, false, true);
    check_snake(40, 10, 1, false, false);
}

/* Expensive ground in large sectors: at their borders 16 bits are just enough, or just not enough.
 */
static wend_grid *make_dear_ground(flow_world *w)
{
    wend_grid_def def = wend_grid_def_default();
    def.sector_size = 14 + (int32_t)flow_world_roll(w, 19);
    def.width = def.sector_size + 1 + (int32_t)flow_world_roll(w, 60);
    def.height = 1 + (int32_t)flow_world_roll(w, flow_world_roll(w, 2) == 0 ? 3 : 40);
    wend_grid *grid = grids_make(def);
    const uint32_t least = 254 - flow_world_roll(w, 150);
    const uint32_t walls = flow_world_roll(w, 8);
    for (int32_t i = 0; i < def.width * def.height; ++i) {
        const uint32_t cost = flow_world_roll(w, 20) < walls && def.height > 1
                                  ? WEND_COST_WALL
                                  : least + flow_world_roll(w, 255 - least);
        grids_set(grid, i % def.width, i / def.width, (uint8_t)cost);
    }
    return grid;
}

static bool dear_ground_agrees(uint64_t seed, void *context)
{
    flow_world w = {.seed = seed, .dice = {seed, 78, 0}};
    w.grids[0] = make_dear_ground(&w);
    w.floor_count = 1;
    wend_grid_get_info(w.grids[0], &w.info);
    w.def = wend_flow_def_default();
    w.def.grid = w.grids[0];
    wend_flow *flow = flow_world_flow(&w, NULL, NULL);
    const wend_flow_position goal = flow_world_place(&w);
    wend_flow_request_def order = wend_flow_request_def_default();
    order.goals = &goal;
    order.goal_count = 1;
    order.covers_all = true;
    wend_flow_request_id id;
    flow_findings found;
    assert_int_equal(wend_flow_add_request(flow, &order, &id, NULL), WEND_OK);
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    const bool is_good = flow_reference_agrees(flow, id, &found) || report(&w, &order, &found);
    add(context, &found);
    wend_flow_destroy(flow);
    wend_grid_destroy(w.grids[0]);
    return is_good;
}

static void flow_plan_expensive_ground_is_worked_out_in_full(void **state)
{
    (void)state;
    totals all = {0};
    gen_property("dear ground", 120, dear_ground_agrees, &all);
    assert_true(all.wide_tiles > 0 || all.orders < 100);
}

/* A straight path whose remaining cost fits 16 bits up to the border, and not a step further. */
static bool corridor_agrees(int32_t sector_size, uint8_t cost)
{
    wend_grid_def grid_def = grids_def(3 * sector_size, 1, 1);
    grid_def.sector_size = sector_size;
    grid_def.cost = cost;
    wend_grid *grid = grids_make(grid_def);
    wend_flow *flow = flows_on(grid);
    const wend_flow_position goal = {{0.5, 0.5}, 0};
    wend_flow_request_def order = wend_flow_request_def_default();
    order.goals = &goal;
    order.goal_count = 1;
    order.covers_all = true;
    wend_flow_request_id id;
    flow_findings found;
    assert_int_equal(wend_flow_add_request(flow, &order, &id, NULL), WEND_OK);
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    const bool is_good = flow_reference_agrees(flow, id, &found);
    wend_flow_destroy(flow);
    wend_grid_destroy(grid);
    return is_good;
}

static void flow_plan_sectors_beyond_the_end_of_16_bits_are_reached(void **state)
{
    (void)state;
    for (int32_t sector_size = 20; sector_size <= 32; ++sector_size) {
        for (int32_t cost = 165; cost < 255; cost += 2) {
            if (!corridor_agrees(sector_size, (uint8_t)cost)) {
                fail_msg("sectors of %d cells of cost %d", (int)sector_size, (int)cost);
            }
        }
    }
}

/* ---- tiles that are integrated again ---- */

enum { TURNS = 8, BOARD = 20 };

/* A position on a board of 2 x 2 sectors, turned and mirrored. */
static void turn(int turns, int32_t *x, int32_t *y)
{
    if (turns >= 4) {
        *x = BOARD - 1 - *x;
    }
    for (int i = turns % 4; i > 0; --i) {
        const int32_t old = *x;
        *x = BOARD - 1 - *y;
        *y = old;
    }
}

static void set_cost(wend_grid *grid, int turns, int32_t x, int32_t y, uint8_t cost)
{
    turn(turns, &x, &y);
    grids_set(grid, x, y, cost);
}

static void check_board(const wend_grid *grid, const int32_t goals[2][2], int turns, bool is_fine)
{
    wend_flow_position places[2];
    for (int i = 0; i < 2; ++i) {
        int32_t x = goals[i][0], y = goals[i][1];
        turn(turns, &x, &y);
        places[i] = (wend_flow_position){{(double)x + 0.5, (double)y + 0.5}, 0};
    }
    wend_flow_def def = wend_flow_def_default();
    def.grid = grid;
    def.is_fine = is_fine;
    def.has_line_of_sight = false;
    wend_flow *flow = flows_make(def);
    wend_flow_request_def order = wend_flow_request_def_default();
    order.goals = places;
    order.goal_count = 2;
    order.covers_all = true;
    wend_flow_request_id id;
    flow_findings found;
    assert_int_equal(wend_flow_add_request(flow, &order, &id, NULL), WEND_OK);
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    if (!flow_reference_agrees(flow, id, &found)) {
        fail_msg("turned %d: %s at cell %d, %d: %.0f, should be %.0f", turns, found.complaint,
                 (int)found.x, (int)found.y, found.found, found.expected);
    }
    wend_flow_destroy(flow);
}

static wend_grid *make_board(void)
{
    wend_grid_def def = grids_def(BOARD, BOARD, 1);
    def.sector_size = BOARD / 2;
    return grids_make(def);
}

static wend_grid *make_corner_board(int turns, uint8_t far_cost)
{
    wend_grid *grid = make_board();
    for (int32_t i = 0; i < BOARD * BOARD; ++i) {
        const int32_t x = i % BOARD, y = i / BOARD;
        const uint8_t cost = x < 10 && y < 10 ? 1 : (x < 10) != (y < 10) ? 254 : far_cost;
        set_cost(grid, turns, x, y, cost);
    }
    return grid;
}

/* Two sectors meet at a corner, both with goals, so that they are integrated together. The path
 * around the corner is expensive: costs pass through the corner only, much cheaper or a little. */
static void flow_plan_sectors_hear_of_each_other_across_a_corner(void **state)
{
    (void)state;
    for (int turns = 0; turns < 2 * TURNS; ++turns) {
        for (int32_t near = 0; near < 10; ++near) {
            const int32_t goals[2][2] = {{near, near}, {19, 19}};
            wend_grid *grid = make_corner_board(turns % TURNS, near < 8 ? 1 : 15);
            check_board(grid, goals, turns % TURNS, turns >= TURNS);
            wend_grid_destroy(grid);
        }
    }
}

/* The same across a side: only a slanting step leads to something cheaper. */
static void flow_plan_sectors_hear_of_each_other_by_slanting_steps(void **state)
{
    (void)state;
    const int32_t goals[2][2] = {{10, 5}, {9, 4}};
    for (int turns = 0; turns < 2 * TURNS; ++turns) {
        wend_grid *grid = make_board();
        for (int32_t y = 0; y < BOARD; ++y) {
            set_cost(grid, turns % TURNS, 10, y, WEND_COST_WALL);
        }
        set_cost(grid, turns % TURNS, 10, 5, 254);
        set_cost(grid, turns % TURNS, 10, 6, 1);
        set_cost(grid, turns % TURNS, 9, 6, 254);
        check_board(grid, goals, turns % TURNS, turns >= TURNS);
        wend_grid_destroy(grid);
    }
}

/* ---- slices ---- */

enum { WAYS_TO_SLICE = 6 };

static wend_budget slice_of(flow_world *w, int way)
{
    switch (way) {
    case 0:
        return wend_budget_steps(1);
    case 1:
        return wend_budget_steps(2);
    case 2:
        return wend_budget_steps(7);
    case 3:
        return wend_budget_steps(0);
    case 4:
        return wend_budget_ns(1 + flow_world_roll(w, 20000));
    default:
        return wend_budget_steps(1 + flow_world_roll(w, 200));
    }
}

static wend_result finish_in_slices(flow_world *w, wend_flow *flow, int way)
{
    wend_result result = WEND_IN_PROGRESS;
    for (uint64_t left = 10000000; result == WEND_IN_PROGRESS && left > 0; --left) {
        wend_budget budget = slice_of(w, way);
        result = wend_flow_update(flow, &budget);
    }
    return result;
}

static bool slices_agree(uint64_t seed, void *context)
{
    (void)context;
    flow_world w;
    flow_order order[ORDERS];
    bool is_good = true;
    flow_world_make(&w, seed, SIDE_MAX);
    for (int i = 0; i < ORDERS; ++i) {
        flow_world_order(&w, &order[i]);
    }
    wend_flow *flows[2] = {flow_world_flow(&w, NULL, NULL), flow_world_flow(&w, NULL, NULL)};
    const int way = (int)(seed % WAYS_TO_SLICE);
    for (int round = 0; round < ORDERS && is_good; ++round) {
        for (int f = 0; f < 2; ++f) {
            wend_flow_request_id id;
            assert_true(wend_flow_add_request(flows[f], flow_order_def(&order[round]), &id, NULL) >=
                        0);
            const wend_result result =
                f == 0 ? wend_flow_update(flows[f], NULL) : finish_in_slices(&w, flows[f], way);
            assert_int_equal(result, WEND_OK);
        }
        is_good = wend_flow_hash(flows[0]) == wend_flow_hash(flows[1]);
        flow_world_edit(&w);
    }
    if (!is_good) {
        print_message("seed %llu: other fields when sliced (way %d)\n", (unsigned long long)seed,
                      way);
    }
    wend_flow_destroy(flows[0]);
    wend_flow_destroy(flows[1]);
    flow_world_free(&w);
    return is_good;
}

static void flow_plan_any_slices_give_the_same_hash(void **state)
{
    (void)state;
    gen_property("flow slices", 180, slices_agree, NULL);
}

/* ---- what is sampled meanwhile ---- */

static void read_cells(const wend_flow *flow, wend_flow_request_id id, const wend_grid_info *info,
                       wend_flow_cell *cells)
{
    for (int32_t i = 0; i < info->width * info->height; ++i) {
        assert_int_equal(
            wend_flow_get_cell(flow, id, 0, i % info->width, i / info->width, &cells[i]), WEND_OK);
        cells[i].is_wave_front = false;
        cells[i].cost = 0; /* the ground is as new as the last update */
        cells[i].is_pathable = false;
    }
}

static bool are_same_cells(const wend_flow_cell *a, const wend_flow_cell *b, int32_t count)
{
    bool is_same = true;
    for (int32_t i = 0; i < count && is_same; ++i) {
        is_same = !(a[i].integration < b[i].integration || a[i].integration > b[i].integration) &&
                  a[i].direction == b[i].direction &&
                  a[i].is_in_line_of_sight == b[i].is_in_line_of_sight &&
                  a[i].has_field == b[i].has_field;
    }
    return is_same;
}

/* Moves the goal or changes the ground, and updates step by step: the old fields stay, unchanged,
 * until the new ones are complete. */
static bool keeps_old_fields(uint64_t seed, void *context)
{
    (void)context;
    static wend_flow_cell before[SIDE_MAX * SIDE_MAX], now[SIDE_MAX * SIDE_MAX];
    flow_world w;
    flow_order order;
    bool is_good = true;
    flow_world_make(&w, seed, SIDE_MAX);
    flow_world_order(&w, &order);
    wend_flow *flow = flow_world_flow(&w, NULL, NULL);
    wend_flow_request_id id;
    wend_flow_request_info first, info;
    assert_int_equal(wend_flow_add_request(flow, flow_order_def(&order), &id, NULL), WEND_OK);
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    assert_int_equal(wend_flow_get_request(flow, id, &first), WEND_OK);
    read_cells(flow, id, &w.info, before);
    if (flow_world_roll(&w, 2) == 0) {
        flow_world_edit(&w);
    } else {
        const wend_flow_position goal = flow_world_place(&w);
        assert_true(wend_flow_set_goals(flow, id, &goal, 1, NULL) >= 0);
    }
    wend_result result = WEND_IN_PROGRESS;
    while (result == WEND_IN_PROGRESS && is_good) {
        wend_budget budget = wend_budget_steps(1);
        result = wend_flow_update(flow, &budget);
        assert_int_equal(wend_flow_get_request(flow, id, &info), WEND_OK);
        read_cells(flow, id, &w.info, now);
        is_good = info.built_revision != first.built_revision ||
                  are_same_cells(before, now, w.info.width * w.info.height);
        if (info.built_revision != first.built_revision) {
            break;
        }
    }
    if (!is_good) {
        print_message("seed %llu: old fields changed\n", (unsigned long long)seed);
    }
    wend_flow_destroy(flow);
    flow_world_free(&w);
    return is_good;
}

static void flow_plan_old_fields_stay_until_new_ones_are_complete(void **state)
{
    (void)state;
    gen_property("old flow fields", 60, keeps_old_fields, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flow_plan_costs_and_directions_are_those_of_a_slow_search),
        cmocka_unit_test(flow_plan_expensive_snakes_are_worked_out_in_32_bits),
        cmocka_unit_test(flow_plan_expensive_ground_is_worked_out_in_full),
        cmocka_unit_test(flow_plan_sectors_beyond_the_end_of_16_bits_are_reached),
        cmocka_unit_test(flow_plan_sectors_hear_of_each_other_across_a_corner),
        cmocka_unit_test(flow_plan_sectors_hear_of_each_other_by_slanting_steps),
        cmocka_unit_test(flow_plan_any_slices_give_the_same_hash),
        cmocka_unit_test(flow_plan_old_fields_stay_until_new_ones_are_complete),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
