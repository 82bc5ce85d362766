/* Classes whose open ground includes that of another class or not: the classes that can follow
 * others, and the requests that a group gets. */
#include "support/flows.h"
#include "support/test.h"

#include "support/grids.h"
#include "wend/flow.h"

#include <string.h>

enum { SIDE = 40, TANK = 0, HOVER = 1, SHIP = 2, GIANT = 3, CLASSES = 4 };

/* Land for tanks and hovercraft, water for hovercraft and ships; giants are tanks that are large.
 *
 *   x 0 ...  9 land, 10 ... 29 water, 30 ... 39 land; rows 0 ... 4 land all along, one gap of a
 * cell in it at x = 20 that giants do not fit through */
static wend_grid *make_grid(void)
{
    wend_grid_def def = wend_grid_def_default();
    def.width = def.height = SIDE;
    def.class_count = 3;
    wend_grid *grid = grids_make(def);
    assert_int_equal(wend_grid_fill(grid, TANK, 10, 5, 20, 35, WEND_COST_WALL), WEND_OK);
    assert_int_equal(wend_grid_fill(grid, SHIP, 0, 0, SIDE, SIDE, WEND_COST_WALL), WEND_OK);
    assert_int_equal(wend_grid_fill(grid, SHIP, 10, 5, 20, 35, 1), WEND_OK);
    for (uint32_t c = TANK; c <= HOVER; ++c) {
        assert_int_equal(wend_grid_fill(grid, c, 20, 0, 1, 2, WEND_COST_WALL), WEND_OK);
        assert_int_equal(wend_grid_fill(grid, c, 20, 3, 1, 2, WEND_COST_WALL), WEND_OK);
    }
    return grid;
}

static wend_flow *make_flow(const wend_grid *grid)
{
    wend_flow_class classes[CLASSES];
    for (uint32_t c = 0; c < CLASSES; ++c) {
        classes[c] = wend_flow_class_default();
        classes[c].movement_class = c == GIANT ? TANK : c;
        classes[c].radius = c == GIANT ? 1.4 : 0.0;
    }
    wend_flow_def def = wend_flow_def_default();
    def.grid = grid;
    def.classes = classes;
    def.class_count = CLASSES;
    return flows_make(def);
}

static void flow_class_fits_where_ground_lies_within_ground(void **state)
{
    (void)state;
    wend_grid *grid = make_grid();
    wend_flow *flow = make_flow(grid);
    assert_false(wend_flow_class_fits(flow, TANK, HOVER)); /* nothing is known yet */
    assert_true(wend_flow_class_fits(flow, TANK, TANK));
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    for (int again = 0; again < 2; ++again) {
        assert_true(wend_flow_class_fits(flow, TANK, HOVER));
        assert_false(wend_flow_class_fits(flow, HOVER, TANK));
        assert_true(wend_flow_class_fits(flow, SHIP, HOVER));
        assert_false(wend_flow_class_fits(flow, SHIP, TANK));
        assert_true(wend_flow_class_fits(flow, GIANT, TANK));
        assert_true(wend_flow_class_fits(flow, GIANT, HOVER));
        assert_false(wend_flow_class_fits(flow, TANK, GIANT));
    }
    assert_false(wend_flow_class_fits(flow, CLASSES, TANK));
    assert_false(wend_flow_class_fits(flow, TANK, CLASSES));
    assert_false(wend_flow_class_fits(NULL, TANK, TANK));
    assert_int_equal(wend_grid_set_cost(grid, TANK, 2, 35, 9), WEND_OK);
    assert_int_equal(wend_grid_set_cost(grid, HOVER, 2, 35, WEND_COST_WALL), WEND_OK);
    assert_true(wend_flow_class_fits(flow, TANK, HOVER)); /* as of the last update */
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    assert_false(wend_flow_class_fits(flow, TANK, HOVER));
    assert_false(wend_flow_class_fits(flow, GIANT, HOVER));
    assert_true(wend_flow_class_fits(flow, SHIP, HOVER));
    assert_int_equal(wend_grid_set_cost(grid, HOVER, 2, 35, 3), WEND_OK);
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    assert_true(wend_flow_class_fits(flow, TANK, HOVER));
    wend_flow_destroy(flow);
    wend_grid_destroy(grid);
}

static wend_flow_member member(uint32_t flow_class, double x, double y)
{
    return (wend_flow_member){{{x, y}, 0}, flow_class};
}

static uint32_t class_of(const wend_flow *flow, wend_flow_request_id id)
{
    wend_flow_request_info info;
    assert_int_equal(wend_flow_get_request(flow, id, &info), WEND_OK);
    return info.flow_class;
}

static wend_flow_request_def group_def(const wend_flow_position *goal)
{
    wend_flow_request_def def = wend_flow_request_def_default();
    def.goals = goal;
    def.goal_count = 1;
    def.flow_class = 77; /* not read */
    return def;
}

static void flow_group_follows_its_strictest_class_that_gets_there(void **state)
{
    (void)state;
    wend_grid *grid = make_grid();
    wend_flow *flow = make_flow(grid);
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    const wend_flow_position goal = {{5.5, 30.5}, 0};
    const wend_flow_request_def def = group_def(&goal);
    /* On the goal's side all go as the giant does; beyond the gap the giant cannot, the tank can;
     * from the water only the hovercraft; a ship gets nowhere, and has an order of its own. */
    const wend_flow_member members[] = {member(HOVER, 3.5, 10.5),  member(GIANT, 4.5, 12.5),
                                        member(TANK, 35.5, 20.5),  member(HOVER, 35.5, 22.5),
                                        member(HOVER, 15.5, 20.5), member(SHIP, 15.5, 25.5)};
    enum { COUNT = sizeof members / sizeof *members };
    wend_flow_request_id ids[WEND_FLOW_CLASSES_MAX];
    size_t count = 0;
    uint32_t assigned[COUNT];
    wend_message message;
    assert_int_equal(
        wend_flow_add_group(flow, &def, members, COUNT, ids, &count, assigned, &message),
        WEND_NO_PATH);
    static const uint32_t expected[COUNT] = {GIANT, GIANT, TANK, TANK, HOVER, SHIP};
    assert_int_equal(count, 4);
    for (size_t i = 0; i < COUNT; ++i) {
        assert_int_equal(class_of(flow, ids[assigned[i]]), expected[i]);
    }
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    for (size_t i = 0; i + 1 < COUNT; ++i) {
        double x = 0.0;
        double y = 0.0;
        const wend_flow_guidance why =
            wend_flow_sample(flow, ids[assigned[i]], 0, members[i].position.position.x,
                             members[i].position.position.y, &x, &y);
        assert_true(why == WEND_FLOW_FIELD || why == WEND_FLOW_LINE_OF_SIGHT);
    }
    wend_flow_destroy(flow);
    wend_grid_destroy(grid);
}

static void flow_group_before_the_first_update_goes_class_by_class(void **state)
{
    (void)state;
    wend_grid *grid = make_grid();
    wend_flow *flow = make_flow(grid);
    const wend_flow_position goal = {{5.5, 30.5}, 0};
    wend_flow_request_def def = group_def(&goal);
    const wend_flow_member members[] = {member(HOVER, 3.5, 10.5), member(TANK, 4.5, 12.5),
                                        member(HOVER, 15.5, 20.5)};
    wend_flow_request_id ids[WEND_FLOW_CLASSES_MAX];
    size_t count = 0;
    uint32_t assigned[3];
    assert_int_equal(wend_flow_add_group(flow, &def, members, 3, ids, &count, assigned, NULL),
                     WEND_OK);
    assert_int_equal(count, 2);
    assert_int_equal(assigned[0], 1);
    assert_int_equal(assigned[1], 0);
    assert_int_equal(assigned[2], 1);
    wend_flow_destroy(flow);
    wend_grid_destroy(grid);
}

static void flow_group_reaches_areas(void **state)
{
    (void)state;
    wend_grid *grid = make_grid();
    wend_flow *flow = make_flow(grid);
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    const wend_flow_area area = {0, 8, 20, 4, 4}; /* land and water */
    wend_flow_request_def def = wend_flow_request_def_default();
    def.areas = &area;
    def.area_count = 1;
    const wend_flow_member members[] = {member(HOVER, 3.5, 10.5), member(TANK, 4.5, 12.5),
                                        member(SHIP, 15.5, 20.5)};
    wend_flow_request_id ids[WEND_FLOW_CLASSES_MAX];
    size_t count = 0;
    uint32_t assigned[3];
    assert_int_equal(wend_flow_add_group(flow, &def, members, 3, ids, &count, assigned, NULL),
                     WEND_OK);
    assert_int_equal(count, 2);
    assert_int_equal(class_of(flow, ids[assigned[0]]), TANK);
    assert_int_equal(class_of(flow, ids[assigned[2]]), SHIP);
    wend_flow_destroy(flow);
    wend_grid_destroy(grid);
}

static void flow_group_that_is_wrong_places_no_order(void **state)
{
    (void)state;
    wend_grid *grid = make_grid();
    wend_flow *flow = make_flow(grid);
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    const wend_flow_position goal = {{5.5, 30.5}, 0};
    wend_flow_request_def def = group_def(&goal);
    wend_flow_member members[] = {member(TANK, 3.5, 10.5), member(SHIP, 15.5, 10.5)};
    wend_flow_request_id ids[WEND_FLOW_CLASSES_MAX];
    size_t count = 9;
    uint32_t assigned[2];
    wend_message message;
    members[1].position.position.x = 400.0; /* the second order fails: the first one goes, too */
    assert_int_equal(wend_flow_add_group(flow, &def, members, 2, ids, &count, assigned, &message),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(count, 0);
    members[1].flow_class = CLASSES;
    assert_int_equal(wend_flow_add_group(flow, &def, members, 2, ids, &count, assigned, &message),
                     WEND_ERROR_ARGUMENT);
    assert_string_equal(
        message.text,
        "wend_flow_add_group: flow_class of member 1 is 4, but the number of classes is 4");
    members[1].flow_class = SHIP;
    assert_int_equal(wend_flow_add_group(flow, &def, members, 0, ids, &count, assigned, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_flow_add_group(NULL, &def, members, 2, ids, &count, assigned, NULL),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(
        wend_flow_add_group(flow, &def, members, SIZE_MAX, ids, &count, assigned, NULL),
        WEND_ERROR_FULL);
    def.goals = NULL;
    assert_int_equal(wend_flow_add_group(flow, &def, members, 2, ids, &count, assigned, NULL),
                     WEND_ERROR_ARGUMENT);
    def.cookie = 0;
    assert_int_equal(wend_flow_add_group(flow, &def, members, 2, ids, &count, assigned, NULL),
                     WEND_ERROR_ARGUMENT);
    wend_flow_area outside = {9, 0, 0, 1, 1};
    def = wend_flow_request_def_default();
    def.areas = &outside;
    def.area_count = 1;
    members[1].position.position.x = 15.5;
    assert_int_equal(wend_flow_add_group(flow, &def, members, 2, ids, &count, assigned, NULL),
                     WEND_ERROR_ARGUMENT);
    outside = (wend_flow_area){0, -3, 38, 5, 5};
    assert_int_equal(wend_flow_add_group(flow, &def, members, 2, ids, &count, assigned, NULL),
                     WEND_ERROR_ARGUMENT);
    wend_flow_info info;
    wend_flow_get_info(flow, &info);
    assert_int_equal(info.requests, 0);
    wend_flow_destroy(flow);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flow_class_fits_where_ground_lies_within_ground),
        cmocka_unit_test(flow_group_follows_its_strictest_class_that_gets_there),
        cmocka_unit_test(flow_group_before_the_first_update_goes_class_by_class),
        cmocka_unit_test(flow_group_reaches_areas),
        cmocka_unit_test(flow_group_that_is_wrong_places_no_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
