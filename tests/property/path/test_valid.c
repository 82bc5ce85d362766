/* Paths in small worlds of every kind and on a graph are valid exactly while all their steps are
 * allowed, through edits. */
#include "support/graphs.h"
#include "support/searches.h"
#include "support/test.h"

#include "support/gen.h"
#include "support/grids.h"
#include "support/model.h"
#include "wend/graph_build.h"
#include "wend/link.h"
#include "wend/path.h"
#include "wend/search.h"

#include <math.h>

enum { WORLDS = 3000, EDITS = 6, CELLS_MAX = 4 * MODEL_CELLS_MAX };

static bool steps_hold(const model *m, const wend_node *cells, size_t count)
{
    bool holds = true;
    for (size_t k = 1; k < count && holds; ++k) {
        model_step steps[MODEL_STEPS_MAX];
        const int many = model_steps(m, cells[k - 1], steps);
        holds = false;
        for (int s = 0; s < many; ++s) {
            holds = holds || steps[s].to == cells[k];
        }
        const int32_t x = (int32_t)(cells[k - 1] % (uint32_t)m->width);
        const int32_t y = (int32_t)(cells[k - 1] / (uint32_t)m->width);
        holds = holds && model_fits(m, x, y);
    }
    return holds;
}

static bool verdicts_agree(uint64_t seed, void *context)
{
    (void)context;
    model m = model_random(seed);
    wend_grid *grid = model_grid(&m);
    wend_space_def space_def = wend_space_def_default();
    space_def.grid = grid;
    space_def.size = m.size;
    space_def.radius = m.radius;
    wend_space *space = spaces_make(space_def);
    wend_search *search = searches_on(space);
    wend_path *path = paths_make();
    wend_search_query query = wend_search_query_default();
    query.start = m.start;
    query.goal = m.goal;
    bool holds = true;
    if (wend_search_find(search, &query) == WEND_OK &&
        wend_path_from_search(path, search) == WEND_OK && wend_path_leg_count(path) > 0) {
        wend_node cells[CELLS_MAX];
        size_t count = 0;
        size_t leg = 0;
        assert_int_equal(wend_path_cells(path, space, cells, CELLS_MAX, &count), WEND_OK);
        holds = wend_path_is_valid(path, space, 0, 0, &leg) && leg == wend_path_leg_count(path);
        for (uint64_t edit = 0; edit < EDITS && holds; ++edit) {
            const wend_node at = cells[wend_random_below(seed, 1, edit, (uint32_t)count)];
            const int32_t x = (int32_t)(at % (uint32_t)m.width) +
                              (int32_t)wend_random_below(seed, 2, edit, 3) - 1;
            const int32_t y = (int32_t)(at / (uint32_t)m.width) +
                              (int32_t)wend_random_below(seed, 3, edit, 3) - 1;
            if (x < 0 || y < 0 || x >= m.width || y >= m.height) {
                continue;
            }
            uint8_t *cost = &m.costs[y * m.width + x];
            *cost = *cost == WEND_COST_WALL ? 1 : WEND_COST_WALL;
            grids_set(grid, x, y, *cost);
            assert_int_equal(wend_space_update(space), WEND_OK);
            const bool is_valid = wend_path_is_valid(path, space, 0, 0, &leg);
            holds = is_valid == steps_hold(&m, cells, count) &&
                    is_valid == (leg == wend_path_leg_count(path)) &&
                    wend_path_is_valid(path, space, 0, leg + 1, NULL) >= is_valid;
        }
    }
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_space_destroy(space);
    wend_grid_destroy(grid);
    return holds;
}

static void path_is_valid_while_its_steps_are_allowed(void **state)
{
    (void)state;
    gen_property("path_valid", WORLDS, verdicts_agree, NULL);
}

/* A wall beside a smoothed leg, nearer than the radius, and one further away. */
static void smoothed_path_is_valid_while_its_walks_keep_the_radius(void **state)
{
    (void)state;
    wend_grid *grid = grids_open(20, 20);
    wend_space *space = spaces_on(grid);
    wend_search *search = searches_on(space);
    wend_path *path = paths_make();
    wend_search_query query = wend_search_query_default();
    query.start = wend_grid_node(grid, 2, 2);
    query.goal = wend_grid_node(grid, 17, 8);
    assert_int_equal(wend_search_find(search, &query), WEND_OK);
    assert_int_equal(wend_path_from_search(path, search), WEND_OK);
    assert_int_equal(wend_path_smooth(path, space, 0.4, WEND_SMOOTHING_PRECISE), WEND_OK);
    assert_int_equal(wend_path_leg_count(path), 1);
    size_t leg = 9;
    assert_true(wend_path_is_valid(path, space, 0.4, 0, &leg));
    assert_int_equal(leg, 1);
    grids_set(grid, 7, 6, WEND_COST_WALL);
    assert_int_equal(wend_space_update(space), WEND_OK);
    assert_true(wend_path_is_valid(path, space, 0.4, 0, &leg));
    assert_false(wend_path_is_valid(path, space, 2, 0, &leg));
    assert_int_equal(leg, 0);
    assert_true(wend_path_is_valid(path, space, 2, 1, &leg));
    assert_false(wend_path_is_valid(NULL, space, 0, 0, NULL));
    assert_false(wend_path_is_valid(path, NULL, 0, 0, &leg));
    assert_false(wend_path_is_valid(path, space, -1, 0, NULL));
    assert_false(wend_path_is_valid(path, space, (double)NAN, 0, NULL));
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_space_destroy(space);
    wend_grid_destroy(grid);
}

static void graph_path_is_valid_while_its_edges_are_open(void **state)
{
    (void)state;
    wend_graph *graph = graphs_empty();
    for (wend_node k = 0; k < 4; ++k) {
        wend_graph_node node = wend_graph_node_default();
        node.position = (wend_vec2){k, 0};
        assert_int_equal(wend_graph_add_node(graph, &node, &(wend_node){0}), WEND_OK);
    }
    for (wend_node k = 0; k < 3; ++k) {
        wend_graph_edge edge = wend_graph_edge_default();
        edge.from = k == 1 ? 2 : k;
        edge.to = k == 1 ? 1 : k + 1;
        assert_int_equal(wend_graph_add_edge(graph, &edge, &(uint32_t){0}), WEND_OK);
    }
    wend_space *space = spaces_on_graph(graph);
    wend_search *search = searches_on(space);
    wend_path *path = paths_make();
    wend_search_query query = wend_search_query_default();
    query.start = 0;
    query.goal = 3;
    assert_int_equal(wend_search_find(search, &query), WEND_OK);
    assert_int_equal(wend_path_from_search(path, search), WEND_OK);
    size_t leg = 9;
    assert_true(wend_path_is_valid(path, space, 0, 0, &leg));
    assert_int_equal(leg, 3);
    assert_int_equal(wend_graph_set_open(graph, 1, false), WEND_OK);
    assert_int_equal(wend_space_update(space), WEND_OK);
    assert_false(wend_path_is_valid(path, space, 0, 0, &leg));
    assert_int_equal(leg, 1);
    assert_true(wend_path_is_valid(path, space, 0, 2, &leg));
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_space_destroy(space);
    wend_graph_destroy(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(path_is_valid_while_its_steps_are_allowed),
        cmocka_unit_test(smoothed_path_is_valid_while_its_walks_keep_the_radius),
        cmocka_unit_test(graph_path_is_valid_while_its_edges_are_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
