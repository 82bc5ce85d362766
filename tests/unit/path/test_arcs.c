/* Paths around a box for a disc: the straight legs that replace arcs in wend_path_split_arcs. */
#include "support/graphs.h"
#include "support/searches.h"
#include "support/test.h"
#include "support/walls.h"

#include "wend/graph_build.h"
#include "wend/path_shape.h"
#include "wend/search.h"

#include <math.h>
#include <string.h>

enum { LEGS_MOST = 64 };

/* The path over its upper corners is the shortest. */
static const wend_vec2 box[4] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}};
/* The path around its upper end turns by more than a right angle. */
static const wend_vec2 fence[2] = {{2, 8}, {2, -20}};

typedef struct town {
    wend_walls *walls;
    wend_graph *graph;
    wend_space *space;
    wend_search *search;
    wend_path *path;
    wend_node left, right;
} town;

static wend_node add_place(town *t, double x, double y)
{
    wend_graph_build_def def = wend_graph_build_def_default();
    def.radius = 1;
    wend_node node = graphs_node(t->graph, x, y);
    assert_int_equal(wend_graph_join_tangent(t->graph, node, t->walls, &def), WEND_OK);
    return node;
}

/* Arcs are expensive for some agents: a metre of an arc costs two. */
static void double_arcs(town *t)
{
    for (uint32_t i = 0; i < wend_graph_edge_limit(t->graph); i++) {
        wend_graph_arc arc;
        wend_graph_edge edge;
        if (wend_graph_get_arc(t->graph, i, t->walls, &arc)) {
            assert_int_equal(wend_graph_get_edge(t->graph, i, &edge), WEND_OK);
            edge.cost *= 2;
            assert_int_equal(wend_graph_set_edge(t->graph, i, &edge), WEND_OK);
        }
    }
}

/* A solid shape, and a position on either side of it. */
static town town_make(const wend_vec2 *points, size_t count)
{
    town t = {.walls = NULL};
    const wend_walls_def walls = wend_walls_def_default();
    wend_graph_build_def def = wend_graph_build_def_default();
    def.radius = 1;
    assert_int_equal(wend_walls_create(&walls, &t.walls), WEND_OK);
    walls_add_outline(t.walls, points, count, WEND_STOPS_ALL);
    assert_int_equal(wend_graph_build_expanded(t.walls, &def, &t.graph), WEND_OK);
    t.left = add_place(&t, -3, 3);
    t.right = add_place(&t, 7, 2.5);
    double_arcs(&t);
    wend_space_def space = wend_space_def_default();
    space.graph = t.graph;
    t.space = spaces_make(space);
    t.search = searches_on(t.space);
    t.path = paths_make();
    return t;
}

static void town_free(town *t)
{
    wend_path_destroy(t->path);
    wend_search_destroy(t->search);
    wend_space_destroy(t->space);
    wend_graph_destroy(t->graph);
    wend_walls_destroy(t->walls);
}

static void find(town *t, wend_node from, wend_node to)
{
    wend_search_query query = wend_search_query_default();
    query.start = from;
    query.goal = to;
    assert_int_equal(wend_search_find(t->search, &query), WEND_OK);
    assert_int_equal(wend_path_from_search(t->path, t->search), WEND_OK);
}

/* Copies the legs. @return how many. */
static size_t keep(const town *t, wend_leg *legs)
{
    const size_t count = wend_path_leg_count(t->path);
    assert_true(count > 0 && count <= LEGS_MOST);
    memcpy(legs, wend_path_legs(t->path), count * sizeof *legs);
    return count;
}

static bool is_arc(const town *t, const wend_leg *leg, wend_graph_arc *arc)
{
    return wend_graph_get_arc(t->graph, leg->edge, t->walls, arc);
}

static bool is_same_point(wend_vec2 a, wend_vec2 b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static double from_arc(wend_vec2 point, const wend_graph_arc *arc)
{
    return wend_vec2_distance(point, arc->centre) - arc->radius;
}

/* The legs from `first` on that stand for one arc: they begin and end where it does, follow each
 * other, touch the circle from outside, and cost as much a metre as it does. @return the leg
 * behind them. */
static size_t check_lines(const town *t, const wend_leg *whole, const wend_graph_arc *arc,
                          size_t first)
{
    const double rate = wend_cost_to_double(whole->cost) / (arc->radius * fabs(arc->turn));
    wend_vec2 at = whole->from_point;
    size_t i = first;
    for (bool is_last = false; !is_last; i++) {
        const wend_leg leg = wend_path_leg(t->path, i);
        assert_int_equal(leg.edge, whole->edge);
        assert_int_equal(leg.from, whole->from);
        assert_true(is_same_point(leg.from_point, at));
        assert_true(fabs(leg.length - wend_vec2_distance(leg.from_point, leg.to_point)) < 1e-9);
        assert_true(fabs(wend_cost_to_double(leg.cost) - leg.length * rate) < 1e-6);
        is_last = is_same_point(leg.to_point, whole->to_point);
        assert_int_equal(leg.to, is_last ? whole->to : whole->from);
        const double off = from_arc(leg.to_point, arc);
        assert_true(is_last ? fabs(off) < 1e-9 : off > 0 && off <= 0.01 * arc->radius + 1e-9);
        assert_true(
            wend_walls_can_walk(t->walls, leg.from_point, leg.to_point, 1 - 1e-9, WEND_STOPS_WALK));
        at = leg.to_point;
    }
    assert_true(i > first + 1);
    return i;
}

static void check_split(town *t, wend_node from, wend_node to, int least_arcs)
{
    wend_leg before[LEGS_MOST];
    find(t, from, to);
    const size_t count = keep(t, before);
    const double cost = wend_cost_to_double(wend_path_cost(t->path));
    assert_int_equal(wend_path_split_arcs(t->path, t->graph, t->walls), WEND_OK);
    size_t at = 0;
    int arcs = 0;
    for (size_t i = 0; i < count; i++) {
        wend_graph_arc arc;
        const wend_leg leg = wend_path_leg(t->path, at);
        if (is_arc(t, &before[i], &arc)) {
            at = check_lines(t, &before[i], &arc, at);
            arcs++;
        } else {
            assert_int_equal(leg.edge, before[i].edge);
            assert_true(is_same_point(leg.from_point, before[i].from_point));
            assert_true(is_same_point(leg.to_point, before[i].to_point));
            assert_true(leg.cost == before[i].cost);
            at++;
        }
    }
    assert_true(arcs >= least_arcs);
    assert_int_equal(at, wend_path_leg_count(t->path));
    const double after = wend_cost_to_double(wend_path_cost(t->path));
    assert_true(after > cost && after < cost * 1.01);
}

static void split_arcs_touch_corners_from_outside(void **state)
{
    (void)state;
    town t = town_make(box, 4);
    check_split(&t, t.left, t.right, 2);
    town_free(&t);
}

/* An arc turns counter-clockwise from its edge's from to its to, and clockwise in the reverse
 * direction. */
static void split_arcs_that_are_gone_backwards_turn_the_other_way(void **state)
{
    (void)state;
    town t = town_make(box, 4);
    check_split(&t, t.right, t.left, 2);
    town_free(&t);
}

static void split_arcs_of_more_than_a_right_angle_keep_to_their_side(void **state)
{
    (void)state;
    town t = town_make(fence, 2);
    check_split(&t, t.left, t.right, 1);
    check_split(&t, t.right, t.left, 1);
    town_free(&t);
}

static void split_arcs_of_a_path_without_any_changes_nothing_more(void **state)
{
    (void)state;
    wend_leg once[LEGS_MOST];
    town t = town_make(box, 4);
    find(&t, t.left, t.right);
    assert_int_equal(wend_path_split_arcs(t.path, t.graph, t.walls), WEND_OK);
    const size_t count = keep(&t, once);
    assert_int_equal(wend_path_split_arcs(t.path, t.graph, t.walls), WEND_OK);
    assert_int_equal(wend_path_leg_count(t.path), count);
    for (size_t i = 0; i < count; i++) {
        const wend_leg leg = wend_path_leg(t.path, i);
        assert_true(is_same_point(leg.to_point, once[i].to_point) && leg.cost == once[i].cost);
    }
    wend_path_clear(t.path);
    assert_int_equal(wend_path_split_arcs(t.path, t.graph, t.walls), WEND_OK);
    assert_int_equal(wend_path_leg_count(t.path), 0);
    town_free(&t);
}

static void split_arcs_refuses_what_is_missing(void **state)
{
    (void)state;
    town t = town_make(box, 4);
    find(&t, t.left, t.right);
    const size_t count = wend_path_leg_count(t.path);
    assert_int_equal(wend_path_split_arcs(NULL, t.graph, t.walls), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_split_arcs(t.path, NULL, t.walls), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_split_arcs(t.path, t.graph, NULL), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_path_leg_count(t.path), count);
    town_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(split_arcs_touch_corners_from_outside),
        cmocka_unit_test(split_arcs_that_are_gone_backwards_turn_the_other_way),
        cmocka_unit_test(split_arcs_of_more_than_a_right_angle_keep_to_their_side),
        cmocka_unit_test(split_arcs_of_a_path_without_any_changes_nothing_more),
        cmocka_unit_test(split_arcs_refuses_what_is_missing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
