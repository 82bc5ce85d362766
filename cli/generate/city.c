/* Generates a city from a seed and a size: streets and blocks, a river with bridges, parks with
 * ponds, boulevards that meet on round plazas, rough ground at the edge of town.
 * Cost: linear in the cells; some 20 random numbers each. */
#include "generate/city.h"

#include "generate/city_block.h"
#include "generate/city_noise.h"
#include "generate/city_plan.h"
#include "wend/base.h"

#include <stdlib.h>
#include <string.h>

/* Layers of noise. */
enum { LAYER_BEND_X = 100, LAYER_BEND_Y, LAYER_ROUGH, LAYER_ROCK, LAYER_POND, LAYER_DISTRICT };

static const double TAU = 6.283185307179586;

/* A round plaza with a fountain, and the far ends of the boulevards that meet there. All as parts
 * of the city's width and height. */
typedef struct star {
    double x, y, radius;
    double ends[3][2];
    int end_count;
} star;

static const star STARS[] = {
    {0.30, 0.36, 0.040, {{0.0, 0.04}, {0.02, 0.66}, {0.47, 0.0}}, 3},
    {0.81, 0.62, 0.034, {{1.0, 0.30}, {0.62, 1.0}, {1.0, 0.93}}, 3},
};
enum { STAR_COUNT = sizeof STARS / sizeof STARS[0] };

/* Parks: ellipses with a path along the edge and one across, and a pond. */
typedef struct park {
    double x, y, radius_x, radius_y, pond_x, pond_y;
} park;

static const park PARKS[] = {
    {0.20, 0.78, 0.135, 0.090, -0.35, 0.10},
    {0.82, 0.22, 0.090, 0.105, 0.15, 0.35},
};
enum { PARK_COUNT = sizeof PARKS / sizeof PARKS[0] };

typedef struct builder {
    uint64_t seed;
    double width, height;
    double scale; /* of widths that do not grow with the city */
    city_plan plan;
    double phase[2]; /* of the river's bends */
} builder;

uint8_t city_cost(city_kind kind)
{
    static const uint8_t COSTS[CITY_KIND_COUNT] = {
        [CITY_MAIN_ROAD] = 1, [CITY_PLAZA] = 1,      [CITY_STREET] = 2,
        [CITY_YARD] = 2,      [CITY_GARDEN] = 3,     [CITY_PARK] = 3,
        [CITY_ROUGH] = 5,     [CITY_BUILDING] = 255, [CITY_WATER] = 255,
    };
    return COSTS[kind];
}

static double squared(double x)
{
    return x * x;
}

/* ---- streets and blocks ---- */

static city_place bent_place(const builder *b, double x, double y, double at[2])
{
    const double period = b->width / 3.2;
    const double reach = b->width * 0.075;
    at[0] = x + reach * (city_noise(b->seed, LAYER_BEND_X, x, y, period) - 0.5);
    at[1] = y + reach * (city_noise(b->seed, LAYER_BEND_Y, x, y, period) - 0.5);
    return city_plan_at(&b->plan, at[0], at[1]);
}

/* 0 in the middle of town, 1 and more at its edge. */
static double outskirts(const builder *b, double x, double y)
{
    const double dx = (x / b->width - 0.48) / 0.5;
    const double dy = (y / b->height - 0.46) / 0.5;
    return wend_sqrt(dx * dx + dy * dy) +
           0.5 * (city_noise(b->seed, LAYER_DISTRICT, x, y, b->width / 6.0) - 0.5);
}

static city_kind ground_kind(const builder *b, double x, double y, int *depth)
{
    double at[2];
    const city_place place = bent_place(b, x, y, at);
    *depth = place.depth;
    if (place.depth >= 0) {
        return place.depth < 4 ? CITY_MAIN_ROAD : CITY_STREET;
    }
    const double middle_x = (place.rect.low[0] + place.rect.high[0]) / 2;
    const double middle_y = (place.rect.low[1] + place.rect.high[1]) / 2;
    return city_block_at(b->seed, &place, at[0], at[1], b->scale, outskirts(b, middle_x, middle_y));
}

/* ---- the edge of town ---- */

static bool is_rough(const builder *b, double x, double y)
{
    const double hills = city_noise(b->seed, LAYER_ROUGH, x, y, 34.0 * b->scale);
    const double far_x = x / b->width;
    const double far_y = y / b->height;
    const double corner = far_x + far_y - 1.70;
    const double other = (1.0 - far_x) + far_y * 0.9 - 1.72;
    return (corner > other ? corner : other) + 0.22 * (hills - 0.5) > 0.0;
}

static city_kind rough_kind(const builder *b, double x, double y)
{
    const double rock = city_noise(b->seed, LAYER_ROCK, x, y, 8.0 * b->scale);
    return rock > 0.80 ? CITY_BUILDING : rock < 0.3 ? CITY_PARK : CITY_ROUGH;
}

/* ---- parks ---- */

static bool park_kind(const builder *b, const park *p, double x, double y, city_kind *kind)
{
    const double dx = (x / b->width - p->x) / p->radius_x;
    const double dy = (y / b->height - p->y) / p->radius_y;
    const double away = wend_sqrt(dx * dx + dy * dy) +
                        0.16 * (city_noise(b->seed, LAYER_POND, x, y, 40.0 * b->scale) - 0.5);
    const double path = 1.6 * b->scale / (p->radius_x * b->width);
    if (away > 1.0) {
        return false;
    }
    const double pond = wend_sqrt(squared(dx - p->pond_x) + squared((dy - p->pond_y) * 1.3)) +
                        0.5 * (city_noise(b->seed, LAYER_POND, x, y, 17.0 * b->scale) - 0.5);
    const double across = dx * 0.8 + dy * 0.6 + 0.18 * wend_sin(4.0 * dx);
    const bool is_path =
        (away > 0.80 && away < 0.80 + 2.0 * path) || (across > -path && across < path);
    *kind = pond < 0.30 ? CITY_WATER : is_path || away > 1 - path ? CITY_STREET : CITY_PARK;
    return true;
}

/* ---- boulevards ---- */

/* Square of the distance from a point to the straight line between two others. */
static double segment_distance2(const double p[2], const double a[2], const double c[2])
{
    const double along[2] = {c[0] - a[0], c[1] - a[1]};
    const double length2 = along[0] * along[0] + along[1] * along[1];
    double t = ((p[0] - a[0]) * along[0] + (p[1] - a[1]) * along[1]) / length2;
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    return squared(p[0] - a[0] - t * along[0]) + squared(p[1] - a[1] - t * along[1]);
}

static bool star_kind(const builder *b, const star *s, double x, double y, city_kind *kind)
{
    const double p[2] = {x, y};
    const double centre[2] = {s->x * b->width, s->y * b->height};
    const double radius = s->radius * b->width;
    const double away2 = squared(x - centre[0]) + squared(y - centre[1]);
    if (away2 < squared(radius)) {
        const bool is_fountain = away2 < squared(radius * 0.22);
        const bool is_lawn = away2 > squared(radius * 0.42) && away2 < squared(radius * 0.66);
        const bool is_walk = squared((x - centre[0]) * (y - centre[1])) < squared(radius * 1.4);
        *kind = is_fountain ? CITY_WATER : is_lawn && !is_walk ? CITY_PARK : CITY_PLAZA;
        return true;
    }
    for (int i = 0; i < s->end_count; i++) {
        const double end[2] = {s->ends[i][0] * b->width, s->ends[i][1] * b->height};
        if (segment_distance2(p, centre, end) < squared(2.6 * (b->scale < 1.0 ? 0.6 : 1.0))) {
            *kind = CITY_MAIN_ROAD;
            return true;
        }
    }
    return false;
}

/* ---- the river ---- */

/* Cells from the middle of the river; below 0 to its left. */
static double river_distance(const builder *b, double x, double y)
{
    const double along = y / b->height;
    const double middle = 0.575 + 0.060 * wend_sin(TAU * 0.9 * along + b->phase[0]) +
                          0.018 * wend_sin(TAU * 2.3 * along + b->phase[1]);
    return x - middle * b->width;
}

static bool river_kind(const builder *b, double x, double y, int road_depth, city_kind *kind)
{
    const double off = river_distance(b, x, y);
    const double half = 0.021 * b->width;
    const double away = off < 0.0 ? -off : off;
    if (away < half) {
        *kind = road_depth >= 0 && road_depth < 2 ? CITY_MAIN_ROAD : CITY_WATER;
        return true;
    }
    if (away < half + 3.0 * b->scale) {
        *kind = CITY_STREET;
        return true;
    }
    if (away < half + 9.0 * b->scale && off < 0.0 && (road_depth < 0 || road_depth > 3)) {
        *kind = CITY_PARK;
        return true;
    }
    return false;
}

/* ---- all together ---- */

static city_kind kind_at(const builder *b, double x, double y)
{
    int depth = -1;
    city_kind kind = ground_kind(b, x, y, &depth);
    if (river_kind(b, x, y, depth, &kind)) {
        return kind;
    }
    for (int i = 0; i < STAR_COUNT; i++) {
        if (star_kind(b, &STARS[i], x, y, &kind)) {
            return kind;
        }
    }
    for (int i = 0; i < PARK_COUNT; i++) {
        if (park_kind(b, &PARKS[i], x, y, &kind)) {
            return kind;
        }
    }
    if ((depth < 0 || depth > 3) && is_rough(b, x, y)) {
        return rough_kind(b, x, y);
    }
    return kind;
}

/* ---- everything open can be reached ---- */

/* Marks with 1 the cells that straight steps reach from a cell. @return the number of cells. */
static uint32_t flood(const uint8_t *kinds, int32_t width, int32_t height, uint32_t seed,
                      uint8_t *marks, uint8_t mark, uint32_t *stack)
{
    const int64_t step[4] = {-1, 1, -width, width};
    uint32_t cells = 0;
    size_t count = 1;
    stack[0] = seed;
    marks[seed] = mark;
    while (count > 0) {
        const uint32_t node = stack[--count];
        const int32_t x = (int32_t)(node % (uint32_t)width);
        const int32_t y = (int32_t)(node / (uint32_t)width);
        const bool is_inside[4] = {x > 0, x<width - 1, y> 0, y < height - 1};
        cells++;
        for (int i = 0; i < 4; i++) {
            const size_t next = is_inside[i] ? (size_t)((int64_t)node + step[i]) : node;
            if (marks[next] == 0 && city_cost((city_kind)kinds[next]) != 255) {
                marks[next] = mark;
                stack[count++] = (uint32_t)next;
            }
        }
    }
    return cells;
}

/* Builds over every open part but the largest. */
static void close_islands(uint8_t *kinds, int32_t width, int32_t height, uint8_t *marks,
                          uint32_t *stack)
{
    const size_t cells = (size_t)width * (size_t)height;
    uint32_t largest = 0;
    uint32_t largest_seed = 0;
    memset(marks, 0, cells);
    for (uint32_t node = 0; node < cells; node++) {
        if (marks[node] == 0 && city_cost((city_kind)kinds[node]) != 255) {
            const uint32_t size = flood(kinds, width, height, node, marks, 1, stack);
            largest_seed = size > largest ? node : largest_seed;
            largest = size > largest ? size : largest;
        }
    }
    memset(marks, 0, cells);
    if (largest > 0) {
        (void)flood(kinds, width, height, largest_seed, marks, 1, stack);
    }
    for (size_t node = 0; node < cells; node++) {
        if (marks[node] == 0 && kinds[node] != CITY_WATER) {
            kinds[node] = CITY_BUILDING;
        }
    }
}

bool city_make(uint64_t seed, int32_t width, int32_t height, uint8_t *kinds)
{
    const size_t cells = (size_t)width * (size_t)height;
    builder b = {.seed = seed, .width = width, .height = height};
    uint8_t *marks = malloc(cells);
    uint32_t *stack = malloc(cells * sizeof *stack);
    const bool has_memory =
        city_plan_make(&b.plan, seed, width, height) && marks != NULL && stack != NULL;
    b.scale = b.plan.scale;
    for (uint64_t i = 0; i < 2; i++) {
        b.phase[i] = TAU * wend_random_unit(seed, 7, i);
    }
    if (has_memory) {
        for (int32_t y = 0; y < height; y++) {
            for (int32_t x = 0; x < width; x++) {
                kinds[(size_t)y * (size_t)width + (size_t)x] =
                    (uint8_t)kind_at(&b, x + 0.5, y + 0.5);
            }
        }
        close_islands(kinds, width, height, marks, stack);
    }
    city_plan_free(&b.plan);
    free(marks);
    free(stack);
    return has_memory;
}
