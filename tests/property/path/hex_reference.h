/* Random maps of hexes, and segment clearance measured wall by wall. */
#ifndef TEST_PROPERTY_PATH_HEX_REFERENCE_H
#define TEST_PROPERTY_PATH_HEX_REFERENCE_H

#include "route/path/path.h"
#include "support/gen.h"
#include "support/grids.h"
#include "support/searches.h"
#include "support/test.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Points are counted in sixteenths of a cell along the lines, and across them so that lines are 24
 * apart: three times a squared length is 3 u^2 + v^2. HALF is half a cell. */
enum { HALF = 8, SCALE = 4096, SIDE_MAX = 12, CELLS_MAX = 512, WORLDS = 500, LINES = 30 };

typedef struct point {
    int64_t u, v;
} point;

typedef struct fixture {
    uint64_t seed;
    int32_t width, height;
    wend_hex_layout layout;
    bool is_rows;
    uint8_t costs[SIDE_MAX * SIDE_MAX];
    double cell_size;
    int64_t agent; /* radius of the space's agent, in 16 * SCALE parts of a cell */
    wend_vec2 origin;
    wend_grid *grid;
    wend_space *space;
    wend_path *path;
    uint32_t all, walkable;        /* lines */
    double before, quick, precise; /* costs */
} fixture;

static inline uint32_t pick(const fixture *f, uint64_t what, uint32_t below)
{
    return wend_random_below(f->seed, what, 91, below);
}

static inline void make_costs(fixture *f)
{
    const uint32_t walls = pick(f, 10, 4) * 8;
    const uint32_t kind = pick(f, 11, 3);
    for (int32_t i = 0; i < f->width * f->height; ++i) {
        const uint64_t what = 100 + (uint64_t)i;
        f->costs[i] =
            (uint8_t)(kind == 0 ? 1 : 1 + pick(f, (kind == 1 ? what : what / 7) + 999, 9));
        if (wend_random_below(f->seed, what, 92, 100) < walls) {
            f->costs[i] = WEND_COST_WALL;
        }
    }
}

/* Grid, space and path on the cells of the fixture. */
static inline void open_world(fixture *f, wend_wrap wrap)
{
    wend_grid_def def = grids_def(f->width, f->height, 1);
    def.neighbours = WEND_NEIGHBOURS_6;
    def.hex_layout = f->layout;
    def.cell_size = f->cell_size;
    def.origin = f->origin;
    def.wrap = wrap;
    f->grid = grids_make(def);
    assert_int_equal(
        wend_grid_set_costs(f->grid, 0, 0, 0, f->width, f->height, f->costs, (size_t)f->width),
        WEND_OK);
    wend_space_def space = wend_space_def_default();
    space.grid = f->grid;
    space.radius = (double)f->agent / (2 * HALF * SCALE) * f->cell_size;
    f->space = spaces_make(space);
    f->path = paths_make();
}

static inline void make(fixture *f, uint64_t seed)
{
    f->seed = seed;
    f->width = 1 + (int32_t)pick(f, 1, SIDE_MAX);
    f->height = 1 + (int32_t)pick(f, 2, SIDE_MAX);
    f->layout = (wend_hex_layout)pick(f, 3, 4);
    f->is_rows = f->layout == WEND_HEX_ODD_ROWS || f->layout == WEND_HEX_EVEN_ROWS;
    f->cell_size = pick(f, 4, 2) == 0 ? 1.0 : 0.1 + wend_random_unit(seed, 5, 93);
    f->origin = (wend_vec2){pick(f, 6, 2) * -7.3, pick(f, 7, 2) * 123.4};
    make_costs(f);
    const bool can_wrap = pick(f, 8, 3) == 0 && (f->is_rows ? f->height : f->width) % 2 == 0;
    open_world(f, can_wrap ? WEND_WRAP_BOTH : WEND_WRAP_NONE);
}

static inline void drop(fixture *f)
{
    wend_path_destroy(f->path);
    wend_space_destroy(f->space);
    wend_grid_destroy(f->grid);
}

/* ---- the reference ---- */

static inline uint8_t factor_of(const fixture *f, int32_t line, int32_t place)
{
    const int32_t x = f->is_rows ? place : line;
    const int32_t y = f->is_rows ? line : place;
    const bool is_inside = x >= 0 && y >= 0 && x < f->width && y < f->height;
    return is_inside ? f->costs[y * f->width + x] : WEND_COST_WALL;
}

static inline bool is_moved(const fixture *f, int32_t line)
{
    const bool is_odd = (line & 1) != 0;
    const bool are_odd_moved = f->layout == WEND_HEX_ODD_ROWS || f->layout == WEND_HEX_ODD_COLUMNS;
    return is_odd == are_odd_moved;
}

static inline point centre(const fixture *f, int32_t line, int32_t place)
{
    return (point){2 * HALF * place + (is_moved(f, line) ? 2 * HALF : HALF),
                   3 * HALF * line + 2 * HALF};
}

static inline wend_vec2 metres(const fixture *f, point p)
{
    const double along = (double)p.u / (2 * HALF) * f->cell_size;
    const double across = (double)p.v / (2 * HALF * sqrt(3.0)) * f->cell_size;
    return (wend_vec2){f->origin.x + (f->is_rows ? along : across),
                       f->origin.y + (f->is_rows ? across : along)};
}

static inline int64_t cross(point a, point b, point c)
{
    return (b.u - a.u) * (c.v - a.v) - (b.v - a.v) * (c.u - a.u);
}

static inline int64_t dot(point a, point b, point c)
{
    return 3 * (b.u - a.u) * (c.u - a.u) + (b.v - a.v) * (c.v - a.v);
}

/* Radius in 16 * SCALE parts of a cell. Nearer than that; with radius 0: at it? */
static inline bool is_point_near(point p, point a, point b, int64_t radius)
{
    const int64_t along = dot(a, b, p);
    const int64_t length = dot(a, b, b);
    double numerator;
    double denominator = 3.0;
    if (along <= 0) {
        numerator = (double)dot(a, p, p);
    } else if (along >= length) {
        numerator = (double)dot(b, p, p);
    } else {
        numerator = (double)(cross(a, b, p) * cross(a, b, p));
        denominator = (double)length;
    }
    const double r = (double)radius;
    /* Whole numbers below 2^53 on both sides. */
    return radius == 0 ? numerator <= 0.0
                       : numerator * ((double)SCALE * (double)SCALE) < r * r * denominator;
}

static inline int sign(int64_t value)
{
    return (value > 0) - (value < 0);
}

static inline bool is_edge_near(point a, point b, point c, point d, int64_t radius)
{
    const bool do_cross = sign(cross(a, b, c)) * sign(cross(a, b, d)) < 0 &&
                          sign(cross(c, d, a)) * sign(cross(c, d, b)) < 0;
    return do_cross || is_point_near(a, c, d, radius) || is_point_near(b, c, d, radius) ||
           is_point_near(c, a, b, radius) || is_point_near(d, a, b, radius);
}

static inline bool is_hex_near(point a, point b, point middle, int64_t radius)
{
    static const int32_t corners[6][2] = {{0, -2}, {1, -1}, {1, 1}, {0, 2}, {-1, 1}, {-1, -1}};
    bool is_inside = true;
    for (int i = 0; i < 6; ++i) {
        const int j = (i + 1) % 6;
        const point c = {middle.u + corners[i][0] * HALF, middle.v + corners[i][1] * HALF};
        const point d = {middle.u + corners[j][0] * HALF, middle.v + corners[j][1] * HALF};
        if (is_edge_near(a, b, c, d, radius)) {
            return true;
        }
        is_inside = is_inside && cross(c, d, a) > 0;
    }
    return is_inside;
}

/* Every wall, and walls in two rings around the map. */
static inline bool can_walk(const fixture *f, point a, point b, int64_t radius)
{
    const int32_t lines = f->is_rows ? f->height : f->width;
    const int32_t places = f->is_rows ? f->width : f->height;
    for (int32_t line = -2; line <= lines + 1; ++line) {
        for (int32_t place = -2; place <= places + 1; ++place) {
            if (factor_of(f, line, place) == WEND_COST_WALL &&
                is_hex_near(a, b, centre(f, line, place), radius)) {
                return false;
            }
        }
    }
    return true;
}

/* Narrows the part of a line to where from + part * extent lies in -limit ... limit. */
static inline void clip(int64_t from, int64_t extent, int64_t limit, double *begin, double *end)
{
    if (extent == 0) {
        *end = from > limit || from < -limit ? *begin : *end;
        return;
    }
    const double one = (double)(-limit - from) / (double)extent;
    const double other = (double)(limit - from) / (double)extent;
    *begin = fmax(*begin, fmin(one, other));
    *end = fmin(*end, fmax(one, other));
}

/* The part of a line that lies in a hex, from the one number to the other. */
static inline void part_in(point a, point b, point middle, double *begin, double *end)
{
    const point from = {a.u - middle.u, a.v - middle.v};
    const point way = {b.u - a.u, b.v - a.v};
    *begin = 0.0;
    *end = 1.0;
    clip(from.u, way.u, HALF, begin, end);
    clip(from.u + from.v, way.u + way.v, 2 * HALF, begin, end);
    clip(from.u - from.v, way.u - way.v, 2 * HALF, begin, end);
}

static inline double mean_factor(const fixture *f, point a, point b)
{
    const int32_t lines = f->is_rows ? f->height : f->width;
    const int32_t places = f->is_rows ? f->width : f->height;
    double sum = 0.0;
    for (int32_t line = 0; line < lines; ++line) {
        for (int32_t place = 0; place < places; ++place) {
            double begin;
            double end;
            part_in(a, b, centre(f, line, place), &begin, &end);
            sum += end > begin ? (end - begin) * factor_of(f, line, place) : 0.0;
        }
    }
    return sum;
}

static inline double length_of(point a, point b)
{
    return sqrt((double)dot(a, b, b) / 3.0) / (2 * HALF);
}

/* Along the direction of a side lines can run along borders, where measuring counts twice. */
static inline bool is_along_side(point a, point b)
{
    return b.u == a.u || b.u - a.u == b.v - a.v || b.u - a.u == a.v - b.v;
}

/* The cost of a line along sides: the more expensive of two lines a little beside it. */
static inline double dearer_mean(const fixture *f, point a, point b)
{
    enum { PIECES = 4800 };
    const int32_t lines = f->is_rows ? f->height : f->width;
    const int32_t places = f->is_rows ? f->width : f->height;
    static uint8_t dearest[PIECES];
    memset(dearest, 0, sizeof dearest);
    for (int32_t line = 0; line < lines; ++line) {
        for (int32_t place = 0; place < places; ++place) {
            double begin;
            double end;
            const uint8_t factor = factor_of(f, line, place);
            part_in(a, b, centre(f, line, place), &begin, &end);
            for (int k = (int)ceil(begin * (double)PIECES - 0.5); k + 0.5 <= end * (double)PIECES;
                 ++k) {
                dearest[k] = factor > dearest[k] ? factor : dearest[k];
            }
        }
    }
    double sum = 0.0;
    for (int k = 0; k < PIECES; ++k) {
        sum += dearest[k];
    }
    return sum / (double)PIECES;
}

/* ---- walks ---- */

static inline bool complain(const fixture *f, const char *what, point a, point b, double got,
                            double expected)
{
    fprintf(stderr, "%s: %.12g, not %.12g (%d x %d, layout %d, %d, %d to %d, %d)\n", what, got,
            expected, (int)f->width, (int)f->height, (int)f->layout, (int)a.u, (int)a.v, (int)b.u,
            (int)b.v);
    return false;
}

static inline bool is_cost_right(const fixture *f, point a, point b, wend_cost cost)
{
    const double got = wend_cost_to_double(cost);
    const bool is_border = is_along_side(a, b);
    const double mean = is_border ? dearer_mean(f, a, b) : mean_factor(f, a, b);
    const double expected = mean * length_of(a, b);
    const double slack = (is_border ? 0.1 : 1e-9) + 1e-12 * expected;
    return fabs(got - expected) <= slack || complain(f, "cost", a, b, got, expected);
}

/* ---- smoothing ---- */

typedef struct way {
    wend_node nodes[CELLS_MAX];
    size_t count;
} way;

#endif
