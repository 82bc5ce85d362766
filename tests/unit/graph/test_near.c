/* The nearest of many nodes, spread evenly, at one position, in a line or in distant clusters, and
 * the number of examined nodes. */
#include "support/graphs.h"
#include "support/test.h"
#include "support/walls.h"

#include "wend/graph.h"

#include <math.h>
#include <stdlib.h>

static const uint32_t QUESTIONS = 400;

/* One node for each square metre. */
static wend_graph *make_even(uint32_t count)
{
    wend_graph *graph = graphs_empty();
    const double side = wend_sqrt(count);
    for (uint32_t i = 0; i < count; ++i) {
        graphs_node(graph, wend_random_unit(1, i, 0) * side, wend_random_unit(1, i, 1) * side);
    }
    return graph;
}

static wend_node nearest_slowly(const wend_graph *graph, wend_vec2 place)
{
    wend_node nearest = WEND_NODE_NONE;
    double least = 0;
    for (wend_node n = 0; n < wend_graph_node_limit(graph); ++n) {
        const wend_vec2 at = wend_graph_position(graph, n);
        const double x = at.x - place.x;
        const double y = at.y - place.y;
        if (nearest == WEND_NODE_NONE || x * x + y * y < least) {
            nearest = n;
            least = x * x + y * y;
        }
    }
    return nearest;
}

/* @return nodes examined in one query, on average. */
static double ask(const wend_graph *graph, wend_vec2 low, wend_vec2 size, uint32_t check_every)
{
    uint64_t examined = 0;
    wend_graph_nearest_query near = wend_graph_nearest_query_default();
    near.examined = &examined;
    for (uint32_t i = 0; i < QUESTIONS; ++i) {
        const wend_vec2 place = {low.x + wend_random_unit(2, i, 0) * size.x,
                                 low.y + wend_random_unit(2, i, 1) * size.y};
        const wend_node found = wend_graph_nearest(graph, place, &near);
        if (i % check_every == 0) {
            assert_int_equal(found, nearest_slowly(graph, place));
        }
    }
    return (double)examined / QUESTIONS;
}

static void graph_nearest_looks_at_as_many_among_100000_as_among_1000(void **state)
{
    (void)state;
    wend_graph *few = make_even(1000);
    wend_graph *many = make_even(100000);
    const double of_few = ask(few, (wend_vec2){3, 3}, (wend_vec2){25, 25}, 1);
    const double of_many = ask(many, (wend_vec2){3, 3}, (wend_vec2){300, 300}, 40);
    assert_true(of_few < 12);
    assert_true(of_many < 1.1 * of_few);
    wend_graph_destroy(few);
    wend_graph_destroy(many);
}

/* The same with walls that refuse the first few. */
static wend_walls *make_fences(double side)
{
    wend_walls *walls = walls_empty();
    for (double x = 0; x < side; x += 1.7) {
        const wend_vec2 low = {x, 0};
        const wend_vec2 high = {x, side};
        walls_add(walls, low, high, WEND_STOPS_WALK);
    }
    return walls;
}

static double ask_past(const wend_graph *graph, const wend_walls *walls, double side)
{
    uint64_t examined = 0;
    wend_graph_nearest_query near = wend_graph_nearest_query_default();
    near.examined = &examined;
    near.walls = walls;
    near.radius = 0.1;
    for (uint32_t i = 0; i < QUESTIONS; ++i) {
        const wend_vec2 place = {3 + wend_random_unit(2, i, 0) * (side - 6),
                                 3 + wend_random_unit(2, i, 1) * (side - 6)};
        const wend_node found = wend_graph_nearest(graph, place, &near);
        assert_true(found == WEND_NODE_NONE ||
                    wend_walls_can_walk(walls, place, wend_graph_position(graph, found), 0.1,
                                        WEND_STOPS_WALK));
    }
    return (double)examined / QUESTIONS;
}

static void graph_nearest_past_walls_depends_on_density_too(void **state)
{
    (void)state;
    const uint32_t counts[] = {1600, 40000};
    double examined[2];
    for (int i = 0; i < 2; ++i) {
        const double side = wend_sqrt(counts[i]);
        wend_graph *graph = make_even(counts[i]);
        wend_walls *walls = make_fences(side);
        examined[i] = ask_past(graph, walls, side);
        wend_walls_destroy(walls);
        wend_graph_destroy(graph);
    }
    assert_true(examined[1] < 1.5 * examined[0]);
}

/* ---- rooms: what is learned of the walls all around ends the looking ---- */

enum { TURNS = 32, BEHIND = 100, FAR = 1000 };

/* A point of a room whose middle stands at 0, 0, turned by a part of a whole turn. */
static wend_vec2 turned(wend_vec2 p, int turn)
{
    const double angle = 0.1 + 6.283185307179586 * turn / (double)TURNS;
    const double x = wend_cos(angle);
    const double y = wend_sin(angle);
    return (wend_vec2){p.x * x - p.y * y, p.x * y + p.y * x};
}

/* Walls, and nodes half a metre behind each of them, as seen from 0, 0: more than are looked for at
 * once. */
static void build_room(const wend_vec2 (*ends)[2], size_t count, int turn, wend_graph *graph,
                       wend_walls *walls)
{
    for (size_t i = 0; i < count; ++i) {
        const wend_vec2 a = turned(ends[i][0], turn);
        const wend_vec2 b = turned(ends[i][1], turn);
        for (int k = 0; k < BEHIND; ++k) {
            const wend_vec2 on = wend_vec2_lerp(a, b, 0.2 + 0.4 * k / (double)BEHIND);
            const double scale = 1 + 0.5 / wend_vec2_length(on);
            graphs_node(graph, on.x * scale, on.y * scale);
        }
        walls_add(walls, a, b, WEND_STOPS_WALK);
    }
}

/* The nearest node a disc of 0.1 can walk to from 0, 0 in such a room, with one node more, and
 * many far away in line with the corners, where no single wall hides them. */
static wend_node ask_room(const wend_vec2 (*ends)[2], size_t count, int turn, wend_vec2 more,
                          uint64_t *examined)
{
    wend_graph *graph = graphs_empty();
    wend_walls *walls = make_fences(0);
    wend_graph_nearest_query near = wend_graph_nearest_query_default();
    *examined = 0;
    build_room(ends, count, turn, graph, walls);
    more = turned(more, turn);
    graphs_node(graph, more.x, more.y);
    for (int i = 0; i < FAR; ++i) {
        const wend_vec2 corner = turned(ends[(size_t)i % count][0], turn);
        const double scale = (50 + i) / wend_vec2_length(corner);
        graphs_node(graph, corner.x * scale, corner.y * scale);
    }
    near.walls = walls;
    near.radius = 0.1;
    near.examined = examined;
    const wend_node found = wend_graph_nearest(graph, (wend_vec2){0, 0}, &near);
    wend_walls_destroy(walls);
    wend_graph_destroy(graph);
    return found;
}

static void graph_nearest_in_a_closed_room_ends_at_its_walls(void **state)
{
    (void)state;
    static const wend_vec2 room[4][2] = {
        {{-2, -2}, {2, -2}}, {{2, -2}, {2, 2}}, {{2, 2}, {-2, 2}}, {{-2, 2}, {-2, -2}}};
    for (int turn = 0; turn < TURNS; ++turn) {
        uint64_t examined;
        assert_int_equal(ask_room(room, 4, turn, (wend_vec2){0, 30}, &examined), WEND_NODE_NONE);
        assert_true(examined < 4 * BEHIND + 200);
    }
}

/* Its two long walls are met near by, and hide nothing of what lies between them far away. */
static void graph_nearest_sees_to_the_far_end_of_a_narrowing_room(void **state)
{
    (void)state;
    static const wend_vec2 wedge[3][2] = {
        {{-1, 1}, {-1, -1}}, {{-1, -1}, {40, 0}}, {{40, 0}, {-1, 1}}};
    for (int turn = 0; turn < TURNS; ++turn) {
        uint64_t examined;
        assert_int_equal(ask_room(wedge, 3, turn, (wend_vec2){32, 0}, &examined), 3 * BEHIND);
    }
}

static void graph_nearest_finds_what_lies_beyond_a_door_just_wide_enough(void **state)
{
    (void)state;
    static const wend_vec2 room[5][2] = {{{-2, -2}, {2, -2}},
                                         {{2, -2}, {2, -0.11}},
                                         {{2, 0.11}, {2, 2}},
                                         {{2, 2}, {-2, 2}},
                                         {{-2, 2}, {-2, -2}}};
    for (int turn = 0; turn < TURNS; ++turn) {
        uint64_t examined;
        assert_int_equal(ask_room(room, 5, turn, (wend_vec2){30, 0}, &examined), 5 * BEHIND);
    }
}

static void graph_nearest_from_within_a_wall_finds_nothing_at_once(void **state)
{
    (void)state;
    static const wend_vec2 solid[] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}};
    uint64_t examined = 0;
    wend_graph *graph = make_even(1000);
    wend_walls *walls = make_fences(0);
    wend_graph_nearest_query near = wend_graph_nearest_query_default();
    near.walls = walls;
    near.examined = &examined;
    walls_add_outline(walls, solid, 4, WEND_STOPS_WALK);
    assert_int_equal(wend_graph_nearest(graph, (wend_vec2){2, 2}, &near), WEND_NODE_NONE);
    near.radius = 0.5;
    assert_int_equal(wend_graph_nearest(graph, (wend_vec2){4.4, 2}, &near), WEND_NODE_NONE);
    assert_int_equal(examined, 0);
    assert_int_not_equal(wend_graph_nearest(graph, (wend_vec2){4.6, 2}, &near), WEND_NODE_NONE);
    assert_int_not_equal(examined, 0);
    wend_walls_destroy(walls);
    wend_graph_destroy(graph);
}

/* Nodes behind three walls are left out by whole cells. */
static void graph_nearest_from_a_closed_in_place_gives_up_soon(void **state)
{
    (void)state;
    const wend_vec2 at = {101.3, 99.1};
    const wend_vec2 corners[] = {{101.3, 99.1001}, {101.3001, 99.0999}, {101.2999, 99.0999}};
    uint64_t examined = 0;
    wend_graph *graph = make_even(40000);
    wend_walls *walls = make_fences(0);
    wend_graph_nearest_query near = wend_graph_nearest_query_default();
    near.walls = walls;
    near.examined = &examined;
    for (int i = 0; i < 3; ++i) {
        walls_add(walls, corners[i], corners[(i + 1) % 3], WEND_STOPS_WALK);
    }
    assert_int_equal(wend_graph_nearest(graph, at, &near), WEND_NODE_NONE);
    assert_true(examined < 8000);
    wend_walls_destroy(walls);
    wend_graph_destroy(graph);
}

/* ---- heaps ---- */

static void graph_nearest_is_right_where_all_are_in_one_place(void **state)
{
    (void)state;
    wend_graph *graph = graphs_empty();
    for (int i = 0; i < 3000; ++i) {
        graphs_node(graph, 12.5, -7);
    }
    assert_int_equal(wend_graph_nearest(graph, (wend_vec2){1e6, 3}, NULL), 0);
    assert_int_equal(wend_graph_nearest(graph, (wend_vec2){12.5, -7}, NULL), 0);
    wend_node nodes[100];
    assert_int_equal(wend_graph_remove_node(graph, 50), WEND_OK);
    assert_int_equal(wend_graph_nearest_many(graph, (wend_vec2){0, 0}, NULL, nodes, 100), 100);
    for (uint32_t i = 0; i < 100; ++i) {
        assert_int_equal(nodes[i], i + (i >= 50 ? 1 : 0));
    }
    graphs_node(graph, 12.5, -6.5);
    assert_int_equal(wend_graph_nearest(graph, (wend_vec2){12.5, 0}, NULL), 3000);
    wend_graph_destroy(graph);
}

/* Two heaps with nothing between them are as quick as one. */
static void graph_nearest_in_heaps_far_apart_looks_at_few(void **state)
{
    (void)state;
    const double far_off = 536870912.0;
    wend_graph *graph = graphs_empty();
    for (uint32_t i = 0; i < 4000; ++i) {
        const double x = i % 2 == 0 ? -far_off / 2 : far_off / 2;
        graphs_node(graph, x + wend_random_unit(1, i, 0) * 45, wend_random_unit(1, i, 1) * 45);
    }
    const wend_vec2 size = {45, 45};
    assert_true(ask(graph, (wend_vec2){-far_off / 2, 0}, size, 1) < 14);
    assert_true(ask(graph, (wend_vec2){far_off / 2, 0}, size, 1) < 14);
    assert_true(ask(graph, (wend_vec2){-1e6, -1e6}, (wend_vec2){2e6, 2e6}, 1) < 200);
    wend_graph_destroy(graph);
}

static void graph_nearest_in_a_line_looks_at_few(void **state)
{
    (void)state;
    wend_graph *graph = graphs_empty();
    for (uint32_t i = 0; i < 5000; ++i) {
        graphs_node(graph, wend_random_unit(1, i, 0) * 5000, 64);
    }
    assert_true(ask(graph, (wend_vec2){0, 60}, (wend_vec2){5000, 8}, 1) < 40);
    wend_graph_destroy(graph);
}

/* ---- queries ---- */

static void graph_nearest_bad_questions_find_nothing(void **state)
{
    (void)state;
    wend_graph *graph = graphs_empty();
    const wend_vec2 here = {1, 1};
    assert_int_equal(wend_graph_nearest(graph, here, NULL), WEND_NODE_NONE);
    graphs_node(graph, 1, 1);
    const double bad[] = {(double)NAN, (double)INFINITY, -2e9};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        assert_int_equal(wend_graph_nearest(graph, (wend_vec2){bad[i], 0}, NULL), WEND_NODE_NONE);
        assert_int_equal(wend_graph_nearest(graph, (wend_vec2){0, bad[i]}, NULL), WEND_NODE_NONE);
    }
    for (int i = 0; i < 6; ++i) {
        wend_graph_nearest_query near = wend_graph_nearest_query_default();
        near.max_distance = i == 0 ? -1 : i == 1 ? (double)NAN : near.max_distance;
        near.max_height_difference = i == 2 ? (double)NAN : near.max_height_difference;
        near.height = i == 3 ? (double)INFINITY : 0;
        near.radius = i == 4 ? -1 : 0;
        near.cookie = i == 5 ? 0 : near.cookie;
        assert_int_equal(wend_graph_nearest(graph, here, &near), WEND_NODE_NONE);
    }
    assert_int_equal(wend_graph_nearest(graph, here, NULL), 0);
    wend_graph_destroy(graph);
}

/* 0.1 + 0.2 is more than 0.3 in doubles. */
static void graph_nearest_most_is_exact(void **state)
{
    (void)state;
    wend_graph *graph = graphs_empty();
    wend_graph_nearest_query near = wend_graph_nearest_query_default();
    graphs_node(graph, 0.1 + 0.2, 0);
    near.max_distance = 0.3;
    assert_int_equal(wend_graph_nearest(graph, (wend_vec2){0, 0}, &near), WEND_NODE_NONE);
    near.max_distance = 0.1 + 0.2;
    assert_int_equal(wend_graph_nearest(graph, (wend_vec2){0, 0}, &near), 0);
    near.max_distance = 0;
    assert_int_equal(wend_graph_nearest(graph, (wend_vec2){0.1 + 0.2, 0}, &near), 0);
    near.max_distance = 1e300;
    assert_int_equal(wend_graph_nearest(graph, (wend_vec2){1e9, 1e9}, &near), 0);
    wend_graph_destroy(graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(graph_nearest_looks_at_as_many_among_100000_as_among_1000),
        cmocka_unit_test(graph_nearest_past_walls_depends_on_density_too),
        cmocka_unit_test(graph_nearest_in_a_closed_room_ends_at_its_walls),
        cmocka_unit_test(graph_nearest_sees_to_the_far_end_of_a_narrowing_room),
        cmocka_unit_test(graph_nearest_finds_what_lies_beyond_a_door_just_wide_enough),
        cmocka_unit_test(graph_nearest_from_within_a_wall_finds_nothing_at_once),
        cmocka_unit_test(graph_nearest_from_a_closed_in_place_gives_up_soon),
        cmocka_unit_test(graph_nearest_is_right_where_all_are_in_one_place),
        cmocka_unit_test(graph_nearest_in_heaps_far_apart_looks_at_few),
        cmocka_unit_test(graph_nearest_in_a_line_looks_at_few),
        cmocka_unit_test(graph_nearest_bad_questions_find_nothing),
        cmocka_unit_test(graph_nearest_most_is_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
