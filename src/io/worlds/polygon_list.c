/* takes: points and polygons as a reader finds them.
 * gives: growing arrays of them.
 * cost:  constant time on average for each. */
#include "io/worlds/polygon_list.h"
#include "base/core/memory.h"
#include "io/core/decimal.h"

#include <string.h>

enum { FIRST_POINTS = 64 };

void wendi_polygon_list_init(wendi_polygon_list *polygons, const wend_allocator *allocator)
{
    memset(polygons, 0, sizeof *polygons);
    polygons->allocator = *allocator;
    wendi_array_u32_init(&polygons->corners, allocator);
    wendi_array_u32_init(&polygons->sizes, allocator);
    wendi_array_u32_init(&polygons->neighbours, allocator);
    wendi_array_u8_init(&polygons->areas, allocator);
}

void wendi_polygon_list_free(wendi_polygon_list *polygons)
{
    wendi_free(&polygons->allocator, polygons->points,
               polygons->point_capacity * sizeof *polygons->points);
    polygons->points = NULL;
    polygons->point_count = 0;
    polygons->point_capacity = 0;
    wendi_array_u32_free(&polygons->corners);
    wendi_array_u32_free(&polygons->sizes);
    wendi_array_u32_free(&polygons->neighbours);
    wendi_array_u8_free(&polygons->areas);
}

bool wendi_polygon_list_add_point(wendi_polygon_list *p, wend_vec3 point)
{
    if (p->point_count == p->point_capacity) {
        const size_t capacity = p->point_capacity == 0 ? FIRST_POINTS : p->point_capacity * 2;
        wend_vec3 *points =
            wendi_resize_items(&p->allocator, p->points, p->point_capacity, capacity, sizeof point);
        if (points == NULL) {
            return false;
        }
        p->points = points;
        p->point_capacity = capacity;
    }
    p->points[p->point_count++] = point;
    return true;
}

bool wendi_span_coordinate(wendi_span span, double *value)
{
    double read = 0.0;
    if (!wendi_span_double(span, &read) || read > WEND_COORDINATE_MAX ||
        read < -WEND_COORDINATE_MAX) {
        return false;
    }
    *value = read;
    return true;
}
