/* Shapes carved out of one convex polygon: how many pieces there are without a triangulation, that they
 * are convex and fill the rest, and what is left to the triangulation. */
#include "support/test.h"

#include "base/math/predicates.h"
#include "world/mesh_carve/arena.h"
#include "world/mesh_carve/direct.h"

#include <math.h>
#include <string.h>

enum { SHAPES_MAX = 24, RIM_MAX = 128 };

typedef struct carving {
    wendi_carve_shape shapes[SHAPES_MAX];
    uint32_t shape_count;
    wend_vec2 corners[4];
    wendi_arena keep, work;
    wendi_carve_pieces pieces;
    wend_vec2 rim[RIM_MAX];
    uint32_t rim_count;
} carving;

static void begin(carving *c, const wend_vec2 corners[4])
{
    static const wend_allocator LIBC = {NULL, NULL};
    memset(c, 0, sizeof *c);
    memcpy(c->corners, corners, sizeof c->corners);
    wendi_arena_init(&c->keep, &LIBC);
    wendi_arena_init(&c->work, &LIBC);
}

static void end(carving *c)
{
    wendi_arena_free(&c->keep);
    wendi_arena_free(&c->work);
}

/* A regular polygon. */
static void add_disc(carving *c, double x, double y, double radius, uint32_t count)
{
    wend_vec2 points[WENDI_CARVE_CORNERS_MAX];
    for (uint32_t i = 0; i < count; ++i) {
        const double angle = 6.283185307179586 * i / count;
        points[i] = (wend_vec2){x + radius * wend_cos(angle), y + radius * wend_sin(angle)};
    }
    assert_true(wendi_carve_shape_make(points, count, &c->shapes[c->shape_count++]));
}

static double area_of(const wend_vec2 *points, uint32_t count)
{
    double twice = 0;
    for (uint32_t i = 0; i < count; ++i) {
        const wend_vec2 a = points[i];
        const wend_vec2 b = points[i + 1 == count ? 0 : i + 1];
        twice += a.x * b.y - a.y * b.x;
    }
    return twice / 2;
}

static wendi_carve_outcome carve(carving *c)
{
    const wendi_carve_shape *shapes[SHAPES_MAX];
    static const uint32_t NOT_REVERSED[4] = {0};
    uint32_t firsts[5];
    const wend_allocator keep = wendi_arena_allocator(&c->keep);
    const wend_allocator work = wendi_arena_allocator(&c->work);
    for (uint32_t e = 0; e < 4; ++e) {
        firsts[e] = c->rim_count;
        c->rim[c->rim_count++] = c->corners[e];
        wend_vec2 found[4 * SHAPES_MAX];
        uint32_t crossings[4 * SHAPES_MAX];
        uint32_t count = 0;
        for (uint32_t i = 0; i < c->shape_count; ++i) {
            count += wendi_carve_edge_points(c->corners[e], c->corners[(e + 1) % 4], &c->shapes[i],
                                             found + count, crossings + count);
        }
        for (uint32_t left = count; left > 0; --left) { /* the nearest first */
            uint32_t best = 0;
            for (uint32_t i = 1; i < left; ++i) {
                const wend_vec2 o = c->corners[e];
                best = hypot(found[i].x - o.x, found[i].y - o.y) <
                               hypot(found[best].x - o.x, found[best].y - o.y)
                           ? i
                           : best;
            }
            c->rim[c->rim_count++] = found[best];
            found[best] = found[left - 1];
        }
    }
    firsts[4] = c->rim_count;
    for (uint32_t i = 0; i < c->shape_count; ++i) {
        shapes[i] = &c->shapes[i];
    }
    const wendi_carve_input input = {c->rim, firsts, NOT_REVERSED,  c->rim_count,
                                     4,      shapes, c->shape_count};
    memset(&c->pieces, 0, sizeof c->pieces);
    return wendi_carve_direct(&input, &keep, &work, &c->pieces);
}

/* The area of all pieces, which must be convex and small enough; negative if one is not. */
static double pieces_area(const carving *c)
{
    const wendi_carve_pieces *p = &c->pieces;
    double sum = 0;
    uint32_t first = 0;
    for (uint32_t i = 0; i < p->count; first += p->sizes[i++]) {
        wend_vec2 points[WENDI_CARVE_PIECE_CORNERS];
        if (p->sizes[i] < 3 || p->sizes[i] > WENDI_CARVE_PIECE_CORNERS) {
            return -1;
        }
        for (uint32_t k = 0; k < p->sizes[i]; ++k) {
            const uint32_t point = p->corners[first + k];
            points[k] = point < c->rim_count ? c->rim[point] : p->inner[point - c->rim_count];
        }
        for (uint32_t k = 0; k < p->sizes[i]; ++k) {
            if (wendi_orient(points[k], points[(k + 1) % p->sizes[i]],
                             points[(k + 2) % p->sizes[i]]) < 0) {
                return -1;
            }
        }
        sum += area_of(points, p->sizes[i]);
    }
    return sum;
}

static const wend_vec2 SQUARE[4] = {{0, 0}, {10, 0}, {10, 10}, {0, 10}};

static void carve_disc_within_leaves_a_piece_for_each_of_its_edges(void **state)
{
    (void)state;
    carving c;
    begin(&c, SQUARE);
    add_disc(&c, 4.1, 5.3, 1, 12);
    assert_int_equal(carve(&c), WENDI_CARVE_DONE);
    assert_in_range(c.pieces.count, 12, 16);
    const double area = area_of(c.shapes[0].points, c.shapes[0].count);
    assert_true(fabs(pieces_area(&c) - (100 - area)) < 1e-9);
    end(&c);
}

static void carve_disc_over_a_corner_leaves_one_part(void **state)
{
    (void)state;
    carving c;
    begin(&c, SQUARE);
    add_disc(&c, 0.3, 0.2, 1, 12);
    assert_int_equal(carve(&c), WENDI_CARVE_DONE);
    assert_in_range(c.pieces.count, 3, 8);
    const double area = pieces_area(&c);
    assert_true(area > 98 && area < 99);
    end(&c);
}

static void carve_shape_over_all_leaves_nothing(void **state)
{
    (void)state;
    carving c;
    begin(&c, SQUARE);
    add_disc(&c, 5.1, 5.2, 20, 9);
    assert_int_equal(carve(&c), WENDI_CARVE_DONE);
    assert_int_equal(c.pieces.count, 0);
    end(&c);
}

static void carve_shape_flush_with_an_edge_is_left_to_the_triangulation(void **state)
{
    (void)state;
    carving c;
    static const wend_vec2 box[4] = {{2, 0}, {4, 0}, {4, 3}, {2, 3}};
    begin(&c, SQUARE);
    assert_true(wendi_carve_shape_make(box, 4, &c.shapes[c.shape_count++]));
    assert_int_equal(carve(&c), WENDI_CARVE_UNABLE);
    assert_int_equal(c.pieces.count, 0);
    end(&c);
}

/* Discs apart from each other, within a square that is turned by any angle. */
static void carve_many_discs_leaves_the_area_between_them(void **state)
{
    (void)state;
    for (uint32_t seed = 0; seed < 200; ++seed) {
        carving c;
        wend_vec2 corners[4];
        const double angle = 0.031 * seed;
        for (uint32_t i = 0; i < 4; ++i) {
            corners[i] = (wend_vec2){20 * wend_cos(angle + 1.5707963267948966 * i),
                                     20 * wend_sin(angle + 1.5707963267948966 * i)};
        }
        begin(&c, corners);
        double area = area_of(corners, 4);
        for (uint32_t k = 0; k < 1 + seed % 16; ++k) {
            const double x = -7.5 + 5 * (k % 4) + 2 * wend_random_unit(seed, k, 0);
            const double y = -7.5 + 5 * (k / 4) + 2 * wend_random_unit(seed, k, 1);
            add_disc(&c, x, y, 0.4 + wend_random_unit(seed, k, 2), 8 + k);
            area -= area_of(c.shapes[k].points, c.shapes[k].count);
        }
        bool is_within = true;
        for (uint32_t k = 0; k < c.shape_count; ++k) {
            for (uint32_t e = 0; e < 4; ++e) {
                for (uint32_t i = 0; i < c.shapes[k].count; ++i) {
                    is_within = is_within && wendi_orient(corners[e], corners[(e + 1) % 4],
                                                          c.shapes[k].points[i]) > 0;
                }
            }
        }
        assert_int_equal(carve(&c), WENDI_CARVE_DONE);
        const double there = pieces_area(&c);
        assert_true(is_within ? fabs(there - area) < 1e-9 : there >= area);
        end(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(carve_disc_within_leaves_a_piece_for_each_of_its_edges),
        cmocka_unit_test(carve_disc_over_a_corner_leaves_one_part),
        cmocka_unit_test(carve_shape_over_all_leaves_nothing),
        cmocka_unit_test(carve_shape_flush_with_an_edge_is_left_to_the_triangulation),
        cmocka_unit_test(carve_many_discs_leaves_the_area_between_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
