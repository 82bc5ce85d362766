/* Agents that follow flows over random maps arrive, never enter a wall and never circle. */
#include "flow/sample/cell.h"
#include "support/gen.h"
#include "support/test.h"
#include "walkers.h"
#include "wend/link.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- what must hold ---- */

static bool complain(world *w, const char *text)
{
    w->complaint = text;
    return false;
}

/* True if the segment passes through the inside of a cell. */
static bool goes_through(wend_vec2 a, wend_vec2 b, int32_t x, int32_t y)
{
    const double slack = 1e-7;
    double first = 0.0;
    double last = 1.0;
    const double from[2] = {a.x, a.y};
    const double by[2] = {b.x - a.x, b.y - a.y};
    const double low[2] = {x + slack, y + slack};
    const double high[2] = {x + 1 - slack, y + 1 - slack};
    for (int i = 0; i < 2; ++i) {
        if (fabs(by[i]) < 1e-12) {
            if (from[i] <= low[i] || from[i] >= high[i]) {
                return false;
            }
            continue;
        }
        const double s = (low[i] - from[i]) / by[i];
        const double t = (high[i] - from[i]) / by[i];
        first = fmax(first, fmin(s, t));
        last = fmin(last, fmax(s, t));
    }
    return last > first + 1e-9;
}

static bool is_clear(const world *w, uint32_t floor, wend_vec2 from, wend_vec2 to)
{
    const wend_vec2 a = cells_of(w, from);
    const wend_vec2 b = cells_of(w, to);
    for (int32_t y = (int32_t)fmin(a.y, b.y); y <= (int32_t)fmax(a.y, b.y); ++y) {
        for (int32_t x = (int32_t)fmin(a.x, b.x); x <= (int32_t)fmax(a.x, b.x); ++x) {
            wend_flow_cell cell;
            if (wend_flow_get_cell(w->flow, w->id, floor, x, y, &cell) == WEND_OK &&
                cell.cost != 1 && goes_through(a, b, x, y)) {
                return false;
            }
        }
    }
    return true;
}

/* One of the goals must lie in that direction, in the same cell or with clear ground between. */
static bool is_sight_true(world *w, wend_flow_position at, wend_vec2 to)
{
    for (size_t i = 0; i < w->goal_count; ++i) {
        const wend_vec2 goal = w->goals[i].position;
        const wend_vec2 by = {goal.x - at.position.x, goal.y - at.position.y};
        const double length = sqrt(by.x * by.x + by.y * by.y);
        if (w->goals[i].floor != at.floor || by.x * to.x + by.y * to.y < length * (1 - 1e-12)) {
            continue;
        }
        if (wend_grid_node_at(w->grids[0], goal) == wend_grid_node_at(w->grids[0], at.position) ||
            is_clear(w, at.floor, at.position, goal)) {
            return true;
        }
    }
    return false;
}

static bool is_open(const world *w, wend_flow_position at)
{
    wend_flow_cell cell;
    int32_t x = 0;
    int32_t y = 0;
    return wend_grid_cell(w->grids[0], wend_grid_node_at(w->grids[0], at.position), &x, &y) &&
           wend_grid_is_open(w->grids[at.floor], 0, WEND_TEAM_NONE, x, y) &&
           wend_flow_get_cell(w->flow, w->id, at.floor, x, y, &cell) == WEND_OK && cell.is_pathable;
}

/* Walks on in pieces, so that no corner is cut between two samples. */
static bool move(world *w, wend_flow_position *at, wend_vec2 to, double step)
{
    const wend_vec2 from = at->position;
    for (int i = 1; i <= PIECES; ++i) {
        const double length = step * (double)i / (double)PIECES;
        at->position = (wend_vec2){from.x + to.x * length, from.y + to.y * length};
        if (!is_open(w, *at)) {
            return false;
        }
    }
    return true;
}

/* Cells are entered by the field once; once a goal is seen, straight at it, perhaps once more; and
 * again for a nearer goal as soon as that is seen. */
typedef struct trail {
    uint8_t entered[2][FLOORS][SIDE_MAX * SIDE_MAX];
    wend_node last;
    uint32_t last_floor;
    bool is_straight; /* the last step was */
    uint32_t most[2]; /* times that a cell was entered so */
} trail;

static void note(const world *w, trail *t, wend_flow_position at)
{
    const wend_node node = wend_grid_node_at(w->grids[0], at.position);
    if (node == t->last && at.floor == t->last_floor) {
        return;
    }
    t->last = node;
    t->last_floor = at.floor;
    const uint32_t times = ++t->entered[t->is_straight][at.floor][node];
    t->most[t->is_straight] = times > t->most[t->is_straight] ? times : t->most[t->is_straight];
}

/* One sample and one step. @return false: complained, or *is_there. */
static bool walk_on(world *w, wend_flow_position *at, double step, bool *is_there, trail *t)
{
    wend_vec2 to;
    const wend_flow_guidance why =
        wend_flow_sample(w->flow, w->id, at->floor, at->position.x, at->position.y, &to.x, &to.y);
    t->is_straight = why == WEND_FLOW_LINE_OF_SIGHT;
    if (why == WEND_FLOW_ARRIVED) {
        *is_there = true;
        return false;
    }
    if (why == WEND_FLOW_TAKE_LINK) {
        return wend_flow_link_at(w->flow, w->id, at->floor, at->position.x, at->position.y, at) ==
                   WEND_OK ||
               complain(w, "no link where one is to be taken");
    }
    if (why != WEND_FLOW_FIELD && why != WEND_FLOW_LINE_OF_SIGHT) {
        return complain(w, why == WEND_FLOW_NOT_COVERED   ? "not covered on the way"
                           : why == WEND_FLOW_UNREACHABLE ? "unreachable on the way"
                                                          : "left alone on the way");
    }
    if (fabs(to.x * to.x + to.y * to.y - 1.0) > 1e-9) {
        return complain(w, "direction not of length 1");
    }
    if (why == WEND_FLOW_LINE_OF_SIGHT && !is_sight_true(w, *at, to)) {
        return complain(w, "line of sight through what blocks it");
    }
    return move(w, at, to, step) || complain(w, "walked into a wall");
}

static bool walk(world *w, wend_flow_position at)
{
    static trail t;
    memset(&t, 0, sizeof t);
    t.last = WEND_NODE_NONE;
    double left = 0.0;
    if (wend_flow_cost_left(w->flow, w->id, at.floor, at.position.x, at.position.y, &left) !=
        WEND_OK) {
        return complain(w, "no cost where a walker starts");
    }
    const double step = (0.05 + 0.45 * part(w)) * w->info.cell_size;
    const double cells = step / w->info.cell_size;
    double most = w->order.seeds == WEND_FLOW_SEED_COSTS ? 1.6 * left + 6.0 : 4.0 * left + 60.0;
    bool is_there = false;
    note(w, &t, at);
    for (; most > 0.0; most -= cells) {
        w->at = at;
        w->step = step;
        if (!walk_on(w, &at, step, &is_there, &t)) {
            return is_there;
        }
        note(w, &t, at);
        if (t.most[0] > 1 || t.most[1] > w->goal_count) {
            return complain(w, "the same cell again");
        }
    }
    return complain(w, "far more steps than its cost");
}

static bool holds(uint64_t seed, void *context)
{
    (void)context;
    world w = {.seed = seed};
    make_world(&w);
    bool is_good = true;
    if (w.goal_count > 0 && w.walker_count > 0) {
        build_order(&w);
        for (size_t i = 0; is_good && i < w.walker_count; ++i) {
            is_good = walk(&w, w.walkers[i]);
        }
    }
    if (!is_good) {
        const wend_vec2 at = cells_of(&w, w.at.position);
        print_message("seed %llu: %s at cell %.17g, %.17g of floor %d, step %g (%d x %d, sectors "
                      "of %d, %d floors, integration %d, fine %d, "
                      "angles %d, sight %d, seeds %d, all %d, %d goals)\n",
                      (unsigned long long)seed, w.complaint, at.x, at.y, (int)w.at.floor, w.step,
                      (int)w.info.width, (int)w.info.height, (int)w.info.sector_size,
                      (int)w.floor_count, (int)w.def.integration, (int)w.def.is_fine,
                      (int)w.def.has_angles, (int)w.def.has_line_of_sight, (int)w.order.seeds,
                      (int)w.order.covers_all, (int)w.goal_count);
    }
    take_down(&w);
    return is_good;
}

static void flow_walkers_arrive_and_never_circle(void **state)
{
    (void)state;
    gen_property("flow walk", 1500, holds, NULL);
}

/* ---- agents with memos ---- */

enum { AGENTS = 24, ROUNDS = 60, EDIT_EVERY = 12 };

typedef struct agents {
    double x[AGENTS], y[AGENTS], to_x[AGENTS], to_y[AGENTS], left[AGENTS];
    uint32_t floors[AGENTS];
    uint8_t why[AGENTS];
    wend_flow_memo memos[AGENTS];
} agents;

/* Small steps, so that most stay in their cells, along the path or in random directions. */
static void move_agents(world *w, agents *a)
{
    for (size_t i = 0; i < AGENTS; ++i) {
        const double far = roll(w, 40) == 0 ? 5.0 : 0.4;
        const double length = roll(w, 2) == 0 ? 0.25 * w->info.cell_size : 0.0;
        a->x[i] += length * a->to_x[i] + (part(w) - 0.5) * far * w->info.cell_size;
        a->y[i] += length * a->to_y[i] + (part(w) - 0.5) * far * w->info.cell_size;
    }
}

static bool is_as_looked_up(const world *w, const agents *a, size_t i)
{
    double x = 0.0, y = 0.0, left = 0.0;
    const wend_flow_guidance why =
        wend_flow_sample(w->flow, w->id, a->floors[i], a->x[i], a->y[i], &x, &y);
    const wend_result result =
        wend_flow_cost_left(w->flow, w->id, a->floors[i], a->x[i], a->y[i], &left);
    left = result == WEND_OK ? left : (double)INFINITY;
    return (uint8_t)why == a->why[i] && memcmp(&x, &a->to_x[i], sizeof x) == 0 &&
           memcmp(&y, &a->to_y[i], sizeof y) == 0 && memcmp(&left, &a->left[i], sizeof left) == 0;
}

/* Walls and costs change, and another order may be given; updates are cut short. */
static void stir(world *w)
{
    wend_budget budget = wend_budget_steps(1 + roll(w, 400));
    for (uint32_t i = 0; i < 3; ++i) {
        const wend_node node = any_node(w);
        const uint8_t cost = roll(w, 2) == 0 ? WEND_COST_WALL : (uint8_t)(1 + roll(w, 5));
        (void)wend_grid_set_cost(w->grids[roll(w, w->floor_count)], 0,
                                 (int32_t)node % w->info.width, (int32_t)node / w->info.width,
                                 cost);
    }
    if (roll(w, 4) == 0) {
        (void)wend_flow_remove_request(w->flow, w->id);
        assert_true(wend_flow_add_request(w->flow, &w->order, &w->id, NULL) >= WEND_OK);
    }
    (void)wend_flow_update(w->flow, roll(w, 2) == 0 ? &budget : NULL);
}

static bool are_memos_right(world *w)
{
    agents a;
    memset(&a, 0, sizeof a);
    for (size_t i = 0; i < AGENTS; ++i) {
        const wend_vec2 at = point_in(w, any_node(w), false);
        a.x[i] = at.x;
        a.y[i] = at.y;
        a.floors[i] = roll(w, w->floor_count);
    }
    for (int32_t round = 0; round < ROUNDS; ++round) {
        if (round % EDIT_EVERY == EDIT_EVERY - 1) {
            stir(w);
        }
        assert_int_equal(wend_flow_follow_many(w->flow, w->id, a.memos, a.floors, a.x, a.y, AGENTS,
                                               a.to_x, a.to_y, a.left, a.why),
                         WEND_OK);
        for (size_t i = 0; i < AGENTS; ++i) {
            if (!is_as_looked_up(w, &a, i)) {
                return false;
            }
        }
        move_agents(w, &a);
    }
    return true;
}

static bool memos_hold(uint64_t seed, void *context)
{
    (void)context;
    world w = {.seed = seed};
    make_world(&w);
    bool is_good = true;
    if (w.goal_count > 0) {
        build_order(&w);
        is_good = are_memos_right(&w);
    }
    take_down(&w);
    return is_good;
}

static void flow_followers_get_the_samples_of_looking_up(void **state)
{
    (void)state;
    gen_property("flow memos", 300, memos_hold, NULL);
}

/* ---- rough ground ---- */

enum { ROUGH_SIDE = 48 };

/* Each cell has a cost of its own, of many or of a few. */
static wend_grid *make_rough_grid(world *w)
{
    static const uint8_t few[] = {1, 3, 10, 60};
    const bool has_few = roll(w, 2) == 0;
    wend_grid_def def = wend_grid_def_default();
    wend_grid *grid = NULL;
    def.width = ROUGH_SIDE;
    def.height = ROUGH_SIDE;
    assert_int_equal(wend_grid_create(&def, &grid), WEND_OK);
    for (int32_t i = 0; i < ROUGH_SIDE * ROUGH_SIDE; ++i) {
        const uint8_t cost = has_few ? few[roll(w, 4)] : (uint8_t)(1 + roll(w, 254));
        assert_true(wend_grid_set_cost(grid, 0, i % ROUGH_SIDE, i / ROUGH_SIDE, cost) >= WEND_OK);
    }
    return grid;
}

/* Cost of the ground under a walk to the goal, in short steps. */
static double cost_of_walk(const world *w, wend_vec2 at, double most)
{
    const double step = 0.05;
    double cost = 0.0;
    while (cost < most) {
        wend_vec2 to;
        const wend_flow_guidance why =
            wend_flow_sample(w->flow, w->id, 0, at.x, at.y, &to.x, &to.y);
        if (why != WEND_FLOW_FIELD && why != WEND_FLOW_LINE_OF_SIGHT) {
            return why == WEND_FLOW_ARRIVED ? cost : (double)INFINITY;
        }
        const wend_vec2 middle = {at.x + to.x * step / 2, at.y + to.y * step / 2};
        at = (wend_vec2){at.x + to.x * step, at.y + to.y * step};
        cost += step *
                wend_grid_cost(w->grids[0], 0, (int32_t)floor(middle.x), (int32_t)floor(middle.y));
    }
    return cost;
}

/* All kinds of directions, from the middle of a cell: by the costs of the field and of half the
 * cell that is left. */
static bool rough_holds(uint64_t seed, void *context)
{
    (void)context;
    world w = {.seed = seed};
    w.grids[0] = make_rough_grid(&w);
    w.floor_count = 1;
    w.goals[0].position = (wend_vec2){4.5, 5.5};
    w.def = wend_flow_def_default();
    w.def.grid = w.grids[0];
    w.def.integration = (wend_flow_integration)roll(&w, 3);
    w.def.has_angles = roll(&w, 2) == 0;
    w.order = wend_flow_request_def_default();
    w.order.goals = w.goals;
    w.order.goal_count = 1;
    w.order.covers_all = true;
    assert_int_equal(wend_flow_create(&w.def, &w.flow), WEND_OK);
    build_order(&w);
    double walked = 0.0, best = 0.0;
    for (int32_t i = 0; i < 12; ++i) {
        const int32_t x = 20 + (int32_t)roll(&w, ROUGH_SIDE - 20),
                      y = (int32_t)roll(&w, ROUGH_SIDE);
        double left = 0.0;
        assert_int_equal(wend_flow_cost_left(w.flow, w.id, 0, x + 0.5, y + 0.5, &left), WEND_OK);
        left += 0.5 * wend_grid_cost(w.grids[0], 0, x, y);
        walked += cost_of_walk(&w, (wend_vec2){x + 0.5, y + 0.5}, 4.0 * left);
        best += left;
    }
    take_down(&w);
    if (walked > 1.02 * best) {
        print_message("seed %llu: walked %.1f, best %.1f, integration %d, angles %d\n",
                      (unsigned long long)seed, walked, best, (int)w.def.integration,
                      (int)w.def.has_angles);
    }
    return walked <= 1.02 * best;
}

static void flow_walks_over_rough_ground_cost_no_more_than_the_best_path(void **state)
{
    (void)state;
    gen_property("flow rough", 60, rough_holds, NULL);
}

/* ---- walls ---- */

enum { WALLS_SIDE = 40 };

static bool has_field(const world *w, int32_t x, int32_t y)
{
    wend_flow_cell cell;
    return wend_flow_get_cell(w->flow, w->id, 0, x, y, &cell) == WEND_OK && cell.has_field;
}

/* True if the direction leads to a cell beside, or, if none of those has a field, to one of the
 * nearest ones that have. */
static bool leads_out(const world *w, wend_vec2 at, wend_vec2 to)
{
    const int32_t here_x = (int32_t)at.x, here_y = (int32_t)at.y;
    double nearest = (double)INFINITY;
    bool is_beside = false;
    for (int pass = 0; pass < 2; ++pass) {
        for (int32_t i = 0; i < WALLS_SIDE * WALLS_SIDE; ++i) {
            const int32_t x = i % WALLS_SIDE, y = i / WALLS_SIDE;
            const wend_vec2 by = {x + 0.5 - at.x, y + 0.5 - at.y};
            const double length = sqrt(by.x * by.x + by.y * by.y);
            const bool beside = abs(x - here_x) <= 1 && abs(y - here_y) <= 1;
            if (!has_field(w, x, y)) {
                continue;
            }
            if (pass == 0) {
                nearest = fmin(nearest, length);
                is_beside = is_beside || beside;
            } else if ((is_beside ? beside : length <= nearest + 1e-12) &&
                       by.x * to.x + by.y * to.y >= length * (1 - 1e-12)) {
                return true;
            }
        }
    }
    return false;
}

static bool is_open_ground(const world *w, wend_vec2 at)
{
    return wend_grid_is_open(w->grids[0], 0, WEND_TEAM_NONE, (int32_t)at.x, (int32_t)at.y);
}

/* The straight line may first come to enclosed ground, where no field is: it is out of the wall
 * too. */
static bool walks_out(world *w, wend_vec2 at)
{
    for (int i = 0; i < 400 && !is_open_ground(w, at); ++i) {
        wend_vec2 to;
        const wend_flow_guidance why =
            wend_flow_sample(w->flow, w->id, 0, at.x, at.y, &to.x, &to.y);
        if (why == WEND_FLOW_ARRIVED) {
            return true; /* the goal lies beside the wall */
        }
        if (why != WEND_FLOW_FIELD || !leads_out(w, at, to)) {
            return complain(w, "no way out of a wall, or not the nearest");
        }
        at = (wend_vec2){at.x + 0.25 * to.x, at.y + 0.25 * to.y};
    }
    return is_open_ground(w, at) || complain(w, "stays in a wall");
}

/* Wide walls, and fields everywhere or along a route. */
static bool walls_hold(uint64_t seed, void *context)
{
    (void)context;
    world w = {.seed = seed};
    wend_grid_def def = wend_grid_def_default();
    def.width = WALLS_SIDE;
    def.height = WALLS_SIDE;
    def.sector_size = 8 + (int32_t)roll(&w, 5);
    assert_int_equal(wend_grid_create(&def, &w.grids[0]), WEND_OK);
    w.floor_count = 1;
    for (uint32_t i = 0; i < 4; ++i) {
        const int32_t x = (int32_t)roll(&w, WALLS_SIDE), y = (int32_t)roll(&w, WALLS_SIDE);
        const int32_t width = 1 + (int32_t)roll(&w, (uint32_t)(x < 18 ? 22 : WALLS_SIDE - x));
        const int32_t height = 1 + (int32_t)roll(&w, (uint32_t)(y < 18 ? 22 : WALLS_SIDE - y));
        assert_true(wend_grid_fill(w.grids[0], 0, x, y, width, height, WEND_COST_WALL) >= WEND_OK);
    }
    wend_grid_get_info(w.grids[0], &w.info);
    w.def = wend_flow_def_default();
    w.def.grid = w.grids[0];
    w.def.has_line_of_sight = roll(&w, 2) == 0;
    assert_int_equal(wend_flow_create(&w.def, &w.flow), WEND_OK);
    assert_int_equal(wend_flow_update(w.flow, NULL), WEND_OK);
    make_order(&w);
    bool is_good = true;
    if (w.goal_count > 0 && w.walker_count > 0) {
        build_order(&w);
        for (uint32_t i = 0; is_good && i < 40; ++i) {
            const wend_vec2 at = {(double)WALLS_SIDE * part(&w), (double)WALLS_SIDE * part(&w)};
            const bool is_wall =
                !wend_grid_is_open(w.grids[0], 0, WEND_TEAM_NONE, (int32_t)at.x, (int32_t)at.y);
            is_good = !is_wall || walks_out(&w, at);
        }
    }
    if (!is_good) {
        print_message("seed %llu: %s\n", (unsigned long long)seed, w.complaint);
    }
    take_down(&w);
    return is_good;
}

static void flow_walkers_in_walls_are_led_to_the_nearest_field(void **state)
{
    (void)state;
    gen_property("flow walls", 100, walls_hold, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flow_walkers_in_walls_are_led_to_the_nearest_field),
        cmocka_unit_test(flow_walks_over_rough_ground_cost_no_more_than_the_best_path),
        cmocka_unit_test(flow_followers_get_the_samples_of_looking_up),
        cmocka_unit_test(flow_walkers_arrive_and_never_circle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
