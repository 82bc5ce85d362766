/* Corridors of straight segments over meshes: where they begin, end or run off the surface, and
 * ends of searches beside the polygon they name. */
#include "route/mesh_space/corridor.h"
#include "support/fault.h"
#include "support/gen_mesh.h"
#include "support/mesh_world.h"
#include "support/meshes.h"
#include "support/test.h"

#include <math.h>

static const uint32_t NONE = WEND_NODE_NONE;

/* Squares of 10 metres, the middle one of another area. */
static wend_mesh *row_mesh(void)
{
    static const wend_vec3 points[] = {{0, 0, 0},  {10, 0, 0},  {20, 0, 0},  {30, 0, 0},
                                       {0, 10, 0}, {10, 10, 0}, {20, 10, 0}, {30, 10, 0}};
    static const uint32_t corners[] = {0, 1, 5, 4, 1, 2, 6, 5, 2, 3, 7, 6};
    static const uint32_t sizes[] = {4, 4, 4};
    static const uint8_t areas[] = {0, 1, 2};
    static double factors[WEND_MESH_AREAS];
    for (size_t k = 0; k < WEND_MESH_AREAS; k++) {
        factors[k] = 1 + (double)k;
    }
    wend_mesh_def def = meshes_def(points, 8, corners, sizes, 3);
    def.areas = areas;
    def.factors = factors;
    return meshes_make(def);
}

static wendi_mesh_line line_of(double ax, double ay, double bx, double by, uint32_t from,
                               uint32_t to)
{
    const wendi_mesh_line line = {{ax, ay}, {bx, by}, from, to};
    return line;
}

static void corridor_from_a_closed_polygon_has_no_path(void **state)
{
    (void)state;
    wend_mesh *mesh = row_mesh();
    assert_int_equal(wend_mesh_set_open(mesh, 0, false), WEND_OK);
    wend_mesh_space *space = mesh_spaces_on(mesh);
    wendi_mesh_corridor c;
    wendi_mesh_corridor_init(&c, NULL);
    const wendi_mesh_line line = line_of(5, 5, 15, 5, 0, NONE);
    assert_int_equal(wendi_mesh_corridor_find(&c, space, &line), WEND_NO_PATH);
    assert_int_equal(wendi_mesh_corridor_fits(&c, space, &line, 1), WEND_NO_PATH);
    assert_int_equal(wendi_mesh_corridor_recheck(&c, space, &line, 1), WEND_NO_PATH);
    wendi_mesh_corridor_free(&c);
    wend_mesh_space_destroy(space);
    wend_mesh_destroy(mesh);
}

static void corridor_that_leaves_the_surface_is_its_two_ends(void **state)
{
    (void)state;
    wend_mesh *mesh = row_mesh();
    wend_mesh_space *space = mesh_spaces_on(mesh);
    wendi_mesh_corridor c;
    wendi_mesh_corridor_init(&c, NULL);
    const uint32_t ends[] = {2, 0, NONE};
    for (size_t k = 0; k < 3; k++) {
        const wendi_mesh_line line = line_of(5, 5, 25, -20, 0, ends[k]);
        assert_int_equal(wendi_mesh_corridor_find(&c, space, &line), WEND_NO_PATH);
        assert_int_equal(wendi_mesh_corridor_follow(&c, space, &line), WEND_OK);
        assert_int_equal(c.path.count, k == 0 ? 2 : 1);
        assert_int_equal(c.path.items[0], 0);
        assert_int_equal(c.path.items[c.path.count - 1], k == 0 ? 2 : 0);
        /* Its ends are no neighbours: it costs as much as one of them. */
        const double factor = wendi_mesh_corridor_factor(&c, space, &line);
        assert_true(factor >= 1 && factor <= (k == 0 ? 3 : 1));
    }
    wendi_mesh_corridor_free(&c);
    wend_mesh_space_destroy(space);
    wend_mesh_destroy(mesh);
}

static void corridor_must_end_in_the_polygon_it_names(void **state)
{
    (void)state;
    wend_mesh *mesh = row_mesh();
    wend_mesh_space *space = mesh_spaces_on(mesh);
    wendi_mesh_corridor c;
    wendi_mesh_corridor_init(&c, NULL);
    const wendi_mesh_line wrong = line_of(5, 5, 15, 5, 0, 2);
    assert_int_equal(wendi_mesh_corridor_follow(&c, space, &wrong), WEND_OK);
    assert_int_equal(c.path.items[c.path.count - 1], 1);
    assert_int_equal(wendi_mesh_corridor_recheck(&c, space, &wrong, 0), WEND_NO_PATH);
    const wendi_mesh_line right = line_of(5, 5, 15, 5, 0, 1);
    assert_int_equal(wendi_mesh_corridor_recheck(&c, space, &right, 0), WEND_OK);
    assert_int_equal(c.path.count, 2);
    assert_true(fabs(wendi_mesh_corridor_factor(&c, space, &right) - 1.5) < 1e-12);
    /* On the edge between two polygons it ends in either. */
    const wendi_mesh_line edge = line_of(10, 2, 10, 8, 0, 1);
    assert_int_equal(wendi_mesh_corridor_find(&c, space, &edge), WEND_OK);
    assert_int_equal(c.path.items[c.path.count - 1], 1);
    const double factor = wendi_mesh_corridor_factor(&c, space, &edge);
    assert_true(factor >= 1 && factor <= 2);
    wendi_mesh_corridor_free(&c);
    wend_mesh_space_destroy(space);
    wend_mesh_destroy(mesh);
}

static void corridor_around_a_point_beside_its_polygon_is_empty(void **state)
{
    (void)state;
    wend_mesh *mesh = row_mesh();
    wend_mesh_space *space = mesh_spaces_on(mesh);
    wendi_mesh_corridor c;
    wendi_mesh_corridor_init(&c, NULL);
    assert_true(wendi_mesh_corridor_at_point(&c, space, (wend_vec2){20, 5}, 1));
    assert_int_equal(c.polygons.count, 2);
    assert_true(wendi_mesh_corridor_at_point(&c, space, (wend_vec2){25, 5}, 1));
    assert_int_equal(c.polygons.count, 0);
    wendi_mesh_corridor_free(&c);
    wend_mesh_space_destroy(space);
    wend_mesh_destroy(mesh);
}

/* Each query with its own corridor, so that each makes every allocation itself. */
static wend_result ask(wend_allocator allocator, void *context)
{
    const wend_mesh_space *space = context;
    const wendi_mesh_line along = line_of(5, 5, 25, 5, 0, 2);
    const wendi_mesh_line away = line_of(5, 5, 25, -20, 0, 2);
    wend_result first = WEND_OK;
    for (int k = 0; k < 6; k++) {
        wendi_mesh_corridor c;
        wend_result result = WEND_OK;
        wendi_mesh_corridor_init(&c, &allocator);
        switch (k) {
        case 0:
            result = wendi_mesh_corridor_find(&c, space, &along);
            break;
        case 1:
            result = wendi_mesh_corridor_follow(&c, space, &along);
            break;
        case 2:
            result = wendi_mesh_corridor_follow(&c, space, &away);
            break;
        case 3:
            result = wendi_mesh_corridor_fits(&c, space, &along, 1);
            break;
        case 4:
            result = wendi_mesh_corridor_recheck(&c, space, &along, 1);
            break;
        default:
            result = wendi_mesh_corridor_at_point(&c, space, (wend_vec2){20, 5}, 1)
                         ? WEND_OK
                         : WEND_ERROR_MEMORY;
            break;
        }
        wendi_mesh_corridor_free(&c);
        first = first == WEND_OK ? result : first;
    }
    return first;
}

static void corridor_without_memory_says_so(void **state)
{
    (void)state;
    wend_mesh *mesh = row_mesh();
    wend_mesh_space *space = mesh_spaces_on(mesh);
    assert_true(fault_run(ask, space) > 12);
    wend_mesh_space_destroy(space);
    wend_mesh_destroy(mesh);
}

/* ---- ends beside their polygon ---- */

static double square_to(wend_vec2 a, wend_vec2 b, wend_vec2 at, wend_vec2 *nearest)
{
    const wend_vec2 along = wend_vec2_sub(b, a);
    double t = wend_vec2_dot(wend_vec2_sub(at, a), along) / wend_vec2_dot(along, along);
    t = fmin(fmax(t, 0), 1);
    *nearest = (wend_vec2){a.x + t * along.x, a.y + t * along.y};
    const wend_vec2 off = wend_vec2_sub(*nearest, at);
    return wend_vec2_dot(off, off);
}

/* The nearest point of a polygon, which is convex and counter-clockwise. */
static wend_vec2 nearest_in(const wend_mesh *mesh, wend_node polygon, wend_vec2 at)
{
    const wend_mesh_polygon p = wend_mesh_get_polygon(mesh, polygon);
    wend_vec2 best = at;
    double least = (double)INFINITY;
    bool is_inside = true;
    for (uint32_t k = 0; k < p.count; k++) {
        const wend_vec3 a = wend_mesh_corner(mesh, p.first_corner + k);
        const wend_vec3 b = wend_mesh_corner(mesh, p.first_corner + (k + 1) % p.count);
        wend_vec2 point;
        const double square = square_to((wend_vec2){a.x, a.y}, (wend_vec2){b.x, b.y}, at, &point);
        is_inside = is_inside && (b.x - a.x) * (at.y - a.y) - (b.y - a.y) * (at.x - a.x) >= 0;
        best = square < least ? point : best;
        least = fmin(square, least);
    }
    return is_inside ? at : best;
}

static void mesh_end_beside_its_polygon_is_its_nearest_point(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 30; seed++) {
        mesh_world w;
        gen_mesh gen = gen_mesh_make((gen_mesh_kind)(seed % GEN_MESH_KINDS), seed, 6);
        mesh_world_on(&w, gen_mesh_build(&gen, NULL), seed);
        gen_mesh_free(&gen);
        for (uint32_t k = 0; k < 60; k++) {
            const wend_node polygon = mesh_world_below(&w, wend_mesh_polygon_count(w.mesh));
            const wend_vec2 middle = wend_mesh_get_polygon(w.mesh, polygon).centroid;
            const wend_vec2 at = {middle.x + mesh_world_below(&w, 801) / 10.0 - 40,
                                  middle.y + mesh_world_below(&w, 801) / 10.0 - 40};
            const wend_vec2 expected = nearest_in(w.mesh, polygon, at);
            wend_mesh_search_query query = wend_mesh_search_query_default();
            wend_mesh_search_answer answer;
            query.start = wend_mesh_location_at(at.x, at.y, 0);
            query.start.polygon = polygon;
            query.goal = wend_mesh_location_at(middle.x, middle.y, 0);
            query.goal.polygon = polygon;
            assert_int_equal(wend_mesh_search_find(w.search, &query), WEND_OK);
            wend_mesh_search_get_answer(w.search, &answer);
            assert_true(fabs(answer.length - wend_vec2_distance(expected, middle)) < 1e-9);
        }
        mesh_world_free(&w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corridor_from_a_closed_polygon_has_no_path),
        cmocka_unit_test(corridor_that_leaves_the_surface_is_its_two_ends),
        cmocka_unit_test(corridor_must_end_in_the_polygon_it_names),
        cmocka_unit_test(corridor_around_a_point_beside_its_polygon_is_empty),
        cmocka_unit_test(corridor_without_memory_says_so),
        cmocka_unit_test(mesh_end_beside_its_polygon_is_its_nearest_point),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
