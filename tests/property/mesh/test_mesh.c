/* Queries of random meshes against a look at all polygons, in whole numbers. */
#include "support/gen.h"
#include "support/gen_mesh.h"
#include "support/test.h"
#include "twins.h"

#include <math.h>
#include <stdlib.h>

/* ---- locating ---- */

static bool locate_holds(uint64_t seed, void *context)
{
    (void)context;
    world w;
    bool ok = world_make(&w, seed, false);
    for (int i = 0; ok && i < QUESTIONS; ++i) {
        const wend_vec2 at = some_point(&w);
        const double z = below(&w, 100);
        ok = wend_mesh_locate(w.mesh, at.x, at.y, z) == slow_locate(w.mesh, at, z);
    }
    world_free(&w);
    return ok;
}

static void mesh_locate_equals_looking_at_all_polygons(void **state)
{
    (void)state;
    gen_property("locate", 300, locate_holds, NULL);
}

static bool nearest_holds(uint64_t seed, void *context)
{
    (void)context;
    world w;
    bool ok = world_make(&w, seed, false);
    for (int i = 0; ok && i < QUESTIONS; ++i) {
        wend_vec2 at = some_point(&w);
        at.x = at.x * 3 - 100;
        at.y = at.y * 3 - 100;
        const double most = below(&w, 2) == 0 ? 1e9 : 20;
        const double z = below(&w, 100);
        const wend_node under = slow_locate(w.mesh, at, z);
        const double distance = under != WEND_NODE_NONE ? 0 : slow_distance(w.mesh, at, false);
        wend_mesh_location place;
        const bool is_found = wend_mesh_nearest(w.mesh, at.x, at.y, z, most, &place);
        ok = is_found == (distance <= most);
        if (is_found) {
            ok = ok && fabs(hypot(place.x - at.x, place.y - at.y) - distance) < 1e-9 &&
                 wend_mesh_locate(w.mesh, place.x, place.y, place.z) != WEND_NODE_NONE &&
                 (under == WEND_NODE_NONE || under == place.polygon);
        }
    }
    world_free(&w);
    return ok;
}

static void mesh_nearest_equals_looking_at_all_edges(void **state)
{
    (void)state;
    gen_property("nearest", 300, nearest_holds, NULL);
}

/* ---- rays ---- */

/* The fraction at which a ray from inside a polygon is stopped: the least, 2 if it is not. */
typedef struct ray_twin {
    const wend_mesh *m;
    wend_vec2 a, b;
    double fraction;
} ray_twin;

static double along(const ray_twin *r, wend_vec2 v)
{
    const double x = r->b.x - r->a.x;
    const double y = r->b.y - r->a.y;
    return ((v.x - r->a.x) * x + (v.y - r->a.y) * y) / (x * x + y * y);
}

/* Outer edges that end in v, to the left and to the right of the ray. */
static void sides_at(const ray_twin *r, wend_vec2 v, bool has[2])
{
    for (wend_node p = 0; p < wend_mesh_polygon_count(r->m); ++p) {
        const wend_mesh_polygon polygon = wend_mesh_get_polygon(r->m, p);
        for (uint32_t c = polygon.first_corner; c < polygon.first_corner + polygon.count; ++c) {
            const wend_vec2 u = corner(r->m, c);
            const wend_vec2 w = corner(r->m, next_of(&polygon, c));
            const bool begins = is(u.x, v.x) && is(u.y, v.y);
            const bool ends = is(w.x, v.x) && is(w.y, v.y);
            if (wend_mesh_neighbour(r->m, c) == WEND_NODE_NONE && (begins || ends)) {
                const double side = cross(r->a, r->b, begins ? w : u);
                has[0] = has[0] || side > 0;
                has[1] = has[1] || side < 0;
            }
        }
    }
}

/* True if a polygon at v contains the points just behind it on the ray. */
static bool leads_on(const ray_twin *r, wend_vec2 v)
{
    const wend_vec2 ahead = {v.x + r->b.x - r->a.x, v.y + r->b.y - r->a.y};
    for (wend_node p = 0; p < wend_mesh_polygon_count(r->m); ++p) {
        const wend_mesh_polygon polygon = wend_mesh_get_polygon(r->m, p);
        uint32_t before = polygon.first_corner + polygon.count - 1;
        for (uint32_t c = polygon.first_corner; c < polygon.first_corner + polygon.count; ++c) {
            const wend_vec2 u = corner(r->m, c);
            if (is(u.x, v.x) && is(u.y, v.y) &&
                cross(v, corner(r->m, next_of(&polygon, c)), ahead) >= 0 &&
                cross(v, ahead, corner(r->m, before)) >= 0) {
                return true;
            }
            before = c;
        }
    }
    return false;
}

static void stop(ray_twin *r, double fraction)
{
    r->fraction = fraction < r->fraction ? fraction : r->fraction;
}

static void meet_edge(ray_twin *r, wend_vec2 u, wend_vec2 v)
{
    const double of_u = cross(r->a, r->b, u);
    const double of_v = cross(r->a, r->b, v);
    const double of_a = cross(u, v, r->a);
    const double of_b = cross(u, v, r->b);
    if (of_u * of_v < 0 && of_a > 0 && of_b < 0) {
        stop(r, of_a / (of_a - of_b));
    }
    const double t = is(of_u, 0) ? along(r, u) : -1;
    if (t > 0 && t < 1) {
        bool has[2] = {false, false};
        sides_at(r, u, has);
        if ((has[0] && has[1]) || !leads_on(r, u)) {
            stop(r, t);
        }
    }
}

static double slow_ray(const wend_mesh *m, wend_vec2 a, wend_vec2 b)
{
    ray_twin r = {m, a, b, 2};
    for (wend_node p = 0; p < wend_mesh_polygon_count(m); ++p) {
        const wend_mesh_polygon polygon = wend_mesh_get_polygon(m, p);
        for (uint32_t c = polygon.first_corner; c < polygon.first_corner + polygon.count; ++c) {
            if (wend_mesh_neighbour(m, c) == WEND_NODE_NONE) {
                meet_edge(&r, corner(m, c), corner(m, next_of(&polygon, c)));
            }
        }
    }
    return r.fraction;
}

static bool is_inside(const wend_mesh *m, wend_vec2 at)
{
    return slow_locate(m, at, 0) != WEND_NODE_NONE && slow_distance(m, at, true) > 0;
}

/* A goal through lattice points, more often than chance would have it. */
static wend_vec2 some_goal(world *w, wend_vec2 from)
{
    if (below(w, 2) == 0) {
        return some_point(w);
    }
    const uint32_t c = below(w, wend_mesh_corner_count(w->mesh));
    const wend_vec2 v = corner(w->mesh, c);
    const double times = 1 + below(w, 3);
    return (wend_vec2){from.x + (v.x - from.x) * times, from.y + (v.y - from.y) * times};
}

static bool ray_holds(uint64_t seed, void *context)
{
    (void)context;
    world w;
    bool ok = world_make(&w, seed, true);
    for (int i = 0; ok && i < QUESTIONS; ++i) {
        const wend_vec2 a = some_point(&w);
        const wend_vec2 b = some_goal(&w, a);
        if (!is_inside(w.mesh, a) || (is(a.x, b.x) && is(a.y, b.y))) {
            continue;
        }
        wend_mesh_hit hit;
        const double fraction = slow_ray(w.mesh, a, b);
        const bool arrives =
            wend_mesh_ray(w.mesh, wend_mesh_location_at(a.x, a.y, 0), b.x, b.y, &hit);
        ok = arrives == (fraction > 1) && fabs(hit.fraction - (arrives ? 1 : fraction)) < 1e-9 &&
             arrives == (hit.corner == WEND_EDGE_NONE) &&
             wend_mesh_ray(w.mesh, hit.location, hit.location.x, hit.location.y, NULL);
        if (ok && !arrives) {
            const wend_vec2 end = {a.x + (b.x - a.x) * fraction, a.y + (b.y - a.y) * fraction};
            ok = wend_mesh_neighbour(w.mesh, hit.corner) == WEND_NODE_NONE &&
                 hypot(hit.location.x - end.x, hit.location.y - end.y) < 1e-9 &&
                 fabs(hypot(hit.normal.x, hit.normal.y) - 1) < 1e-12;
        }
    }
    world_free(&w);
    return ok;
}

static void mesh_ray_equals_looking_at_all_outer_edges(void **state)
{
    (void)state;
    gen_property("ray", 400, ray_holds, NULL);
}

/* ---- walls and moves ---- */

static bool wall_holds(uint64_t seed, void *context)
{
    (void)context;
    world w;
    bool ok = world_make(&w, seed, true);
    for (int i = 0; ok && i < QUESTIONS; ++i) {
        const wend_vec2 at = some_point(&w);
        const wend_mesh_location place = wend_mesh_location_at(at.x, at.y, 0);
        const double most = below(&w, 2) == 0 ? 1e9 : 10;
        wend_mesh_hit hit;
        const double found = wend_mesh_wall_distance(w.mesh, place, most, &hit);
        if (slow_locate(w.mesh, at, 0) == WEND_NODE_NONE) {
            ok = found < 0;
            continue;
        }
        const double distance = slow_distance(w.mesh, at, true);
        ok = fabs(found - (distance < most ? distance : most)) < 1e-9 &&
             (hit.corner != WEND_EDGE_NONE || distance >= most) &&
             (hit.corner == WEND_EDGE_NONE ||
              fabs(hypot(hit.location.x - at.x, hit.location.y - at.y) - distance) < 1e-9);
    }
    world_free(&w);
    return ok;
}

static void mesh_wall_distance_equals_looking_at_all_outer_edges(void **state)
{
    (void)state;
    gen_property("wall distance", 300, wall_holds, NULL);
}

static bool move_holds(uint64_t seed, void *context)
{
    (void)context;
    world w;
    bool ok = world_make(&w, seed, false);
    for (int i = 0; ok && i < QUESTIONS; ++i) {
        const wend_vec2 a = some_point(&w);
        const wend_vec2 b = some_goal(&w, a);
        const wend_mesh_location from = wend_mesh_location_at(a.x, a.y, below(&w, 100));
        wend_mesh_location end;
        wend_mesh_location same;
        wend_mesh_hit hit;
        const wend_result result = wend_mesh_move(w.mesh, from, b.x, b.y, &end);
        if (slow_locate(w.mesh, a, from.z) == WEND_NODE_NONE) {
            ok = result == WEND_ERROR_ARGUMENT;
            continue;
        }
        const bool arrives = wend_mesh_ray(w.mesh, from, b.x, b.y, &hit);
        const double left = hypot(end.x - b.x, end.y - b.y);
        ok = is(result, WEND_OK) && (!arrives || (is(end.x, b.x) && is(end.y, b.y))) &&
             left <= hypot(hit.location.x - b.x, hit.location.y - b.y) + 1e-9 &&
             end.polygon < wend_mesh_polygon_count(w.mesh) &&
             wend_mesh_ray(w.mesh, end, end.x, end.y, &hit) && hit.location.polygon == end.polygon;
        /* It stays where it came to rest. */
        ok = ok && wend_mesh_move(w.mesh, end, b.x, b.y, &same) == WEND_OK &&
             hypot(same.x - end.x, same.y - end.y) < 1e-6;
    }
    world_free(&w);
    return ok;
}

static void mesh_move_slides_nearer_and_stays_on_the_mesh(void **state)
{
    (void)state;
    gen_property("move", 300, move_holds, NULL);
}

/* On several floors: what a spreading over polygons that remembers all of them finds. */
static double slow_floor_distance(const wend_mesh *m, wend_node from, wend_vec2 at)
{
    const uint32_t count = wend_mesh_polygon_count(m);
    uint8_t *met = calloc(count, 1);
    wend_node *queue = calloc(count, sizeof *queue);
    double best = 1e9;
    uint32_t end = 1;
    assert_true(met != NULL && queue != NULL);
    met[from] = 1;
    queue[0] = from;
    for (int pass = 0; pass < 2; ++pass) {
        for (uint32_t i = 0; i < end; ++i) {
            const wend_mesh_polygon polygon = wend_mesh_get_polygon(m, queue[i]);
            for (uint32_t c = polygon.first_corner; c < polygon.first_corner + polygon.count; ++c) {
                const wend_node next = wend_mesh_neighbour(m, c);
                const double d = to_segment(corner(m, c), corner(m, next_of(&polygon, c)), at);
                if (next == WEND_NODE_NONE) {
                    best = d < best ? d : best;
                } else if (met[next] == 0 && d <= best) {
                    met[next] = 1;
                    queue[end++] = next;
                }
            }
        }
    }
    free(met);
    free(queue);
    return best;
}

static bool floors_hold(uint64_t seed, void *context)
{
    const int32_t *side = context;
    world w = {.gen = gen_mesh_make(GEN_MESH_FLOORS, seed, *side), .seed = seed};
    w.mesh = gen_mesh_build(&w.gen, NULL);
    bool ok = w.mesh != NULL && wend_mesh_has_floors(w.mesh);
    for (int i = 0; ok && i < QUESTIONS; ++i) {
        const wend_vec2 at = some_point(&w);
        const double z = below(&w, 100);
        const wend_node p = wend_mesh_locate(w.mesh, at.x, at.y, z);
        if (p != WEND_NODE_NONE) {
            const wend_mesh_location place = {at.x, at.y, z, p};
            ok = fabs(wend_mesh_wall_distance(w.mesh, place, 1e9, NULL) -
                      slow_floor_distance(w.mesh, p, at)) < 1e-9;
        }
    }
    world_free(&w);
    return ok;
}

static void mesh_wall_distance_stays_on_its_floor(void **state)
{
    (void)state;
    int32_t side = SIDE;
    gen_property("wall distance on floors", 200, floors_hold, &side);
    side = 50; /* more polygons around than stand in lists of fixed size */
    gen_property("wall distance on large floors", 60, floors_hold, &side);
}

/* ---- chance ---- */

static bool random_holds(uint64_t seed, void *context)
{
    (void)context;
    enum { DRAWS = 4000 };
    world w;
    bool ok = world_make(&w, seed, false);
    const uint32_t count = wend_mesh_polygon_count(w.mesh);
    uint32_t *hits = calloc(count, sizeof *hits);
    double whole = 0;
    double chi = 0;
    for (uint32_t i = 0; ok && i < DRAWS; ++i) {
        wend_mesh_location place;
        ok = hits != NULL && wend_mesh_random_location(w.mesh, seed, 1, i, &place) == WEND_OK &&
             wend_mesh_locate(w.mesh, place.x, place.y, place.z) != WEND_NODE_NONE;
        hits[ok ? place.polygon : 0]++;
    }
    for (wend_node p = 0; p < count; ++p) {
        whole += wend_mesh_get_polygon(w.mesh, p).surface;
    }
    for (wend_node p = 0; p < count; ++p) {
        const double expected = (double)DRAWS * wend_mesh_get_polygon(w.mesh, p).surface / whole;
        chi += (hits[p] - expected) * (hits[p] - expected) / expected;
    }
    free(hits);
    world_free(&w);
    /* Mean count - 1, deviation the root of twice that: six of these, and some for few polygons. */
    return ok && chi < count + 6 * sqrt(2.0 * count) + 12;
}

static void mesh_random_places_are_uniform_by_area(void **state)
{
    (void)state;
    gen_property("random place", 40, random_holds, NULL);
}

static bool near_holds(uint64_t seed, void *context)
{
    (void)context;
    enum { DRAWS = 2000 };
    world w;
    bool ok = world_make(&w, seed, true);
    wend_mesh_location centre;
    ok = ok && wend_mesh_random_location(w.mesh, seed, 2, 0, &centre) == WEND_OK;
    const double radius = 1 + below(&w, 60);
    uint32_t inner = 0;
    for (uint32_t i = 0; ok && i < DRAWS; ++i) {
        wend_mesh_location place;
        ok = wend_mesh_random_near(w.mesh, centre, radius, seed, 3, i, &place) == WEND_OK;
        const double distance = hypot(place.x - centre.x, place.y - centre.y);
        ok = ok && distance <= radius * (1 + 1e-12) &&
             wend_mesh_locate(w.mesh, place.x, place.y, 0) != WEND_NODE_NONE &&
             wend_mesh_get_polygon(w.mesh, place.polygon).island ==
                 wend_mesh_get_polygon(w.mesh, centre.polygon).island;
        inner += distance < radius / 2 ? 1 : 0;
    }
    /* Away from walls, a quarter lies in the inner half. */
    if (ok && wend_mesh_wall_distance(w.mesh, centre, 1e9, NULL) >= radius) {
        ok = inner > DRAWS / 4 - 150 && inner < DRAWS / 4 + 150;
    }
    world_free(&w);
    return ok;
}

static void mesh_random_places_in_a_circle_lie_in_it(void **state)
{
    (void)state;
    gen_property("random near", 100, near_holds, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mesh_locate_equals_looking_at_all_polygons),
        cmocka_unit_test(mesh_nearest_equals_looking_at_all_edges),
        cmocka_unit_test(mesh_ray_equals_looking_at_all_outer_edges),
        cmocka_unit_test(mesh_wall_distance_equals_looking_at_all_outer_edges),
        cmocka_unit_test(mesh_move_slides_nearer_and_stays_on_the_mesh),
        cmocka_unit_test(mesh_wall_distance_stays_on_its_floor),
        cmocka_unit_test(mesh_random_places_are_uniform_by_area),
        cmocka_unit_test(mesh_random_places_in_a_circle_lie_in_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
