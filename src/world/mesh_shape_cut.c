/* takes: the outline of a polygon that is not convex, counter-clockwise.
 * gives: convex pieces of it: ears cut off until the rest is convex; or that it crosses itself.
 * cost:  the square of its corners, at worst the cube; exact. */
#include "base/memory.h"
#include "base/message.h"
#include "world/mesh_shape.h"

#include <string.h>

static bool is_in_triangle(wend_vec2 a, wend_vec2 b, wend_vec2 c, wend_vec2 p)
{
    return wendi_orient(a, b, p) >= 0 && wendi_orient(b, c, p) >= 0 && wendi_orient(c, a, p) >= 0;
}

/* May corner i be cut off? Nothing of the rest may lie in that triangle, on its edges neither, but
 * at its own corners. */
static bool is_ear(const wendi_shape *shape, const wendi_array_u32 *corners, size_t i)
{
    const size_t count = corners->count;
    const uint32_t before = corners->items[(i + count - 1) % count];
    const uint32_t after = corners->items[(i + 1) % count];
    const wend_vec2 a = wendi_shape_at(shape, before);
    const wend_vec2 b = wendi_shape_at(shape, corners->items[i]);
    const wend_vec2 c = wendi_shape_at(shape, after);
    if (!(wendi_orient(a, b, c) > 0)) {
        return false;
    }
    for (size_t j = 0; j < count; ++j) {
        const uint32_t flat = shape->flats[corners->items[j]];
        const bool is_own = flat == shape->flats[before] || flat == shape->flats[after] ||
                            flat == shape->flats[corners->items[i]];
        if (!is_own && is_in_triangle(a, b, c, wendi_shape_at(shape, corners->items[j]))) {
            return false;
        }
    }
    return true;
}

static void remove_at(wendi_array_u32 *array, size_t i)
{
    memmove(array->items + i, array->items + i + 1, (array->count - i - 1) * sizeof *array->items);
    array->count--;
}

static bool copy_outline(const wendi_outline *from, wendi_outline *to)
{
    wendi_array_u32_clear(&to->corners);
    wendi_array_u32_clear(&to->wanted);
    wendi_array_u32_clear(&to->givens);
    return wendi_array_u32_append(&to->corners, from->corners.items, from->corners.count) &&
           wendi_array_u32_append(&to->wanted, from->wanted.items, from->wanted.count) &&
           wendi_array_u32_append(&to->givens, from->givens.items, from->givens.count);
}

/* The triangle at corner i. Its third edge, back from after to before, is a cut. */
static bool triangle_at(const wendi_outline *rest, size_t i, wendi_outline *triangle)
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
           wendi_array_u32_push(&triangle->wanted, WENDI_SHAPE_ANY) &&
           wendi_array_u32_push(&triangle->givens, UINT32_MAX);
}

static void outline_init(wendi_outline *outline, const wend_allocator *a)
{
    wendi_array_u32_init(&outline->corners, a);
    wendi_array_u32_init(&outline->wanted, a);
    wendi_array_u32_init(&outline->givens, a);
}

static void outline_free(wendi_outline *outline)
{
    wendi_array_u32_free(&outline->corners);
    wendi_array_u32_free(&outline->wanted);
    wendi_array_u32_free(&outline->givens);
}

static void cut_off(wendi_outline *rest, size_t i)
{
    const size_t before = (i + rest->corners.count - 1) % rest->corners.count;
    rest->wanted.items[before] = WENDI_SHAPE_ANY;
    rest->givens.items[before] = UINT32_MAX;
    remove_at(&rest->corners, i);
    remove_at(&rest->wanted, i);
    remove_at(&rest->givens, i);
}

static wend_result cut(wendi_shape *shape, wendi_outline *rest, wendi_outline *triangle,
                       uint32_t origin)
{
    size_t i = 0;
    size_t misses = 0;
    while (!wendi_shape_is_flat(shape, rest->corners.items, rest->corners.count) &&
           !wendi_shape_is_convex(shape, rest->corners.items, rest->corners.count)) {
        const size_t count = rest->corners.count;
        if (misses == count || count == 3) {
            return wendi_shape_refuse(shape, origin, 0, "its outline crosses itself");
        }
        i %= count;
        if (!is_ear(shape, &rest->corners, i)) {
            misses++;
            i++;
            continue;
        }
        misses = 0;
        if (!triangle_at(rest, i, triangle) || !wendi_shape_add(shape, triangle, origin)) {
            return wendi_shape_no_memory(shape);
        }
        cut_off(rest, i);
    }
    if (wendi_shape_is_flat(shape, rest->corners.items, rest->corners.count)) {
        return WEND_OK; /* the outline went along a line and back: no ground */
    }
    return wendi_shape_add(shape, rest, origin) ? WEND_OK : wendi_shape_no_memory(shape);
}

/* Do two edges cross? (Those that just touch leave no ear if they are in the way.) */
static bool edges_meet(const wendi_shape *shape, const wendi_array_u32 *corners, size_t i, size_t j)
{
    const size_t count = corners->count;
    const wend_vec2 a = wendi_shape_at(shape, corners->items[i]);
    const wend_vec2 b = wendi_shape_at(shape, corners->items[(i + 1) % count]);
    const wend_vec2 c = wendi_shape_at(shape, corners->items[j]);
    const wend_vec2 d = wendi_shape_at(shape, corners->items[(j + 1) % count]);
    const double ab_c = wendi_orient(a, b, c);
    const double ab_d = wendi_orient(a, b, d);
    const double cd_a = wendi_orient(c, d, a);
    const double cd_b = wendi_orient(c, d, b);
    const bool cd_crosses = (ab_c > 0 && ab_d < 0) || (ab_c < 0 && ab_d > 0);
    const bool ab_crosses = (cd_a > 0 && cd_b < 0) || (cd_a < 0 && cd_b > 0);
    return cd_crosses && ab_crosses;
}

static bool crosses_itself(const wendi_shape *shape, const wendi_array_u32 *corners)
{
    for (size_t i = 0; i < corners->count; ++i) {
        for (size_t j = i + 2; j < corners->count; ++j) {
            if (edges_meet(shape, corners, i, j)) {
                return true;
            }
        }
    }
    return false;
}

wend_result wendi_shape_cut(wendi_shape *shape, const wendi_outline *outline, uint32_t origin)
{
    if (crosses_itself(shape, &outline->corners)) {
        return wendi_shape_refuse(shape, origin, 0, "its outline crosses itself");
    }
    wendi_outline rest;
    wendi_outline triangle;
    outline_init(&rest, &shape->def->allocator);
    outline_init(&triangle, &shape->def->allocator);
    const wend_result result = copy_outline(outline, &rest) ? cut(shape, &rest, &triangle, origin)
                                                            : wendi_shape_no_memory(shape);
    outline_free(&rest);
    outline_free(&triangle);
    return result;
}
