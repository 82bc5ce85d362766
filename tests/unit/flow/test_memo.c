/* Memos of cells, good, spoilt, and of other flows: followers get what sampling gives, and nothing
 * worse than a wrong direction where the memo is wrong. */
#include "support/flows.h"
#include "support/grids.h"
#include "support/test.h"

#include "flow/sample/cached_sample.h"

#include <math.h>
#include <string.h>

enum { SIDE = 40, MANY = 37 };

/* One agent, and its last sample. */
typedef struct agent {
    uint32_t floor;
    double x, y, to_x, to_y, left;
    uint8_t why;
    wend_flow_memo memo;
} agent;

static wend_flow *flow_on(const wend_grid *grid)
{
    wend_flow_def def = wend_flow_def_default();
    def.grid = grid;
    def.margin = 0;
    def.has_line_of_sight = false;
    return flows_make(def);
}

static wend_flow_request_id begin(wend_flow *flow, wend_vec2 goal, wend_vec2 source)
{
    const wend_flow_position to = {goal, 0}, from = {source, 0};
    wend_flow_request_def def = wend_flow_request_def_default();
    def.goals = &to;
    def.goal_count = 1;
    def.sources = &from;
    def.source_count = 1;
    wend_flow_request_id id;
    assert_true(wend_flow_add_request(flow, &def, &id, NULL) >= WEND_OK);
    return id;
}

static wend_flow_request_id order(wend_flow *flow, wend_vec2 goal, wend_vec2 source)
{
    const wend_flow_request_id id = begin(flow, goal, source);
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    return id;
}

static wend_result ask(const wend_flow *flow, wend_flow_request_id id, agent *a)
{
    return wend_flow_follow_many(flow, id, &a->memo, &a->floor, &a->x, &a->y, 1, &a->to_x, &a->to_y,
                                 &a->left, &a->why);
}

/* Samples twice: by a look-up or the earlier memo, and by the new memo. */
static void is_told_what_sampling_tells(const wend_flow *flow, wend_flow_request_id id, agent *a)
{
    double x = 7.0, y = 7.0, left = 7.0;
    const wend_flow_guidance why = wend_flow_sample(flow, id, a->floor, a->x, a->y, &x, &y);
    (void)wend_flow_cost_left(flow, id, a->floor, a->x, a->y, &left);
    for (int round = 0; round < 2; ++round) {
        assert_int_equal(ask(flow, id, a), WEND_OK);
        assert_int_equal(a->why, why);
        assert_memory_equal(&a->to_x, &x, sizeof x);
        assert_memory_equal(&a->to_y, &y, sizeof y);
        assert_memory_equal(&a->left, &left, sizeof left);
    }
}

/* ---- corners ---- */

/* Points of a cell, its corners and edges among them. */
static void are_points_of_cell_right(const wend_flow *flow, wend_flow_request_id id, int32_t x,
                                     int32_t y)
{
    agent a = {.floor = 0};
    for (int32_t i = 0; i < 64; ++i) {
        a.x = (double)x + (double)(i % 8) * 0.125;
        a.y = (double)y + (double)(i / 8) * 0.125;
        is_told_what_sampling_tells(flow, id, &a);
    }
}

enum { CORNER = 10 }; /* where four sectors meet */

/* Goals in two of the four sectors that only share the corner, and their sources there, too: the
 * sectors between take no part. One goal is next to the corner, the other one is far, so from the
 * corner's cell on that side the path crosses the corner. @param x, y 1 or -1: the side of the near
 * goal, as seen from the corner. */
static wend_flow_request_id order_over_corner(wend_flow *flow, double x, double y)
{
    const double corner = (double)CORNER;
    const wend_flow_position places[] = {{{corner + 1.5 * x, corner + 1.5 * y}, 0},
                                         {{corner - 8.5 * x, corner - 8.5 * y}, 0}};
    wend_flow_request_def def = wend_flow_request_def_default();
    def.goals = places;
    def.goal_count = 2;
    def.sources = places;
    def.source_count = 2;
    wend_flow_request_id id;
    assert_int_equal(wend_flow_add_request(flow, &def, &id, NULL), WEND_OK);
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    return id;
}

static void flow_memo_aims_at_corners_as_sampling_does(void **state)
{
    (void)state;
    wend_grid_def def = grids_def(2 * CORNER, 2 * CORNER, 1);
    def.sector_size = CORNER;
    wend_grid *grid = grids_make(def);
    wend_flow *flow = flow_on(grid);
    for (int32_t way = 0; way < 4; ++way) {
        const int32_t x = (way & 1) != 0 ? 1 : -1;
        const int32_t y = (way & 2) != 0 ? 1 : -1;
        const wend_flow_request_id id = order_over_corner(flow, (double)x, (double)y);
        wend_vec2 to;
        assert_int_equal(wend_flow_sample(flow, id, 0, (double)CORNER - 0.75 * x,
                                          (double)CORNER - 0.25 * y, &to.x, &to.y),
                         WEND_FLOW_FIELD);
        assert_true(fabs(to.x * y - 3.0 * to.y * x) < 1e-12); /* at the corner, not past it */
        are_points_of_cell_right(flow, id, CORNER - (x + 1) / 2, CORNER - (y + 1) / 2);
        assert_int_equal(wend_flow_remove_request(flow, id), WEND_OK);
    }
    wend_flow_destroy(flow);
    wend_grid_destroy(grid);
}

/* ---- bad positions ---- */

static void flow_memo_is_of_no_use_where_there_is_nothing(void **state)
{
    (void)state;
    static const struct {
        double x;
        uint32_t floor;
    } nowhere[] = {{(double)NAN, 0}, {(double)INFINITY, 0}, {-(double)INFINITY, 0},
                   {1e300, 0},       {-1e300, 0},           {-1e-9, 0},
                   {40.0, 0},        {4294967299.5, 0},     {3.5, 1},
                   {3.5, 64},        {3.5, 65536},          {3.5, UINT32_MAX}};
    wend_grid *grid = grids_open(SIDE, SIDE);
    wend_flow *flow = flows_on(grid);
    const wend_flow_request_id id = order(flow, (wend_vec2){30.5, 30.5}, (wend_vec2){3.5, 3.5});
    agent a = {.x = 3.5, .y = 3.5};
    for (size_t i = 0; i < sizeof nowhere / sizeof *nowhere; ++i) {
        a.x = 3.5;
        a.floor = 0;
        is_told_what_sampling_tells(flow, id, &a);
        assert_int_equal(a.why, WEND_FLOW_LINE_OF_SIGHT);
        a.x = nowhere[i].x;
        a.floor = nowhere[i].floor;
        is_told_what_sampling_tells(flow, id, &a);
        assert_int_equal(a.why, WEND_FLOW_INVALID);
        assert_true(isinf(a.left));
    }
    wend_flow_destroy(flow);
    wend_grid_destroy(grid);
}

/* A bad position at any index of a batch leaves the other answers unchanged. */
static void flow_memo_of_one_leaves_the_samples_of_others(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(SIDE, SIDE);
    wend_flow *flow = flows_on(grid);
    const wend_flow_request_id id = order(flow, (wend_vec2){30.5, 30.5}, (wend_vec2){3.5, 3.5});
    double x[MANY], y[MANY], to_x[MANY], to_y[MANY];
    uint32_t floors[MANY] = {0};
    uint8_t why[MANY];
    wend_flow_memo memos[MANY];
    memset(memos, 0, sizeof memos);
    for (size_t round = 0; round < 3; ++round) {
        for (size_t i = 0; i < MANY; ++i) {
            x[i] = i % 3 == round ? (double)NAN : 1.0 + (double)i;
            y[i] = 2.25;
            floors[i] = i % 5 == round ? 9 : 0;
        }
        assert_int_equal(
            wend_flow_follow_many(flow, id, memos, floors, x, y, MANY, to_x, to_y, NULL, why),
            WEND_OK);
        for (size_t i = 0; i < MANY; ++i) {
            double by_x = 7.0, by_y = 7.0;
            assert_int_equal(why[i],
                             wend_flow_sample(flow, id, floors[i], x[i], y[i], &by_x, &by_y));
            assert_memory_equal(&to_x[i], &by_x, sizeof by_x);
            assert_memory_equal(&to_y[i], &by_y, sizeof by_y);
        }
    }
    wend_flow_destroy(flow);
    wend_grid_destroy(grid);
}

/* ---- orders come and go ---- */

static void flow_memo_does_not_outlast_its_order(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(SIDE, SIDE);
    wend_flow *flow = flows_on(grid);
    agent a = {.x = 20.25, .y = 20.75};
    const wend_vec2 source = {20.5, 20.5};
    const wend_flow_request_id first = order(flow, (wend_vec2){30.5, 30.5}, source);
    is_told_what_sampling_tells(flow, first, &a);
    assert_int_equal(wend_flow_remove_request(flow, first), WEND_OK);
    assert_int_equal(ask(flow, first, &a), WEND_ERROR_STALE);
    assert_int_equal(a.why, WEND_FLOW_INVALID);
    assert_true(isinf(a.left));
    const wend_flow_request_id second = begin(flow, (wend_vec2){2.5, 30.5}, source);
    assert_int_equal(second.index1, first.index1);
    is_told_what_sampling_tells(flow, second, &a);
    assert_int_equal(a.why, WEND_FLOW_WAITING);
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    is_told_what_sampling_tells(flow, second, &a);
    assert_int_equal(a.why, WEND_FLOW_LINE_OF_SIGHT);
    const wend_flow_position goal = {{38.5, 1.5}, 0};
    assert_int_equal(wend_flow_set_goals(flow, second, &goal, 1, NULL), WEND_OK);
    is_told_what_sampling_tells(flow, second, &a);
    assert_int_equal(wend_flow_update(flow, NULL), WEND_OK);
    is_told_what_sampling_tells(flow, second, &a);
    assert_true(a.to_x > 0.0 && a.to_y < 0.0);
    wend_flow_destroy(flow);
    wend_grid_destroy(grid);
}

/* The first orders of two flows are alike by number; this one has no goal that is open. */
static void flow_memo_of_another_flow_finds_no_goal_there(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(SIDE, SIDE);
    wend_flow *flow = flows_on(grid);
    agent a = {.x = 20.25, .y = 20.75};
    const wend_vec2 goal = {30.5, 30.5}, source = {3.5, 3.5};
    is_told_what_sampling_tells(flow, order(flow, goal, source), &a);
    assert_int_equal(a.why, WEND_FLOW_LINE_OF_SIGHT);
    wend_flow_destroy(flow);
    grids_set(grid, 30, 30, WEND_COST_WALL);
    flow = flows_on(grid);
    const wend_flow_request_id blocked = order(flow, goal, source);
    is_told_what_sampling_tells(flow, blocked, &a);
    assert_int_equal(a.why, WEND_FLOW_UNREACHABLE);
    wend_flow_destroy(flow);
    wend_grid_destroy(grid);
}

/* ---- spoilt ---- */

/* For any bytes in the memo, the cell is looked up again or answered within the tables. */
static void flow_memo_of_any_bytes_is_harmless(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(SIDE, SIDE);
    wend_flow *flow = flow_on(grid);
    const wend_flow_request_id id = order(flow, (wend_vec2){35.5, 20.5}, (wend_vec2){4.5, 4.5});
    agent a = {.x = 9.25, .y = 4.75};
    is_told_what_sampling_tells(flow, id, &a);
    const wend_flow_memo good = a.memo;
    for (int32_t byte = 0; byte < 256; ++byte) {
        memset(&a.memo, byte, sizeof a.memo);
        is_told_what_sampling_tells(flow, id, &a);
        for (size_t at = 0; at < sizeof(wendi_cached_sample); ++at) {
            a.memo = good;
            ((unsigned char *)&a.memo)[at] = (unsigned char)byte;
            assert_int_equal(ask(flow, id, &a), WEND_OK);
            assert_true(a.to_x * a.to_x + a.to_y * a.to_y < 1.0 + 1e-9);
        }
    }
    wendi_cached_sample memo;
    memcpy(&memo, &good, sizeof memo);
    memo.around = UINT64_MAX;
    for (uint32_t kind = 0; kind < 256; ++kind) {
        memo.kind = (uint8_t)kind;
        memcpy(&a.memo, &memo, sizeof memo);
        assert_int_equal(ask(flow, id, &a), WEND_OK);
    }
    wend_flow_destroy(flow);
    wend_grid_destroy(grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flow_memo_aims_at_corners_as_sampling_does),
        cmocka_unit_test(flow_memo_is_of_no_use_where_there_is_nothing),
        cmocka_unit_test(flow_memo_of_one_leaves_the_samples_of_others),
        cmocka_unit_test(flow_memo_does_not_outlast_its_order),
        cmocka_unit_test(flow_memo_of_another_flow_finds_no_goal_there),
        cmocka_unit_test(flow_memo_of_any_bytes_is_harmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
