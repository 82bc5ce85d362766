/* Paths of discs on small meshes drawn as text, a unit square a character, worked out by hand. */
#include "route/mesh_search/search.h"
#include "support/meshes.h"
#include "support/test.h"
#include "wend/mesh_search.h"

#include <math.h>
#include <string.h>

enum { SIDE_MOST = 16 };

static const double PI = 3.14159265358979323846;

typedef struct world {
    wend_mesh *mesh;
    wend_mesh_space *space;
    wend_mesh_search *search;
    wend_mesh_search_answer answer;
} world;

static wend_mesh *draw_mesh(const char *const *rows, size_t count)
{
    wend_vec3 points[(SIDE_MOST + 1) * (SIDE_MOST + 1)];
    uint32_t corners[4 * SIDE_MOST * SIDE_MOST];
    uint32_t sizes[SIDE_MOST * SIDE_MOST];
    size_t polygons = 0;
    const uint32_t line = SIDE_MOST + 1;
    for (uint32_t i = 0; i < line * line; i++) {
        points[i] = (wend_vec3){i % line, i / line, 0};
    }
    for (uint32_t y = 0; y < count; y++) {
        for (uint32_t x = 0; rows[y][x] != '\0'; x++) {
            const uint32_t at = y * line + x;
            const uint32_t square[] = {at, at + 1, at + line + 1, at + line};
            if (rows[y][x] == '.') {
                memcpy(&corners[4 * polygons], square, sizeof square);
                sizes[polygons++] = 4;
            }
        }
    }
    return meshes_of(points, line * line, corners, sizes, polygons);
}

static void open_space(world *w)
{
    w->space = mesh_spaces_on(w->mesh);
    w->search = mesh_searches_on(w->space);
}

static world open_world(const char *const *rows, size_t count)
{
    world w = {.mesh = draw_mesh(rows, count)};
    open_space(&w);
    return w;
}

static void close_world(world *w)
{
    wend_mesh_search_destroy(w->search);
    wend_mesh_space_destroy(w->space);
    wend_mesh_destroy(w->mesh);
}

static wend_mesh_search_query ask(double x0, double y0, double x1, double y1, double radius)
{
    wend_mesh_search_query query = wend_mesh_search_query_default();
    query.start = wend_mesh_location_at(x0, y0, 0);
    query.goal = wend_mesh_location_at(x1, y1, 0);
    query.radius = radius;
    return query;
}

static wend_result find(world *w, const wend_mesh_search_query *query)
{
    const wend_result result = wend_mesh_search_find(w->search, query);
    wend_mesh_search_get_answer(w->search, &w->answer);
    return result;
}

static void assert_near(double a, double b)
{
    if (!(fabs(a - b) <= 1e-9 * (1 + fabs(b)))) {
        fail_msg("%.17g is not %.17g", a, b);
    }
}

static const char *const pillar[] = {".....", ".....", "..#..", ".....", "....."};
static const char *const gap[] = {".....", "##.##", "....."};
static const char *const corner[] = {"....", "....", "##..", "##.."};

/* ---- paths ---- */

static void mesh_disc_path_past_a_pillar_bends_around_its_corners(void **state)
{
    (void)state;
    world w = open_world(pillar, 5);
    const wend_mesh_search_query query = ask(0.5, 2.5, 4.5, 2.5, 0.25);
    assert_int_equal(find(&w, &query), WEND_OK);
    /* To the circle around (2, 2), an arc, straight past, and the same again. */
    const double far = sqrt(1.5 * 1.5 + 0.5 * 0.5);
    const double line = sqrt(far * far - 0.25 * 0.25);
    const double turn = atan2(0.5, 1.5) + asin(0.25 / far);
    assert_near(w.answer.length, 2 * line + 2 * 0.25 * turn + 1);
    assert_near(w.answer.cost, w.answer.length);
    assert_near(w.answer.bound, 1);
    wend_vec2 points[8];
    size_t count = 0;
    assert_int_equal(wend_mesh_search_points(w.search, points, 8, &count), WEND_OK);
    assert_int_equal(count, 6);
    assert_near(wend_vec2_distance(points[1], points[0]), line);
    assert_near(points[5].x, 4.5);
    close_world(&w);
}

static void mesh_disc_gap_as_wide_as_the_disc_lets_it_through(void **state)
{
    (void)state;
    world w = open_world(gap, 3);
    wend_mesh_search_query query = ask(2.5, 0.5, 2.5, 2.5, 0.5);
    assert_int_equal(find(&w, &query), WEND_OK);
    assert_near(w.answer.length, 2);
    query = ask(0.6, 0.5, 4.4, 2.5, 0.5);
    assert_int_equal(find(&w, &query), WEND_OK);
    query.radius = 0.4999999;
    assert_int_equal(find(&w, &query), WEND_OK);
    close_world(&w);
}

static void mesh_disc_gap_narrower_than_the_disc_is_closed(void **state)
{
    (void)state;
    static const char *const wide[] = {".....", ".....", "##.##", ".....", "....."};
    world w = open_world(wide, 5);
    const wend_mesh_search_query query = ask(2.5, 1, 2.5, 4, 0.500001);
    assert_int_equal(find(&w, &query), WEND_NO_PATH);
    assert_int_equal(w.answer.reason, WEND_FAILURE_UNREACHABLE);
    close_world(&w);
}

/* Two spikes, one from below with its tip at the origin, one from above. */
static wend_result between_spikes(double gap_width, double radius, double *length)
{
    const wend_vec3 points[] = {{-4, -4, 0},  {-0.2, -4, 0}, {0, 0, 0},  {0, gap_width, 0},
                                {-0.2, 4, 0}, {-4, 4, 0},    {4, -4, 0}, {4, 4, 0},
                                {0.2, 4, 0},  {0.2, -4, 0}};
    static const uint32_t corners[] = {0, 1, 2, 3, 4, 5, 9, 6, 7, 8, 3, 2};
    static const uint32_t sizes[] = {6, 6};
    world w = {0};
    w.mesh = meshes_of(points, 10, corners, sizes, 2);
    open_space(&w);
    const wend_mesh_search_query query = ask(-2, -3, 2, -3, radius);
    const wend_result result = find(&w, &query);
    *length = w.answer.length;
    close_world(&w);
    return result;
}

static void mesh_disc_arc_between_tips_needs_room_all_along(void **state)
{
    (void)state;
    double length = 0;
    assert_int_equal(between_spikes(0.99, 0.5, &length), WEND_NO_PATH);
    assert_int_equal(between_spikes(0.8, 0.5, &length), WEND_NO_PATH);
    assert_int_equal(between_spikes(1, 0.5, &length), WEND_OK);
    assert_true(length > 7 && length < 8.5);
    assert_int_equal(between_spikes(2, 0.5, &length), WEND_OK);
}

/* A yard is joined to a lane by one edge, and a tip of a wall is above the middle of that edge: the
 * path under the tip swings out into the yard. */
static void mesh_disc_path_swings_out_into_a_dead_end(void **state)
{
    (void)state;
    static const wend_vec3 points[] = {
        {1, -5, 0},  {9, -5, 0},  {9, 0, 0},   {1, 0, 0}, {0, 0, 0},  {10, 0, 0}, {10, 0.3, 0},
        {5, 0.3, 0}, {0, 0.3, 0}, {4.8, 5, 0}, {0, 5, 0}, {10, 5, 0}, {5.2, 5, 0}};
    static const uint32_t corners[] = {0, 1, 2, 3, 4, 3, 2, 5, 6, 7, 8, 8, 7, 9, 10, 7, 6, 11, 12};
    static const uint32_t sizes[] = {4, 7, 4, 4};
    world w = {0};
    w.mesh = meshes_of(points, 13, corners, sizes, 4);
    open_space(&w);
    const wend_mesh_search_query query = ask(3, 2, 7, 2, 0.5);
    assert_int_equal(find(&w, &query), WEND_OK);
    /* To the tip's circle and around it, in both directions. */
    const double far = sqrt(4 + 1.7 * 1.7);
    const double turn = PI - 2 * acos(0.5 / far) + 2 * atan2(1.7, 2);
    assert_near(w.answer.length, 2 * sqrt(far * far - 0.25) + 0.5 * turn);
    close_world(&w);
}

static void mesh_disc_place_without_room_is_blocked(void **state)
{
    (void)state;
    world w = open_world(pillar, 5);
    wend_mesh_search_query query = ask(0.2, 2.5, 4.5, 2.5, 0.25);
    assert_int_equal(find(&w, &query), WEND_NO_PATH);
    assert_int_equal(w.answer.reason, WEND_FAILURE_START_BLOCKED);
    query = ask(0.5, 2.5, 4.9, 2.5, 0.25);
    assert_int_equal(find(&w, &query), WEND_NO_PATH);
    assert_int_equal(w.answer.reason, WEND_FAILURE_GOAL_BLOCKED);
    query = ask(0.25, 2.5, 4.75, 2.5, 0.25);
    assert_int_equal(find(&w, &query), WEND_OK);
    close_world(&w);
}

static void mesh_disc_start_that_is_the_goal_gives_an_empty_path(void **state)
{
    (void)state;
    world w = open_world(pillar, 5);
    const wend_mesh_search_query query = ask(1, 1, 1, 1, 0.25);
    size_t count = 0;
    assert_int_equal(find(&w, &query), WEND_OK);
    assert_near(w.answer.length, 0);
    assert_int_equal(wend_mesh_search_points(w.search, NULL, 0, &count), WEND_TRUNCATED);
    assert_int_equal(count, 1);
    close_world(&w);
}

static void mesh_disc_other_methods_are_refused(void **state)
{
    (void)state;
    world w = open_world(pillar, 5);
    wend_mesh_search_query query = ask(0.5, 2.5, 4.5, 2.5, 0.25);
    query.method = WEND_MESH_METHOD_MIDPOINT;
    assert_int_equal(wend_mesh_search_start(w.search, &query), WEND_ERROR_UNSUPPORTED);
    assert_non_null(strstr(wend_mesh_search_error(w.search), "radius"));
    close_world(&w);
}

/* ---- corners ---- */

static void mesh_disc_mitred_corner_is_one_point(void **state)
{
    (void)state;
    world w = open_world(corner, 4);
    wend_mesh_search_query query = ask(0.5, 1.5, 2.5, 3.5, 0.5);
    assert_int_equal(find(&w, &query), WEND_OK);
    const double round = w.answer.length;
    assert_near(round, 1.5 + 1.5 + 0.5 * PI / 2);
    query.corners = WEND_CORNERS_MITRED;
    assert_int_equal(find(&w, &query), WEND_OK);
    assert_near(w.answer.length, 1.5 + 1.5 + 1);
    assert_near(w.answer.bound, w.answer.length / round);
    for (size_t i = 0; i < w.search->piece_count; i++) {
        assert_true(fabs(w.search->pieces[i].turn) <= 0);
    }
    close_world(&w);
}

static void mesh_disc_split_of_an_arc_lies_just_outside(void **state)
{
    (void)state;
    world w = open_world(corner, 4);
    const wend_mesh_search_query query = ask(0.5, 1.5, 2.5, 3.5, 0.5);
    wend_vec2 points[MESH_PIECE_CORNERS_MOST + 1];
    size_t arcs = 0;
    assert_int_equal(find(&w, &query), WEND_OK);
    for (size_t i = 0; i < w.search->piece_count; i++) {
        const wendi_mesh_piece *piece = &w.search->pieces[i];
        const size_t count = wendi_mesh_piece_split(piece, points);
        if (!(fabs(piece->turn) > 0)) {
            assert_int_equal(count, 1);
            continue;
        }
        arcs++;
        assert_near(fabs(piece->turn), PI / 2);
        wend_vec2 from = piece->from;
        for (size_t k = 0; k < count; k++) {
            const wend_vec2 middle = wend_vec2_lerp(from, points[k], 0.5);
            assert_true(wend_vec2_distance(points[k], piece->centre) <= 0.505);
            assert_true(wend_vec2_distance(middle, piece->centre) >= 0.5 - 1e-12);
            from = points[k];
        }
        assert_near(wend_vec2_distance(from, piece->to), 0);
    }
    assert_int_equal(arcs, 1);
    close_world(&w);
}

/* ---- goals ---- */

static void mesh_disc_nearest_of_goals_with_room_wins(void **state)
{
    (void)state;
    world w = open_world(pillar, 5);
    const wend_mesh_location goals[] = {wend_mesh_location_at(4.5, 4.5, 0),
                                        wend_mesh_location_at(0.1, 1, 0),
                                        wend_mesh_location_at(3, 1, 0)};
    wend_mesh_search_query query = ask(0.5, 0.5, 0, 0, 0.25);
    query.goal_kind = WEND_MESH_GOAL_SET;
    query.goals = goals;
    query.goal_count = 3;
    assert_int_equal(find(&w, &query), WEND_OK);
    assert_int_equal(w.answer.goal_index, 2);
    assert_near(w.answer.length, sqrt(2.5 * 2.5 + 0.25));
    close_world(&w);
}

static bool is_square_4_0(void *user, wend_node polygon)
{
    const wend_mesh_polygon p = wend_mesh_get_polygon(user, polygon);
    return fabs(p.centroid.x - 4.5) < 0.1 && fabs(p.centroid.y - 0.5) < 0.1;
}

static void mesh_disc_polygon_is_reached_at_its_nearest_place_with_room(void **state)
{
    (void)state;
    world w = open_world(pillar, 5);
    wend_mesh_search_query query = ask(1, 0.1, 0, 0, 0.1);
    query.goal_kind = WEND_MESH_GOAL_PREDICATE;
    query.is_goal = is_square_4_0;
    query.user = w.mesh;
    assert_int_equal(find(&w, &query), WEND_OK);
    assert_near(w.answer.length, 3);
    query.start = wend_mesh_location_at(2, 3.5, 0);
    query.radius = 0.3;
    assert_int_equal(find(&w, &query), WEND_OK);
    assert_near(w.answer.location.x, 4);
    assert_near(w.answer.location.y, 1);
    query.start = wend_mesh_location_at(4.5, 0.5, 0);
    assert_int_equal(find(&w, &query), WEND_OK);
    assert_near(w.answer.length, 0);
    close_world(&w);
}

/* ---- links ---- */

static void mesh_disc_link_is_taken_where_its_ends_have_room(void **state)
{
    (void)state;
    static const char *const parted[] = {"...#...", "...#...", "...#..."};
    world w = {.mesh = draw_mesh(parted, 3)};
    wend_mesh_link link = wend_mesh_link_default();
    link.from = wend_mesh_location_at(2.5, 1.5, 0);
    link.to = wend_mesh_location_at(4.5, 1.5, 0);
    link.cost = 0.5;
    meshes_add_link(w.mesh, link);
    open_space(&w);
    wend_mesh_search_query query = ask(1, 1.5, 6, 1.5, 0.5);
    assert_int_equal(find(&w, &query), WEND_OK);
    assert_near(w.answer.length, 1.5 + 0.5 + 1.5);
    query.radius = 0.6;
    assert_int_equal(find(&w, &query), WEND_NO_PATH);
    assert_int_equal(w.answer.reason, WEND_FAILURE_UNREACHABLE);
    close_world(&w);
}

/* ---- limits ---- */

static void mesh_disc_limits_end_the_search_with_a_reason(void **state)
{
    (void)state;
    world w = open_world(pillar, 5);
    wend_mesh_search_query query = ask(0.5, 2.5, 4.5, 2.5, 0.25);
    query.max_length = 4.1;
    assert_int_equal(find(&w, &query), WEND_NO_PATH);
    assert_int_equal(w.answer.reason, WEND_FAILURE_LIMIT);
    query.max_length = 5;
    assert_int_equal(find(&w, &query), WEND_OK);
    query.max_steps = w.answer.expanded - 1;
    assert_int_equal(find(&w, &query), WEND_PARTIAL);
    assert_int_equal(w.answer.reason, WEND_FAILURE_LIMIT);
    assert_true(w.answer.length > 1 && w.answer.location.x > 1.5);
    query.max_steps = 1;
    assert_int_equal(find(&w, &query), WEND_PARTIAL);
    assert_near(w.answer.length, 0);
    close_world(&w);
}

static void mesh_disc_search_asked_again_follows_radius_and_edits(void **state)
{
    (void)state;
    world w = open_world(gap, 3);
    wend_mesh_search_query query = ask(2.5, 0.5, 2.5, 2.5, 0.5);
    assert_int_equal(find(&w, &query), WEND_OK);
    query.radius = 0.25;
    assert_int_equal(find(&w, &query), WEND_OK);
    const size_t before = w.answer.memory_bytes;
    assert_true(w.answer.generated > 0);
    assert_int_equal(find(&w, &query), WEND_OK);
    assert_int_equal(w.answer.memory_bytes, before);
    const wend_node door = wend_mesh_locate(w.mesh, 2.5, 1.5, 0);
    assert_int_equal(wend_mesh_set_open(w.mesh, door, false), WEND_OK);
    assert_int_equal(wend_mesh_space_update(w.space), WEND_OK);
    assert_int_equal(find(&w, &query), WEND_NO_PATH);
    assert_int_equal(wend_mesh_set_open(w.mesh, door, true), WEND_OK);
    assert_int_equal(wend_mesh_space_update(w.space), WEND_OK);
    assert_int_equal(find(&w, &query), WEND_OK);
    assert_near(w.answer.length, 2);
    close_world(&w);
}

/* ---- floors ---- */

/* A corridor along x, and a bridge over it along y that is joined to nothing: its rails are above
 * the corridor's middle. */
static void mesh_disc_goal_behind_a_narrow_passage_is_known_to_be_cut_off(void **state)
{
    (void)state;
    static const char *const rows[] = {"...........", "...........", "...........", "#####.#####",
                                       "...........", "...........", "..........."};
    world w = open_world(rows, 7);
    const wend_mesh_search_query through = ask(2, 1.5, 8, 5.5, 0.75);
    const wend_mesh_search_query beside = ask(2, 1.5, 9, 1.5, 0.75);
    uint64_t first = 0;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(wend_mesh_search_find(w.search, &through), WEND_NO_PATH);
        wend_mesh_search_get_answer(w.search, &w.answer);
        assert_int_equal(w.answer.reason, WEND_FAILURE_UNREACHABLE);
        first = i == 0 ? w.answer.expanded : first;
        assert_true(i == 0 || w.answer.expanded == 0 || first < 20);
        assert_int_equal(wend_mesh_search_find(w.search, &beside), WEND_OK);
    }
    wend_mesh_search_query narrow = through;
    narrow.radius = 0.5;
    assert_int_equal(wend_mesh_search_find(w.search, &narrow), WEND_OK);
    assert_int_equal(wend_mesh_search_find(w.search, &through), WEND_NO_PATH);
    close_world(&w);
}

static void mesh_disc_walls_of_another_floor_are_no_obstacle(void **state)
{
    (void)state;
    static const wend_vec3 points[] = {{0, 0, 0},  {10, 0, 0}, {10, 2, 0}, {0, 2, 0},
                                       {4, -3, 5}, {6, -3, 5}, {6, 5, 5},  {4, 5, 5}};
    static const uint32_t corners[] = {0, 1, 2, 3, 4, 5, 6, 7};
    static const uint32_t sizes[] = {4, 4};
    world w = {0};
    w.mesh = meshes_of(points, 8, corners, sizes, 2);
    open_space(&w);
    const wend_mesh_search_query query = ask(1, 1, 9, 1, 0.9);
    assert_int_equal(find(&w, &query), WEND_OK);
    assert_near(w.answer.length, 8);
    close_world(&w);
}

/* A disc has no room at a point where squares touch only diagonally, but so small a one rounds to a
 * point. Two pieces of ground begin there, and roots of discs lie in an array of their own. */
static void mesh_disc_of_almost_no_radius_leaves_a_shared_corner(void **state)
{
    (void)state;
    static const char *const diagonal[] = {".#", "#."};
    const wend_vec2 goals[] = {{0.25, 0.5}, {1.75, 1.5}, {1, 1}};
    const double radii[] = {5e-324, 1e-300, 1e-30, 1e-9};
    world w = open_world(diagonal, 2);
    for (size_t i = 0; i < 12; i++) {
        const wend_mesh_search_query query =
            ask(1, 1, goals[i % 3].x, goals[i % 3].y, radii[i / 3]);
        const wend_result result = find(&w, &query);
        assert_true(result == WEND_OK || result == WEND_NO_PATH);
        assert_true(result == WEND_NO_PATH || w.answer.length <= 1);
    }
    close_world(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mesh_disc_path_past_a_pillar_bends_around_its_corners),
        cmocka_unit_test(mesh_disc_gap_as_wide_as_the_disc_lets_it_through),
        cmocka_unit_test(mesh_disc_gap_narrower_than_the_disc_is_closed),
        cmocka_unit_test(mesh_disc_arc_between_tips_needs_room_all_along),
        cmocka_unit_test(mesh_disc_path_swings_out_into_a_dead_end),
        cmocka_unit_test(mesh_disc_place_without_room_is_blocked),
        cmocka_unit_test(mesh_disc_start_that_is_the_goal_gives_an_empty_path),
        cmocka_unit_test(mesh_disc_other_methods_are_refused),
        cmocka_unit_test(mesh_disc_mitred_corner_is_one_point),
        cmocka_unit_test(mesh_disc_split_of_an_arc_lies_just_outside),
        cmocka_unit_test(mesh_disc_nearest_of_goals_with_room_wins),
        cmocka_unit_test(mesh_disc_polygon_is_reached_at_its_nearest_place_with_room),
        cmocka_unit_test(mesh_disc_link_is_taken_where_its_ends_have_room),
        cmocka_unit_test(mesh_disc_limits_end_the_search_with_a_reason),
        cmocka_unit_test(mesh_disc_search_asked_again_follows_radius_and_edits),
        cmocka_unit_test(mesh_disc_goal_behind_a_narrow_passage_is_known_to_be_cut_off),
        cmocka_unit_test(mesh_disc_of_almost_no_radius_leaves_a_shared_corner),
        cmocka_unit_test(mesh_disc_walls_of_another_floor_are_no_obstacle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
