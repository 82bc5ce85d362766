/* Obstacles placed into random meshes, moved and removed: pieces are whole and convex, cover what the
 * obstacles leave, do not depend on the order of edits, and paths are those of a mesh built with holes
 * from the beginning. */
#include "base/math/predicates.h"
#include "support/gen.h"
#include "support/gen_mesh.h"
#include "support/meshes.h"
#include "support/test.h"
#include "twins.h"
#include "wend/mesh_obstacle.h"
#include "wend/mesh_search.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = 12, STEPS = 16, HOLE_POINTS = MOST * WEND_MESH_OBSTACLE_CORNERS_MAX };

/* ---- a mesh as a whole ---- */

static wend_vec2 corner_at(const wend_mesh *m, const wend_mesh_polygon *p, uint32_t i)
{
    const wend_vec3 at = wend_mesh_corner(m, p->first_corner + i % p->count);
    return (wend_vec2){at.x, at.y};
}

static bool is_same(wend_vec2 a, wend_vec2 b)
{
    return is(a.x, b.x) && is(a.y, b.y);
}

/* Convex, with an area, and every shared edge seen alike from both sides. */
static bool is_sound(const wend_mesh *m)
{
    for (wend_node p = 0; p < wend_mesh_polygon_count(m); ++p) {
        const wend_mesh_polygon polygon = wend_mesh_get_polygon(m, p);
        if (polygon.count == 0 && !polygon.is_open) {
            continue;
        }
        bool has_area = false;
        for (uint32_t i = 0; i < polygon.count; ++i) {
            const wend_vec2 a = corner_at(m, &polygon, i);
            const wend_vec2 b = corner_at(m, &polygon, i + 1);
            const double side = wendi_orient(a, b, corner_at(m, &polygon, i + 2));
            has_area = has_area || side > 0;
            const wend_node q = wend_mesh_neighbour(m, polygon.first_corner + i);
            const wend_mesh_polygon other = wend_mesh_get_polygon(m, q);
            bool is_met = q == WEND_NODE_NONE;
            for (uint32_t k = 0; k < other.count && !is_met; ++k) {
                is_met = is_same(corner_at(m, &other, k), b) &&
                         is_same(corner_at(m, &other, k + 1), a) &&
                         wend_mesh_neighbour(m, other.first_corner + k) == p;
            }
            if (side < 0 || is_same(a, b) || !is_met || q == p) {
                return false;
            }
        }
        if (!has_area || polygon.count < 3) {
            return false;
        }
    }
    return true;
}

/* Of all polygons, whatever their order. */
static uint64_t shape_hash(const wend_mesh *m)
{
    uint64_t sum = 0;
    for (wend_node p = 0; p < wend_mesh_polygon_count(m); ++p) {
        const wend_mesh_polygon polygon = wend_mesh_get_polygon(m, p);
        uint64_t hash = wend_hash_begin();
        for (uint32_t i = 0; i < polygon.count; ++i) {
            const wend_vec3 at = wend_mesh_corner(m, polygon.first_corner + i);
            uint64_t bits[3];
            memcpy(bits, &at, sizeof bits);
            hash = wend_hash_u64(wend_hash_u64(wend_hash_u64(hash, bits[0]), bits[1]), bits[2]);
            hash = wend_hash_u64(hash, wend_mesh_neighbour(m, polygon.first_corner + i) ==
                                           WEND_NODE_NONE);
        }
        sum += polygon.count == 0 ? 0 : wend_hash_u64(hash, polygon.area);
    }
    return sum;
}

static double area_of(const wend_mesh *m)
{
    double sum = 0;
    for (wend_node p = 0; m != NULL && p < wend_mesh_polygon_count(m); ++p) {
        sum += wend_mesh_get_polygon(m, p).surface;
    }
    return sum;
}

/* ---- obstacles ---- */

static wend_mesh_obstacle_def some_obstacle(world *w)
{
    wend_mesh_obstacle_def def = wend_mesh_obstacle_def_default();
    def.centre = some_point(w);
    switch (below(w, 5)) {
    case 0: /* whole numbers: along edges, on corners */
        def.shape = WEND_MESH_OBSTACLE_BOX;
        def.half_width = 1 + below(w, 12);
        def.half_depth = 1 + below(w, 12);
        break;
    case 1:
        def.shape = WEND_MESH_OBSTACLE_BOX;
        def.half_width = 0.1 * (1 + below(w, 90));
        def.half_depth = 0.1 * (1 + below(w, 90));
        def.angle = 0.01 * below(w, 700);
        break;
    case 2:
        def.shape = WEND_MESH_OBSTACLE_POLYGON;
        def.corner_count = 3;
        def.corners[0] = def.centre;
        def.corners[1] = (wend_vec2){def.centre.x + 1 + below(w, 20), def.centre.y};
        def.corners[2] = (wend_vec2){def.centre.x + below(w, 20), def.centre.y + 1 + below(w, 20)};
        break;
    case 3:
        def.centre.x += 0.001 * below(w, 1000);
        def.centre.y += 0.001 * below(w, 1000);
        def.radius = 0.05 * (1 + below(w, 300));
        def.corner_count = 8 + below(w, 25);
        break;
    default: /* corners as the mesh has them: a square between lattice points, turned or not */
        def.shape = WEND_MESH_OBSTACLE_BOX;
        def.centre.x = (double)GEN_MESH_STEP * below(w, 12);
        def.centre.y = (double)GEN_MESH_STEP * below(w, 12);
        def.half_width = def.half_depth = (double)GEN_MESH_STEP / 2 * (1 + below(w, 2));
        def.angle = below(w, 2) == 0 ? 0 : 0.78539816339744828;
        break;
    }
    return def;
}

/* Strictly inside, strictly outside, or too near to the outline to say. */
static int place_in(const wend_mesh *m, wend_mesh_obstacle_id id, wend_vec2 at)
{
    wend_vec2 corners[WEND_MESH_OBSTACLE_CORNERS_MAX];
    const uint32_t count = wend_mesh_obstacle_corners(m, id, corners);
    int place = 1;
    for (uint32_t i = 0; i < count; ++i) {
        const double side = wendi_orient(corners[i], corners[(i + 1) % count], at);
        if (side < -1e-6) {
            return -1;
        }
        place = side < 1e-6 ? 0 : place;
    }
    return place;
}

static bool points_are_right(world *w, const wend_mesh *untouched, const wend_mesh_obstacle_id *ids)
{
    for (int k = 0; k < QUESTIONS; ++k) {
        const wend_vec2 at = some_point(w);
        const double z = below(w, 8);
        const bool was = wend_mesh_locate(untouched, at.x, at.y, z) != WEND_NODE_NONE;
        const wend_node is_now = wend_mesh_locate(w->mesh, at.x, at.y, z);
        /* Points on the border itself may come to lie beside it where it is divided. */
        const wend_mesh_location before = wend_mesh_location_at(at.x, at.y, z);
        int place = was && wend_mesh_wall_distance(untouched, before, 1, NULL) < 1e-6 ? 0 : -1;
        for (uint32_t i = 0; i < MOST; ++i) {
            const int here = ids[i].index1 == 0 ? -1 : place_in(w->mesh, ids[i], at);
            place = here > place ? here : place;
        }
        if (place != 0 && (is_now != WEND_NODE_NONE) != (was && place < 0)) {
            return false;
        }
    }
    return true;
}

/* ---- built with holes ---- */

static wend_mesh *build_with_holes(const wend_mesh *untouched, const wend_mesh *m,
                                   const wend_mesh_obstacle_id *ids)
{
    const uint32_t polygons = wend_mesh_polygon_count(untouched);
    const size_t outlines = (size_t)polygons + MOST;
    wend_vec2 *points =
        malloc((wend_mesh_corner_count(untouched) + (size_t)HOLE_POINTS) * sizeof *points);
    uint32_t *sizes = malloc(outlines * sizeof *sizes);
    uint8_t *is_hole = calloc(outlines, 1);
    assert_true(points != NULL && sizes != NULL && is_hole != NULL);
    size_t count = 0;
    size_t at = 0;
    for (wend_node p = 0; p < polygons; ++p) {
        const wend_mesh_polygon polygon = wend_mesh_get_polygon(untouched, p);
        sizes[count++] = polygon.count;
        for (uint32_t i = 0; i < polygon.count; ++i) {
            points[at++] = corner_at(untouched, &polygon, i);
        }
    }
    for (uint32_t i = 0; i < MOST; ++i) {
        if (ids[i].index1 != 0) {
            is_hole[count] = 1;
            sizes[count] = wend_mesh_obstacle_corners(m, ids[i], points + at);
            at += sizes[count++];
        }
    }
    wend_mesh_outlines given = wend_mesh_outlines_default();
    given.points = points;
    given.sizes = sizes;
    given.is_hole = is_hole;
    given.outline_count = count;
    wend_mesh *made;
    (void)wend_mesh_build(&given, &made, NULL);
    free(points);
    free(sizes);
    free(is_hole);
    return made;
}

static bool paths_are_right(world *w, const wend_mesh *untouched, const wend_mesh_obstacle_id *ids)
{
    wend_mesh *fresh = build_with_holes(untouched, w->mesh, ids);
    bool ok = fabs(area_of(w->mesh) - area_of(fresh)) < 1e-6;
    for (int k = 0; ok && fresh != NULL && k < 4; ++k) {
        const wend_vec2 from = some_point(w);
        const wend_vec2 to = some_point(w);
        bool is_sure = true;
        for (uint32_t i = 0; i < MOST && is_sure; ++i) {
            is_sure = ids[i].index1 == 0 ||
                      (place_in(w->mesh, ids[i], from) != 0 && place_in(w->mesh, ids[i], to) != 0);
        }
        if (is_sure) {
            const double here = meshes_cost(w->mesh, from, to);
            const double there = meshes_cost(fresh, from, to);
            ok = fabs(here - there) < 1e-9 * (1 + fabs(there));
        }
    }
    wend_mesh_destroy(fresh);
    return ok;
}

/* ---- islands ---- */

static bool reach_is_right(world *w)
{
    const wend_mesh *m = w->mesh;
    const uint32_t count = wend_mesh_polygon_count(m);
    uint8_t *met = calloc(count, 1);
    wend_node *queue = malloc(count * sizeof *queue);
    assert_true(met != NULL && queue != NULL);
    const wend_node from = below(w, count);
    uint32_t queued = 0;
    if (wend_mesh_get_polygon(m, from).is_open) {
        met[from] = 1;
        queue[queued++] = from;
    }
    for (uint32_t i = 0; i < queued; ++i) {
        const wend_mesh_polygon polygon = wend_mesh_get_polygon(m, queue[i]);
        for (uint32_t k = 0; k < polygon.count; ++k) {
            const wend_node q = wend_mesh_neighbour(m, polygon.first_corner + k);
            if (q != WEND_NODE_NONE && met[q] == 0 && wend_mesh_get_polygon(m, q).is_open) {
                met[q] = 1;
                queue[queued++] = q;
            }
        }
    }
    bool ok = true;
    for (wend_node q = 0; q < count && ok; ++q) {
        ok = wend_mesh_can_reach(m, from, q) == (met[q] != 0);
    }
    free(met);
    free(queue);
    return ok;
}

/* ---- the properties ---- */

/* Moves all obstacles by up to 2 cm or 20 cm, so that most pieces stay, or some. */
static bool nudge_all(world *w, wend_mesh_obstacle_id *ids)
{
    const double scale = below(w, 2) == 0 ? 0.004 : 0.04;
    wend_mesh_obstacle_id moved[MOST];
    wend_mesh_obstacle_def defs[MOST];
    size_t count = 0;
    for (uint32_t i = 0; i < MOST; ++i) {
        if (ids[i].index1 != 0) {
            wend_mesh_obstacle_def *def = &defs[count];
            const wend_vec2 step = {scale * (below(w, 9) - 4.0), scale * (below(w, 9) - 4.0)};
            (void)wend_mesh_get_obstacle(w->mesh, ids[i], def);
            def->centre = wend_vec2_add(def->centre, step);
            for (uint32_t k = 0; k < def->corner_count; ++k) {
                def->corners[k] = wend_vec2_add(def->corners[k], step);
            }
            moved[count++] = ids[i];
        }
    }
    return wend_mesh_set_obstacles(w->mesh, moved, defs, count, NULL) == WEND_OK;
}

static bool change_one(world *w, wend_mesh_obstacle_id *ids)
{
    if (below(w, 3) == 0) {
        return nudge_all(w, ids);
    }
    const uint32_t i = below(w, MOST);
    if (ids[i].index1 != 0 && below(w, 2) == 0) {
        const bool is_done = wend_mesh_remove_obstacle(w->mesh, ids[i]) == WEND_OK &&
                             wend_mesh_remove_obstacle(w->mesh, ids[i]) == WEND_ERROR_STALE;
        ids[i] = (wend_mesh_obstacle_id){0, 0};
        return is_done;
    }
    const wend_mesh_obstacle_def def = some_obstacle(w);
    return ids[i].index1 == 0 ? wend_mesh_add_obstacle(w->mesh, &def, &ids[i], NULL) == WEND_OK
                              : wend_mesh_move_obstacle(w->mesh, ids[i], &def, NULL) == WEND_OK;
}

/* Two meshes have the same free ground: as large, and with paths of the same lengths. Their pieces may
 * differ. */
static bool is_same_ground(world *w, const wend_mesh *other, const wend_mesh_obstacle_id *ids)
{
    bool ok = fabs(area_of(w->mesh) - area_of(other)) < 1e-9 * (1 + area_of(other));
    for (int k = 0; ok && k < 4; ++k) {
        const wend_vec2 from = some_point(w);
        const wend_vec2 to = some_point(w);
        bool is_sure = true;
        for (uint32_t i = 0; i < MOST && is_sure; ++i) {
            is_sure = ids[i].index1 == 0 ||
                      (place_in(w->mesh, ids[i], from) != 0 && place_in(w->mesh, ids[i], to) != 0);
        }
        if (is_sure) {
            const double here = meshes_cost(w->mesh, from, to);
            const double there = meshes_cost(other, from, to);
            ok = fabs(here - there) <= 1e-12 * (1 + fabs(there));
        }
    }
    return ok;
}

static size_t list_defs(const wend_mesh *m, const wend_mesh_obstacle_id *ids,
                        wend_mesh_obstacle_def *defs)
{
    size_t count = 0;
    for (uint32_t i = MOST; i > 0; --i) {
        if (ids[i - 1].index1 != 0) {
            (void)wend_mesh_get_obstacle(m, ids[i - 1], &defs[count++]);
        }
    }
    return count;
}

/* All obstacles at once, in the opposite order, into an untouched mesh: the same pieces; where pieces
 * stayed while obstacles moved the same ground, and the same pieces once all were taken out and put back. */
static bool order_does_not_matter(world *w, wend_mesh_obstacle_id *ids, bool keeps)
{
    wend_mesh *other = gen_mesh_build(&w->gen, NULL);
    wend_mesh_obstacle_id others[MOST] = {{0, 0}};
    wend_mesh_obstacle_def defs[MOST];
    const size_t count = list_defs(w->mesh, ids, defs);
    bool ok = other != NULL &&
              wend_mesh_set_obstacles(other, others, defs, count, NULL) == WEND_OK &&
              (keeps ? is_same_ground(w, other, ids) : shape_hash(other) == shape_hash(w->mesh));
    for (uint32_t i = 0; ok && i < MOST; ++i) {
        wend_mesh_obstacle_def def;
        if (ids[i].index1 != 0 && wend_mesh_get_obstacle(w->mesh, ids[i], &def) == WEND_OK) {
            ok = wend_mesh_remove_obstacle(w->mesh, ids[i]) == WEND_OK;
            ids[i] = (wend_mesh_obstacle_id){0, 0};
            ok = ok && wend_mesh_add_obstacle(w->mesh, &def, &ids[i], NULL) == WEND_OK;
        }
    }
    ok = ok && shape_hash(other) == shape_hash(w->mesh);
    wend_mesh_destroy(other);
    return ok;
}

static bool loads_again(world *w, const wend_mesh_obstacle_id *ids, bool keeps)
{
    const wend_mesh *m = w->mesh;
    size_t count;
    size_t count_again;
    wend_mesh *again = NULL;
    bool ok = wend_mesh_save(m, NULL, 0, &count) == WEND_TRUNCATED;
    uint8_t *bytes = malloc(2 * count);
    ok = ok && bytes != NULL && wend_mesh_save(m, bytes, count, &count) == WEND_OK &&
         wend_mesh_load(NULL, bytes, count, &again) == WEND_OK &&
         wend_mesh_hash(m) == wend_mesh_hash(again) &&
         (keeps ? is_same_ground(w, again, ids) : shape_hash(again) == shape_hash(m)) &&
         wend_mesh_save(again, bytes + count, count, &count_again) == WEND_OK &&
         count == count_again && memcmp(bytes, bytes + count, count) == 0;
    free(bytes);
    wend_mesh_destroy(again);
    return ok;
}

static bool complain(uint64_t seed, const char *what)
{
    print_error("seed %llu: %s\n", (unsigned long long)seed, what);
    return false;
}

static bool obstacles_hold(uint64_t seed, void *context)
{
    (void)context;
    world w;
    wend_mesh_obstacle_id ids[MOST];
    memset(ids, 0, sizeof ids);
    if (!world_make(&w, seed, false)) {
        return false;
    }
    const bool is_flat = !wend_mesh_has_floors(w.mesh) && w.gen.kind != GEN_MESH_FLOORS;
    wend_mesh *untouched = gen_mesh_build(&w.gen, NULL);
    const uint64_t hash = wend_mesh_hash(untouched);
    const uint64_t shape = shape_hash(untouched);
    const bool keeps = below(&w, 2) == 0;
    bool ok = wend_mesh_set_keeps_pieces(w.mesh, keeps) == WEND_OK;
    for (int i = 0; ok && i < STEPS; ++i) {
        ok = (change_one(&w, ids) || complain(seed, "an edit failed")) &&
             (is_sound(w.mesh) || complain(seed, "a piece is not sound")) &&
             (points_are_right(&w, untouched, ids) || complain(seed, "a point is wrong")) &&
             (reach_is_right(&w) || complain(seed, "reach is wrong")) &&
             (!is_flat || i % 4 != 3 || paths_are_right(&w, untouched, ids) ||
              complain(seed, "paths or areas differ from a mesh with holes"));
    }
    ok = ok && (loads_again(&w, ids, keeps) || complain(seed, "it does not load again")) &&
         (order_does_not_matter(&w, ids, keeps) || complain(seed, "the order matters"));
    for (uint32_t i = 0; ok && i < MOST; ++i) {
        ok = ids[i].index1 == 0 || wend_mesh_remove_obstacle(w.mesh, ids[i]) == WEND_OK;
    }
    ok = ok && ((wend_mesh_hash(w.mesh) == hash && shape_hash(w.mesh) == shape) ||
                complain(seed, "not as before"));
    wend_mesh_destroy(untouched);
    world_free(&w);
    return ok;
}

/* ---- links ---- */

static bool same_end(const wend_mesh_location *a, const wend_mesh_location *b)
{
    return is(a->x, b->x) && is(a->y, b->y) && is(a->z, b->z);
}

/* On the outline of an obstacle, where rounding puts points of pieces beside their polygon, or anywhere. */
static wend_mesh_location some_end(world *w, const wend_mesh_obstacle_id *ids)
{
    wend_vec2 corners[WEND_MESH_OBSTACLE_CORNERS_MAX];
    const uint32_t count = wend_mesh_obstacle_corners(w->mesh, ids[below(w, MOST)], corners);
    wend_vec2 at = some_point(w);
    if (count > 0) {
        const uint32_t i = below(w, count);
        const double t = 0.01 * below(w, 100);
        const wend_vec2 a = corners[i];
        const wend_vec2 b = corners[(i + 1) % count];
        at = (wend_vec2){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
    }
    return wend_mesh_location_at(at.x, at.y, 0);
}

/* A mesh that was loaded has the same links, to the bit. */
static bool links_load_again(const wend_mesh *m, const wend_mesh_link_id *links, uint32_t count)
{
    size_t size;
    wend_mesh *again = NULL;
    bool ok = wend_mesh_save(m, NULL, 0, &size) == WEND_TRUNCATED;
    uint8_t *bytes = malloc(size);
    ok = ok && bytes != NULL && wend_mesh_save(m, bytes, size, &size) == WEND_OK &&
         wend_mesh_load(NULL, bytes, size, &again) == WEND_OK;
    for (uint32_t i = 0; ok && i < count; ++i) {
        wend_mesh_link a;
        wend_mesh_link b;
        ok = wend_mesh_get_link(m, links[i], &a) == WEND_OK &&
             wend_mesh_get_link(again, links[i], &b) == WEND_OK && same_end(&a.from, &b.from) &&
             same_end(&a.to, &b.to);
    }
    ok = ok && wend_mesh_hash(m) == wend_mesh_hash(again);
    free(bytes);
    wend_mesh_destroy(again);
    return ok;
}

static bool links_hold(uint64_t seed, void *context)
{
    (void)context;
    world w;
    wend_mesh_obstacle_id ids[MOST];
    wend_mesh_link_id links[STEPS];
    wend_mesh_link first;
    uint32_t count = 0;
    memset(ids, 0, sizeof ids);
    if (!world_make(&w, seed, true)) {
        return false;
    }
    for (size_t i = 0; i < w.gen.point_count; ++i) {
        w.gen.points[i].z = 0.01 * below(&w, 500);
    }
    wend_mesh_destroy(w.mesh);
    w.mesh = gen_mesh_build(&w.gen, NULL);
    bool ok = w.mesh != NULL;
    for (uint32_t i = 0; ok && i < STEPS; ++i) {
        wend_mesh_link link = wend_mesh_link_default();
        ok = change_one(&w, ids) || complain(seed, "an edit failed");
        link.from = some_end(&w, ids);
        link.to = some_end(&w, ids);
        if (wend_mesh_add_link(w.mesh, &link, &links[count], NULL) == WEND_OK) {
            (void)wend_mesh_get_link(w.mesh, links[0], count == 0 ? &first : &link);
            ++count;
        }
        ok = ok && (links_load_again(w.mesh, links, count) ||
                    complain(seed, "a link does not load again as it is"));
    }
    for (uint32_t i = 0; ok && i < MOST; ++i) {
        ok = ids[i].index1 == 0 || wend_mesh_remove_obstacle(w.mesh, ids[i]) == WEND_OK;
    }
    wend_mesh_link last;
    ok = ok && (count == 0 || (wend_mesh_get_link(w.mesh, links[0], &last) == WEND_OK &&
                               same_end(&first.from, &last.from) && same_end(&first.to, &last.to) &&
                               links_load_again(w.mesh, links, count)));
    world_free(&w);
    return ok;
}

/* ---- going back ---- */

/* Obstacles, doors, areas, links and factors. */
static bool change_anything(world *w, wend_mesh_obstacle_id *ids)
{
    const wend_node p = below(w, wend_mesh_polygon_count(w->mesh));
    wend_mesh_link link = wend_mesh_link_default();
    wend_mesh_link_id links[4];
    size_t count;
    switch (below(w, 8)) {
    case 0:
        (void)wend_mesh_set_open(w->mesh, p, below(w, 2) == 0);
        return true;
    case 1:
        (void)wend_mesh_set_area(w->mesh, p, (uint8_t)below(w, 3));
        return true;
    case 2:
        return wend_mesh_set_factor(w->mesh, (uint8_t)below(w, 3),
                                    below(w, 4) == 0 ? (double)INFINITY : 1 + below(w, 3)) ==
               WEND_OK;
    case 3:
        link.from = some_end(w, ids);
        link.to = some_end(w, ids);
        (void)wend_mesh_add_link(w->mesh, &link, &links[0], NULL);
        return true;
    case 4:
        (void)wend_mesh_list_links(w->mesh, links, 4, &count);
        return count == 0 || wend_mesh_remove_link(w->mesh, links[0]) == WEND_OK;
    default:
        return change_one(w, ids);
    }
}

/* What a mesh that is restored shares with one that is loaded afresh. */
static bool is_like_loaded(world *w, const uint8_t *bytes, size_t count)
{
    const wend_mesh *m = w->mesh;
    wend_mesh *loaded = NULL;
    bool ok = wend_mesh_load(NULL, bytes, count, &loaded) == WEND_OK &&
              wend_mesh_hash(m) == wend_mesh_hash(loaded) && shape_hash(m) == shape_hash(loaded);
    for (int k = 0; ok && k < 8; ++k) {
        const wend_vec2 a = some_point(w);
        const wend_vec2 b = some_point(w);
        const wend_node from = wend_mesh_locate(m, a.x, a.y, 0);
        const wend_node to = wend_mesh_locate(m, b.x, b.y, 0);
        const bool here = wend_mesh_can_reach(m, from, to);
        const bool there = wend_mesh_can_reach(loaded, wend_mesh_locate(loaded, a.x, a.y, 0),
                                               wend_mesh_locate(loaded, b.x, b.y, 0));
        ok = here == there && fabs(meshes_cost(m, a, b) - meshes_cost(loaded, a, b)) < 1e-9;
    }
    wend_mesh_destroy(loaded);
    return ok;
}

/* Random edits, a save, more of them, and back; after that it bears edits as any other. */
static bool restoring_holds(uint64_t seed, void *context)
{
    (void)context;
    world w;
    wend_mesh_obstacle_id ids[MOST];
    wend_mesh_obstacle_id kept[MOST];
    size_t count = 0;
    memset(ids, 0, sizeof ids);
    if (!world_make(&w, seed, true)) {
        return false;
    }
    bool ok = true;
    for (uint32_t i = below(&w, STEPS); ok && i > 0; --i) {
        ok = change_anything(&w, ids);
    }
    const uint64_t hash = wend_mesh_hash(w.mesh);
    ok = ok && wend_mesh_save(w.mesh, NULL, 0, &count) == WEND_TRUNCATED;
    uint8_t *bytes = malloc(count);
    ok = ok && bytes != NULL && wend_mesh_save(w.mesh, bytes, count, &count) == WEND_OK;
    memcpy(kept, ids, sizeof kept);
    for (int round = 0; ok && round < 2; ++round) {
        for (uint32_t i = below(&w, STEPS); ok && i > 0; --i) {
            ok = change_anything(&w, ids);
        }
        memcpy(ids, kept, sizeof ids);
        ok = ok && wend_mesh_restore(w.mesh, bytes, count) == WEND_OK &&
             wend_mesh_hash(w.mesh) == hash && is_sound(w.mesh) && is_like_loaded(&w, bytes, count);
    }
    free(bytes);
    world_free(&w);
    return ok || complain(seed, "not as it was saved");
}

static void mesh_links_stay_where_they_are_when_obstacles_come_and_go(void **state)
{
    (void)state;
    gen_property("links beside obstacles", 200, links_hold, NULL);
}

static void mesh_obstacles_cut_exactly_and_give_the_mesh_back(void **state)
{
    (void)state;
    gen_property("obstacles", 200, obstacles_hold, NULL);
}

static void a_mesh_goes_back_to_what_was_saved(void **state)
{
    (void)state;
    gen_property("restored meshes", 200, restoring_holds, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mesh_obstacles_cut_exactly_and_give_the_mesh_back),
        cmocka_unit_test(mesh_links_stay_where_they_are_when_obstacles_come_and_go),
        cmocka_unit_test(a_mesh_goes_back_to_what_was_saved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
