/* The segment clearance test, slow and obvious, in whole numbers.
 *
 * Positions and radii are given in sixteenths of a cell, so that every square of a distance is a
 * fraction of two 64-bit integers on the small maps of tests. Every wall, and a frame of walls
 * around the map, is measured: inside, or the least distance to its four edges. Nothing is shared
 * with the library.
 */
#ifndef TEST_PATH_REFERENCE_H
#define TEST_PATH_REFERENCE_H

#include "support/gen.h"

#include <stdlib.h>

enum { REFERENCE_UNITS = 16 };

typedef struct reference_point {
    int64_t x, y;
} reference_point;

static inline double reference_metres(int64_t units)
{
    return (double)units / (double)REFERENCE_UNITS;
}

static inline int64_t reference_cross(reference_point a, reference_point b, reference_point c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static inline int64_t reference_dot(reference_point a, reference_point b, reference_point c)
{
    return (b.x - a.x) * (c.x - a.x) + (b.y - a.y) * (c.y - a.y);
}

/* True if the point is nearer to the segment than the radius; with radius 0: on it. */
static inline bool reference_point_near(reference_point p, reference_point a, reference_point b,
                                        int64_t radius)
{
    int64_t along = reference_dot(a, b, p);
    int64_t length = reference_dot(a, b, b);
    int64_t numerator;
    int64_t denominator = 1;
    if (along <= 0) {
        numerator = reference_dot(a, p, p);
    } else if (along >= length) {
        numerator = reference_dot(b, p, p);
    } else {
        numerator = reference_cross(a, b, p) * reference_cross(a, b, p);
        denominator = length;
    }
    return radius == 0 ? numerator == 0 : numerator < radius * radius * denominator;
}

static inline int reference_sign(int64_t value)
{
    return (value > 0) - (value < 0);
}

static inline bool reference_cross_properly(reference_point a, reference_point b, reference_point c,
                                            reference_point d)
{
    return reference_sign(reference_cross(a, b, c)) * reference_sign(reference_cross(a, b, d)) <
               0 &&
           reference_sign(reference_cross(c, d, a)) * reference_sign(reference_cross(c, d, b)) < 0;
}

static inline bool reference_edge_near(reference_point a, reference_point b, reference_point c,
                                       reference_point d, int64_t radius)
{
    return reference_cross_properly(a, b, c, d) || reference_point_near(a, c, d, radius) ||
           reference_point_near(b, c, d, radius) || reference_point_near(c, a, b, radius) ||
           reference_point_near(d, a, b, radius);
}

static inline bool reference_cell_near(reference_point a, reference_point b, int32_t x, int32_t y,
                                       int64_t radius)
{
    int64_t low_x = x * REFERENCE_UNITS;
    int64_t low_y = y * REFERENCE_UNITS;
    int64_t high_x = low_x + REFERENCE_UNITS;
    int64_t high_y = low_y + REFERENCE_UNITS;
    if (a.x >= low_x && a.x <= high_x && a.y >= low_y && a.y <= high_y) {
        return true;
    }
    const reference_point corners[] = {
        {low_x, low_y}, {high_x, low_y}, {high_x, high_y}, {low_x, high_y}};
    for (int i = 0; i < 4; ++i) {
        if (reference_edge_near(a, b, corners[i], corners[(i + 1) % 4], radius)) {
            return true;
        }
    }
    return false;
}

static inline bool reference_is_wall(const gen_map *map, int32_t x, int32_t y)
{
    return x < 0 || y < 0 || x >= map->width || y >= map->height ||
           map->costs[(size_t)y * (size_t)map->width + (size_t)x] == WEND_COST_WALL;
}

/** May a disc walk from a to b, both inside the map? */
static inline bool reference_can_walk(const gen_map *map, reference_point a, reference_point b,
                                      int64_t radius)
{
    for (int32_t y = -1; y <= map->height; ++y) {
        for (int32_t x = -1; x <= map->width; ++x) {
            if (reference_is_wall(map, x, y) && reference_cell_near(a, b, x, y, radius)) {
                return false;
            }
        }
    }
    return true;
}

/* Narrows the part [*begin, *end] of a line to where from + part * extent lies in [low, high]. */
static inline void reference_clip(double from, double extent, double low, double high,
                                  double *begin, double *end)
{
    if (extent > 0.0 || extent < 0.0) {
        double first = ((extent > 0.0 ? low : high) - from) / extent;
        double last = ((extent > 0.0 ? high : low) - from) / extent;
        *begin = first > *begin ? first : *begin;
        *end = last < *end ? last : *end;
    } else if (from < low || from > high) {
        *end = *begin;
    }
}

/** Mean factor under a line of some length that runs along no border: every cell of the map gives
 * its factor times the part of the line within it. Ends inside. */
static inline double reference_mean_factor(const gen_map *map, reference_point a, reference_point b)
{
    double sum = 0.0;
    for (int32_t y = 0; y < map->height; ++y) {
        for (int32_t x = 0; x < map->width; ++x) {
            double begin = 0.0;
            double end = 1.0;
            reference_clip((double)a.x, (double)(b.x - a.x), x * REFERENCE_UNITS,
                           (x + 1) * REFERENCE_UNITS, &begin, &end);
            reference_clip((double)a.y, (double)(b.y - a.y), y * REFERENCE_UNITS,
                           (y + 1) * REFERENCE_UNITS, &begin, &end);
            double part = end > begin ? end - begin : 0.0;
            sum += part * map->costs[(size_t)y * (size_t)map->width + (size_t)x];
        }
    }
    return sum;
}

#endif
