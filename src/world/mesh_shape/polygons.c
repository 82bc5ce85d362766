/* Turns the given polygons over welded points into convex, counter-clockwise pieces, each once;
 * repairs or refuses invalid ones.
 * Cost: linear in corners; a polygon that is not convex takes the square of its corners. */
#include "base/core/memory.h"
#include "base/core/message.h"
#include "base/core/sort.h"
#include "base/math/mix.h"
#include "world/mesh_shape/shape.h"

#include <string.h>

wend_result wendi_mesh_shape_refuse(const wendi_mesh_shape *shape, uint32_t polygon,
                                    uint32_t corner, const char *what)
{
    return wendi_fail(shape->def->message, WEND_ERROR_ARGUMENT,
                      "wend_mesh_create: polygon %lu, corner %lu: %s", (unsigned long)polygon,
                      (unsigned long)corner, what);
}

wend_result wendi_mesh_shape_refuse_edge(const wendi_mesh_shape *shape, uint32_t given,
                                         const char *what)
{
    uint32_t polygon = 0;
    uint32_t left = given;
    while (polygon + 1 < shape->def->polygon_count && left >= shape->def->sizes[polygon]) {
        left -= shape->def->sizes[polygon++];
    }
    return wendi_mesh_shape_refuse(shape, polygon, left, what);
}

wend_result wendi_mesh_shape_no_memory(const wendi_mesh_shape *shape)
{
    return wendi_fail(shape->def->message, WEND_ERROR_MEMORY, "wend_mesh_create: out of memory");
}

/* ---- one outline ---- */

bool wendi_mesh_shape_is_before(wend_vec2 a, wend_vec2 b)
{
    return a.x < b.x || (!(a.x > b.x) && a.y < b.y);
}

/* True if all turns are left turns and it goes up and down (by x, then y) just once: so it goes
 * around once, and no spike hides in a straight line. */
bool wendi_mesh_shape_is_convex(const wendi_mesh_shape *shape, const uint32_t *corners,
                                size_t count)
{
    size_t turns = 0;
    wend_vec2 a = wendi_mesh_shape_point(shape, corners[count - 2]);
    wend_vec2 b = wendi_mesh_shape_point(shape, corners[count - 1]);
    for (size_t i = 0; i < count; ++i) {
        const wend_vec2 c = wendi_mesh_shape_point(shape, corners[i]);
        if (wendi_orient(a, b, c) < 0) {
            return false;
        }
        turns += wendi_mesh_shape_is_before(a, b) != wendi_mesh_shape_is_before(b, c);
        a = b;
        b = c;
    }
    return turns == 2;
}

/* Twice the area, rounded. */
static double area_of(const wendi_mesh_shape *shape, const uint32_t *corners, size_t count)
{
    const wend_vec2 origin = wendi_mesh_shape_point(shape, corners[0]);
    double area = 0;
    for (size_t i = 0; i < count; ++i) {
        const wend_vec2 a = wend_vec2_sub(wendi_mesh_shape_point(shape, corners[i]), origin);
        const wend_vec2 b =
            wend_vec2_sub(wendi_mesh_shape_point(shape, corners[(i + 1) % count]), origin);
        area += wend_vec2_cross(a, b);
    }
    return area;
}

/* Number of edges that leave the point `low` towards another, less those that come from there. */
static int64_t count_leaving(const wendi_mesh_shape *shape, const uint32_t *corners, size_t count,
                             uint32_t low, wend_vec2 towards)
{
    const wend_vec2 at = wendi_mesh_shape_point(shape, low);
    int64_t sum = 0;
    for (size_t i = 0; i < count; ++i) {
        if (shape->flats[corners[i]] == shape->flats[low]) {
            const wend_vec2 after = wendi_mesh_shape_point(shape, corners[(i + 1) % count]);
            const wend_vec2 before =
                wendi_mesh_shape_point(shape, corners[(i + count - 1) % count]);
            const double out = wendi_orient(at, towards, after);
            const double in = wendi_orient(at, towards, before);
            sum += !(out < 0) && !(out > 0);
            sum -= !(in < 0) && !(in > 0);
        }
    }
    return sum;
}

/* The orientation of an outline, decided at its lowest point: in a counter-clockwise outline the
 * rightmost edge there leaves it. Edges that run both ways do not count; where there are no
 * others, the area decides. @return below 0 = clockwise. */
static double orientation(const wendi_mesh_shape *shape, const uint32_t *corners, size_t count)
{
    uint32_t low = corners[0];
    for (size_t i = 1; i < count; ++i) {
        if (wendi_mesh_shape_is_before(wendi_mesh_shape_point(shape, corners[i]),
                                       wendi_mesh_shape_point(shape, low))) {
            low = corners[i];
        }
    }
    const wend_vec2 at = wendi_mesh_shape_point(shape, low);
    wend_vec2 rightmost = at;
    int64_t orientation_sum = 0;
    for (size_t i = 0; i < 2 * count; ++i) {
        const size_t beside = i < count ? i : i - count;
        const size_t own = i < count ? (i + 1) % count : (beside + count - 1) % count;
        const wend_vec2 other = wendi_mesh_shape_point(shape, corners[beside]);
        if (shape->flats[corners[own]] != shape->flats[low] ||
            (orientation_sum != 0 && !(wendi_orient(at, rightmost, other) < 0))) {
            continue;
        }
        const int64_t sum = count_leaving(shape, corners, count, low, other);
        rightmost = sum != 0 ? other : rightmost;
        orientation_sum = sum != 0 ? sum : orientation_sum;
    }
    return orientation_sum != 0 ? (double)orientation_sum : area_of(shape, corners, count);
}

bool wendi_mesh_shape_is_flat(const wendi_mesh_shape *shape, const uint32_t *corners, size_t count)
{
    if (count < 3) {
        return true;
    }
    const wend_vec2 a = wendi_mesh_shape_point(shape, corners[0]);
    const wend_vec2 b = wendi_mesh_shape_point(shape, corners[1]);
    for (size_t i = 2; i < count; ++i) {
        const double side = wendi_orient(a, b, wendi_mesh_shape_point(shape, corners[i]));
        if (side > 0 || side < 0) {
            return false;
        }
    }
    return true;
}

static void swap(uint32_t *values, size_t i, size_t j)
{
    const uint32_t value = values[i];
    values[i] = values[j];
    values[j] = value;
}

/* Reverses an outline. Edge i goes from corner i to the next: it becomes edge count - 2 - i. */
static void reverse(wendi_mesh_outline *outline)
{
    const size_t count = outline->corners.count;
    for (size_t i = 0; i < count / 2; ++i) {
        swap(outline->corners.items, i, count - 1 - i);
    }
    for (size_t i = 0; i < (count - 1) / 2; ++i) {
        swap(outline->wanted.items, i, count - 2 - i);
        swap(outline->givens.items, i, count - 2 - i);
    }
}

bool wendi_mesh_shape_add_piece(wendi_mesh_shape *shape, const wendi_mesh_outline *outline,
                                uint32_t origin)
{
    const size_t count = outline->corners.count;
    return wendi_array_u32_push(&shape->sizes, (uint32_t)count) &&
           wendi_array_u32_push(&shape->origins, origin) &&
           wendi_array_u32_append(&shape->corners, outline->corners.items, count) &&
           wendi_array_u32_append(&shape->wanted, outline->wanted.items, count) &&
           wendi_array_u32_append(&shape->givens, outline->givens.items, count);
}

/* Reads corners from first on, without those at the same point as the next one. */
static wend_result read_outline(wendi_mesh_shape *shape, uint32_t polygon, size_t first,
                                wendi_mesh_outline *outline)
{
    const wend_mesh_def *def = shape->def;
    const uint32_t size = def->sizes[polygon];
    wendi_array_u32_clear(&outline->corners);
    wendi_array_u32_clear(&outline->wanted);
    wendi_array_u32_clear(&outline->givens);
    for (uint32_t i = 0; i < size; ++i) {
        const uint32_t point = shape->welded_points[def->corners[first + i]];
        const uint32_t next = shape->welded_points[def->corners[first + (i + 1) % size]];
        const uint32_t wanted =
            def->neighbours == NULL ? WENDI_MESH_SHAPE_ANY : def->neighbours[first + i];
        if (shape->flats[point] == shape->flats[next]) {
            shape->report.dropped_lines++;
            if (def->is_strict) {
                return wendi_mesh_shape_refuse(shape, polygon, i, "an edge without length");
            }
            continue;
        }
        if (!wendi_array_u32_push(&outline->corners, point) ||
            !wendi_array_u32_push(&outline->wanted, wanted) ||
            !wendi_array_u32_push(&outline->givens, (uint32_t)first + i)) {
            return wendi_mesh_shape_no_memory(shape);
        }
    }
    return WEND_OK;
}

static wend_result add_polygon(wendi_mesh_shape *shape, uint32_t polygon,
                               wendi_mesh_outline *outline)
{
    const bool is_strict = shape->def->is_strict;
    if (wendi_mesh_shape_is_flat(shape, outline->corners.items, outline->corners.count)) {
        shape->report.dropped_polygons++;
        return is_strict ? wendi_mesh_shape_refuse(shape, polygon, 0, "no area") : WEND_OK;
    }
    const wend_result result = wendi_mesh_shape_remove_spikes(shape, outline);
    const size_t count = outline->corners.count;
    if (result != WEND_OK) {
        return result;
    }
    if (wendi_mesh_shape_is_flat(shape, outline->corners.items, count)) {
        shape->report.dropped_polygons++;
        return WEND_OK;
    }
    if (orientation(shape, outline->corners.items, count) < 0) {
        shape->report.turned_polygons++;
        if (is_strict) {
            return wendi_mesh_shape_refuse(shape, polygon, 0, "it is clockwise");
        }
        reverse(outline);
    }
    if (wendi_mesh_shape_is_convex(shape, outline->corners.items, count)) {
        return wendi_mesh_shape_add_piece(shape, outline, polygon)
                   ? WEND_OK
                   : wendi_mesh_shape_no_memory(shape);
    }
    shape->report.split_polygons++;
    return is_strict ? wendi_mesh_shape_refuse(shape, polygon, 0, "it is not convex")
                     : wendi_mesh_shape_cut(shape, outline, polygon);
}

static wend_result add_all(wendi_mesh_shape *shape, wendi_mesh_outline *outline)
{
    size_t first = 0;
    for (uint32_t p = 0; p < shape->def->polygon_count; ++p) {
        wend_result result = read_outline(shape, p, first, outline);
        if (result == WEND_OK) {
            result = add_polygon(shape, p, outline);
        }
        if (result != WEND_OK) {
            return result;
        }
        first += shape->def->sizes[p];
    }
    return WEND_OK;
}

wend_result wendi_mesh_shape_polygons(wendi_mesh_shape *shape)
{
    wendi_mesh_outline outline;
    wendi_array_u32_init(&outline.corners, &shape->def->allocator);
    wendi_array_u32_init(&outline.wanted, &shape->def->allocator);
    wendi_array_u32_init(&outline.givens, &shape->def->allocator);
    const wend_result result = add_all(shape, &outline);
    wendi_array_u32_free(&outline.corners);
    wendi_array_u32_free(&outline.wanted);
    wendi_array_u32_free(&outline.givens);
    return result;
}

/* ---- duplicate polygons ---- */

/* Index of a piece's smallest corner. */
static uint32_t smallest(const uint32_t *corners, uint32_t count)
{
    uint32_t low = 0;
    for (uint32_t i = 1; i < count; ++i) {
        low = corners[i] < corners[low] ? i : low;
    }
    return low;
}

static uint64_t hash_piece(const uint32_t *corners, uint32_t count)
{
    const uint32_t low = smallest(corners, count);
    uint64_t hash = count;
    for (uint32_t i = 0; i < count; ++i) {
        hash = wendi_mix64(hash + WENDI_GOLDEN + corners[(low + i) % count]);
    }
    return hash;
}

static bool are_equal(const uint32_t *a, const uint32_t *b, uint32_t count)
{
    const uint32_t low_a = smallest(a, count);
    const uint32_t low_b = smallest(b, count);
    for (uint32_t i = 0; i < count; ++i) {
        if (a[(low_a + i) % count] != b[(low_b + i) % count]) {
            return false;
        }
    }
    return true;
}

/* Marks each piece that equals an earlier one: its size becomes 0. */
static void mark_duplicates(wendi_mesh_shape *shape, const wendi_sort_pair *pairs,
                            const uint32_t *firsts)
{
    const size_t count = shape->sizes.count;
    for (size_t i = 0; i < count; ++i) {
        const uint32_t a = pairs[i].value;
        const uint32_t size = shape->sizes.items[a];
        for (size_t j = i + 1; size > 0 && j < count && pairs[j].key == pairs[i].key; ++j) {
            const uint32_t b = pairs[j].value;
            if (shape->sizes.items[b] == size &&
                are_equal(shape->corners.items + firsts[a], shape->corners.items + firsts[b],
                          size)) {
                shape->sizes.items[b] = 0;
                shape->report.dropped_polygons++;
            }
        }
    }
}

static void close_gaps(wendi_mesh_shape *shape, const uint32_t *firsts)
{
    size_t pieces = 0;
    size_t corners = 0;
    for (size_t i = 0; i < shape->sizes.count; ++i) {
        const uint32_t size = shape->sizes.items[i];
        if (size == 0) {
            continue;
        }
        shape->sizes.items[pieces] = size;
        shape->origins.items[pieces++] = shape->origins.items[i];
        const size_t bytes = size * sizeof(uint32_t);
        memmove(shape->corners.items + corners, shape->corners.items + firsts[i], bytes);
        memmove(shape->wanted.items + corners, shape->wanted.items + firsts[i], bytes);
        memmove(shape->givens.items + corners, shape->givens.items + firsts[i], bytes);
        corners += size;
    }
    shape->sizes.count = shape->origins.count = pieces;
    shape->corners.count = shape->wanted.count = shape->givens.count = corners;
}

static wend_result drop_duplicates(wendi_mesh_shape *shape, wendi_sort_pair *pairs,
                                   uint32_t *firsts)
{
    const size_t count = shape->sizes.count;
    uint32_t first = 0;
    for (uint32_t i = 0; i < count; ++i) {
        firsts[i] = first;
        pairs[i].key = hash_piece(shape->corners.items + first, shape->sizes.items[i]);
        pairs[i].value = i;
        first += shape->sizes.items[i];
    }
    wendi_sort_pairs(pairs, pairs + count, count);
    const uint64_t before = shape->report.dropped_polygons;
    mark_duplicates(shape, pairs, firsts);
    if (shape->report.dropped_polygons == before) {
        return WEND_OK;
    }
    for (uint32_t i = 0; shape->def->is_strict && i < count; ++i) {
        if (shape->sizes.items[i] == 0) {
            return wendi_mesh_shape_refuse(shape, shape->origins.items[i], 0,
                                           "there is one like it");
        }
    }
    close_gaps(shape, firsts);
    return WEND_OK;
}

wend_result wendi_mesh_shape_remove_duplicates(wendi_mesh_shape *shape)
{
    const wend_allocator *a = &shape->def->allocator;
    const size_t count = shape->sizes.count;
    wendi_sort_pair *pairs = wendi_alloc(a, 2 * count * sizeof *pairs);
    uint32_t *firsts = wendi_alloc(a, count * sizeof *firsts);
    const wend_result result = pairs == NULL || firsts == NULL
                                   ? wendi_mesh_shape_no_memory(shape)
                                   : drop_duplicates(shape, pairs, firsts);
    wendi_free(a, pairs, 2 * count * sizeof *pairs);
    wendi_free(a, firsts, count * sizeof *firsts);
    return result;
}

/* ---- spikes ---- */

static wend_vec2 corner_at(const wendi_mesh_shape *shape, const wendi_mesh_outline *outline,
                           size_t i)
{
    return wendi_mesh_shape_point(shape, outline->corners.items[i % outline->corners.count]);
}

static bool is_spike(const wendi_mesh_shape *shape, const wendi_mesh_outline *outline, size_t i)
{
    const wend_vec2 a = corner_at(shape, outline, i + outline->corners.count - 1);
    const wend_vec2 b = corner_at(shape, outline, i);
    const wend_vec2 c = corner_at(shape, outline, i + 1);
    const double reverse = wendi_orient(a, b, c);
    return !(reverse > 0) && !(reverse < 0) &&
           wendi_mesh_shape_is_before(a, b) != wendi_mesh_shape_is_before(b, c);
}

size_t wendi_mesh_outline_find_spike(const wendi_mesh_shape *shape,
                                     const wendi_mesh_outline *outline, size_t first)
{
    const size_t count = outline->corners.count;
    for (size_t i = 0; i < count && count >= 3; ++i) {
        if (is_spike(shape, outline, (first + i) % count)) {
            return (first + i) % count;
        }
    }
    return SIZE_MAX;
}

static void remove_at(wendi_array_u32 *array, size_t i)
{
    memmove(array->items + i, array->items + i + 1, (array->count - i - 1) * sizeof *array->items);
    array->count--;
}

void wendi_mesh_outline_remove(wendi_mesh_outline *outline, size_t i)
{
    remove_at(&outline->corners, i);
    remove_at(&outline->wanted, i);
    remove_at(&outline->givens, i);
}

size_t wendi_mesh_outline_remove_spike(const wendi_mesh_shape *shape, wendi_mesh_outline *outline,
                                       size_t i)
{
    const size_t count = outline->corners.count;
    const size_t before = (i + count - 1) % count;
    const size_t after = (i + 1) % count;
    const wend_vec2 a = corner_at(shape, outline, before);
    const wend_vec2 b = corner_at(shape, outline, i);
    const wend_vec2 c = corner_at(shape, outline, after);
    if (wendi_mesh_shape_is_before(a, c) == wendi_mesh_shape_is_before(c, a)) {
        wendi_mesh_outline_remove(outline, i > before ? i : before);
        wendi_mesh_outline_remove(outline, i > before ? before : i);
        return before > 0 ? before - 1 : 0;
    }
    if (wendi_mesh_shape_is_before(a, c) != wendi_mesh_shape_is_before(a, b)) {
        outline->wanted.items[before] = outline->wanted.items[i];
        outline->givens.items[before] = outline->givens.items[i];
    }
    wendi_mesh_outline_remove(outline, i);
    return before > 0 ? before - 1 : 0;
}

wend_result wendi_mesh_shape_remove_spikes(wendi_mesh_shape *shape, wendi_mesh_outline *outline)
{
    size_t i = wendi_mesh_outline_find_spike(shape, outline, 0);
    while (i != SIZE_MAX) {
        if (shape->def->is_strict) {
            return wendi_mesh_shape_refuse_edge(shape, outline->givens.items[i],
                                                "a spike: the outline returns along the same line");
        }
        shape->report.dropped_lines++;
        i = wendi_mesh_outline_find_spike(shape, outline,
                                          wendi_mesh_outline_remove_spike(shape, outline, i));
    }
    return WEND_OK;
}
