/* takes: an outline that may go out along a line and back the same way.
 * gives: the outline without that: it encloses the same ground.
 * cost:  linear in corners; each spike moves the corners behind it up.
 *
 *     a-------b        a and b: the corner b goes, and one of the two a with it
 *     a---c---b        back only to c: b goes, the edge from a ends at c
 *     c---a---b        back beyond a: b goes, the edge to c begins at a
 */
#include "world/mesh_shape/shape.h"

#include <string.h>

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
    const double turn = wendi_orient(a, b, c);
    return !(turn > 0) && !(turn < 0) &&
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
                                                "a spike: the outline goes back the way it came");
        }
        shape->report.dropped_lines++;
        i = wendi_mesh_outline_find_spike(shape, outline,
                                          wendi_mesh_outline_remove_spike(shape, outline, i));
    }
    return WEND_OK;
}
