/* Samples where there is no field yet: straight ahead at the goal, beside a wall that is near, and
 * nowhere if nothing is known or no way leads to the goal. */
#include "sample.h"
#include "support/grids.h"
#include "support/test.h"

/* The direction while nothing but the map is built. */
static wend_flow_guidance ahead(const wend_grid *grid, const wend_flow_request_def *def,
                                wend_vec2 from, wend_vec2 *to)
{
    wend_flow *flow = flow_on(grid);
    wend_flow_request_id id;
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    assert_true(wend_flow_add_request(flow, def, &id, NULL) >= 0);
    const wend_flow_guidance why = why_at(flow, id, from.x, from.y, to);
    wend_flow_destroy(flow);
    return why;
}

static void flow_without_field_agents_go_straight_at_the_goal(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(100, 100);
    const wend_flow_position goal = at(80.5, 60.5), source = at(20.5, 15.5);
    const wend_flow_request_def def = order_of(&goal, &source);
    wend_vec2 to;
    assert_int_equal(ahead(grid, &def, (wend_vec2){20.5, 15.5}, &to), WEND_FLOW_WAITING);
    is_near(to.x, 0.8);
    is_near(to.y, 0.6);
    assert_int_equal(ahead(grid, &def, (wend_vec2){79.5, 60.5}, &to), WEND_FLOW_WAITING);
    is_near(to.x, 1.0);
    assert_int_equal(ahead(grid, &def, (wend_vec2){80.25, 60.5}, &to), WEND_FLOW_WAITING);
    is_near(to.x, 0.0); /* it is there */
    wend_grid_destroy(grid);
}

/* A wall three cells ahead or more changes nothing; nearer ones are passed, to the side of higher
 * y first; and where three sides are shut agents stand. */
static void flow_without_field_agents_turn_before_walls(void **state)
{
    (void)state;
    static const double half = 0.5, most = 0.8660254037844386;
    wend_grid *grid = grids_open(60, 60);
    const wend_flow_position goal = at(55.5, 30.5);
    const wend_flow_request_def def = order_of(&goal, NULL);
    wend_vec2 to;
    grids_wall(grid, 30, 20, 1, 30); /* x 30, y 20 ... 49 */
    (void)ahead(grid, &def, (wend_vec2){26.75, 30.5}, &to);
    is_near(to.x, 1.0);
    (void)ahead(grid, &def, (wend_vec2){27.25, 30.5}, &to);
    is_near(to.x, most);
    is_near(to.y, half);
    (void)ahead(grid, &def, (wend_vec2){28.25, 30.5}, &to);
    is_near(to.x, half);
    is_near(to.y, most);
    (void)ahead(grid, &def, (wend_vec2){29.25, 30.5}, &to);
    is_near(to.x, 0.0);
    grids_wall(grid, 20, 32, 10, 1); /* no room on that side */
    (void)ahead(grid, &def, (wend_vec2){28.25, 30.5}, &to);
    is_near(to.x, half);
    is_near(to.y, -most);
    wend_grid_destroy(grid);
}

/* A line through the corner of a wall, and between two walls that touch at a corner. */
static void flow_without_field_corners_are_walls(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(40, 40);
    const wend_flow_position goal = at(38.5, 38.5);
    const wend_flow_request_def def = order_of(&goal, NULL);
    wend_vec2 to;
    (void)ahead(grid, &def, (wend_vec2){10.5, 10.5}, &to);
    is_near(to.x, to.y);
    assert_true(to.x > 0.7);
    grids_wall(grid, 12, 11, 1, 1);
    (void)ahead(grid, &def, (wend_vec2){10.5, 10.5}, &to);
    assert_true(to.y - to.x > 0.1); /* turned */
    wend_grid_destroy(grid);
}

static void flow_without_field_agents_stand_where_nothing_is_known(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(60, 30);
    grids_wall(grid, 30, 0, 1, 30);
    const wend_flow_position goal = at(50.5, 15.5), source = at(10.5, 15.5);
    const wend_flow_request_def def = order_of(&goal, &source);
    wend_vec2 to;
    (void)ahead(grid, &def, source.position, &to);
    is_near(to.x, 0.0); /* no way leads there */
    (void)ahead(grid, &def, (wend_vec2){30.5, 15.5}, &to);
    is_near(to.x, 0.0); /* in a wall */
    const wend_flow_position shut = at(30.5, 15.5);
    const wend_flow_request_def blocked = order_of(&shut, NULL);
    (void)ahead(grid, &blocked, source.position, &to);
    is_near(to.x, 0.0);
    /* Before the first update no ground is known. */
    wend_flow *flow = flow_on(grid);
    const wend_flow_position near = at(20.5, 15.5);
    const wend_flow_request_def open = order_of(&near, NULL);
    const wend_flow_request_id id = begin(flow, &open);
    assert_int_equal(why_at(flow, id, 10.5, 15.5, &to), WEND_FLOW_WAITING);
    is_near(to.x, 0.0);
    give_back(flow, grid);
}

static void flow_without_field_the_nearest_goal_that_can_be_reached_counts(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(90, 30);
    grids_wall(grid, 30, 0, 1, 30);
    const wend_flow_position goals[3] = {at(80.5, 15.5), at(10.5, 15.5), at(40.5, 15.5)};
    wend_flow_request_def def = order_of(goals, NULL);
    def.goal_count = 3;
    wend_vec2 to;
    (void)ahead(grid, &def, (wend_vec2){33.5, 15.5}, &to);
    is_near(to.x, 1.0);
    (void)ahead(grid, &def, (wend_vec2){25.5, 15.5}, &to);
    is_near(to.x, -1.0);
    (void)ahead(grid, &def, (wend_vec2){61.5, 15.5}, &to);
    is_near(to.x, 1.0);
    /* Of an area, of whose cells sixteen are looked at. */
    const wend_flow_area area = {.x = 70, .y = 5, .width = 15, .height = 20};
    def.goal_count = 0;
    def.areas = &area;
    def.area_count = 1;
    (void)ahead(grid, &def, (wend_vec2){50.5, 15.5}, &to);
    assert_true(to.x > 0.8);
    wend_grid_destroy(grid);
}

static void flow_without_field_bodies_beyond_the_fields_go_ahead_too(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(200, 200);
    wend_flow *flow = flow_without_margin(grid, true);
    const wend_flow_request_id id = order(flow, at(5.5, 5.5), at(45.5, 5.5));
    wend_vec2 to;
    assert_int_equal(why_at(flow, id, 5.5, 195.5, &to), WEND_FLOW_NOT_COVERED);
    is_near(to.x, 0.0);
    is_near(to.y, -1.0);
    give_back(flow, grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flow_without_field_agents_go_straight_at_the_goal),
        cmocka_unit_test(flow_without_field_agents_turn_before_walls),
        cmocka_unit_test(flow_without_field_corners_are_walls),
        cmocka_unit_test(flow_without_field_agents_stand_where_nothing_is_known),
        cmocka_unit_test(flow_without_field_the_nearest_goal_that_can_be_reached_counts),
        cmocka_unit_test(flow_without_field_bodies_beyond_the_fields_go_ahead_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
