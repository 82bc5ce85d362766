/* takes: small maps.
 * gives: where agents are sent from single places, why, and what cells say.
 * cost:  nothing. */
#include "support/grids.h"
#include "support/test.h"

#include "flow/sample/cell.h"

#include <math.h>

static wend_grid *grid_of(const char *const *rows, int32_t height)
{
    wend_grid_def def = wend_grid_def_default();
    def.sector_size = 8;
    return grids_drawn(def, rows, height);
}

static wend_flow *flow_of(const wend_flow_def *def)
{
    wend_flow *flow = NULL;
    assert_int_equal(wend_flow_create(def, &flow), WEND_OK);
    return flow;
}

static wend_flow *flow_on(const wend_grid *grid)
{
    wend_flow_def def = wend_flow_def_default();
    def.grid = grid;
    return flow_of(&def);
}

/* Fields cover no more sectors than the ways cross. */
static wend_flow *flow_without_margin(const wend_grid *grid, bool has_line_of_sight)
{
    wend_flow_def def = wend_flow_def_default();
    def.grid = grid;
    def.margin = 0;
    def.has_line_of_sight = has_line_of_sight;
    return flow_of(&def);
}

static void give_back(wend_flow *flow, wend_grid *grid)
{
    wend_flow_destroy(flow);
    wend_grid_destroy(grid);
}

static wend_flow_position at(double x, double y)
{
    return (wend_flow_position){{x, y}, 0};
}

/* An order for one goal, which stays the caller's. @param source NULL: from everywhere. */
static wend_flow_request_def order_of(const wend_flow_position *goal,
                                      const wend_flow_position *source)
{
    wend_flow_request_def def = wend_flow_request_def_default();
    def.goals = goal;
    def.goal_count = 1;
    def.sources = source;
    def.source_count = source != NULL;
    def.covers_all = source == NULL;
    return def;
}

static wend_flow_request_id begin(wend_flow *flow, const wend_flow_request_def *def)
{
    wend_flow_request_id id;
    assert_int_equal(wend_flow_add_request(flow, def, &id, NULL), WEND_OK);
    return id;
}

static wend_flow_request_id build(wend_flow *flow, const wend_flow_request_def *def)
{
    const wend_flow_request_id id = begin(flow, def);
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    return id;
}

/* The least that can be built at once. @return is all built? */
static bool build_a_step(wend_flow *flow)
{
    wend_budget budget = wend_budget_steps(1);
    const wend_result result = wend_flow_update(flow, &budget);
    assert_true(result >= 0);
    return result == WEND_OK;
}

/* Places an order for one goal from one source and builds it. */
static wend_flow_request_id order(wend_flow *flow, wend_flow_position goal,
                                  wend_flow_position source)
{
    const wend_flow_request_def def = order_of(&goal, &source);
    wend_flow_request_id id;
    assert_true(wend_flow_add_request(flow, &def, &id, NULL) >= 0);
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    return id;
}

static wend_flow_guidance why_at(const wend_flow *flow, wend_flow_request_id id, double x, double y,
                                 wend_vec2 *to)
{
    wend_vec2 found = {7.0, 7.0};
    const wend_flow_guidance why = wend_flow_sample(flow, id, 0, x, y, &found.x, &found.y);
    if (to != NULL) {
        *to = found;
    }
    return why;
}

static void is_near(double a, double b)
{
    assert_true(fabs(a - b) < 1e-12);
}

/* ---- ---- */

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

/* Whoever stands in a window is sent straight across it, wherever in it. */
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
 * way through the gap leads east, west, south or north. Along that way is u, to its right or left
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

/* Where one in a cell beside the wall is sent, along u and v. */
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
    assert_int_equal(why_at(flow, id, 5.5, 2.5, &to), WEND_FLOW_NOT_COVERED);
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

/* What lies behind the arrays stays as it is, whether the order is known or not. */
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
    assert_true(cell.has_field && cell.is_in_sight && cell.is_pathable && !cell.is_wave_front);
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
 * The map is all one price, so that the way leads slanting over the corner of four sectors. */
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

/* With windows as seeds a cell that takes no part is no way out of the field. */
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
        cmocka_unit_test(flow_sample_of_nothing_is_invalid),
        cmocka_unit_test(flow_sample_open_ground_goes_straight_and_arrives),
        cmocka_unit_test(flow_sample_small_radius_goes_on_inside_the_goals_cell),
        cmocka_unit_test(flow_sample_waits_then_walks_to_windows_then_by_fields),
        cmocka_unit_test(flow_sample_in_the_window_goes_across),
        cmocka_unit_test(flow_sample_windows_are_crossed_in_all_their_cells_and_all_directions),
        cmocka_unit_test(flow_sample_of_two_goals_as_near_takes_the_first),
        cmocka_unit_test(flow_sample_in_a_wall_leads_out_of_it),
        cmocka_unit_test(flow_sample_tells_uncovered_from_unreachable),
        cmocka_unit_test(flow_sample_added_source_walks_to_windows_at_once),
        cmocka_unit_test(flow_sample_takes_links_and_says_where_they_lead),
        cmocka_unit_test(flow_sample_goes_to_the_nearest_of_many_goals),
        cmocka_unit_test(flow_sample_arrives_on_all_sides_of_one_of_many_goals),
        cmocka_unit_test(flow_sample_area_alone_is_arrived_anywhere_in_it),
        cmocka_unit_test(flow_sample_blocked_goal_is_unreachable),
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
