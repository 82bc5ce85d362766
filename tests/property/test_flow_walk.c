/* takes: random maps, classes, goals, links, floors, and every kind of field.
 * gives: whoever follows a flow arrives, never enters a wall, never circles; line of sight is never
 *        claimed where the straight walk is blocked.
 * cost:  a second. */
#include "support/gen.h"
#include "support/test.h"

#include "flow/sample/cell.h"

#include <math.h>
#include <string.h>

enum { FLOORS = 2, GOALS = 4, WALKERS = 6, SIDE_MAX = 45, PIECES = 8 };

/* A map with everything, and an order on it. */
typedef struct world {
    wend_grid *grids[FLOORS];
    uint32_t floor_count;
    wend_flow *flow;
    wend_flow_def def;
    wend_flow_request_def order;
    wend_flow_position goals[GOALS];
    wend_flow_position walkers[WALKERS];
    size_t goal_count, walker_count;
    wend_flow_request_id id;
    wend_grid_info info;
    uint64_t seed, dice;
    bool is_eikonal; /* only that, if set */
    const char *complaint;
    wend_flow_position at; /* the walker in hand */
    double step;
} world;

static uint32_t roll(world *w, uint32_t below)
{
    return (uint32_t)(wend_hash_u64(w->seed, ++w->dice) % below);
}

static double part(world *w)
{
    return (double)roll(w, 1 << 20) / (double)(1 << 20);
}

/* ---- making ---- */

static wend_grid *make_grid(world *w, const wend_grid_def *like)
{
    gen_map map = gen_map_make((gen_kind)roll(w, GEN_KIND_COUNT), w->seed + w->dice, like->width,
                               like->height);
    wend_grid *grid = NULL;
    assert_int_equal(wend_grid_create(like, &grid), WEND_OK);
    assert_int_equal(wend_grid_set_costs(grid, 0, 0, 0, like->width, like->height, map.costs,
                                         (size_t)like->width),
                     WEND_OK);
    gen_map_free(&map);
    return grid;
}

static void make_grids(world *w)
{
    static const double sizes[] = {1.0, 0.5, 2.5};
    wend_grid_def def = wend_grid_def_default();
    def.width = 1 + (int32_t)roll(w, SIDE_MAX);
    def.height = 1 + (int32_t)roll(w, SIDE_MAX);
    def.sector_size = 8 + (int32_t)roll(w, roll(w, 4) == 0 ? 25 : 5);
    def.neighbours = roll(w, 5) == 0 ? WEND_NEIGHBOURS_4 : WEND_NEIGHBOURS_8;
    def.corner_rule = (wend_corner_rule)roll(w, 3);
    def.cell_size = sizes[roll(w, 3)];
    def.origin = (wend_vec2){(double)roll(w, 5) - 2.25, (double)roll(w, 5) * -3.5};
    w->floor_count = roll(w, 4) == 0 ? 2 : 1;
    for (uint32_t i = 0; i < w->floor_count; ++i) {
        w->grids[i] = make_grid(w, &def);
    }
    wend_grid_get_info(w->grids[0], &w->info);
}

static wend_node any_node(world *w)
{
    return roll(w, (uint32_t)(w->info.width * w->info.height));
}

static void make_links(world *w)
{
    const uint32_t count = roll(w, 3) == 0 ? roll(w, 5) : 0;
    for (uint32_t i = 0; i < count; ++i) {
        wend_link_def link = wend_link_def_default();
        link.from = any_node(w);
        link.to = any_node(w);
        link.cost = WEND_COST_ONE * (1 + roll(w, 12));
        link.is_two_way = roll(w, 2) == 0;
        wend_link_id id;
        (void)wend_grid_add_link(w->grids[roll(w, w->floor_count)], &link, &id, NULL);
    }
}

static void make_flow(world *w)
{
    static const double slacks[] = {0.05, 0.0, 0.4, 1.0};
    wend_flow_join joins[3];
    wend_flow_class movement = wend_flow_class_default();
    const double radii[] = {0.0, 0.0, 0.0, 0.9, 1.6};
    movement.radius = radii[roll(w, 5)] * w->info.cell_size;
    w->def = wend_flow_def_default();
    w->def.floors = (const wend_grid *const *)w->grids;
    w->def.floor_count = w->floor_count;
    for (uint32_t i = 0; i < 3 && w->floor_count == 2; ++i) {
        joins[i] = (wend_flow_join){.from_floor = i & 1,
                                    .to_floor = 1 - (i & 1),
                                    .from = any_node(w),
                                    .to = any_node(w),
                                    .cost = WEND_COST_ONE * (1 + roll(w, 5)),
                                    .class_mask = UINT32_MAX,
                                    .is_two_way = roll(w, 3) != 0};
        w->def.join_count = i + 1;
    }
    w->def.joins = joins;
    w->def.classes = &movement;
    w->def.class_count = 1;
    w->def.integration = (wend_flow_integration)(roll(w, 2) == 0 ? 0 : roll(w, 3));
    w->def.integration = w->is_eikonal ? WEND_FLOW_EIKONAL : w->def.integration;
    w->def.is_fine = roll(w, 4) == 0;
    w->def.has_angles = roll(w, 3) == 0;
    w->def.has_line_of_sight = roll(w, 4) != 0;
    w->def.margin = (int32_t)roll(w, 3);
    w->def.merge_slack = slacks[roll(w, 4)];
    w->def.cluster_size = roll(w, 2) == 0 ? 0 : 2 + (int32_t)roll(w, 3);
    assert_int_equal(wend_flow_create(&w->def, &w->flow), WEND_OK);
    assert_int_equal(wend_flow_update(w->flow, NULL), WEND_OK);
}

static wend_vec2 point_in(world *w, wend_node node, bool is_fine)
{
    const wend_vec2 middle = wend_grid_position(w->grids[0], node);
    double fx = part(w);
    double fy = part(w);
    if (is_fine) { /* goals are kept in 64ths of a cell */
        fx = floor(fx * 64.0) / 64.0;
        fy = floor(fy * 64.0) / 64.0;
    }
    return (wend_vec2){middle.x + (fx - 0.5) * w->info.cell_size,
                       middle.y + (fy - 0.5) * w->info.cell_size};
}

static bool reaches_any(const world *w, wend_flow_position from)
{
    for (size_t i = 0; i < w->goal_count; ++i) {
        if (wend_flow_can_reach(w->flow, 0, from, w->goals[i])) {
            return true;
        }
    }
    return false;
}

static void make_order(world *w)
{
    const size_t goals = roll(w, 2) == 0 ? 1 : 1 + roll(w, GOALS);
    for (int tries = 0; tries < 60 && w->goal_count < goals; ++tries) {
        const uint32_t floor = roll(w, w->floor_count);
        const wend_flow_position place = {point_in(w, any_node(w), true), floor};
        if (wend_flow_can_reach(w->flow, 0, place, place)) {
            w->goals[w->goal_count++] = place;
        }
    }
    for (int tries = 0; tries < 60 && w->walker_count < WALKERS; ++tries) {
        const uint32_t floor = roll(w, w->floor_count);
        const wend_flow_position place = {point_in(w, any_node(w), roll(w, 4) == 0), floor};
        if (reaches_any(w, place)) {
            w->walkers[w->walker_count++] = place;
        }
    }
    w->order = wend_flow_request_def_default();
    w->order.goals = w->goals;
    w->order.goal_count = w->goal_count;
    w->order.sources = w->walkers;
    w->order.source_count = w->walker_count;
    w->order.seeds = roll(w, 3) == 0 ? WEND_FLOW_SEED_PORTALS : WEND_FLOW_SEED_COSTS;
    w->order.covers_all = w->order.seeds == WEND_FLOW_SEED_COSTS && roll(w, 3) == 0;
}

/* ---- what must hold ---- */

static bool complain(world *w, const char *text)
{
    w->complaint = text;
    return false;
}

static wend_vec2 cells_of(const world *w, wend_vec2 at)
{
    return (wend_vec2){(at.x - w->info.origin.x) / w->info.cell_size,
                       (at.y - w->info.origin.y) / w->info.cell_size};
}

/* Does the segment go through the inside of a cell? */
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

static void make_world(world *w)
{
    make_grids(w);
    make_links(w);
    make_flow(w);
    make_order(w);
}

static void build_order(world *w)
{
    assert_int_equal(wend_flow_add_request(w->flow, &w->order, &w->id, NULL), WEND_OK);
    assert_int_equal(wend_flow_update(w->flow, NULL), WEND_OK);
}

static void take_down(world *w)
{
    wend_flow_destroy(w->flow);
    for (uint32_t i = 0; i < w->floor_count; ++i) {
        wend_grid_destroy(w->grids[i]);
    }
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

/* ---- points at the edges of shadows ---- */

enum { POINTS = 12 };

/* What is seen with room beside the line is lit; what is lit and not seen has the dark next to it.
 */
static bool is_point_right(const world *w, const wendi_plan *plan, const wendi_sample_cell *place,
                           int32_t fine_x, int32_t fine_y)
{
    static wendi_los_beams lights[4];
    wendi_los_input in;
    const bool has_light = wendi_plan_los_input(w->flow, plan, place->tile, 0, lights, &in);
    const int32_t x = fine_x - plan->goals[0].fine_x;
    const int32_t y = fine_y - plan->goals[0].fine_y;
    const bool is_lit = has_light && wendi_los_point(&in, x, y);
    const bool is_seen =
        wendi_sample_cell_visible_goal(w->flow, plan, place, wendi_cells_from_los(fine_x),
                                       wendi_cells_from_los(fine_y)) != UINT32_MAX;
    if (is_seen == is_lit || is_seen) {
        return is_seen == is_lit;
    }
    for (int32_t i = 0; i < 9; ++i) {
        if (!wendi_los_point(&in, x + i % 3 - 1, y + i / 3 - 1)) {
            return true;
        }
    }
    return false;
}

static bool are_points_right(world *w, int32_t x, int32_t y)
{
    const wendi_plan *plan = wendi_flow_find_request(w->flow, w->id)->plan;
    wendi_sample_cell place;
    assert_true(wendi_sample_cell_at(w->flow, plan, 0, x, y, &place));
    if ((place.los & WENDI_FLOW_LOS_CORNER) == 0) {
        return true;
    }
    for (int i = 0; i < POINTS; ++i) {
        const int32_t fine_x = x * WENDI_LOS_CELL + 1 + (int32_t)roll(w, WENDI_LOS_CELL - 1);
        const int32_t fine_y = y * WENDI_LOS_CELL + 1 + (int32_t)roll(w, WENDI_LOS_CELL - 1);
        if (!is_point_right(w, plan, &place, fine_x, fine_y)) {
            return false;
        }
    }
    return true;
}

/* Some goals lie on the border of sectors, some on their corners. */
static wend_vec2 goal_of_points(world *w)
{
    wend_vec2 at = point_in(w, any_node(w), true);
    const wend_vec2 cells = cells_of(w, at);
    const double side = (double)w->info.sector_size * w->info.cell_size;
    const uint32_t on = roll(w, 8);
    if ((on & 5) == 1) {
        at.x = w->info.origin.x + floor(cells.x / (double)w->info.sector_size) * side;
    }
    if ((on & 6) == 2) {
        at.y = w->info.origin.y + floor(cells.y / (double)w->info.sector_size) * side;
    }
    return at;
}

static bool points_hold(uint64_t seed, void *context)
{
    (void)context;
    world w = {.seed = seed};
    make_grids(&w);
    w.def = wend_flow_def_default();
    w.def.grid = w.grids[0];
    assert_int_equal(wend_flow_create(&w.def, &w.flow), WEND_OK);
    w.goals[0] = (wend_flow_position){goal_of_points(&w), 0};
    w.order = wend_flow_request_def_default();
    w.order.goals = w.goals;
    w.order.goal_count = 1;
    w.order.covers_all = true;
    build_order(&w);
    bool is_good = true;
    const bool has_goal = wendi_flow_find_request(w.flow, w.id)->plan->goal_count == 1;
    for (int32_t i = 0; has_goal && is_good && i < w.info.width * w.info.height; ++i) {
        is_good = are_points_right(&w, i % w.info.width, i / w.info.width);
    }
    take_down(&w);
    return is_good;
}

static void flow_points_at_shadows_are_seen_as_the_exact_rule_says(void **state)
{
    (void)state;
    gen_property("flow points", 150, points_hold, NULL);
}

/* ---- all points of a cell ---- */

/* Is there a way that points of a cell all go along? One of them is the cell's corner. */
static bool has_way(world *w, const wendi_plan *plan, const wendi_sample_cell *place)
{
    uint32_t left = 255;
    for (int i = 0; i < POINTS; ++i) {
        const double px = (double)place->x + (i == 0 ? 0.0 : part(w));
        const double py = (double)place->y + (i == 0 ? 0.0 : part(w));
        const wend_vec2 to = wendi_sample_cell_blend(w->flow, plan, place, px, py);
        for (uint32_t k = 0; k < 8; ++k) {
            const wend_vec2 way = wendi_angle_vector(32 * k);
            left &= to.x * way.x + to.y * way.y < 0.3 ? ~(1u << k) : 255;
        }
    }
    return left != 0;
}

static bool are_ways_right(world *w)
{
    const wendi_flow_request *request = wendi_flow_find_request(w->flow, w->id);
    const int32_t width = w->info.width;
    for (int32_t i = 0; i < (int32_t)w->floor_count * width * w->info.height; ++i) {
        wendi_sample_cell place;
        const int32_t row = i / width;
        assert_true(wendi_sample_cell_at(w->flow, request->plan, (uint32_t)(row / w->info.height),
                                         i % width, row % w->info.height, &place));
        if (wendi_sample_cell_direction(&place) < WENDI_FLOW_GOAL &&
            !wendi_sample_cell_is_visible(&place) && !has_way(w, request->plan, &place)) {
            return false;
        }
    }
    return true;
}

static bool ways_hold(uint64_t seed, void *context)
{
    (void)context;
    world w = {.seed = seed};
    w.is_eikonal = seed % 4 != 0; /* costs not made by steps: cells may not go where they point */
    make_world(&w);
    bool is_good = true;
    if (w.goal_count > 0 && w.walker_count > 0) {
        build_order(&w);
        is_good = are_ways_right(&w);
    }
    take_down(&w);
    return is_good;
}

static void flow_points_of_a_cell_all_go_its_way(void **state)
{
    (void)state;
    gen_property("flow ways", 400, ways_hold, NULL);
}

/* ---- who remembers ---- */

enum { AGENTS = 24, ROUNDS = 60, EDIT_EVERY = 12 };

typedef struct agents {
    double x[AGENTS], y[AGENTS], to_x[AGENTS], to_y[AGENTS], left[AGENTS];
    uint32_t floors[AGENTS];
    uint8_t why[AGENTS];
    wend_flow_memo memos[AGENTS];
} agents;

/* Small steps, so that most stay in their cells, along the way or anywhere. */
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

static void flow_followers_are_told_what_looking_up_tells(void **state)
{
    (void)state;
    gen_property("flow memos", 300, memos_hold, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flow_points_at_shadows_are_seen_as_the_exact_rule_says),
        cmocka_unit_test(flow_followers_are_told_what_looking_up_tells),
        cmocka_unit_test(flow_points_of_a_cell_all_go_its_way),
        cmocka_unit_test(flow_walkers_arrive_and_never_circle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
