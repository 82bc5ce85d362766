/* Validity of made-up legs on small grids and graphs: only steps, lines, links and edges of the
 * world are valid. */
#include "support/graphs.h"
#include "support/searches.h"
#include "support/test.h"

#include "support/grids.h"
#include "wend/base.h"
#include "wend/link.h"
#include "wend/path.h"
#include "wend/search.h"

enum { SIDE = 6 };

static wend_node at(int32_t x, int32_t y)
{
    return (wend_node)(y * SIDE + x);
}

/* True if a path of this leg alone is valid. */
static bool holds(const wend_space *space, const wend_leg *leg)
{
    size_t bad = 9;
    wend_path *path = paths_make();
    assert_int_equal(wend_path_add_leg(path, leg), WEND_OK);
    const bool is_valid = wend_path_is_valid(path, space, 0, 0, &bad);
    assert_int_equal(bad, is_valid ? 1 : 0);
    wend_path_destroy(path);
    return is_valid;
}

static wend_leg leg_of(const wend_space *space, wend_node from, wend_node to)
{
    wend_leg leg = {.from = from, .to = to, .edge = WEND_EDGE_NONE};
    leg.from_point = wend_space_position(space, from);
    leg.to_point = wend_space_position(space, to);
    leg.length = wend_vec2_distance(leg.from_point, leg.to_point);
    return leg;
}

static wend_space *space_on(const wend_grid *grid, const wend_graph *graph)
{
    wend_space_def def = wend_space_def_default();
    def.grid = grid;
    def.graph = graph;
    return spaces_make(def);
}

/* A wall along x = 3, open at the top. */
static wend_grid *walled(void)
{
    wend_grid *grid = grids_make(grids_def(SIDE, SIDE, 1));
    grids_wall(grid, 3, 1, 1, SIDE - 1);
    return grid;
}

static void path_over_cells_holds_where_every_step_does(void **state)
{
    (void)state;
    wend_grid *grid = walled();
    wend_space *space = space_on(grid, NULL);
    wend_leg leg = leg_of(space, at(0, 2), at(2, 2));
    assert_true(holds(space, &leg));
    leg = leg_of(space, at(0, 0), at(5, 0));
    assert_true(holds(space, &leg));
    leg = leg_of(space, at(0, 2), at(5, 2)); /* through the wall */
    assert_false(holds(space, &leg));
    leg = leg_of(space, at(0, 0), at(2, 1)); /* no line of cells, but a straight walk */
    assert_true(holds(space, &leg));
    leg.to_point.x += 0.25; /* not the middle of its cell */
    assert_true(holds(space, &leg));
    leg = leg_of(space, at(0, 2), at(5, 2));
    leg.to_point = leg.from_point; /* the nodes lie, the walk of no length holds */
    assert_true(holds(space, &leg));
    leg = leg_of(space, at(0, 2), at(2, 2));
    leg.from = WEND_NODE_NONE;
    assert_true(holds(space, &leg));
    leg.from = at(0, 2);
    leg.to = SIDE * SIDE;
    assert_true(holds(space, &leg));
    leg.to_point = (wend_vec2){-1, -1}; /* outside */
    assert_false(holds(space, &leg));
    wend_space_destroy(space);
    wend_grid_destroy(grid);
}

static wend_link_id add_link(wend_grid *grid, wend_node from, wend_node to)
{
    wend_link_def link = wend_link_def_default();
    wend_link_id id;
    link.from = from;
    link.to = to;
    assert_int_equal(wend_grid_add_link(grid, &link, &id, NULL), WEND_OK);
    return id;
}

/* A path as a search finds it, over the last of three links from one cell. */
static void path_over_a_link_holds_as_long_as_that_link(void **state)
{
    (void)state;
    wend_grid *grid = grids_make(grids_def(SIDE, SIDE, 1));
    grids_wall(grid, 3, 0, 1, SIDE);
    (void)add_link(grid, at(0, 0), at(2, 2));
    (void)add_link(grid, at(0, 0), at(1, 5));
    const wend_link_id id = add_link(grid, at(0, 0), at(5, 5));
    wend_space *space = space_on(grid, NULL);
    wend_search *search = searches_on(space);
    wend_path *path = paths_make();
    wend_search_query query = wend_search_query_default();
    query.start = at(0, 0);
    query.goal = at(5, 5);
    assert_int_equal(wend_search_find(search, &query), WEND_OK);
    assert_int_equal(wend_path_from_search(path, search), WEND_OK);
    assert_int_equal(wend_path_leg_count(path), 1);
    const wend_leg leg = wend_path_leg(path, 0);
    assert_true(holds(space, &leg));
    wend_leg other = leg;
    other.to = at(4, 5);
    assert_false(holds(space, &other));
    other = leg;
    other.from = at(1, 0); /* from where no link leads */
    assert_false(holds(space, &other));
    other = leg;
    other.edge += 7;
    assert_false(holds(space, &other));
    other = leg;
    other.to = WEND_NODE_NONE;
    assert_false(holds(space, &other));
    grids_set(grid, 5, 5, WEND_COST_WALL);
    assert_int_equal(wend_space_update(space), WEND_OK);
    assert_false(holds(space, &leg));
    grids_set(grid, 5, 5, 1);
    assert_int_equal(wend_grid_remove_link(grid, id), WEND_OK);
    assert_int_equal(wend_space_update(space), WEND_OK);
    assert_false(holds(space, &leg));
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_space_destroy(space);
    wend_grid_destroy(grid);
}

static void path_over_edges_holds_as_long_as_these(void **state)
{
    (void)state;
    uint32_t edges[2];
    wend_graph *graph = graphs_empty();
    for (int k = 0; k < 3; k++) {
        graphs_node(graph, k, 0);
    }
    for (wend_node k = 0; k < 2; k++) {
        edges[k] = graphs_edge(graph, k, k + 1, true);
    }
    wend_space *space = space_on(NULL, graph);
    wend_leg leg = leg_of(space, 0, 1);
    assert_true(holds(space, &leg)); /* beside the graph */
    leg.edge = edges[0];
    assert_true(holds(space, &leg));
    leg = leg_of(space, 1, 0);
    leg.edge = edges[0];
    assert_true(holds(space, &leg));
    leg.edge = 2;
    assert_false(holds(space, &leg));
    leg.edge = edges[0];
    assert_int_equal(wend_graph_remove_edge(graph, edges[0]), WEND_OK);
    assert_int_equal(wend_space_update(space), WEND_OK);
    assert_false(holds(space, &leg));
    assert_int_equal(wend_graph_set_open(graph, edges[1], false), WEND_OK);
    assert_int_equal(wend_space_update(space), WEND_OK);
    leg = leg_of(space, 1, 2);
    leg.edge = edges[1];
    assert_false(holds(space, &leg));
    wend_space_destroy(space);
    wend_graph_destroy(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(path_over_cells_holds_where_every_step_does),
        cmocka_unit_test(path_over_a_link_holds_as_long_as_that_link),
        cmocka_unit_test(path_over_edges_holds_as_long_as_these),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
