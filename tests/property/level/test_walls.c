/* Walls on a small lattice against a search through all of them in whole numbers, where every touch,
 * crossing and overlap is exact. */
#include "support/gen.h"
#include "support/test.h"
#include "walls_model.h"
#include "wend/walls.h"

#include <math.h>

/* ---- worlds ---- */

static model_wall some_wall(model *m)
{
    model_wall w = {.is_polygon = draw(m, 3) == 0, .stops = 1 + draw(m, 3)};
    w.count = w.is_polygon ? 1 + (int)draw(m, MOST_CORNERS) : 2;
    for (int i = 0; i < w.count; i++) {
        w.corners[i] = some_point(m);
    }
    const uint32_t kind = draw(m, 6);
    if (w.is_polygon && kind < 3) { /* a box */
        const lattice p = some_point(m);
        const int64_t x = 1 + draw(m, 3);
        const int64_t y = 1 + draw(m, 3);
        w.count = 4;
        w.corners[0] = p;
        w.corners[kind == 0 ? 1 : 3] = (lattice){p.x + x, p.y};
        w.corners[2] = (lattice){p.x + x, p.y + y};
        w.corners[kind == 0 ? 3 : 1] = (lattice){p.x, p.y + y};
    } else if (!w.is_polygon && kind == 0) {
        w.corners[1] = w.corners[0];
    } else if (!w.is_polygon && kind < 4) {
        w.corners[1] = (lattice){w.corners[0].x + draw(m, 3), w.corners[0].y + draw(m, 2)};
    }
    return w;
}

static void add_wall(model *m, model_wall *w, wend_walls *walls)
{
    wend_vec2 points[MOST_CORNERS];
    for (int i = 0; i < w->count; i++) {
        points[i] = place(m, w->corners[i]);
    }
    const uint64_t user = m->drawn;
    const wend_result result =
        w->is_polygon
            ? wend_walls_add_polygon(walls, points, (size_t)w->count, w->stops, user, &w->id)
            : wend_walls_add_segment(walls, points[0], points[1], w->stops, user, &w->id);
    assert_int_equal(result, WEND_OK);
}

static model model_make(uint64_t seed, wend_walls **walls)
{
    static const double SCALES[] = {1, 0.25, 1048576, 7.62939453125e-06};
    model m = {.seed = seed};
    m.side = 3 + (int)draw(&m, 8);
    m.scale = SCALES[draw(&m, 4)];
    if (draw(&m, 2) == 0) {
        m.shift = (wend_vec2){-4 * m.scale, -3 * m.scale};
    }
    m.count = 1 + (int)draw(&m, draw(&m, 2) == 0 ? 5 : MOST_WALLS);
    const wend_walls_def def = wend_walls_def_default();
    assert_int_equal(wend_walls_create(&def, walls), WEND_OK);
    for (int i = 0; i < m.count; i++) {
        m.walls[i] = some_wall(&m);
        add_wall(&m, &m.walls[i], *walls);
    }
    return m;
}

/* Takes away, adds, opens and closes. */
static void edit(model *m, wend_walls *walls, int steps)
{
    for (int i = 0; i < steps; i++) {
        model_wall *w = &m->walls[draw(m, (uint32_t)m->count)];
        if (draw(m, 3) == 0) {
            w->stops = draw(m, 4);
            assert_int_equal(wend_walls_set_stops(walls, w->id, w->stops), WEND_OK);
            continue;
        }
        assert_int_equal(wend_walls_remove(walls, w->id), WEND_OK);
        assert_int_equal(wend_walls_remove(walls, w->id), WEND_ERROR_STALE);
        *w = some_wall(m);
        add_wall(m, w, walls);
    }
}

static bool is_same_hit(const wend_wall_hit *p, const wend_wall_hit *q)
{
    return p->wall.index1 == q->wall.index1 && !(p->fraction < q->fraction) &&
           !(p->fraction > q->fraction) && !(p->point.x < q->point.x) &&
           !(p->point.x > q->point.x) && !(p->point.y < q->point.y) && !(p->point.y > q->point.y) &&
           p->is_inside == q->is_inside;
}

/* Walls without bounds: rays with heights, rays to many points and crossings give what rays give. */
static bool other_rays_agree(model *m, const wend_walls *walls, wend_vec2 from, wend_vec2 to,
                             uint32_t stops)
{
    const wend_vec3 low = wend_vec3_from_vec2(from, draw(m, 9)),
                    high = wend_vec3_from_vec2(to, draw(m, 9));
    wend_wall_hit hit, same;
    wend_wall_crossing all[64], first;
    size_t count, again;
    const bool is_hit = wend_walls_ray(walls, from, to, stops, &hit);
    if (wend_walls_ray_3d(walls, low, high, stops, &same) != is_hit || !is_same_hit(&hit, &same) ||
        wend_walls_can_see_3d(walls, low, high, stops) == is_hit ||
        wend_walls_crossings(walls, from, to, stops, all, 64, &count) != WEND_OK ||
        (count > 0) != is_hit ||
        wend_walls_crossings_3d(walls, low, high, stops, &first, 1, &again) !=
            (count > 1 ? WEND_TRUNCATED : WEND_OK) ||
        again != count ||
        (count > 0 && (first.wall.index1 != all[0].wall.index1 ||
                       fabs(all[0].fraction - hit.fraction) > 1e-12))) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        if ((all[i].stops & stops) == 0 || (i > 0 && all[i].fraction < all[i - 1].fraction)) {
            return false;
        }
    }
    wend_vec3 points[8];
    const uint32_t point_count = 1 + draw(m, 8);
    for (uint32_t i = 0; i < point_count; i++) {
        points[i] = wend_vec3_from_vec2(i == 0 ? to : place(m, some_point(m)), draw(m, 3));
    }
    const uint32_t seen = wend_walls_see_points(walls, low, points, point_count, stops);
    for (uint32_t i = 0; i < point_count; i++) {
        const wend_vec2 point = {points[i].x, points[i].y};
        if ((seen >> i & 1) != wend_walls_can_see(walls, from, point, stops)) {
            return false;
        }
    }
    return seen >> (point_count - 1) <= 1;
}

static bool sight_agrees(model *m, const wend_walls *walls)
{
    for (int i = 0; i < 40; i++) {
        const lattice a = some_point(m);
        const lattice b = some_point(m);
        const uint32_t stops = 1 + draw(m, 3);
        const double stop = model_stop(m, a, b, stops);
        const bool is_free = stop > 1;
        const wend_vec2 from = place(m, a);
        const wend_vec2 to = place(m, b);
        wend_wall_hit hit;
        if ((i % 4 == 0 && !other_rays_agree(m, walls, from, to, stops)) ||
            wend_walls_ray(walls, from, to, stops, &hit) == is_free ||
            fabs(hit.fraction - (is_free ? 1 : stop)) > 1e-12 ||
            hit.is_inside != is_start_inside(m, a, stops)) {
            return false;
        }
        const double far = wend_vec2_distance(hit.point, wend_vec2_lerp(from, to, hit.fraction));
        const double normal = wend_vec2_length(hit.normal);
        if (far > 1e-12 * m->scale * 100 ||
            (!is_free && !hit.is_inside && fabs(normal - 1) > 1e-9) ||
            wend_vec2_dot(hit.normal, wend_vec2_sub(to, from)) > 0) {
            return false;
        }
        if ((model_stop(m, b, a, stops) > 1) != is_free ||
            wend_walls_can_see(walls, from, to, stops) != is_free ||
            wend_walls_can_see(walls, to, from, stops) != is_free ||
            wend_walls_can_walk(walls, from, to, 0, stops) != is_free ||
            wend_walls_sweep(walls, to, from, 0, stops, &hit) == is_free) {
            return false;
        }
    }
    return true;
}

static bool discs_agree(model *m, const wend_walls *walls)
{
    for (int i = 0; i < 40; i++) {
        const lattice a = some_point(m);
        const lattice b = some_point(m);
        const uint32_t stops = 1 + draw(m, 3);
        const int64_t radius = 1 + draw(m, 5);
        const double r = (double)radius * m->scale;
        const bool expected = model_can_walk(m, a, b, radius, stops);
        const wend_vec2 from = place(m, a);
        const wend_vec2 to = place(m, b);
        wend_wall_hit hit;
        if (wend_walls_can_walk(walls, from, to, r, stops) != expected ||
            wend_walls_can_walk(walls, to, from, r, stops) != expected ||
            wend_walls_sweep(walls, from, to, r, stops, &hit) == expected ||
            hit.is_inside == model_can_walk(m, a, a, radius, stops)) {
            return false;
        }
        if (expected || hit.is_inside) {
            continue;
        }
        /* ends between are rounded, and then off the line by an ulp: what was slid along counts as
         * nearer, so the disc is made smaller by that */
        const double less = r * (1 - 1e-12);
        const wend_vec2 before = wend_vec2_lerp(from, to, hit.fraction - 1e-9);
        const wend_vec2 after = wend_vec2_lerp(from, to, hit.fraction + 1e-6);
        if ((hit.fraction > 1e-8 && !wend_walls_can_walk(walls, from, before, less, stops)) ||
            (hit.fraction < 1 - 1e-5 && wend_walls_can_walk(walls, from, after, r, stops))) {
            return false;
        }
    }
    return true;
}

static double model_distance(const model_wall *w, lattice p)
{
    double best = (double)INFINITY;
    for (int k = 0; k < edge_count(w); k++) {
        const lattice u = w->corners[k];
        const lattice v = w->corners[(k + 1) % w->count];
        const double length = (double)dot(u, v, v);
        double d = sqrt((double)dot(u, p, p));
        d = fmin(d, sqrt((double)dot(v, p, p)));
        if (length > 0 && dot(u, v, p) > 0 && dot(v, u, p) > 0) {
            d = fmin(d, fabs((double)cross(u, v, p)) / sqrt(length));
        }
        best = fmin(best, d);
    }
    return best;
}

static bool nearest_agrees(model *m, const wend_walls *walls)
{
    for (int i = 0; i < 20; i++) {
        const lattice p = some_point(m);
        const uint32_t stops = 1 + draw(m, 3);
        const bool is_inside = is_start_inside(m, p, stops);
        double best = (double)INFINITY;
        uint32_t inside1 = UINT32_MAX;
        for (int k = 0; k < m->count; k++) {
            if ((m->walls[k].stops & stops) == 0) {
                continue;
            }
            best = fmin(best, model_distance(&m->walls[k], p));
            if (place_of(&m->walls[k], p, 1) == IN && m->walls[k].id.index1 < inside1) {
                inside1 = m->walls[k].id.index1;
            }
        }
        for (int k = 0; is_inside && k < m->count; k++) {
            best = m->walls[k].id.index1 == inside1 ? model_distance(&m->walls[k], p) : best;
        }
        wend_wall_hit hit;
        const bool is_any = wend_walls_nearest(walls, place(m, p), (double)INFINITY, stops, &hit);
        if (is_any != (best < (double)INFINITY) || hit.is_inside != is_inside ||
            wend_walls_is_inside(walls, place(m, p), stops) != is_inside ||
            (is_inside && hit.wall.index1 != inside1) ||
            (is_any && fabs(hit.distance / m->scale - best) > 1e-12)) {
            return false;
        }
    }
    return true;
}

static bool box_meets_edge(lattice low, lattice high, lattice u, lattice v)
{
    const lattice corners[4] = {low, {high.x, low.y}, high, {low.x, high.y}};
    if (u.x >= low.x && u.x <= high.x && u.y >= low.y && u.y <= high.y) {
        return true;
    }
    for (int i = 0; i < 4; i++) {
        const lattice c = corners[i];
        const lattice d = corners[(i + 1) % 4];
        if (is_on_edge(u, v, c) || (sign(cross(u, v, c)) * sign(cross(u, v, d)) < 0 &&
                                    sign(cross(c, d, u)) * sign(cross(c, d, v)) < 0)) {
            return true;
        }
    }
    return v.x >= low.x && v.x <= high.x && v.y >= low.y && v.y <= high.y;
}

static bool lists_agree(const wend_wall_id *ids, size_t count, size_t capacity,
                        const bool *expected, const model *m)
{
    size_t wanted = 0;
    uint32_t last = 0;
    for (int k = 0; k < m->count; k++) {
        wanted += expected[k];
    }
    if (count != wanted) {
        return false;
    }
    for (size_t i = 0; i < count && i < capacity; i++) {
        bool is_one = false;
        size_t smaller = 0;
        for (int k = 0; k < m->count; k++) {
            const uint32_t index1 = m->walls[k].id.index1;
            is_one |= expected[k] && index1 == ids[i].index1;
            smaller += expected[k] && index1 < ids[i].index1;
        }
        if (!is_one || smaller != i || ids[i].index1 <= last) {
            return false;
        }
        last = ids[i].index1;
    }
    return true;
}

static bool areas_agree(model *m, const wend_walls *walls)
{
    for (int i = 0; i < 20; i++) {
        const lattice p = some_point(m);
        const lattice q = {p.x + draw(m, 4), p.y + draw(m, 4)};
        const int64_t radius = draw(m, 5);
        const uint32_t stops = 1 + draw(m, 3);
        bool in_circle[MOST_WALLS] = {false};
        bool in_box[MOST_WALLS] = {false};
        for (int k = 0; k < m->count; k++) {
            const model_wall *w = &m->walls[k];
            if ((w->stops & stops) == 0) {
                continue;
            }
            in_circle[k] = in_box[k] = place_of(w, p, 1) == IN;
            for (int e = 0; e < edge_count(w); e++) {
                const lattice u = w->corners[e];
                const lattice v = w->corners[(e + 1) % w->count];
                in_circle[k] |= compare_point(p, u, v, radius * radius) <= 0;
                in_box[k] |= box_meets_edge(p, q, u, v);
            }
        }
        wend_wall_id ids[MOST_WALLS];
        size_t count;
        const size_t room = draw(m, 2) == 0 ? MOST_WALLS : draw(m, 4);
        const double r = (double)radius * m->scale;
        (void)wend_walls_query_circle(walls, place(m, p), r, stops, ids, room, &count);
        if (!lists_agree(ids, count, room, in_circle, m)) {
            return false;
        }
        (void)wend_walls_query_box(walls, place(m, p), place(m, q), stops, ids, room, &count);
        if (!lists_agree(ids, count, room, in_box, m)) {
            return false;
        }
    }
    return true;
}

typedef bool (*check_fn)(model *m, const wend_walls *walls);

/* Fresh walls, and the same after edits. */
static bool holds(uint64_t seed, void *context)
{
    const check_fn *check = context;
    wend_walls *walls;
    model m = model_make(seed, &walls);
    bool is_right = (*check)(&m, walls);
    edit(&m, walls, 30);
    is_right = is_right && (*check)(&m, walls);
    wend_walls_destroy(walls);
    return is_right;
}

static void rays_stop_where_the_model_says(void **state)
{
    (void)state;
    check_fn check = sight_agrees;
    gen_property("sight", 1500, holds, &check);
}

static void discs_stop_where_the_model_says(void **state)
{
    (void)state;
    check_fn check = discs_agree;
    gen_property("discs", 1000, holds, &check);
}

static void nearest_wall_and_insides_are_those_of_the_model(void **state)
{
    (void)state;
    check_fn check = nearest_agrees;
    gen_property("nearest", 500, holds, &check);
}

static void walls_in_areas_are_those_of_the_model(void **state)
{
    (void)state;
    check_fn check = areas_agree;
    gen_property("areas", 500, holds, &check);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rays_stop_where_the_model_says),
        cmocka_unit_test(discs_stop_where_the_model_says),
        cmocka_unit_test(nearest_wall_and_insides_are_those_of_the_model),
        cmocka_unit_test(walls_in_areas_are_those_of_the_model),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
