/* Drawing each part of a request, and of the portal graph, on small maps. */
#include "support/flows.h"
#include "support/test.h"

#include "support/grids.h"
#include "wend/flow.h"
#include "wend/link.h"

#include <string.h>

/* Counts what comes, by meaning. */
typedef struct board {
    uint32_t cells[WEND_MEANING_COUNT], lines[WEND_MEANING_COUNT], circles[WEND_MEANING_COUNT];
    uint32_t texts;
    double area[WEND_MEANING_COUNT], most[WEND_MEANING_COUNT];
    bool is_outside;
} board;

static void look(board *b, wend_vec2 at)
{
    b->is_outside = b->is_outside || at.x < 0.0 || at.y < 0.0 || at.x > 60.0 || at.y > 40.0;
}

static void on_cells(void *context, wend_vec2 low, wend_vec2 high, wend_meaning meaning,
                     double value)
{
    board *b = context;
    look(b, low);
    look(b, high);
    ++b->cells[meaning];
    b->area[meaning] += (high.x - low.x) * (high.y - low.y);
    b->most[meaning] = value > b->most[meaning] ? value : b->most[meaning];
}

static void on_line(void *context, wend_vec2 from, wend_vec2 to, wend_meaning meaning, double value)
{
    board *b = context;
    look(b, from);
    look(b, to);
    ++b->lines[meaning];
    b->most[meaning] = value > b->most[meaning] ? value : b->most[meaning];
}

static void on_circle(void *context, wend_vec2 centre, double radius, wend_meaning meaning,
                      double value)
{
    board *b = context;
    (void)radius;
    (void)value;
    look(b, centre);
    ++b->circles[meaning];
}

static void on_text(void *context, wend_vec2 at, const char *text, wend_meaning meaning)
{
    board *b = context;
    (void)meaning;
    look(b, at);
    assert_true(strlen(text) > 0);
    ++b->texts;
}

static wend_draw draw_on(board *b)
{
    memset(b, 0, sizeof *b);
    wend_draw draw = {.cells = on_cells, .line = on_line, .circle = on_circle, .context = b};
    draw.text = on_text;
    return draw;
}

static wend_grid *make_grid(void)
{
    wend_grid_def def = grids_def(60, 40, 1);
    wend_grid *grid = grids_make(def);
    grids_wall(grid, 30, 0, 2, 30);
    grids_fill(grid, 5, 5, 5, 5, 4);
    return grid;
}

static wend_flow *make_flow(const wend_grid *grid, bool has_angles)
{
    wend_flow_def def = wend_flow_def_default();
    def.grid = grid;
    def.has_angles = has_angles;
    return flows_make(def);
}

static wend_flow_request_id order(wend_flow *flow, bool covers_all)
{
    wend_flow_request_def def = wend_flow_request_def_default();
    const wend_flow_position goal = {{45.5, 10.5}, 0};
    const wend_flow_position source = {{3.5, 3.5}, 0};
    const wend_flow_area area = {0, 44, 12, 2, 2};
    def.goals = &goal;
    def.goal_count = 1;
    def.sources = &source;
    def.source_count = 1;
    def.covers_all = covers_all;
    if (!covers_all) {
        def.areas = &area;
        def.area_count = 1;
    }
    wend_flow_request_id id;
    assert_int_equal(wend_flow_add_request(flow, &def, &id, NULL), WEND_OK);
    return id;
}

static void flow_draw_shows_each_part_alone(void **state)
{
    (void)state;
    wend_grid *grid = make_grid();
    for (int angles = 0; angles < 2; ++angles) {
        wend_flow *flow = make_flow(grid, angles != 0);
        const wend_flow_request_id id = order(flow, true);
        assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
        board b;
        wend_draw draw = draw_on(&b);
        assert_int_equal(wend_flow_draw(flow, id, 0, WEND_FLOW_SHOW_COST, &draw), WEND_OK);
        assert_true((int)(b.area[WEND_MEANING_GROUND] + 0.5) == 60 * 40 - 60);
        assert_true((int)(b.area[WEND_MEANING_WALL] + 0.5) == 60);
        assert_true((int)b.most[WEND_MEANING_GROUND] == 4);
        draw = draw_on(&b);
        assert_int_equal(wend_flow_draw(flow, id, 0, WEND_FLOW_SHOW_INTEGRATION, &draw), WEND_OK);
        assert_int_equal(b.cells[WEND_MEANING_INTEGRATION], 60 * 40 - 60);
        assert_true(b.most[WEND_MEANING_INTEGRATION] > 0.999);
        assert_true(b.most[WEND_MEANING_INTEGRATION] < 1.001);
        assert_true(b.lines[WEND_MEANING_LEVEL] > 100);
        draw = draw_on(&b);
        assert_int_equal(wend_flow_draw(flow, id, 0, WEND_FLOW_SHOW_DIRECTIONS, &draw), WEND_OK);
        const uint32_t arrows = b.lines[WEND_MEANING_FLOW] / 3;
        assert_int_equal(arrows + b.circles[WEND_MEANING_FLOW], 60 * 40 - 60);
        assert_true(b.circles[WEND_MEANING_FLOW] <= 1);
        draw = draw_on(&b);
        assert_int_equal(wend_flow_draw(flow, id, 0, WEND_FLOW_SHOW_LINE_OF_SIGHT, &draw), WEND_OK);
        assert_true(b.cells[WEND_MEANING_LINE_OF_SIGHT] > 500);
        assert_true(b.cells[WEND_MEANING_CORNER] > 5);
        draw = draw_on(&b);
        assert_int_equal(wend_flow_draw(flow, id, 0, WEND_FLOW_SHOW_SECTORS, &draw), WEND_OK);
        assert_int_equal(b.lines[WEND_MEANING_SECTOR], 4 * 24);
        draw = draw_on(&b);
        assert_int_equal(wend_flow_draw(flow, id, 0, WEND_FLOW_SHOW_PORTALS, &draw), WEND_OK);
        assert_int_equal(b.lines[WEND_MEANING_PORTAL],
                         6 * 3 + 5 * 4 - 3); /* three lie in the wall */
        draw = draw_on(&b);
        assert_int_equal(wend_flow_draw(flow, id, 0, WEND_FLOW_SHOW_ROUTE, &draw), WEND_OK);
        assert_true(b.lines[WEND_MEANING_PATH] > 4);
        draw = draw_on(&b);
        assert_int_equal(wend_flow_draw(flow, id, 0, WEND_FLOW_SHOW_GOALS, &draw), WEND_OK);
        assert_int_equal(b.circles[WEND_MEANING_GOAL], 1);
        assert_int_equal(b.circles[WEND_MEANING_START], 1);
        draw = draw_on(&b);
        assert_int_equal(wend_flow_draw(flow, id, 0, WEND_FLOW_SHOW_ALL, &draw), WEND_OK);
        assert_false(b.is_outside);
        wend_flow_destroy(flow);
    }
    wend_grid_destroy(grid);
}

static void flow_draw_while_building_shows_routes_and_wave_fronts(void **state)
{
    (void)state;
    wend_grid *grid = make_grid();
    wend_flow *flow = make_flow(grid, false);
    const wend_flow_request_id id = order(flow, false);
    board b;
    wend_draw draw = draw_on(&b);
    assert_int_equal(wend_flow_draw(flow, id, 0, WEND_FLOW_SHOW_ALL, &draw), WEND_OK);
    assert_int_equal(b.circles[WEND_MEANING_GOAL], 5);
    assert_int_equal(b.lines[WEND_MEANING_PATH], 0);
    uint32_t fronts = 0;
    uint32_t routes = 0;
    for (int i = 0; i < 10000; ++i) {
        wend_budget budget = wend_budget_steps(1);
        const wend_result result = wend_flow_update(flow, &budget);
        draw = draw_on(&b);
        assert_int_equal(wend_flow_draw(flow, id, 0, WEND_FLOW_SHOW_ALL, &draw), WEND_OK);
        if (result == WEND_OK) {
            break;
        }
        fronts += b.cells[WEND_MEANING_WAVE_FRONT];
        routes += b.lines[WEND_MEANING_PATH];
        assert_int_equal(b.cells[WEND_MEANING_INTEGRATION], 0);
    }
    assert_true(fronts > 0);
    assert_true(routes > 0);
    wend_flow_destroy(flow);
    wend_grid_destroy(grid);
}

static void flow_draw_portals_shows_the_graph_with_costs(void **state)
{
    (void)state;
    wend_grid *grid = make_grid();
    wend_link_def link = wend_link_def_default();
    link.from = wend_grid_node(grid, 5, 35);
    link.to = wend_grid_node(grid, 55, 35);
    wend_link_id link_id;
    assert_int_equal(wend_grid_add_link(grid, &link, &link_id, NULL), WEND_OK);
    wend_flow *flow = make_flow(grid, false);
    board b;
    wend_draw draw = draw_on(&b);
    assert_int_equal(wend_flow_draw_portals(flow, 0, 0, &draw), WEND_ERROR_STALE);
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    assert_int_equal(wend_flow_draw_portals(flow, 0, 0, &draw), WEND_OK);
    wend_flow_info info;
    wend_flow_get_info(flow, &info);
    assert_true(b.lines[WEND_MEANING_PORTAL] == 6 * 3 + 5 * 4 - 3 + 1);
    assert_true((uint64_t)b.lines[WEND_MEANING_EDGE] * 2 == info.portal_edges);
    assert_int_equal(b.texts, b.lines[WEND_MEANING_EDGE]);
    assert_true(b.circles[WEND_MEANING_PORTAL] > 60);
    draw.text = NULL;
    draw.circle = NULL;
    draw.line = NULL;
    draw.cells = NULL;
    assert_int_equal(wend_flow_draw_portals(flow, 0, 0, &draw), WEND_OK);
    const wend_flow_request_id id = order(flow, true);
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    assert_int_equal(wend_flow_draw(flow, id, 0, WEND_FLOW_SHOW_ALL, &draw), WEND_OK);
    wend_flow_destroy(flow);
    wend_grid_destroy(grid);
}

static void flow_draw_keeps_floors_apart(void **state)
{
    (void)state;
    wend_grid *grids[2] = {make_grid(), make_grid()};
    wend_flow_def def = wend_flow_def_default();
    const wend_flow_join join = {.from_floor = 0,
                                 .to_floor = 1,
                                 .from = 65,
                                 .to = 65,
                                 .cost = WEND_COST_ONE,
                                 .class_mask = 1,
                                 .is_two_way = true};
    def.floors = (const wend_grid *const *)grids;
    def.floor_count = 2;
    def.joins = &join;
    def.join_count = 1;
    wend_flow *flow = flows_make(def);
    wend_flow_request_def request = wend_flow_request_def_default();
    const wend_flow_position goal = {{15.5, 10.5}, 1};
    const wend_flow_position source = {{13.5, 3.5}, 0};
    request.goals = &goal;
    request.goal_count = 1;
    request.sources = &source;
    request.source_count = 1;
    wend_flow_request_id id;
    assert_int_equal(wend_flow_add_request(flow, &request, &id, NULL), WEND_OK);
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    for (uint32_t floor = 0; floor < 2; ++floor) {
        board b;
        wend_draw draw = draw_on(&b);
        assert_int_equal(wend_flow_draw(flow, id, floor, WEND_FLOW_SHOW_ALL, &draw), WEND_OK);
        assert_int_equal(b.circles[WEND_MEANING_GOAL], floor);
        assert_int_equal(b.circles[WEND_MEANING_START], 1 - floor);
        assert_true(b.cells[WEND_MEANING_INTEGRATION] > 0);
        assert_true(b.circles[WEND_MEANING_PORTAL] > 0);
        assert_int_equal(b.cells[WEND_MEANING_LINE_OF_SIGHT] > 0, floor);
        draw = draw_on(&b);
        assert_int_equal(wend_flow_draw_portals(flow, 0, floor, &draw), WEND_OK);
        assert_true(b.lines[WEND_MEANING_EDGE] > 0);
    }
    wend_flow_destroy(flow);
    wend_grid_destroy(grids[0]);
    wend_grid_destroy(grids[1]);
}

static void flow_draw_refuses_what_is_not_there(void **state)
{
    (void)state;
    wend_grid *grid = make_grid();
    wend_flow *flow = make_flow(grid, false);
    const wend_flow_request_id id = order(flow, true);
    board b;
    const wend_draw draw = draw_on(&b);
    assert_int_equal(wend_flow_draw(NULL, id, 0, 511, &draw), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_flow_draw(flow, id, 1, 511, &draw), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_flow_draw(flow, id, 0, 511, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_flow_draw(flow, (wend_flow_request_id){4, 4}, 0, 511, &draw),
                     WEND_ERROR_STALE);
    assert_int_equal(wend_flow_draw_portals(NULL, 0, 0, &draw), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_flow_draw_portals(flow, 1, 0, &draw), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_flow_draw_portals(flow, 0, 1, &draw), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_flow_draw_portals(flow, 0, 0, NULL), WEND_ERROR_ARGUMENT);
    wend_flow_destroy(flow);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flow_draw_shows_each_part_alone),
        cmocka_unit_test(flow_draw_while_building_shows_routes_and_wave_fronts),
        cmocka_unit_test(flow_draw_portals_shows_the_graph_with_costs),
        cmocka_unit_test(flow_draw_keeps_floors_apart),
        cmocka_unit_test(flow_draw_refuses_what_is_not_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
