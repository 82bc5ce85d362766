/* Paths over random meshes by every method, of points and discs, by links too, and edits: a path is
 * valid exactly while each leg can be walked again, as rays over a copy of the mesh and distances
 * to its walls tell. */
#include "support/gen.h"
#include "support/gen_mesh.h"
#include "support/meshes.h"
#include "support/searches.h"
#include "support/test.h"
#include "wend/mesh_path.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MESHES = 1200, EDITS = 12, SAMPLES = 48, LINKS = 6 };

typedef struct fixture {
    uint64_t seed;
    gen_mesh gen;
    wend_mesh *mesh;
    wend_mesh *all;  /* a copy with all doors open: what lies where */
    wend_mesh *open; /* a copy, closed where the agent cannot be */
    wend_mesh_space *space;
    wend_mesh_search *search;
    wend_path *path;
    double radius;
    uint32_t refused;
} fixture;

static uint32_t draw(const fixture *f, uint64_t what, uint32_t below)
{
    return wend_random_below(f->seed, 77, what, below);
}

static void add_links(fixture *f)
{
    for (uint32_t i = 0; i < LINKS; ++i) {
        wend_mesh_link link = wend_mesh_link_default();
        assert_int_equal(wend_mesh_random_location(f->mesh, f->seed, i, 1, &link.from), WEND_OK);
        assert_int_equal(wend_mesh_random_location(f->mesh, f->seed, i, 2, &link.to), WEND_OK);
        link.cost = 0.25;
        link.is_two_way = draw(f, 10 + i, 2) == 0;
        meshes_add_link(f->mesh, link);
    }
}

static void make(fixture *f, uint64_t seed)
{
    memset(f, 0, sizeof *f);
    f->seed = seed;
    f->gen = gen_mesh_make((gen_mesh_kind)draw(f, 0, GEN_MESH_KINDS), seed, 6);
    f->mesh = gen_mesh_build(&f->gen, NULL);
    f->all = gen_mesh_build(&f->gen, NULL);
    f->open = gen_mesh_build(&f->gen, NULL);
    f->radius = draw(f, 1, 2) == 0 ? 0 : 0.25 + draw(f, 2, 12) / 3.0;
    f->refused = 4;
    assert_true(f->mesh != NULL && f->all != NULL && f->open != NULL);
    if (draw(f, 3, 2) == 0) {
        add_links(f);
    }
    wend_mesh_space_def def = wend_mesh_space_def_default();
    def.mesh = f->mesh;
    def.flags_refused = f->refused;
    f->space = mesh_spaces_make(def);
    f->search = mesh_searches_on(f->space);
    f->path = paths_make();
}

static void drop(fixture *f)
{
    wend_path_destroy(f->path);
    wend_mesh_search_destroy(f->search);
    wend_mesh_space_destroy(f->space);
    wend_mesh_destroy(f->open);
    wend_mesh_destroy(f->all);
    wend_mesh_destroy(f->mesh);
    gen_mesh_free(&f->gen);
}

/* @return true if there is a path with legs. */
static bool find(fixture *f)
{
    wend_mesh_search_query query = wend_mesh_search_query_default();
    const uint32_t corners = wend_mesh_corner_count(f->mesh);
    assert_int_equal(wend_mesh_random_location(f->mesh, f->seed, 3, 3, &query.start), WEND_OK);
    assert_int_equal(wend_mesh_random_location(f->mesh, f->seed, 4, 3, &query.goal), WEND_OK);
    if (draw(f, 30, 3) == 0) { /* along edges, through corners */
        const wend_vec3 a = wend_mesh_corner(f->mesh, draw(f, 31, corners));
        const wend_vec3 b = wend_mesh_corner(f->mesh, draw(f, 32, corners));
        query.start = wend_mesh_location_at(a.x, a.y, a.z);
        query.goal = wend_mesh_location_at(b.x, b.y, b.z);
    }
    query.radius = f->radius;
    if (f->radius > 0) {
        query.corners = draw(f, 33, 2) == 0 ? WEND_CORNERS_ROUND : WEND_CORNERS_MITRED;
    } else {
        query.method = (wend_mesh_method)draw(f, 34, WEND_MESH_METHOD_COUNT);
    }
    return wend_mesh_search_find(f->search, &query) == WEND_OK &&
           wend_path_from_mesh_search(f->path, f->search) == WEND_OK &&
           (query.method == WEND_MESH_METHOD_EXACT || draw(f, 35, 2) == 0 ||
            wend_path_smooth_mesh(f->path, f->space, 0, WEND_SMOOTHING_QUICK) == WEND_OK) &&
           wend_path_leg_count(f->path) > 0;
}

/* ---- edits ---- */

static void edit_link(fixture *f, uint64_t what)
{
    wend_mesh_link_id ids[LINKS];
    size_t count = 0;
    wend_mesh_link link;
    assert_int_equal(wend_mesh_list_links(f->mesh, ids, LINKS, &count), WEND_OK);
    if (count == 0) {
        return;
    }
    const wend_mesh_link_id id = ids[draw(f, what, (uint32_t)count)];
    assert_int_equal(wend_mesh_get_link(f->mesh, id, &link), WEND_OK);
    switch (draw(f, what + 1, 5)) {
    case 0: /* another one takes its number */
        assert_int_equal(wend_mesh_remove_link(f->mesh, id), WEND_OK);
        if (wend_mesh_random_location(f->mesh, f->seed, what, 5, &link.to) != WEND_OK) {
            return; /* nothing is open */
        }
        ids[0] = meshes_add_link(f->mesh, link);
        return;
    case 1: /* the same again */
        assert_int_equal(wend_mesh_remove_link(f->mesh, id), WEND_OK);
        ids[0] = meshes_add_link(f->mesh, link);
        return;
    case 2:
        link.is_open = !link.is_open;
        break;
    case 3:
        link.is_two_way = !link.is_two_way;
        break;
    default:
        link.flags ^= f->refused;
        break;
    }
    assert_int_equal(wend_mesh_set_link(f->mesh, id, &link, NULL), WEND_OK);
}

/* Doors, areas, flags and links, mostly where the path goes. */
static void edit(fixture *f, uint64_t edit)
{
    const uint64_t what = 100 + 10 * edit;
    const uint32_t count = wend_mesh_polygon_count(f->mesh);
    const wend_leg leg =
        wend_path_leg(f->path, draw(f, what, (uint32_t)wend_path_leg_count(f->path)));
    const double t = draw(f, what + 1, 65) / 64.0;
    const wend_vec2 at = wend_vec2_lerp(leg.from_point, leg.to_point, t);
    wend_node polygon = draw(f, what + 2, 4) == 0
                            ? draw(f, what + 3, count)
                            : wend_mesh_locate(f->mesh, at.x, at.y, leg.from_height);
    polygon = polygon == WEND_NODE_NONE ? 0 : polygon;
    const wend_mesh_polygon is = wend_mesh_get_polygon(f->mesh, polygon);
    switch (draw(f, what + 4, 5)) {
    case 0:
    case 1:
        assert_int_equal(wend_mesh_set_open(f->mesh, polygon, !is.is_open), WEND_OK);
        break;
    case 2:
        assert_int_equal(wend_mesh_set_factor(f->mesh, 9, (double)INFINITY), WEND_OK);
        assert_int_equal(wend_mesh_set_area(f->mesh, polygon, is.area == 0 ? 9 : 0), WEND_OK);
        break;
    case 3:
        assert_int_equal(wend_mesh_set_flags(f->mesh, polygon, is.flags ^ f->refused), WEND_OK);
        break;
    default:
        edit_link(f, what + 5);
        break;
    }
    assert_int_equal(wend_mesh_space_update(f->space), WEND_OK);
    for (wend_node p = 0; p < count; ++p) {
        const wend_mesh_polygon now = wend_mesh_get_polygon(f->mesh, p);
        const bool is_open = now.is_open && !isinf(wend_mesh_factor(f->mesh, now.area)) &&
                             (now.flags & f->refused) == 0;
        assert_int_equal(wend_mesh_set_open(f->open, p, is_open), WEND_OK);
    }
}

/* ---- going again ---- */

typedef enum verdict {
    NO,
    YES,
    PERHAPS /* it touches, or comes as near as the radius */
} verdict;

/* The depth of a point in a polygon; below 0: outside. */
static double depth(const wend_mesh *mesh, wend_node polygon, wend_vec2 at)
{
    const wend_mesh_polygon is = wend_mesh_get_polygon(mesh, polygon);
    double least = 1e9;
    for (uint32_t i = 0; i < is.count; ++i) {
        const wend_vec3 a = wend_mesh_corner(mesh, is.first_corner + i);
        const wend_vec3 b = wend_mesh_corner(mesh, is.first_corner + (i + 1) % is.count);
        const wend_vec2 edge = {b.x - a.x, b.y - a.y};
        const wend_vec2 to = {at.x - a.x, at.y - a.y};
        const double far = wend_vec2_cross(edge, to) / wend_vec2_length(edge);
        least = far < least ? far : least;
    }
    return least;
}

static verdict sample(const fixture *f, const wend_leg *leg, double t, double step)
{
    const wend_mesh_location from = {leg->from_point.x, leg->from_point.y, leg->from_height,
                                     leg->from};
    const wend_vec2 at = wend_vec2_lerp(leg->from_point, leg->to_point, t);
    wend_mesh_hit hit;
    if (!wend_mesh_ray(f->all, from, at.x, at.y, &hit)) {
        return PERHAPS;
    }
    const wend_node polygon = hit.location.polygon;
    if (!wend_mesh_get_polygon(f->open, polygon).is_open) {
        return depth(f->all, polygon, at) > 1e-6 ? NO : PERHAPS;
    }
    if (!(f->radius > 0)) {
        return YES;
    }
    const double room = wend_mesh_wall_distance(f->open, hit.location, 3 * f->radius, NULL);
    return room < f->radius * (1 - 1e-6) ? NO : room > f->radius + step + 1e-6 ? YES : PERHAPS;
}

static verdict walk_again(const fixture *f, const wend_leg *leg)
{
    const wend_mesh_location from = {leg->from_point.x, leg->from_point.y, leg->from_height,
                                     leg->from};
    verdict all = YES;
    for (int i = 0; i <= SAMPLES; ++i) {
        const verdict one =
            sample(f, leg, (double)i / (double)SAMPLES, leg->length / (double)SAMPLES);
        if (one == NO) {
            return NO;
        }
        all = one == PERHAPS ? PERHAPS : all;
    }
    if (!wend_mesh_get_polygon(f->open, leg->from).is_open ||
        !wend_mesh_ray(f->open, from, leg->to_point.x, leg->to_point.y, NULL)) {
        return PERHAPS;
    }
    return all;
}

static bool is_at(wend_mesh_location place, wend_vec2 point)
{
    return fabs(place.x - point.x) < 1e-12 && fabs(place.y - point.y) < 1e-12;
}

static verdict stand_again(const fixture *f, wend_mesh_location place)
{
    const double room =
        f->radius > 0 ? wend_mesh_wall_distance(f->open, place, 3 * f->radius, NULL) : 1;
    const double most = f->radius > 0 ? f->radius : 0;
    return !wend_mesh_get_polygon(f->open, place.polygon).is_open || room < most * (1 - 1e-6) ? NO
           : room > most * (1 + 1e-6)                                                         ? YES
                                      : PERHAPS;
}

static verdict take_again(const fixture *f, const wend_leg *leg)
{
    wend_mesh_link_id ids[LINKS];
    size_t count = 0;
    wend_mesh_link link;
    assert_int_equal(wend_mesh_list_links(f->mesh, ids, LINKS, &count), WEND_OK);
    for (size_t i = 0; i < count; ++i) {
        if (ids[i].index1 != leg->edge + 1) {
            continue;
        }
        assert_int_equal(wend_mesh_get_link(f->mesh, ids[i], &link), WEND_OK);
        const bool is_on = is_at(link.from, leg->from_point) && is_at(link.to, leg->to_point);
        const bool is_back = is_at(link.to, leg->from_point) && is_at(link.from, leg->to_point);
        if (!link.is_open || (link.flags & f->refused) != 0 ||
            !(is_on || (is_back && link.is_two_way))) {
            return NO;
        }
        const verdict a = stand_again(f, link.from);
        const verdict b = stand_again(f, link.to);
        return a == NO || b == NO ? NO : a == YES && b == YES ? YES : PERHAPS;
    }
    return NO;
}

static int decided[3];

/* The leg it ends at may not be sure to hold, and none before it sure not to. */
static bool verdicts_agree(const fixture *f)
{
    wend_result result = WEND_ERROR_ARGUMENT;
    size_t leg = 0;
    const size_t count = wend_path_leg_count(f->path);
    const bool is_valid = wend_path_is_valid_mesh(f->path, f->space, f->radius, 0, &leg, &result);
    if (is_valid != (leg == count) || result != (is_valid ? WEND_OK : WEND_NO_PATH) ||
        leg > count) {
        fprintf(stderr, "result %d, leg %zu of %zu\n", (int)result, leg, count);
        return false;
    }
    for (size_t i = 0; i <= leg && i < count; ++i) {
        const wend_leg *one = &wend_path_legs(f->path)[i];
        const verdict again = one->edge != WEND_EDGE_NONE ? take_again(f, one) : walk_again(f, one);
        decided[again]++;
        if (again == (i < leg ? NO : YES)) {
            fprintf(stderr,
                    "kind %d radius %g, leg %zu of %zu (%.17g, %.17g in %u to %.17g, %.17g in %u, "
                    "edge %u) holds: %d\n",
                    (int)f->gen.kind, f->radius, i, count, one->from_point.x, one->from_point.y,
                    one->from, one->to_point.x, one->to_point.y, one->to, one->edge, i < leg);
            return false;
        }
    }
    /* Legs already walked do not count. */
    return wend_path_is_valid_mesh(f->path, f->space, f->radius, leg + 1, NULL, NULL) || !is_valid;
}

static bool holds_for(uint64_t seed, void *context)
{
    (void)context;
    fixture f;
    bool holds = true;
    make(&f, seed);
    if (find(&f)) {
        size_t leg = 0;
        holds = wend_path_is_valid_mesh(f.path, f.space, f.radius, 0, &leg, NULL);
        if (!holds) {
            const wend_leg one = wend_path_leg(f.path, leg);
            fprintf(stderr, "new: leg %zu (%.17g, %.17g in %u to %.17g, %.17g in %u, edge %u)\n",
                    leg, one.from_point.x, one.from_point.y, one.from, one.to_point.x,
                    one.to_point.y, one.to, one.edge);
        }
        for (uint64_t i = 0; i < EDITS && holds; ++i) {
            edit(&f, i);
            holds = verdicts_agree(&f);
        }
    }
    drop(&f);
    return holds;
}

static void path_over_a_mesh_is_valid_while_its_legs_can_be_gone(void **state)
{
    (void)state;
    memset(decided, 0, sizeof decided);
    gen_property("paths over meshes", MESHES, holds_for, NULL);
    if (getenv("WEND_SEED") == NULL) {
        const int meshes = (int)gen_scaled(MESHES);
        assert_true(decided[NO] > meshes / 2 && decided[YES] > meshes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(path_over_a_mesh_is_valid_while_its_legs_can_be_gone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
