/* Samples of many agents at once, and queries of single cells. */
#include "flow/sample/cell.h"
#include "sample.h"
#include "support/grids.h"
#include "support/test.h"

#include <math.h>

static void flow_sample_many_is_as_each_alone(void **state)
{
    (void)state;
    enum { COUNT = 400 };
    wend_grid *grid = grids_open(60, 60);
    grids_wall(grid, 20, 5, 4, 50);
    wend_flow *flow = flow_on(grid);
    const wend_flow_request_id id = order(flow, at(50.5, 30.5), at(3.5, 30.5));
    double x[COUNT], y[COUNT], dx[COUNT], dy[COUNT];
    uint8_t why[COUNT];
    uint32_t floors[COUNT] = {0};
    for (size_t i = 0; i < COUNT; ++i) {
        x[i] = (double)(i % 20) * 3.1 - 0.5;
        y[i] = (double)(i / 20) * 3.07;
    }
    assert_int_equal(wend_flow_sample_many(flow, id, NULL, x, y, COUNT, dx, dy, why), WEND_OK);
    for (size_t i = 0; i < COUNT; ++i) {
        wend_vec2 to;
        assert_int_equal(why[i], why_at(flow, id, x[i], y[i], &to));
        assert_memory_equal(&to.x, &dx[i], sizeof(double));
        assert_memory_equal(&to.y, &dy[i], sizeof(double));
    }
    floors[3] = 1;
    assert_int_equal(wend_flow_sample_many(flow, id, floors, x, y, COUNT, dx, dy, why), WEND_OK);
    assert_int_equal(why[3], WEND_FLOW_INVALID);
    assert_int_equal(wend_flow_sample_many(flow, id, NULL, x, y, 2, dx, dy, NULL), WEND_OK);
    assert_int_equal(wend_flow_sample_many(NULL, id, NULL, x, y, 2, dx, dy, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_flow_sample_many(flow, id, NULL, NULL, y, 2, dx, dy, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_flow_sample_many(flow, id, NULL, NULL, NULL, 0, NULL, NULL, NULL),
                     WEND_OK);
    assert_int_equal(
        wend_flow_sample_many(flow, (wend_flow_request_id){7, 1}, NULL, x, y, 2, dx, dy, why),
        WEND_ERROR_STALE);
    assert_int_equal(why[1], WEND_FLOW_INVALID);
    give_back(flow, grid);
}

/* Memory behind the arrays stays unchanged, for known and unknown requests. */
static void flow_sample_many_writes_as_many_as_it_is_given(void **state)
{
    (void)state;
    enum { MOST = 40 };
    wend_grid *grid = grids_open(60, 60);
    wend_flow *flow = flow_on(grid);
    const wend_flow_request_id known = order(flow, at(50.5, 30.5), at(3.5, 30.5));
    const wend_flow_request_id ids[] = {known, {7, 1}};
    double x[MOST], y[MOST];
    for (size_t i = 0; i < MOST; ++i) {
        x[i] = 3.5 + (double)i;
        y[i] = 30.5;
    }
    for (size_t count = 0; count < MOST; ++count) {
        for (size_t k = 0; k < 2; ++k) {
            double dx[MOST], dy[MOST];
            uint8_t why[MOST];
            for (size_t i = 0; i < MOST; ++i) {
                dx[i] = 7.0;
                dy[i] = 7.0;
                why[i] = 77;
            }
            assert_int_equal(wend_flow_sample_many(flow, ids[k], NULL, x, y, count, dx, dy, why),
                             k == 0 ? WEND_OK : WEND_ERROR_STALE);
            for (size_t i = 0; i < MOST; ++i) {
                assert_true((dx[i] < 2.0) == (i < count));
                assert_true((dy[i] < 2.0) == (i < count));
                assert_true((why[i] < 77) == (i < count));
            }
        }
    }
    give_back(flow, grid);
}

static void flow_follow_takes_what_sampling_takes(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(60, 60);
    wend_flow *flow = flow_on(grid);
    const wend_flow_request_id id = order(flow, at(50.5, 30.5), at(3.5, 30.5));
    const wend_flow_request_id stale = {7, 1};
    const double x[2] = {3.5, -1.0}, y[2] = {30.5, 4.0};
    double dx[2], dy[2], left[2];
    uint8_t why[2];
    wend_flow_memo memos[2] = {{{0}}, {{0}}};
    for (int round = 0; round < 2; ++round) {
        assert_int_equal(wend_flow_follow_many(flow, id, memos, NULL, x, y, 2, dx, dy, left, why),
                         WEND_OK);
        assert_int_equal(why[0], WEND_FLOW_LINE_OF_SIGHT);
        is_near(left[0], 47.0);
        assert_int_equal(why[1], WEND_FLOW_INVALID);
        assert_true(isinf(left[1]));
    }
    assert_int_equal(wend_flow_follow_many(flow, id, memos, NULL, x, y, 2, dx, dy, NULL, NULL),
                     WEND_OK);
    assert_int_equal(wend_flow_follow_many(flow, id, NULL, NULL, x, y, 2, dx, dy, left, why),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_flow_follow_many(NULL, id, memos, NULL, x, y, 2, dx, dy, left, why),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_flow_follow_many(flow, id, memos, NULL, x, y, 2, NULL, dy, left, why),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(
        wend_flow_follow_many(flow, id, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL),
        WEND_OK);
    assert_int_equal(wend_flow_follow_many(flow, stale, memos, NULL, x, y, 2, dx, dy, left, why),
                     WEND_ERROR_STALE);
    assert_int_equal(why[0], WEND_FLOW_INVALID);
    assert_true(isinf(left[0]));
    give_back(flow, grid);
}

static void flow_cell_says_what_its_fields_say(void **state)
{
    (void)state;
    static const char *const rows[] = {"..........", ".####.....", "....#.....", "..3......."};
    wend_grid *grid = grid_of(rows, 4);
    wend_flow_def flow_def = wend_flow_def_default();
    flow_def.grid = grid;
    flow_def.has_angles = true;
    wend_flow *flow = flow_of(&flow_def);
    wend_flow_cell cell;
    const wend_flow_position goal = at(1.5, 0.5);
    wend_flow_request_def def = order_of(&goal, NULL);
    const wend_flow_request_id id = begin(flow, &def);
    assert_int_equal(wend_flow_get_cell(flow, id, 0, 2, 0, &cell), WEND_OK);
    assert_false(cell.has_field);
    assert_int_equal(cell.cost, WEND_COST_WALL); /* nothing was looked at yet */
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    assert_int_equal(wend_flow_get_cell(flow, id, 0, 5, 0, &cell), WEND_OK);
    assert_true(cell.has_field && cell.is_in_line_of_sight && cell.is_pathable &&
                !cell.is_wave_front);
    is_near(cell.integration, 4.0);
    is_near(fabs(cell.angle), 3.14159265358979312);
    assert_int_equal(wend_flow_get_cell(flow, id, 0, 1, 0, &cell), WEND_OK);
    assert_int_equal(cell.direction, 8);
    assert_int_equal(wend_flow_get_cell(flow, id, 0, 2, 3, &cell), WEND_OK);
    assert_int_equal(cell.cost, 3);
    assert_int_equal(cell.direction, 4);
    const double around = cell.integration;
    assert_true(around > 3.0 && around < 6.0);
    assert_true(cell.angle > 3.14 && cell.angle < 4.72);
    assert_int_equal(wend_flow_get_cell(flow, id, 0, 5, 1, &cell), WEND_OK);
    assert_true(cell.is_at_corner || cell.direction >= 0);
    assert_int_equal(wend_flow_get_cell(flow, id, 0, 2, 1, &cell), WEND_OK);
    assert_false(cell.is_pathable || cell.has_field);
    assert_true(isinf(cell.integration));
    assert_int_equal(cell.direction, -1);
    assert_int_equal(wend_flow_get_cell(flow, id, 0, 10, 1, &cell), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_flow_get_cell(flow, id, 0, 1, 1, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_flow_get_cell(flow, (wend_flow_request_id){5, 5}, 0, 1, 1, &cell),
                     WEND_ERROR_STALE);
    double cost = 0.0;
    assert_int_equal(wend_flow_cost_left(flow, id, 0, 2.5, 3.5, &cost), WEND_OK);
    is_near(cost, around);
    assert_int_equal(wend_flow_cost_left(flow, id, 0, 2.5, 3.5, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_flow_cost_left(NULL, id, 0, 2.5, 3.5, &cost), WEND_ERROR_ARGUMENT);
    give_back(flow, grid);
}

static void flow_cell_shows_the_wave_front(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(100, 100);
    grids_wall(grid, 50, 0, 1, 90);
    wend_flow *flow = flow_on(grid);
    const wend_flow_position goal = at(95.5, 5.5);
    wend_flow_request_def def = order_of(&goal, NULL);
    const wend_flow_request_id id = begin(flow, &def);
    double cost = 0.0;
    assert_int_equal(wend_flow_cost_left(flow, id, 0, 2.5, 3.5, &cost), WEND_NO_PATH);
    uint32_t fronts = 0;
    bool is_built = false;
    for (int i = 0; i < 100000 && !is_built; ++i) {
        is_built = build_a_step(flow);
        for (int32_t k = 0; k < 100; ++k) {
            wend_flow_cell cell;
            assert_int_equal(
                wend_flow_get_cell(flow, id, 0, k % 10 * 10 + 5, k / 10 * 10 + 5, &cell), WEND_OK);
            fronts += cell.is_wave_front;
        }
    }
    assert_true(fronts > 0);
    give_back(flow, grid);
}

static void flow_angle_vectors_turn_clockwise_from_east(void **state)
{
    (void)state;
    for (uint32_t angle = 0; angle < 512; ++angle) {
        const wend_vec2 v = wendi_angle_vector(angle);
        const double turn = (double)angle * 3.14159265358979312 / 128.0;
        is_near(v.x, cos(turn));
        is_near(v.y, sin(turn));
    }
}

/* A corner joins two sectors that take part, those beside do not: half a cell must not end there.
 * The map has one cost, so that the path crosses the corner of four sectors at an angle. */
static void flow_sample_passes_corners_between_sectors(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(40, 40);
    wend_flow *flow = flow_without_margin(grid, false);
    const wend_flow_request_id id = order(flow, at(35.5, 35.5), at(4.5, 4.5));
    for (int start = 0; start < 9; ++start) {
        wend_vec2 p = {4.1 + (start % 3) * 0.4, 4.1 + (start / 3) * 0.4};
        wend_flow_guidance why = WEND_FLOW_FIELD;
        for (int i = 0; i < 200 && why != WEND_FLOW_ARRIVED; ++i) {
            wend_vec2 to;
            why = why_at(flow, id, p.x, p.y, &to);
            assert_true(why == WEND_FLOW_FIELD || why == WEND_FLOW_LINE_OF_SIGHT ||
                        why == WEND_FLOW_ARRIVED);
            p.x += to.x * 0.5;
            p.y += to.y * 0.5;
        }
        assert_int_equal(why, WEND_FLOW_ARRIVED);
    }
    give_back(flow, grid);
}

/* With portals as seeds a cell that takes no part is no exit of the field. */
static void flow_rank_of_what_is_not_reached_is_above_all_others(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(40, 40);
    grids_fill(grid, 0, 0, 40, 40, 2);
    wend_flow *flow = flow_on(grid);
    const wend_flow_position goal = at(35.5, 4.5);
    const wend_flow_position source = at(4.5, 4.5);
    wend_flow_request_def def = order_of(&goal, &source);
    def.seeds = WEND_FLOW_SEED_PORTALS;
    const wend_flow_request_id id = build(flow, &def);
    const wendi_plan *plan = wendi_flow_find_request(flow, id)->plan;
    wendi_sample_cell inside;
    wendi_sample_cell beyond;
    assert_true(wendi_sample_cell_at(flow, plan, 0, 4, 9, &inside));
    assert_true(wendi_sample_cell_at(flow, plan, 0, 4, 10, &beyond));
    assert_true(wendi_sample_cell_direction(&inside) < WENDI_FLOW_GOAL);
    assert_true(beyond.tile == WENDI_TILE_NONE);
    assert_true(wendi_sample_rank_less(wendi_sample_cell_rank(flow, plan, &inside),
                                       wendi_sample_cell_rank(flow, plan, &beyond)));
    give_back(flow, grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flow_sample_many_is_as_each_alone),
        cmocka_unit_test(flow_sample_many_writes_as_many_as_it_is_given),
        cmocka_unit_test(flow_follow_takes_what_sampling_takes),
        cmocka_unit_test(flow_cell_says_what_its_fields_say),
        cmocka_unit_test(flow_cell_shows_the_wave_front),
        cmocka_unit_test(flow_angle_vectors_turn_clockwise_from_east),
        cmocka_unit_test(flow_sample_passes_corners_between_sectors),
        cmocka_unit_test(flow_rank_of_what_is_not_reached_is_above_all_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
