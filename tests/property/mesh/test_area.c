/* Polygons in boxes and circles are those that a look at every polygon finds, on random meshes with
 * floors and obstacles. */
#include "base/math/predicates.h"
#include "support/gen.h"
#include "support/gen_mesh.h"
#include "support/test.h"
#include "twins.h"
#include "wend/mesh_obstacle.h"
#include "wend/walls.h"

#include <math.h>
#include <string.h>

enum { MOST = 4096, AREAS = 32, OBSTACLES = 4 };

static wend_vec2 point_at(const wend_mesh *m, const wend_mesh_polygon *p, uint32_t i)
{
    const wend_vec3 at = wend_mesh_corner(m, p->first_corner + i % p->count);
    return (wend_vec2){at.x, at.y};
}

/* ---- boxes: a corner of one in the other, or edges that meet ---- */

static bool holds_point(const wend_mesh *m, const wend_mesh_polygon *p, wend_vec2 at)
{
    bool holds = true;
    for (uint32_t i = 0; i < p->count; ++i) {
        holds = holds && !(wendi_orient(point_at(m, p, i), point_at(m, p, i + 1), at) < 0);
    }
    return holds;
}

static bool is_within(double value, double a, double b)
{
    return (value >= a && value <= b) || (value >= b && value <= a);
}

/* Collinear ones meet where an end lies on the other; ends in the polygon or box are found apart. */
static bool segments_meet(wend_vec2 a, wend_vec2 b, wend_vec2 c, wend_vec2 d)
{
    const double first = wendi_orient(a, b, c);
    const double second = wendi_orient(a, b, d);
    const double third = wendi_orient(c, d, a);
    const double fourth = wendi_orient(c, d, b);
    return ((first > 0 && second < 0) || (first < 0 && second > 0)) &&
           ((third > 0 && fourth < 0) || (third < 0 && fourth > 0));
}

static bool box_meets(const wend_mesh *m, const wend_mesh_polygon *p, wend_vec2 low, wend_vec2 high)
{
    const wend_vec2 box[4] = {low, {high.x, low.y}, high, {low.x, high.y}};
    bool meets = false;
    for (uint32_t k = 0; k < 4; ++k) {
        meets = meets || holds_point(m, p, box[k]);
        for (uint32_t i = 0; i < p->count; ++i) {
            const wend_vec2 a = point_at(m, p, i);
            meets = meets || (is_within(a.x, low.x, high.x) && is_within(a.y, low.y, high.y)) ||
                    segments_meet(a, point_at(m, p, i + 1), box[k], box[(k + 1) % 4]);
        }
        /* An end of a side of the box that touches an edge from outside is a corner of it in the
         * polygon; a side that a corner touches has that corner in the box. */
    }
    return meets;
}

/* ---- circles ---- */

static double distance_to(const wend_mesh *m, const wend_mesh_polygon *p, wend_vec2 at)
{
    double least = holds_point(m, p, at) ? 0 : (double)INFINITY;
    for (uint32_t i = 0; i < p->count; ++i) {
        const wend_vec2 a = point_at(m, p, i);
        const wend_vec2 b = point_at(m, p, i + 1);
        const double x = b.x - a.x;
        const double y = b.y - a.y;
        const double along = ((at.x - a.x) * x + (at.y - a.y) * y) / (x * x + y * y);
        const double t = fmin(fmax(along, 0), 1);
        least = fmin(least, hypot(a.x + t * x - at.x, a.y + t * y - at.y));
    }
    return least;
}

/* ---- the properties ---- */

typedef struct area {
    wend_vec3 low, high;
    wend_vec2 centre;
    double radius;
    bool is_circle;
} area;

/* 1, 0, or -1: too near to the circle to say. */
static int is_in(const wend_mesh *m, wend_node node, const area *a)
{
    const wend_mesh_polygon p = wend_mesh_get_polygon(m, node);
    double least = (double)INFINITY;
    double most = -(double)INFINITY;
    for (uint32_t i = 0; i < p.count; ++i) {
        const double z = wend_mesh_corner(m, p.first_corner + i).z;
        least = fmin(least, z);
        most = fmax(most, z);
    }
    if (p.count == 0 || least > a->high.z || most < a->low.z) {
        return 0;
    }
    if (!a->is_circle) {
        return box_meets(m, &p, (wend_vec2){a->low.x, a->low.y}, (wend_vec2){a->high.x, a->high.y});
    }
    const double apart = distance_to(m, &p, a->centre) - a->radius;
    return fabs(apart) < 1e-9 ? -1 : apart <= 0;
}

static wend_result ask(const wend_mesh *m, const area *a, wend_node *nodes, size_t capacity,
                       size_t *count)
{
    return a->is_circle ? wend_mesh_polygons_in_circle(m, a->centre, a->radius, a->low.z, a->high.z,
                                                       nodes, capacity, count)
                        : wend_mesh_polygons_in_box(m, a->low, a->high, nodes, capacity, count);
}

/* The first of all, and their number, whatever the room. */
static bool is_truncated_right(world *w, const area *a, const wend_node *all, size_t all_count)
{
    wend_node some[MOST];
    const size_t room = below(w, (uint32_t)all_count + 1);
    size_t count = 0;
    const wend_result result = ask(w->mesh, a, some, room, &count);
    return count == all_count && result == (room < all_count ? WEND_TRUNCATED : WEND_OK) &&
           memcmp(some, all, room * sizeof *all) == 0;
}

static bool is_right(world *w, const area *a)
{
    wend_node nodes[MOST];
    size_t count = 0;
    if (ask(w->mesh, a, nodes, MOST, &count) != WEND_OK) {
        return false;
    }
    size_t at = 0;
    for (wend_node p = 0; p < wend_mesh_polygon_count(w->mesh); ++p) {
        const int expected = is_in(w->mesh, p, a);
        const bool is_listed = at < count && nodes[at] == p;
        at += is_listed ? 1 : 0;
        if (expected >= 0 && is_listed != (expected == 1)) {
            return false;
        }
    }
    return at == count && is_truncated_right(w, a, nodes, count);
}

static area some_area(world *w)
{
    const wend_vec2 from = some_point(w);
    const bool is_fine = below(w, 2) == 0; /* else on lines of the mesh */
    const double part = is_fine ? 0.37 : 1;
    const uint32_t size = below(w, 3) == 0 ? 200 : 20;
    area a = {.is_circle = below(w, 2) == 0, .centre = from, .radius = part * below(w, size)};
    a.low = (wend_vec3){from.x, from.y, -(double)INFINITY};
    a.high = (wend_vec3){from.x + part * below(w, size), from.y + part * below(w, size),
                         (double)INFINITY};
    if (below(w, 2) == 0) {
        a.low.z = below(w, 10) - 1.0;
        a.high.z = a.low.z + below(w, 4);
    }
    if (below(w, 16) == 0) {
        a.low.x = -(double)INFINITY;
        a.high.y = (double)INFINITY;
        a.radius = (double)INFINITY;
    }
    return a;
}

static bool areas_hold(uint64_t seed, void *context)
{
    (void)context;
    world w;
    if (!world_make(&w, seed, false)) {
        return false;
    }
    for (uint32_t i = below(&w, OBSTACLES + 1); i > 0; --i) {
        wend_mesh_obstacle_def def = wend_mesh_obstacle_def_default();
        wend_mesh_obstacle_id id;
        def.centre = some_point(&w);
        def.radius = 0.5 * (1 + below(&w, 20));
        assert_int_equal(wend_mesh_add_obstacle(w.mesh, &def, &id, NULL), WEND_OK);
    }
    bool holds = wend_mesh_polygon_count(w.mesh) <= MOST;
    for (int i = 0; i < AREAS && holds; ++i) {
        const area a = some_area(&w);
        /* The reference multiplies; infinite boxes are those around everything. */
        area finite = a;
        finite.low.x = isinf(a.low.x) ? -1e6 : a.low.x;
        finite.high.y = isinf(a.high.y) ? 1e6 : a.high.y;
        holds = is_right(&w, &finite);
        if (holds && isinf(a.radius)) {
            wend_node nodes[MOST];
            size_t count = 0;
            size_t again = 0;
            holds = ask(w.mesh, &a, nodes, MOST, &count) == WEND_OK &&
                    ask(w.mesh, &finite, nodes, MOST, &again) == WEND_OK && count == again;
        }
    }
    world_free(&w);
    return holds;
}

static void mesh_polygons_in_areas_are_those_of_a_look_at_all(void **state)
{
    (void)state;
    gen_property("areas", 300, areas_hold, NULL);
}

static void mesh_polygons_in_areas_refuse_what_is_no_number(void **state)
{
    (void)state;
    const double nan_value = (double)NAN;
    const wend_vec3 none = {0, 0, 0};
    world w;
    wend_node node;
    size_t count = 7;
    assert_true(world_make(&w, 1, true));
    const wend_vec3 wrong[3] = {{nan_value, 0, 0}, {0, nan_value, 0}, {0, 0, nan_value}};
    for (int i = 0; i < 3; ++i) {
        assert_int_equal(wend_mesh_polygons_in_box(w.mesh, wrong[i], none, &node, 1, &count),
                         WEND_ERROR_ARGUMENT);
        assert_int_equal(wend_mesh_polygons_in_box(w.mesh, none, wrong[i], &node, 1, &count),
                         WEND_ERROR_ARGUMENT);
        assert_int_equal(count, 0);
    }
    const wend_vec2 at = {0, 0};
    const wend_vec2 far = {2 * WEND_COORDINATE_MAX, 0};
    assert_int_equal(wend_mesh_polygons_in_circle(w.mesh, at, -1, 0, 0, &node, 1, &count),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_polygons_in_circle(w.mesh, far, 1, 0, 0, &node, 1, &count),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_polygons_in_circle(w.mesh, at, 1, nan_value, 0, &node, 1, &count),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_polygons_in_circle(w.mesh, at, 1, 0, nan_value, &node, 1, &count),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_polygons_in_circle(w.mesh, at, 1, 0, 0, NULL, 1, &count),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_polygons_in_circle(NULL, at, 1, 0, 0, &node, 1, &count),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_polygons_in_box(NULL, none, none, &node, 1, &count),
                     WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_mesh_polygons_in_box(w.mesh, none, none, &node, 1, NULL),
                     WEND_ERROR_ARGUMENT);
    /* Touching counts. */
    wend_vec3 low;
    wend_vec3 high;
    wend_mesh_bounds(w.mesh, &low, &high);
    uint32_t leftmost = 0;
    while (wend_mesh_corner(w.mesh, leftmost).x > low.x) {
        leftmost++;
    }
    const wend_vec3 corner_there = wend_mesh_corner(w.mesh, leftmost);
    const wend_vec2 beside = {low.x - 3, corner_there.y};
    assert_int_equal(wend_mesh_polygons_in_circle(w.mesh, beside, 3, -9, 9, &node, 1, &count) < 0,
                     false);
    assert_true(count > 0);
    assert_int_equal(wend_mesh_polygons_in_circle(w.mesh, beside, 2.999, -9, 9, &node, 1, &count),
                     WEND_OK);
    assert_int_equal(count, 0);
    /* Upside down it is empty. */
    assert_int_equal(wend_mesh_polygons_in_circle(w.mesh, at, 1e6, 1, 0, NULL, 0, &count), WEND_OK);
    assert_int_equal(count, 0);
    world_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mesh_polygons_in_areas_are_those_of_a_look_at_all),
        cmocka_unit_test(mesh_polygons_in_areas_refuse_what_is_no_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
