/* Samples near goals: arrival, several goals, areas, and goals that are blocked. */
#include "flow/sample/cell.h"
#include "sample.h"
#include "support/grids.h"
#include "support/test.h"

static void flow_sample_small_radius_goes_on_inside_the_goals_cell(void **state)
{
    (void)state;
    static const char *const rows[] = {"5555555555", "5555555555", "5555555555"};
    wend_grid *grid = grid_of(rows, 3);
    wend_flow *flow = flow_on(grid);
    const wend_flow_position goal = at(2.25, 1.75);
    const wend_flow_position source = at(9.5, 0.5);
    wend_flow_request_def def = order_of(&goal, &source);
    def.arrival_radius = 0.125;
    const wend_flow_request_id id = build(flow, &def);
    wend_vec2 to;
    assert_int_equal(why_at(flow, id, 2.75, 1.75, &to), WEND_FLOW_LINE_OF_SIGHT);
    is_near(to.x, -1.0);
    assert_int_equal(why_at(flow, id, 2.375, 1.75, &to), WEND_FLOW_ARRIVED);
    assert_int_equal(why_at(flow, id, 5.5, 1.5, &to), WEND_FLOW_FIELD);
    give_back(flow, grid);
}

/* The order of goals decides between two that are equally far away. */
static void flow_sample_of_two_goals_as_near_takes_the_first(void **state)
{
    (void)state;
    for (int first = 0; first < 2; ++first) {
        wend_grid *grid = grids_open(30, 10);
        wend_flow *flow = flow_on(grid);
        const wend_flow_position goals[] = {at(25.5, first == 0 ? 2.5 : 8.5),
                                            at(25.5, first == 0 ? 8.5 : 2.5)};
        const wend_flow_position source = at(2.5, 5.5);
        wend_flow_request_def def = order_of(goals, &source);
        def.goal_count = 2;
        const wend_flow_request_id id = begin(flow, &def);
        uint32_t seen = 0;
        while (!build_a_step(flow)) {
            wend_vec2 to;
            if (why_at(flow, id, 22.5, 5.5, &to) == WEND_FLOW_TOWARD_PORTAL) {
                seen++;
                assert_true(first == 0 ? to.y < 0.0 : to.y > 0.0);
                assert_int_equal(why_at(flow, id, 22.5, 5.25, &to), WEND_FLOW_TOWARD_PORTAL);
                assert_true(to.y < 0.0); /* nearer to the upper one, whichever is first */
            }
        }
        assert_true(seen > 0);
        give_back(flow, grid);
    }
}

static void flow_sample_goes_to_the_nearest_of_many_goals(void **state)
{
    (void)state;
    enum { GOALS = 30 };
    wend_grid *grid = grids_open(100, 100);
    wend_flow *flow = flow_on(grid);
    wend_flow_position goals[GOALS];
    for (int i = 0; i < GOALS; ++i) {
        goals[i] = at(3.25 + (i % 6) * 18, 4.75 + (i / 6) * 19);
    }
    const wend_flow_area area = {0, 90, 90, 8, 8};
    wend_flow_request_def def = wend_flow_request_def_default();
    def.goals = goals;
    def.goal_count = GOALS;
    def.areas = &area;
    def.area_count = 1;
    def.covers_all = true;
    for (int i = 0; i < 2; ++i) { /* a radius of few cells, and one of more cells than goals */
        def.arrival_radius = i == 0 ? 1.5 : 6.0;
        const wend_flow_request_id id = build(flow, &def);
        wend_vec2 to;
        assert_int_equal(why_at(flow, id, 21.25 + def.arrival_radius, 4.75, &to),
                         WEND_FLOW_ARRIVED);
        assert_int_equal(why_at(flow, id, 21.25 + def.arrival_radius + 0.01, 4.75, &to),
                         WEND_FLOW_FIELD);
        assert_true(to.x < 0.0);
        assert_int_equal(why_at(flow, id, 92.5, 97.5, &to), WEND_FLOW_ARRIVED);
        assert_int_equal(why_at(flow, id, 99.5, 97.5, &to), WEND_FLOW_FIELD);
        assert_true(to.x < 0.0);
        assert_int_equal(wend_flow_remove_request(flow, id), WEND_OK);
    }
    give_back(flow, grid);
}

/* With more goals than cells within the radius those cells are looked at: as far as it reaches to
 * all sides, wherever in their cells point and goal are. */
static void flow_sample_arrives_on_all_sides_of_one_of_many_goals(void **state)
{
    (void)state;
    enum { GOALS = 64 };
    wend_grid *grid = grids_open(100, 100);
    wend_flow *flow = flow_on(grid);
    for (int part = 0; part < 9; ++part) {
        wend_flow_position goals[GOALS];
        const double x = 0.015625 + 0.484375 * (part % 3);
        const double y = 0.015625 + 0.484375 * (part / 3);
        for (int i = 0; i < GOALS; ++i) {
            goals[i] = at(x + 10 + (i % 8) * 10, y + 10 + (i / 8) * 10);
        }
        wend_flow_request_def def = order_of(goals, NULL);
        def.goal_count = GOALS;
        def.arrival_radius = 1.5;
        const wend_flow_request_id id = build(flow, &def);
        for (int side = 0; side < 4; ++side) {
            const double ahead = side % 2 == 0 ? 1.0 : -1.0;
            const wend_vec2 way = {side < 2 ? ahead : 0.0, side < 2 ? 0.0 : ahead};
            for (double off = 0.0625; off <= 1.5; off += 0.0625) {
                assert_int_equal(why_at(flow, id, x + 40 + off * way.x, y + 60 + off * way.y, NULL),
                                 WEND_FLOW_ARRIVED);
            }
            assert_true(why_at(flow, id, x + 40 + 1.5625 * way.x, y + 60 + 1.5625 * way.y, NULL) !=
                        WEND_FLOW_ARRIVED);
        }
        assert_int_equal(wend_flow_remove_request(flow, id), WEND_OK);
    }
    give_back(flow, grid);
}

static void flow_sample_area_alone_is_arrived_anywhere_in_it(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(40, 40);
    wend_flow *flow = flow_on(grid);
    const wend_flow_area area = {0, 30, 30, 5, 5};
    wend_flow_request_def def = wend_flow_request_def_default();
    def.areas = &area;
    def.area_count = 1;
    def.covers_all = true;
    const wend_flow_request_id id = build(flow, &def);
    assert_int_equal(why_at(flow, id, 30.0, 30.0, NULL), WEND_FLOW_ARRIVED);
    assert_int_equal(why_at(flow, id, 34.9, 32.5, NULL), WEND_FLOW_ARRIVED);
    assert_int_equal(why_at(flow, id, 29.9, 32.5, NULL), WEND_FLOW_FIELD);
    give_back(flow, grid);
}

static void flow_sample_blocked_goal_is_unreachable(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(40, 40);
    grids_set(grid, 5, 5, WEND_COST_WALL);
    wend_flow *flow = flow_on(grid);
    const wend_flow_request_id id = order(flow, at(5.5, 5.5), at(30.5, 30.5));
    assert_int_equal(why_at(flow, id, 30.5, 30.5, NULL), WEND_FLOW_UNREACHABLE);
    give_back(flow, grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flow_sample_small_radius_goes_on_inside_the_goals_cell),
        cmocka_unit_test(flow_sample_of_two_goals_as_near_takes_the_first),
        cmocka_unit_test(flow_sample_goes_to_the_nearest_of_many_goals),
        cmocka_unit_test(flow_sample_arrives_on_all_sides_of_one_of_many_goals),
        cmocka_unit_test(flow_sample_area_alone_is_arrived_anywhere_in_it),
        cmocka_unit_test(flow_sample_blocked_goal_is_unreachable),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
