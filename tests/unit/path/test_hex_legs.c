/* Legs of paths on hexes, over seams and links too, and their smoothing. */
#include "hex.h"
#include "route/segment/segment.h"
#include "support/grids.h"
#include "support/test.h"
#include "support/world.h"
#include "wend/hex.h"

#include <math.h>
#include <string.h>

/* ---- legs ---- */

static void find(const world *w, wend_node start, wend_node goal)
{
    wend_search_query query = wend_search_query_default();
    query.start = start;
    query.goal = goal;
    assert_int_equal(wend_search_find(w->search, &query), WEND_OK);
    assert_int_equal(wend_path_from_search(w->path, w->search), WEND_OK);
    wend_search_answer answer;
    wend_search_get_answer(w->search, &answer);
    assert_true(wend_path_cost(w->path) == answer.cost);
}

static void hex_path_along_each_direction_is_one_leg(void **state)
{
    (void)state;
    enum { SIDE_CELLS = 21, STEPS = 7 };
    for (size_t k = 0; k < 4; ++k) {
        world w = world_on(grid_new(SIDE_CELLS, SIDE_CELLS, LAYOUTS[k], WEND_WRAP_NONE));
        const wend_node from = 10 * SIDE_CELLS + 10;
        for (int32_t d = 0; d < 6; ++d) {
            wend_hex hex = wend_grid_hex(w.grid, from);
            wend_node nodes[STEPS + 1] = {from};
            for (int steps = 1; steps <= STEPS; ++steps) {
                hex = wend_hex_neighbour(hex, d);
                nodes[steps] = wend_grid_hex_node(w.grid, hex);
            }
            find(&w, from, nodes[STEPS]);
            assert_int_equal(wend_path_leg_count(w.path), 1);
            const wend_leg leg = wend_path_leg(w.path, 0);
            assert_true(leg.cost == STEPS * WEND_COST_ONE);
            assert_near(leg.length, 14.0);
            assert_near(wend_vec2_distance(leg.from_point, leg.to_point), 14.0);
            wend_node cells[STEPS + 1];
            size_t count = 0;
            assert_int_equal(wend_path_cells(w.path, w.space, cells, STEPS + 1, &count), WEND_OK);
            assert_int_equal(count, STEPS + 1);
            assert_memory_equal(cells, nodes, sizeof nodes);
        }
        world_free(&w);
    }
}

static void path_over_a_seam_is_a_leg_that_ends_beyond_the_edge(void **state)
{
    (void)state;
    wend_grid_def def = grids_def(10, 8, 1);
    def.wrap = WEND_WRAP_BOTH;
    wend_grid *grid = grids_make(def);
    world w = world_on(grid);
    find(&w, 1, 8); /* west over the seam: 1, 0, 9, 8 */
    assert_int_equal(wend_path_leg_count(w.path), 3);
    wend_leg leg = wend_path_leg(w.path, 1);
    assert_int_equal(leg.from, 0);
    assert_int_equal(leg.to, 9);
    assert_near(leg.from_point.x, 0.5);
    assert_near(leg.to_point.x, -0.5);
    assert_near(leg.to_point.y, 0.5);
    assert_true(leg.cost == WEND_COST_ONE);
    assert_near(leg.length, 1.0);
    wend_node cells[4];
    size_t count = 0;
    assert_int_equal(wend_path_cells(w.path, w.space, cells, 4, &count), WEND_OK);
    assert_memory_equal(cells, ((const wend_node[]){1, 0, 9, 8}), sizeof cells);
    find(&w, 0, 7 * 10 + 9); /* over the corner */
    assert_int_equal(wend_path_leg_count(w.path), 1);
    leg = wend_path_leg(w.path, 0);
    assert_near(leg.to_point.x, -0.5);
    assert_near(leg.to_point.y, -0.5);
    assert_true(leg.cost == WEND_COST_DIAGONAL);
    assert_near(leg.length, sqrt(2.0));
    world_free(&w);
}

static void hex_path_over_seams_ends_beyond_the_edge_and_goes_on(void **state)
{
    (void)state;
    for (size_t k = 0; k < 4; ++k) {
        world w = world_on(grid_new(10, 8, LAYOUTS[k], WEND_WRAP_BOTH));
        for (wend_node goal = 0; goal < 80; ++goal) {
            find(&w, 0, goal);
            double length = 0.0;
            for (size_t i = 0; i < wend_path_leg_count(w.path); ++i) {
                const wend_leg leg = wend_path_leg(w.path, i);
                const double straight = wend_vec2_distance(leg.from_point, leg.to_point);
                assert_near(straight, leg.length);
                assert_near(wend_cost_to_double(leg.cost) * 2.0, leg.length);
                length += straight;
            }
            assert_near(length, wend_path_length(w.path));
        }
        world_free(&w);
    }
}

static void smoothing_keeps_seams_bit_for_bit(void **state)
{
    (void)state;
    wend_grid *grids[2];
    wend_grid_def def = grids_def(12, 12, 1);
    def.wrap = WEND_WRAP_X;
    grids[0] = grids_make(def);
    grids[1] = grid_new(12, 12, WEND_HEX_EVEN_ROWS, WEND_WRAP_X);
    for (size_t k = 0; k < 2; ++k) {
        world w = world_on(grids[k]);
        find(&w, 2 * 12 + 2, 9 * 12 + 10);
        size_t seams = 0;
        wend_leg seam = {0};
        for (size_t i = 0; i < wend_path_leg_count(w.path); ++i) {
            const wend_leg leg = wend_path_leg(w.path, i);
            if (wend_vec2_distance(leg.to_point, wend_space_position(w.space, leg.to)) > 1.0) {
                seam = leg;
                ++seams;
            }
        }
        assert_int_equal(seams, 1);
        for (int smoothing = 0; smoothing < 2; ++smoothing) {
            assert_int_equal(wend_path_smooth(w.path, w.space, 0.25, (wend_smoothing)smoothing),
                             WEND_OK);
            size_t kept = 0;
            for (size_t i = 0; i < wend_path_leg_count(w.path); ++i) {
                const wend_leg leg = wend_path_leg(w.path, i);
                kept += memcmp(&leg, &seam, sizeof leg) == 0;
            }
            assert_int_equal(kept, 1);
        }
        assert_true(wend_path_leg_count(w.path) <= 3);
        world_free(&w);
    }
}

/* Two rooms with nothing between them but a ladder. */
static world world_with_link(bool is_hex, wend_link_id *id)
{
    wend_grid_def def = grids_def(15, 9, 1);
    def.neighbours = is_hex ? WEND_NEIGHBOURS_6 : WEND_NEIGHBOURS_8;
    wend_grid *grid = grids_make(def);
    grids_wall(grid, 7, 0, 1, 9);
    wend_link_def link = wend_link_def_default();
    wend_link_id other;
    link.from = 8 * 15;
    link.to = 8 * 15 + 14;
    link.cost = 100 * WEND_COST_ONE;
    assert_int_equal(wend_grid_add_link(grid, &link, &other, NULL), WEND_OK);
    link.from = 4 * 15 + 5;
    link.to = 4 * 15 + 9;
    link.cost = 5 * WEND_COST_ONE / 2;
    link.is_two_way = true;
    link.behaviour = WEND_BEHAVIOUR_CRAWL;
    assert_int_equal(wend_grid_add_link(grid, &link, id, NULL), WEND_OK);
    return world_on(grid);
}

static void path_over_a_link_is_a_leg_of_its_own_both_ways(void **state)
{
    (void)state;
    for (int is_hex = 0; is_hex < 2; ++is_hex) {
        wend_link_id id;
        world w = world_with_link(is_hex != 0, &id);
        const wend_node ends[2] = {4 * 15 + 5, 4 * 15 + 9};
        for (int way = 0; way < 2; ++way) {
            find(&w, way == 0 ? 60 : 74, way == 0 ? 74 : 60);
            assert_int_equal(wend_path_leg_count(w.path), 3);
            const wend_leg leg = wend_path_leg(w.path, 1);
            assert_int_equal(leg.from, ends[way]);
            assert_int_equal(leg.to, ends[1 - way]);
            assert_int_equal(leg.behaviour, WEND_BEHAVIOUR_CRAWL);
            assert_true(leg.cost == 5 * WEND_COST_ONE / 2);
            assert_near(leg.length, 4.0);
            const wend_link_id named = wend_grid_link_of_edge(w.grid, leg.edge);
            assert_int_equal(named.index1, id.index1);
            assert_int_equal(named.generation, id.generation);
            assert_int_equal(leg.edge, id.index1 - 1);
            assert_int_equal(wend_path_leg(w.path, 0).edge, WEND_EDGE_NONE);
            wend_node cells[12];
            size_t count = 0;
            assert_int_equal(wend_path_cells(w.path, w.space, cells, 12, &count), WEND_OK);
            assert_int_equal(count, 12);
            assert_int_equal(cells[5], ends[way]);
            assert_int_equal(cells[6], ends[1 - way]);
        }
        world_free(&w);
    }
}

static void smoothing_keeps_links_bit_for_bit(void **state)
{
    (void)state;
    for (int is_hex = 0; is_hex < 2; ++is_hex) {
        for (int smoothing = 0; smoothing < 2; ++smoothing) {
            wend_link_id id;
            world w = world_with_link(is_hex != 0, &id);
            find(&w, 15, 7 * 15 + 14);
            const size_t before = wend_path_leg_count(w.path);
            wend_leg link = {0};
            for (size_t i = 0; i < before; ++i) {
                const wend_leg leg = wend_path_leg(w.path, i);
                link = leg.edge == id.index1 - 1 ? leg : link;
            }
            assert_int_equal(link.behaviour, WEND_BEHAVIOUR_CRAWL);
            assert_int_equal(wend_path_smooth(w.path, w.space, 0.25, (wend_smoothing)smoothing),
                             WEND_OK);
            assert_int_equal(wend_path_leg_count(w.path), 3);
            assert_true(before > 3);
            assert_memory_equal(&wend_path_legs(w.path)[1], &link, sizeof link);
            world_free(&w);
        }
    }
}

static void path_leg_of_a_link_that_is_gone_names_none(void **state)
{
    (void)state;
    wend_link_id id;
    world w = world_with_link(false, &id);
    find(&w, 60, 74);
    const uint32_t edge = wend_path_leg(w.path, 1).edge;
    assert_int_equal(wend_grid_remove_link(w.grid, id), WEND_OK);
    assert_int_equal(wend_grid_link_of_edge(w.grid, edge).index1, 0);
    assert_int_equal(wend_grid_link_of_edge(w.grid, WEND_EDGE_NONE).index1, 0);
    world_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hex_path_along_each_direction_is_one_leg),
        cmocka_unit_test(path_over_a_seam_is_a_leg_that_ends_beyond_the_edge),
        cmocka_unit_test(hex_path_over_seams_ends_beyond_the_edge_and_goes_on),
        cmocka_unit_test(smoothing_keeps_seams_bit_for_bit),
        cmocka_unit_test(path_over_a_link_is_a_leg_of_its_own_both_ways),
        cmocka_unit_test(smoothing_keeps_links_bit_for_bit),
        cmocka_unit_test(path_leg_of_a_link_that_is_gone_names_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
