/* Samples of flows on small maps: which guidance an agent gets while fields are built, in walls, in
 * windows and at links. */
#include "flow/sample/cell.h"
#include "sample.h"
#include "support/grids.h"
#include "support/test.h"
#include "wend/link.h"

#include <math.h>

static void flow_sample_of_nothing_is_invalid(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(30, 20);
    wend_flow *flow = flow_on(grid);
    const wend_flow_request_id id = order(flow, at(5.5, 5.5), at(25.5, 15.5));
    wend_vec2 to;
    const double places[][2] = {{-0.1, 3}, {30, 3},          {3, -1e-9},
                                {3, 20.0}, {(double)NAN, 3}, {3, (double)INFINITY}};
    for (size_t i = 0; i < sizeof places / sizeof *places; ++i) {
        assert_int_equal(why_at(flow, id, places[i][0], places[i][1], &to), WEND_FLOW_INVALID);
        is_near(to.x, 0.0);
        is_near(to.y, 0.0);
    }
    assert_int_equal(wend_flow_sample(flow, id, 1, 3, 3, NULL, NULL), WEND_FLOW_INVALID);
    assert_int_equal(why_at(NULL, id, 3, 3, NULL), WEND_FLOW_INVALID);
    assert_int_equal(why_at(flow, (wend_flow_request_id){0, 0}, 3, 3, NULL), WEND_FLOW_INVALID);
    assert_int_equal(wend_flow_remove_request(flow, id), WEND_OK);
    assert_int_equal(why_at(flow, id, 3, 3, &to), WEND_FLOW_INVALID);
    give_back(flow, grid);
}

static void flow_sample_open_ground_goes_straight_and_arrives(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(60, 60);
    wend_flow *flow = flow_on(grid);
    const wend_flow_request_id id = order(flow, at(10.25, 50.5), at(55.5, 3.5));
    wend_vec2 to;
    assert_int_equal(why_at(flow, id, 55.5, 3.5, &to), WEND_FLOW_LINE_OF_SIGHT);
    const double length = sqrt(45.25 * 45.25 + 47.0 * 47.0);
    is_near(to.x, -45.25 / length);
    is_near(to.y, 47.0 / length);
    assert_int_equal(why_at(flow, id, 10.76, 50.5, &to), WEND_FLOW_LINE_OF_SIGHT);
    is_near(to.x, -1.0);
    assert_int_equal(why_at(flow, id, 10.75, 50.5, &to), WEND_FLOW_ARRIVED);
    is_near(to.x, 0.0);
    assert_int_equal(why_at(flow, id, 10.25, 50.5, NULL), WEND_FLOW_ARRIVED);
    double cost = 0.0;
    assert_int_equal(wend_flow_cost_left(flow, id, 0, 55.5, 3.5, &cost), WEND_OK);
    is_near(cost, length);
    give_back(flow, grid);
}

static void flow_sample_waits_then_walks_to_windows_then_by_fields(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(100, 40);
    grids_wall(grid, 50, 0, 1, 39);
    grids_wall(grid, 20, 1, 1, 39);
    wend_flow *flow = flow_on(grid);
    const wend_flow_position goal = at(95.5, 5.5);
    const wend_flow_position source = at(5.5, 35.5);
    wend_flow_request_def def = order_of(&goal, &source);
    const wend_flow_request_id id = begin(flow, &def);
    wend_vec2 to;
    assert_int_equal(why_at(flow, id, 5.5, 35.5, &to), WEND_FLOW_WAITING);
    is_near(to.x, 0.0);
    uint32_t seen = 0;
    bool is_built = false;
    for (int i = 0; i < 100000 && !is_built; ++i) {
        is_built = build_a_step(flow);
        const wend_flow_guidance why = why_at(flow, id, 5.5, 35.5, &to);
        seen |= 1u << why;
        if (why == WEND_FLOW_TOWARD_PORTAL) {
            is_near(to.x * to.x + to.y * to.y, 1.0);
            assert_true(to.y < 0.0); /* up to the gap */
            wend_vec2 down;
            assert_int_equal(why_at(flow, id, 95.5, 3.5, &down), WEND_FLOW_TOWARD_PORTAL);
            is_near(down.y, 1.0); /* the goal's own sector: straight at it */
            assert_int_equal(why_at(flow, id, 95.5, 5.25, &down), WEND_FLOW_ARRIVED);
        }
    }
    assert_int_equal(seen, 1u << WEND_FLOW_WAITING | 1u << WEND_FLOW_TOWARD_PORTAL |
                               1u << WEND_FLOW_FIELD);
    give_back(flow, grid);
}

/* An agent at any position in a portal is led straight across it. */
static void flow_sample_in_the_window_goes_across(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(30, 10);
    wend_flow *flow = flow_on(grid);
    const wend_flow_position goal = at(25.5, 5.5);
    const wend_flow_position source = at(2.5, 1.5);
    wend_flow_request_def def = order_of(&goal, &source);
    const wend_flow_request_id id = begin(flow, &def);
    bool is_seen = false;
    bool is_built = false;
    for (int i = 0; i < 1000 && !is_built; ++i) {
        is_built = build_a_step(flow);
        wend_vec2 to;
        if (why_at(flow, id, 9.5, 1.5, &to) == WEND_FLOW_TOWARD_PORTAL) {
            is_seen = true;
            is_near(to.x, 1.0);
            assert_int_equal(why_at(flow, id, 8.5, 1.5, &to), WEND_FLOW_TOWARD_PORTAL);
            assert_true(to.y > 0.0);
        }
    }
    assert_true(is_seen);
    give_back(flow, grid);
}

/* A map of two sectors with a wall between them that has a gap of three cells, turned so that the
 * path through the gap leads east, west, south or north. Along that path is u, to its right or left
 * v. */
typedef struct gap_world {
    uint32_t turn;
    wend_grid *grid;
    wend_flow *flow;
} gap_world;

static wend_vec2 turned(uint32_t turn, double u, double v)
{
    const double along = turn % 2 == 0 ? u : 16.0 - u;
    return turn < 2 ? (wend_vec2){along, v} : (wend_vec2){v, along};
}

static gap_world gap_world_of(uint32_t turn)
{
    gap_world w = {.turn = turn};
    wend_grid_def def = grids_def(turn < 2 ? 16 : 8, turn < 2 ? 8 : 16, 1);
    def.sector_size = 8;
    w.grid = grids_make(def);
    for (int v = 0; v < 8; ++v) {
        const wend_vec2 wall = turned(turn, 8.5, v + 0.5);
        const uint8_t cost = v >= 2 && v < 5 ? 1 : WEND_COST_WALL;
        grids_set(w.grid, (int32_t)wall.x, (int32_t)wall.y, cost);
    }
    w.flow = flow_on(w.grid);
    return w;
}

/* The direction for an agent in a cell beside the wall, along u and v. */
static wend_vec2 sent_from(const gap_world *w, wend_flow_request_id id, double u, double v)
{
    const wend_vec2 from = turned(w->turn, u, v);
    wend_vec2 to;
    assert_int_equal(why_at(w->flow, id, from.x, from.y, &to), WEND_FLOW_TOWARD_PORTAL);
    const double along = w->turn < 2 ? to.x : to.y;
    return (wend_vec2){w->turn % 2 == 0 ? along : -along, w->turn < 2 ? to.y : to.x};
}

static void flow_sample_windows_are_crossed_in_all_their_cells_and_all_directions(void **state)
{
    (void)state;
    for (uint32_t turn = 0; turn < 4; ++turn) {
        gap_world w = gap_world_of(turn);
        const wend_flow_position goal = {turned(turn, 14.5, 6.5), 0};
        const wend_flow_position source = {turned(turn, 1.5, 6.5), 0};
        wend_flow_request_def def = order_of(&goal, &source);
        const wend_flow_request_id id = begin(w.flow, &def);
        uint32_t seen = 0;
        while (!build_a_step(w.flow)) {
            if (why_at(w.flow, id, source.position.x, source.position.y, NULL) !=
                WEND_FLOW_TOWARD_PORTAL) {
                continue;
            }
            seen++;
            for (int v = 0; v < 8; ++v) {
                const wend_vec2 to = sent_from(&w, id, 7.5, v + 0.5);
                const bool is_in_gap = v >= 2 && v < 5;
                is_near(to.x, is_in_gap ? 1.0 : 0.0); /* across, or along the wall to the gap */
                is_near(to.y, is_in_gap ? 0.0 : v < 2 ? 1.0 : -1.0);
            }
            assert_true(sent_from(&w, id, 6.5, 3.25).x > 0.5); /* not in the window yet */
            assert_true(sent_from(&w, id, 6.5, 6.5).y < -0.5);
        }
        assert_true(seen > 0);
        give_back(w.flow, w.grid);
    }
}

static void flow_sample_in_a_wall_leads_out_of_it(void **state)
{
    (void)state;
    static const char *const rows[] = {"..........", "....###...", "....###...", "....###...",
                                       ".........."};
    wend_grid *grid = grid_of(rows, 5);
    wend_flow *flow = flow_on(grid);
    const wend_flow_request_id id = order(flow, at(0.5, 2.5), at(9.5, 2.5));
    wend_vec2 to;
    assert_int_equal(why_at(flow, id, 4.5, 2.5, &to), WEND_FLOW_FIELD);
    is_near(to.x, -1.0);
    assert_int_equal(why_at(flow, id, 6.5, 2.5, &to), WEND_FLOW_FIELD);
    assert_true(to.x > 0.0);
    assert_int_equal(why_at(flow, id, 5.5, 2.5, &to), WEND_FLOW_FIELD);
    is_near(to.x, -1.0); /* of four cells at a distance of 2 the one nearest to the goal */
    assert_int_equal(why_at(flow, id, 5.5, 2.3, &to), WEND_FLOW_FIELD);
    is_near(to.y, -1.0);
    give_back(flow, grid);
}

/* Sectors of 8 cells: 16 sectors are searched in each direction, and no more. */
static void flow_sample_deep_in_a_wall_leads_out_within_sixteen_sectors(void **state)
{
    (void)state;
    wend_grid_def def = wend_grid_def_default();
    def.width = 200;
    def.height = 9;
    def.sector_size = 8;
    wend_grid *grid = NULL;
    assert_int_equal(wend_grid_create(&def, &grid), WEND_OK);
    grids_wall(grid, 8, 0, 192, 9);
    wend_flow *flow = flow_on(grid);
    const wend_flow_request_id id = order(flow, at(0.5, 4.5), at(7.5, 4.5));
    wend_vec2 to;
    assert_int_equal(why_at(flow, id, 135.5, 4.5, &to), WEND_FLOW_FIELD);
    is_near(to.x, -1.0);
    assert_int_equal(why_at(flow, id, 136.5, 4.5, &to), WEND_FLOW_NOT_COVERED);
    give_back(flow, grid);
}

static void flow_sample_tells_uncovered_from_unreachable(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(200, 200);
    grids_wall(grid, 100, 0, 1, 200);
    wend_flow *flow = flow_without_margin(grid, true);
    const wend_flow_request_id id = order(flow, at(5.5, 5.5), at(45.5, 5.5));
    assert_int_equal(why_at(flow, id, 95.5, 195.5, NULL), WEND_FLOW_NOT_COVERED);
    assert_int_equal(why_at(flow, id, 150.5, 5.5, NULL), WEND_FLOW_UNREACHABLE);
    double cost = 0.0;
    assert_int_equal(wend_flow_cost_left(flow, id, 0, 150.5, 5.5, &cost), WEND_NO_PATH);
    assert_true(isinf(cost));
    assert_int_equal(wend_flow_add_source(flow, id, 0, 95.5, 195.5), WEND_OK);
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    assert_true(why_at(flow, id, 95.5, 195.5, NULL) == WEND_FLOW_FIELD ||
                why_at(flow, id, 95.5, 195.5, NULL) == WEND_FLOW_LINE_OF_SIGHT);
    give_back(flow, grid);
}

/* While a source that was added waits for its fields, agents there walk by its route. */
static void flow_sample_added_source_walks_to_windows_at_once(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(200, 200);
    wend_flow *flow = flow_without_margin(grid, false);
    const wend_flow_request_id id = order(flow, at(5.5, 5.5), at(45.5, 5.5));
    assert_int_equal(wend_flow_add_source(flow, id, 0, 95.5, 195.5), WEND_OK);
    uint32_t seen = 0;
    bool is_built = false;
    for (int i = 0; i < 100000 && !is_built; ++i) {
        is_built = build_a_step(flow);
        seen |= 1u << why_at(flow, id, 95.5, 195.5, NULL);
        assert_int_equal(why_at(flow, id, 45.5, 5.5, NULL), WEND_FLOW_FIELD);
    }
    assert_int_equal(seen, 1u << WEND_FLOW_NOT_COVERED | 1u << WEND_FLOW_TOWARD_PORTAL |
                               1u << WEND_FLOW_FIELD);
    give_back(flow, grid);
}

static void flow_sample_takes_links_and_says_where_they_lead(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(40, 20);
    grids_wall(grid, 20, 0, 1, 20);
    wend_link_def link = wend_link_def_default();
    link.from = wend_grid_node(grid, 10, 10);
    link.to = wend_grid_node(grid, 30, 5);
    link.cost = WEND_COST_ONE * 3;
    wend_link_id link_id;
    assert_int_equal(wend_grid_add_link(grid, &link, &link_id, NULL), WEND_OK);
    link.to = wend_grid_node(grid, 25, 15); /* from the same cell, but farther in all */
    assert_int_equal(wend_grid_add_link(grid, &link, &link_id, NULL), WEND_OK);
    link.from = wend_grid_node(grid, 11, 10);
    assert_int_equal(wend_grid_add_link(grid, &link, &link_id, NULL), WEND_OK);
    for (int seeds = 0; seeds < 2; ++seeds) {
        wend_flow *flow = flow_on(grid);
        const wend_flow_position goal = at(35.5, 5.5);
        const wend_flow_position source = at(2.5, 2.5);
        wend_flow_request_def def = order_of(&goal, &source);
        def.seeds = (wend_flow_seeds)seeds;
        const wend_flow_request_id id = build(flow, &def);
        wend_vec2 to;
        wend_flow_position end;
        assert_int_equal(why_at(flow, id, 10.75, 10.5, &to), WEND_FLOW_TAKE_LINK);
        is_near(to.x, -1.0);
        assert_int_equal(wend_flow_link_at(flow, id, 0, 10.75, 10.5, &end), WEND_OK);
        is_near(end.position.x, 30.5);
        is_near(end.position.y, 5.5);
        assert_int_equal(why_at(flow, id, 10.5, 10.5, &to), WEND_FLOW_TAKE_LINK);
        is_near(to.x, 0.0);
        assert_int_equal(wend_flow_link_at(flow, id, 0, 12.5, 10.5, &end), WEND_NO_PATH);
        assert_int_equal(wend_flow_link_at(flow, id, 0, -1, 10.5, &end), WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_flow_link_at(flow, id, 1, 1, 10.5, &end), WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_flow_link_at(flow, id, 0, 1, 10.5, NULL), WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_flow_link_at(flow, (wend_flow_request_id){9, 9}, 0, 1, 1, &end),
                         WEND_ERROR_STALE);
        wend_flow_cell cell;
        assert_int_equal(wend_flow_get_cell(flow, id, 0, 10, 10, &cell), WEND_OK);
        assert_int_equal(cell.direction, 9);
        wend_flow_destroy(flow);
    }
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flow_sample_of_nothing_is_invalid),
        cmocka_unit_test(flow_sample_open_ground_goes_straight_and_arrives),
        cmocka_unit_test(flow_sample_waits_then_walks_to_windows_then_by_fields),
        cmocka_unit_test(flow_sample_in_the_window_goes_across),
        cmocka_unit_test(flow_sample_windows_are_crossed_in_all_their_cells_and_all_directions),
        cmocka_unit_test(flow_sample_in_a_wall_leads_out_of_it),
        cmocka_unit_test(flow_sample_deep_in_a_wall_leads_out_within_sixteen_sectors),
        cmocka_unit_test(flow_sample_tells_uncovered_from_unreachable),
        cmocka_unit_test(flow_sample_added_source_walks_to_windows_at_once),
        cmocka_unit_test(flow_sample_takes_links_and_says_where_they_lead),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
