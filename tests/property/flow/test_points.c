/* Points in cells of flows: line of sight at the edges of shadows, and one direction a cell. */
#include "flow/sample/cell.h"
#include "support/gen.h"
#include "support/test.h"
#include "walkers.h"
#include "wend/link.h"

#include <math.h>

/* ---- points at the edges of shadows ---- */

enum { POINTS = 12 };

/* A point seen with room beside the line is visible; a visible point that is not seen so is next to
 * a shadow. */
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

/* True if all points of a cell have a common free direction. One of them is the cell's corner. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flow_points_at_shadows_are_seen_as_the_exact_rule_says),
        cmocka_unit_test(flow_points_of_a_cell_all_go_its_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
