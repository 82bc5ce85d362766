/* Searches on meshes of rare shapes: rooms of a hundred corners, winding stairs, fans that touch.
 */
#include "search.h"
#include "support/mesh_world.h"
#include "support/meshes.h"
#include "support/test.h"

#include <math.h>
#include <string.h>

/* Ground touches in 10, 20 only diagonally: there are two fans around it.
 *      #..
 *      .#.
 *      ...
 */
static wend_mesh *diagonal_mesh(void)
{
    static const uint32_t squares[6][2] = {{0, 0}, {1, 0}, {2, 0}, {0, 1}, {2, 1}, {2, 2}};
    wend_vec3 points[16];
    uint32_t corners[28];
    uint32_t sizes[7];
    size_t count = 0;
    for (uint32_t i = 0; i < 16; ++i) {
        points[i] = (wend_vec3){10 * (i % 4), 10 * (i / 4), 0};
    }
    for (; count < 7; ++count) {
        const uint32_t x = count < 6 ? squares[count][0] : 1;
        const uint32_t y = count < 6 ? squares[count][1] : 2;
        const uint32_t at = 4 * y + x;
        const uint32_t square[] = {at, at + 1, at + 5, at + 4};
        memcpy(&corners[4 * count], square, sizeof square);
        sizes[count] = 4;
    }
    return meshes_of(points, 16, corners, sizes, 7);
}

static void mesh_end_where_ground_touches_diagonally_counts_every_fan(void **state)
{
    (void)state;
    static const double others[3][2] = {{2, 12}, {18, 28}, {5, 5}};
    mesh_world w;
    mesh_world_on(&w, diagonal_mesh(), 1);
    for (int method = 0; method < WEND_MESH_METHOD_COUNT; ++method) {
        for (size_t i = 0; i < 3; ++i) {
            for (int turned = 0; turned < 2; ++turned) {
                const wend_mesh_location corner = wend_mesh_location_at(10, 20, 0);
                const wend_mesh_location other =
                    wend_mesh_location_at(others[i][0], others[i][1], 0);
                const double x = others[i][0] - 10;
                const double y = others[i][1] - 20;
                wend_mesh_search_query query = wend_mesh_search_query_default();
                wend_mesh_search_answer answer;
                wend_node polygons[16];
                size_t count = 0;
                query.start = turned ? other : corner;
                query.goal = turned ? corner : other;
                query.method = (wend_mesh_method)method;
                assert_int_equal(wend_mesh_search_find(w.search, &query), WEND_OK);
                wend_mesh_search_get_answer(w.search, &answer);
                assert_true(mesh_world_is_near(answer.length, sqrt(x * x + y * y)));
                assert_int_equal(wend_mesh_search_polygons(w.search, polygons, 16, &count),
                                 WEND_OK);
                assert_true(count >= 1);
                assert_int_equal(polygons[turned ? 0 : count - 1],
                                 wend_mesh_locate(w.mesh, other.x, other.y, 0));
            }
        }
    }
    mesh_world_free(&w);
}

/* ---- shapes that are rare ---- */

/* Queries between many locations, compared with the reference. */
static void check_queries(mesh_world *w, int count)
{
    for (int i = 0; i < count; ++i) {
        wend_mesh_search_query q = wend_mesh_search_query_default();
        wend_mesh_search_answer answer;
        q.start = mesh_world_place(w);
        q.goal = mesh_world_place(w);
        mesh_world_begin(w);
        const uint32_t start = mesh_world_add(w, q.start);
        const uint32_t goal = mesh_world_add(w, q.goal);
        surface_dijkstra(&w->surface, start);
        const double least = surface_length(&w->surface, goal);
        const wend_result result = wend_mesh_search_find(w->search, &q);
        wend_mesh_search_get_answer(w->search, &answer);
        assert_int_equal(result, least < (double)INFINITY ? WEND_OK : WEND_NO_PATH);
        assert_true(result == WEND_NO_PATH || mesh_world_is_near(answer.length, least));
    }
}

enum { HALF = 50, BOWL = 2 * HALF + 3, DOORS = 24 };

static uint32_t add_point(wend_vec3 *points, size_t *count, double x, double y)
{
    points[*count] = (wend_vec3){x, y, 0};
    return (uint32_t)(*count)++;
}

/* Two parabolas, one upside down above the other, joined by a door; triangles on their outsides.
 *
 *      \_______/ ___ 2500 + 100      corners (i, i * i) and two more in the straight side,
 *            |_|                     where the door is
 *      /       \ ___ 2500
 *       \_____/
 */
static wend_mesh *bowls(void)
{
    wend_vec3 points[2 * BOWL + 2 * DOORS];
    uint32_t corners[2 * BOWL + 4 + 6 * DOORS];
    uint32_t sizes[3 + 2 * DOORS] = {BOWL, BOWL, 4};
    size_t point_count = 0;
    size_t count = 0;
    size_t polygons = 3;
    for (int side = 1; side >= -1; side -= 2) {
        for (int i = -HALF; i <= HALF; ++i) {
            corners[count++] =
                add_point(points, &point_count, side * i, side * (i * i - 2550.0) + 2550);
        }
        corners[count++] = add_point(points, &point_count, side * 10, side * -50.0 + 2550);
        corners[count++] = add_point(points, &point_count, side * -10, side * -50.0 + 2550);
    }
    const uint32_t door[] = {BOWL - 1, BOWL - 2, 2 * BOWL - 1, 2 * BOWL - 2};
    memcpy(corners + count, door, sizeof door);
    count += 4;
    for (uint32_t k = 0; k < 2 * DOORS; ++k) {
        const uint32_t a = (k < DOORS ? 0 : BOWL) + k % DOORS * 4;
        const wend_vec3 p = points[a];
        const wend_vec3 q = points[a + 1];
        corners[count++] = a + 1;
        corners[count++] = a;
        corners[count++] = add_point(points, &point_count, (p.x + q.x + q.y - p.y) / 2,
                                     (p.y + q.y + p.x - q.x) / 2);
        sizes[polygons++] = 3;
    }
    return meshes_of(points, point_count, corners, sizes, polygons);
}

static void mesh_rooms_of_a_hundred_corners_are_searched_exactly(void **state)
{
    (void)state;
    mesh_world w;
    mesh_world_on(&w, bowls(), 3);
    assert_int_equal(wend_mesh_get_polygon(w.mesh, 0).count, BOWL);
    check_queries(&w, 150);
    mesh_world_free(&w);
}

/* Triangles around one point, more than once around, each higher than the one before. */
static void mesh_winding_stair_is_climbed_around_its_middle(void **state)
{
    enum { STEPS = 11 };
    static const wend_vec2 ring[] = {{10, 0},  {7, 7},   {0, 10},  {-7, 7},
                                     {-10, 0}, {-7, -7}, {0, -10}, {7, -7}};
    (void)state;
    wend_vec3 points[STEPS + 2];
    uint32_t corners[3 * STEPS];
    uint32_t sizes[STEPS];
    memset(&points[0], 0, sizeof points[0]);
    for (uint32_t k = 0; k <= STEPS; ++k) {
        points[k + 1] = (wend_vec3){ring[k % 8].x, ring[k % 8].y, k};
    }
    for (uint32_t k = 0; k < STEPS; ++k) {
        corners[3 * k] = 0;
        corners[3 * k + 1] = k + 1;
        corners[3 * k + 2] = k + 2;
        sizes[k] = 3;
    }
    wend_mesh *mesh = meshes_of(points, STEPS + 2, corners, sizes, STEPS);
    mesh_world w;
    mesh_world_on(&w, mesh, 5);
    wend_mesh_search_query q = wend_mesh_search_query_default();
    q.start = wend_mesh_location_at(4, 1, 0);
    q.start.polygon = 0;
    q.goal = wend_mesh_location_at(4, 1, 8);
    q.goal.polygon = 8;
    assert_true(mesh_world_is_near(find(&w, &q, WEND_OK).length, 2 * sqrt(17)));
    check_queries(&w, 60);
    mesh_world_free(&w);
}

/* The goal lies on the line of the edge by which its room is entered, behind a wall:
 *
 *     +----------+   +----+ start
 *     |     goal |   |    |
 *     +     -----o---+    +
 *     |                   |
 *     +-------------------+
 */
static void mesh_goal_beside_a_wall_is_reached_there_and_back(void **state)
{
    static const wend_vec3 points[] = {{-31, 2, 0},  {33, 2, 0},   {33, 18, 0}, {17, 18, 0},
                                       {-15, 18, 0}, {-31, 18, 0}, {33, 34, 0}, {17, 34, 0},
                                       {1, 18, 0},   {1, 34, 0},   {-31, 34, 0}};
    static const uint32_t corners[] = {0, 1, 2, 3, 4, 5, 3, 2, 6, 7, 5, 4, 8, 9, 10};
    static const uint32_t sizes[] = {6, 4, 5};
    (void)state;
    wend_mesh *mesh = meshes_of(points, sizeof points / sizeof points[0], corners, sizes, 3);
    mesh_world w;
    mesh_world_on(&w, mesh, 6);
    wend_mesh_search_query q = wend_mesh_search_query_default();
    q.start = wend_mesh_location_at(31, 34, 0);
    q.goal = wend_mesh_location_at(1, 18, 0);
    q.goal.polygon = 2;
    assert_true(mesh_world_is_near(find(&w, &q, WEND_OK).length, sqrt(14 * 14 + 16 * 16) + 48));
    check_queries(&w, 60);
    mesh_world_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mesh_end_where_ground_touches_diagonally_counts_every_fan),
        cmocka_unit_test(mesh_rooms_of_a_hundred_corners_are_searched_exactly),
        cmocka_unit_test(mesh_winding_stair_is_climbed_around_its_middle),
        cmocka_unit_test(mesh_goal_beside_a_wall_is_reached_there_and_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
