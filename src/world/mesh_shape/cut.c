/* Cuts polygons that are not convex into convex pieces: ears are cut off until the rest is convex.
 * Finds outlines that cross themselves.
 * Cost: the square of the corners, at worst the cube; exact. */
#include "base/core/memory.h"
#include "base/core/message.h"
#include "world/mesh_shape/shape.h"

#include <string.h>

static bool is_in_triangle(wend_vec2 a, wend_vec2 b, wend_vec2 c, wend_vec2 p)
{
    return wendi_orient(a, b, p) >= 0 && wendi_orient(b, c, p) >= 0 && wendi_orient(c, a, p) >= 0;
}

/* True if the outline goes into the triangle from corner j, which lies at its corner b. */
static bool goes_into(const wendi_mesh_shape *shape, const wendi_array_u32 *corners, size_t j,
                      const wend_vec2 triangle[3], size_t b)
{
    const size_t count = corners->count;
    const wend_vec2 at = triangle[b];
    const wend_vec2 before = triangle[(b + 2) % 3];
    const wend_vec2 after = triangle[(b + 1) % 3];
    const size_t beside[2] = {(j + count - 1) % count, (j + 1) % count};
    for (size_t k = 0; k < 2; ++k) {
        const wend_vec2 p = wendi_mesh_shape_point(shape, corners->items[beside[k]]);
        if (wendi_orient(before, at, p) > 0 && wendi_orient(at, after, p) > 0) {
            return true;
        }
    }
    return false;
}

/* True if corner i can be cut off. Nothing of the rest may lie in that triangle or on its edges.
 * At its own corners the rest may touch it, but not go into it from there. */
static bool is_ear(const wendi_mesh_shape *shape, const wendi_array_u32 *corners, size_t i)
{
    const size_t count = corners->count;
    const size_t own[3] = {(i + count - 1) % count, i, (i + 1) % count};
    wend_vec2 triangle[3];
    for (size_t k = 0; k < 3; ++k) {
        triangle[k] = wendi_mesh_shape_point(shape, corners->items[own[k]]);
    }
    if (!(wendi_orient(triangle[0], triangle[1], triangle[2]) > 0)) {
        return false;
    }
    for (size_t j = 0; j < count; ++j) {
        if (j == own[0] || j == own[1] || j == own[2]) {
            continue;
        }
        const uint32_t flat = shape->flats[corners->items[j]];
        size_t k = 0;
        while (k < 3 && shape->flats[corners->items[own[k]]] != flat) {
            k++;
        }
        if (k < 3 ? goes_into(shape, corners, j, triangle, k)
                  : is_in_triangle(triangle[0], triangle[1], triangle[2],
                                   wendi_mesh_shape_point(shape, corners->items[j]))) {
            return false;
        }
    }
    return true;
}

static bool copy_outline(const wendi_mesh_outline *from, wendi_mesh_outline *to)
{
    wendi_array_u32_clear(&to->corners);
    wendi_array_u32_clear(&to->wanted);
    wendi_array_u32_clear(&to->givens);
    return wendi_array_u32_append(&to->corners, from->corners.items, from->corners.count) &&
           wendi_array_u32_append(&to->wanted, from->wanted.items, from->wanted.count) &&
           wendi_array_u32_append(&to->givens, from->givens.items, from->givens.count);
}

/* The triangle at corner i. Its third edge, back from after to before, is a cut. */
static bool triangle_at(const wendi_mesh_outline *rest, size_t i, wendi_mesh_outline *triangle)
{
    const size_t count = rest->corners.count;
    const size_t before = (i + count - 1) % count;
    const size_t after = (i + 1) % count;
    wendi_array_u32_clear(&triangle->corners);
    wendi_array_u32_clear(&triangle->wanted);
    wendi_array_u32_clear(&triangle->givens);
    const size_t at[2] = {before, i};
    for (size_t k = 0; k < 2; ++k) {
        if (!wendi_array_u32_push(&triangle->corners, rest->corners.items[at[k]]) ||
            !wendi_array_u32_push(&triangle->wanted, rest->wanted.items[at[k]]) ||
            !wendi_array_u32_push(&triangle->givens, rest->givens.items[at[k]])) {
            return false;
        }
    }
    return wendi_array_u32_push(&triangle->corners, rest->corners.items[after]) &&
           wendi_array_u32_push(&triangle->wanted, WENDI_MESH_SHAPE_ANY) &&
           wendi_array_u32_push(&triangle->givens, UINT32_MAX);
}

static void outline_init(wendi_mesh_outline *outline, const wend_allocator *a)
{
    wendi_array_u32_init(&outline->corners, a);
    wendi_array_u32_init(&outline->wanted, a);
    wendi_array_u32_init(&outline->givens, a);
}

static void outline_free(wendi_mesh_outline *outline)
{
    wendi_array_u32_free(&outline->corners);
    wendi_array_u32_free(&outline->wanted);
    wendi_array_u32_free(&outline->givens);
}

/* ---- checks ---- */

/* Names the first given edge of the outline, or of the rest of it. */
static wend_result refuse_crossing(const wendi_mesh_shape *shape, uint32_t origin,
                                   const uint32_t *givens, size_t count)
{
    static const char what[] = "its outline crosses itself";
    for (size_t i = 0; i < count; ++i) {
        if (givens[i] != UINT32_MAX) {
            return wendi_mesh_shape_refuse_edge(shape, givens[i], what);
        }
    }
    return wendi_mesh_shape_refuse(shape, origin, 0, what);
}

typedef enum edge_relation {
    APART,
    TOUCHING, /* an end of one edge lies on the other */
    CROSSING
} edge_relation;

static bool is_within(wend_vec2 a, wend_vec2 b, wend_vec2 p)
{
    const bool is_in_x = (p.x >= a.x && p.x <= b.x) || (p.x >= b.x && p.x <= a.x);
    const bool is_in_y = (p.y >= a.y && p.y <= b.y) || (p.y >= b.y && p.y <= a.y);
    return is_in_x && is_in_y;
}

static bool is_zero(double value)
{
    return !(value < 0) && !(value > 0);
}

static edge_relation relation_of(const wendi_mesh_shape *shape, const wendi_array_u32 *corners,
                                 size_t i, size_t j)
{
    const size_t count = corners->count;
    const wend_vec2 a = wendi_mesh_shape_point(shape, corners->items[i]);
    const wend_vec2 b = wendi_mesh_shape_point(shape, corners->items[(i + 1) % count]);
    const wend_vec2 c = wendi_mesh_shape_point(shape, corners->items[j]);
    const wend_vec2 d = wendi_mesh_shape_point(shape, corners->items[(j + 1) % count]);
    const double ab_c = wendi_orient(a, b, c);
    const double ab_d = wendi_orient(a, b, d);
    const double cd_a = wendi_orient(c, d, a);
    const double cd_b = wendi_orient(c, d, b);
    const bool cd_crosses = (ab_c > 0 && ab_d < 0) || (ab_c < 0 && ab_d > 0);
    const bool ab_crosses = (cd_a > 0 && cd_b < 0) || (cd_a < 0 && cd_b > 0);
    if (cd_crosses && ab_crosses) {
        return CROSSING;
    }
    const bool touches =
        (is_zero(ab_c) && is_within(a, b, c)) || (is_zero(ab_d) && is_within(a, b, d)) ||
        (is_zero(cd_a) && is_within(c, d, a)) || (is_zero(cd_b) && is_within(c, d, b));
    return touches ? TOUCHING : APART;
}

/* Tests all pairs of edges that are not neighbours. @param crossing set to an edge that crosses
 * another; SIZE_MAX if none does. */
static bool touches_itself(const wendi_mesh_shape *shape, const wendi_array_u32 *corners,
                           size_t *crossing)
{
    const size_t count = corners->count;
    bool touches = false;
    *crossing = SIZE_MAX;
    for (size_t i = 0; i < count; ++i) {
        for (size_t j = i + 2; j < count && (i > 0 || j + 1 < count); ++j) {
            const edge_relation how = relation_of(shape, corners, i, j);
            if (how == CROSSING) {
                *crossing = i;
                return true;
            }
            touches = touches || how == TOUCHING;
        }
    }
    return touches;
}

/* True if one piece lies entirely beside an edge of the other. */
static bool is_beside(const wendi_mesh_shape *shape, const uint32_t *piece, uint32_t size,
                      const uint32_t *other, uint32_t other_size)
{
    for (uint32_t i = 0; i < size; ++i) {
        const wend_vec2 a = wendi_mesh_shape_point(shape, piece[i]);
        const wend_vec2 b = wendi_mesh_shape_point(shape, piece[(i + 1) % size]);
        uint32_t beside = 0;
        while (beside < other_size &&
               !(wendi_orient(a, b, wendi_mesh_shape_point(shape, other[beside])) > 0)) {
            beside++;
        }
        if (beside == other_size) {
            return true;
        }
    }
    return false;
}

/* Pieces from one on cover every point as often as the outline winds around it; an outline that
 * touches itself can wind twice without crossing itself. @param corner the first corner of the
 * first piece. @return a corner of a piece that overlaps another; SIZE_MAX if none does. */
static size_t find_overlap(const wendi_mesh_shape *shape, size_t piece, size_t corner)
{
    const uint32_t *sizes = shape->sizes.items;
    const uint32_t *corners = shape->corners.items;
    for (; piece < shape->sizes.count; corner += sizes[piece++]) {
        size_t other_corner = corner + sizes[piece];
        for (size_t other = piece + 1; other < shape->sizes.count; other++) {
            if (!is_beside(shape, corners + corner, sizes[piece], corners + other_corner,
                           sizes[other]) &&
                !is_beside(shape, corners + other_corner, sizes[other], corners + corner,
                           sizes[piece])) {
                return corner;
            }
            other_corner += sizes[other];
        }
    }
    return SIZE_MAX;
}

/* ---- cutting ---- */

/* Marks the cut between two points, of pieces from corner `first` on, as an edge of the outline. */
static void restore_edge(wendi_mesh_shape *shape, size_t first, const uint32_t ends[2],
                         uint32_t wanted, uint32_t given)
{
    size_t begin = shape->corners.count;
    for (size_t p = shape->sizes.count; p > 0 && begin > first; --p) {
        const uint32_t size = shape->sizes.items[p - 1];
        begin -= size;
        for (uint32_t i = 0; i < size; ++i) {
            const size_t c = begin + i;
            if (shape->givens.items[c] == UINT32_MAX && shape->corners.items[c] == ends[0] &&
                shape->corners.items[begin + (i + 1) % size] == ends[1]) {
                shape->wanted.items[c] = wanted;
                shape->givens.items[c] = given;
                return;
            }
        }
    }
}

/* Where the outline touches itself, cutting leaves lines that go out and back. One direction may
 * be a cut that lies on an edge of the outline in the other direction: then the piece there gets
 * that edge. */
static void close_slits(wendi_mesh_shape *shape, wendi_mesh_outline *rest, size_t first)
{
    size_t i = wendi_mesh_outline_find_spike(shape, rest, 0);
    while (i != SIZE_MAX) {
        const size_t count = rest->corners.count;
        const size_t before = (i + count - 1) % count;
        const uint32_t *welded_points = rest->corners.items;
        const bool is_cut_out = rest->givens.items[before] == UINT32_MAX;
        const bool is_cut_back = rest->givens.items[i] == UINT32_MAX;
        if (is_cut_out && !is_cut_back) {
            const uint32_t ends[2] = {welded_points[i], welded_points[before]};
            restore_edge(shape, first, ends, rest->wanted.items[i], rest->givens.items[i]);
        } else if (is_cut_back && !is_cut_out) {
            const uint32_t ends[2] = {welded_points[(i + 1) % count], welded_points[i]};
            restore_edge(shape, first, ends, rest->wanted.items[before],
                         rest->givens.items[before]);
        }
        i = wendi_mesh_outline_find_spike(shape, rest,
                                          wendi_mesh_outline_remove_spike(shape, rest, i));
    }
}

static wend_result cut(wendi_mesh_shape *shape, wendi_mesh_outline *rest,
                       wendi_mesh_outline *triangle, uint32_t origin)
{
    const size_t first = shape->corners.count;
    size_t i = 0;
    size_t misses = 0;
    while (!wendi_mesh_shape_is_flat(shape, rest->corners.items, rest->corners.count) &&
           !wendi_mesh_shape_is_convex(shape, rest->corners.items, rest->corners.count)) {
        const size_t count = rest->corners.count;
        if (misses == count || count == 3) {
            return refuse_crossing(shape, origin, rest->givens.items, count);
        }
        i %= count;
        if (!is_ear(shape, &rest->corners, i)) {
            misses++;
            i++;
            continue;
        }
        misses = 0;
        if (!triangle_at(rest, i, triangle) ||
            !wendi_mesh_shape_add_piece(shape, triangle, origin)) {
            return wendi_mesh_shape_no_memory(shape);
        }
        const size_t before = (i + rest->corners.count - 1) % rest->corners.count;
        rest->wanted.items[before] = WENDI_MESH_SHAPE_ANY;
        rest->givens.items[before] = UINT32_MAX;
        wendi_mesh_outline_remove(rest, i);
        close_slits(shape, rest, first);
    }
    if (wendi_mesh_shape_is_flat(shape, rest->corners.items, rest->corners.count)) {
        return WEND_OK; /* the outline went along a line and back: it encloses nothing */
    }
    return wendi_mesh_shape_add_piece(shape, rest, origin) ? WEND_OK
                                                           : wendi_mesh_shape_no_memory(shape);
}

wend_result wendi_mesh_shape_cut(wendi_mesh_shape *shape, const wendi_mesh_outline *outline,
                                 uint32_t origin)
{
    size_t crossing;
    const bool touches = touches_itself(shape, &outline->corners, &crossing);
    if (crossing != SIZE_MAX) {
        return refuse_crossing(shape, origin, outline->givens.items + crossing, 1);
    }
    const size_t piece = shape->sizes.count;
    const size_t corner = shape->corners.count;
    wendi_mesh_outline rest;
    wendi_mesh_outline triangle;
    outline_init(&rest, &shape->def->allocator);
    outline_init(&triangle, &shape->def->allocator);
    const wend_result result = copy_outline(outline, &rest) ? cut(shape, &rest, &triangle, origin)
                                                            : wendi_mesh_shape_no_memory(shape);
    outline_free(&rest);
    outline_free(&triangle);
    if (result != WEND_OK || !touches) {
        return result;
    }
    const size_t overlap = find_overlap(shape, piece, corner);
    return overlap == SIZE_MAX ? WEND_OK
                               : refuse_crossing(shape, origin, shape->givens.items + overlap,
                                                 shape->givens.count - overlap);
}
