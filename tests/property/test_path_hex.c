/* Takes: random maps of hexes in all layouts, lines, radii and ways.
 * Gives: proof that walk tests agree with measuring every wall, and that smoothing keeps its
 * promises on hexes too. Cost: about a second. */
#include "route/path/path.h"
#include "route/segment/segment.h"
#include "support/gen.h"
#include "support/grids.h"
#include "support/searches.h"
#include "support/test.h"
#include "wend/hex.h"

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

static uint32_t pick(const fixture *f, uint64_t what, uint32_t below)
{
    return wend_random_below(f->seed, what, 91, below);
}

static void make_costs(fixture *f)
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
static void open_world(fixture *f, wend_wrap wrap)
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

static void make(fixture *f, uint64_t seed)
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

static void drop(fixture *f)
{
    wend_path_destroy(f->path);
    wend_space_destroy(f->space);
    wend_grid_destroy(f->grid);
}

/* ---- the reference ---- */

static uint8_t factor_of(const fixture *f, int32_t line, int32_t place)
{
    const int32_t x = f->is_rows ? place : line;
    const int32_t y = f->is_rows ? line : place;
    const bool is_inside = x >= 0 && y >= 0 && x < f->width && y < f->height;
    return is_inside ? f->costs[y * f->width + x] : WEND_COST_WALL;
}

static bool is_moved(const fixture *f, int32_t line)
{
    const bool is_odd = (line & 1) != 0;
    const bool are_odd_moved = f->layout == WEND_HEX_ODD_ROWS || f->layout == WEND_HEX_ODD_COLUMNS;
    return is_odd == are_odd_moved;
}

static point centre(const fixture *f, int32_t line, int32_t place)
{
    return (point){2 * HALF * place + (is_moved(f, line) ? 2 * HALF : HALF),
                   3 * HALF * line + 2 * HALF};
}

static point node_point(const fixture *f, wend_node node)
{
    const int32_t x = (int32_t)node % f->width;
    const int32_t y = (int32_t)node / f->width;
    return centre(f, f->is_rows ? y : x, f->is_rows ? x : y);
}

static wend_vec2 metres(const fixture *f, point p)
{
    const double along = (double)p.u / (2 * HALF) * f->cell_size;
    const double across = (double)p.v / (2 * HALF * sqrt(3.0)) * f->cell_size;
    return (wend_vec2){f->origin.x + (f->is_rows ? along : across),
                       f->origin.y + (f->is_rows ? across : along)};
}

static int64_t cross(point a, point b, point c)
{
    return (b.u - a.u) * (c.v - a.v) - (b.v - a.v) * (c.u - a.u);
}

static int64_t dot(point a, point b, point c)
{
    return 3 * (b.u - a.u) * (c.u - a.u) + (b.v - a.v) * (c.v - a.v);
}

/* Radius in 16 * SCALE parts of a cell. Nearer than that; with radius 0: at it? */
static bool is_point_near(point p, point a, point b, int64_t radius)
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

static int sign(int64_t value)
{
    return (value > 0) - (value < 0);
}

static bool is_edge_near(point a, point b, point c, point d, int64_t radius)
{
    const bool do_cross = sign(cross(a, b, c)) * sign(cross(a, b, d)) < 0 &&
                          sign(cross(c, d, a)) * sign(cross(c, d, b)) < 0;
    return do_cross || is_point_near(a, c, d, radius) || is_point_near(b, c, d, radius) ||
           is_point_near(c, a, b, radius) || is_point_near(d, a, b, radius);
}

static bool is_hex_near(point a, point b, point middle, int64_t radius)
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
static bool can_walk(const fixture *f, point a, point b, int64_t radius)
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
static void clip(int64_t from, int64_t extent, int64_t limit, double *begin, double *end)
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

/* What part of a line lies in a hex, from the one number to the other. */
static void part_in(point a, point b, point middle, double *begin, double *end)
{
    const point from = {a.u - middle.u, a.v - middle.v};
    const point way = {b.u - a.u, b.v - a.v};
    *begin = 0.0;
    *end = 1.0;
    clip(from.u, way.u, HALF, begin, end);
    clip(from.u + from.v, way.u + way.v, 2 * HALF, begin, end);
    clip(from.u - from.v, way.u - way.v, 2 * HALF, begin, end);
}

static double mean_factor(const fixture *f, point a, point b)
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

static double length_of(point a, point b)
{
    return sqrt((double)dot(a, b, b) / 3.0) / (2 * HALF);
}

/* Along the direction of a side lines can run along borders, where measuring counts twice. */
static bool is_along_side(point a, point b)
{
    return b.u == a.u || b.u - a.u == b.v - a.v || b.u - a.u == a.v - b.v;
}

/* The dearer of both sides: what a line along sides costs, from lines a little beside it. */
static double dearer_mean(const fixture *f, point a, point b)
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

static point random_point(const fixture *f, uint64_t salt)
{
    static const uint32_t grains[] = {16, 8, 1};
    const uint32_t grain = grains[pick(f, salt, 3)];
    const uint32_t lines = (uint32_t)(f->is_rows ? f->height : f->width);
    const uint32_t places = (uint32_t)(f->is_rows ? f->width : f->height);
    if (grain == 16) {
        return centre(f, (int32_t)pick(f, salt + 1, lines), (int32_t)pick(f, salt + 2, places));
    }
    return (point){pick(f, salt + 1, (2 * places + 1) * HALF / grain) * grain,
                   pick(f, salt + 2, (3 * lines + 1) * HALF / grain) * grain};
}

static point random_end(const fixture *f, uint64_t salt, point from)
{
    point to = random_point(f, salt);
    switch (pick(f, salt + 5, 8)) {
    case 0: /* along sides */
        to.u = from.u;
        return to;
    case 1:
        to.u = from.u + (to.v - from.v);
        return to;
    case 2:
        to.u = from.u - (to.v - from.v);
        return to;
    case 3:
        return to;
    default: /* Near: far ones nearly always meet a wall. */
        return (point){(to.u + from.u * 3) / 4, (to.v + from.v * 3) / 4};
    }
}

/* In 16 * SCALE parts of a cell. */
static int64_t random_radius(const fixture *f, uint64_t salt)
{
    static const int64_t radii[] = {0, 0, 0, 8 * SCALE, 4 * SCALE, 16 * SCALE, 37837, 75674};
    const uint32_t kind = pick(f, salt, 10);
    return kind < 8 ? radii[kind] : (int64_t)pick(f, salt + 1, 30 * SCALE);
}

static bool complain(const fixture *f, const char *what, point a, point b, double got,
                     double expected)
{
    fprintf(stderr, "%s: %.12g, not %.12g (%d x %d, layout %d, %d, %d to %d, %d)\n", what, got,
            expected, (int)f->width, (int)f->height, (int)f->layout, (int)a.u, (int)a.v, (int)b.u,
            (int)b.v);
    return false;
}

static bool is_cost_right(const fixture *f, point a, point b, wend_cost cost)
{
    const double got = wend_cost_to_double(cost);
    const bool is_border = is_along_side(a, b);
    const double mean = is_border ? dearer_mean(f, a, b) : mean_factor(f, a, b);
    const double expected = mean * length_of(a, b);
    const double slack = (is_border ? 0.1 : 1e-9) + 1e-12 * expected;
    return fabs(got - expected) <= slack || complain(f, "cost", a, b, got, expected);
}

static bool is_between(const fixture *f, point p)
{
    const int64_t lines = f->is_rows ? f->height : f->width;
    const int64_t places = f->is_rows ? f->width : f->height;
    return p.u >= 0 && p.v >= 0 && p.u <= (2 * places + 1) * HALF && p.v <= (3 * lines + 1) * HALF;
}

/* The walk test itself is exact; from metres one unit of radius is left to rounding. */
static bool is_line_right(fixture *f, uint64_t salt)
{
    const point a = random_point(f, salt);
    const point b = random_end(f, salt + 10, a);
    const int64_t radius = random_radius(f, salt + 20);
    if (!is_between(f, b)) {
        return true;
    }
    const wendi_segment walk = {a.u * SCALE, a.v * SCALE, b.u * SCALE, b.v * SCALE, radius};
    const bool expected = can_walk(f, a, b, radius);
    const bool got = wendi_segment_is_clear(f->space, &walk);
    wend_cost cost = 0;
    const double r = (double)radius / (2 * HALF * SCALE) * f->cell_size;
    const bool public = wend_space_can_walk(f->space, metres(f, a), metres(f, b), r, &cost);
    const bool looser = radius < 4 ? expected : can_walk(f, a, b, radius - 3);
    ++f->all;
    f->walkable += got;
    if (got != expected) {
        return complain(f, "walk", a, b, got, expected);
    }
    if (public < expected || public > looser) {
        return complain(f, "walk from metres", a, b, public, expected);
    }
    if (!public) {
        return cost == WEND_COST_INFINITE || complain(f, "cost", a, b, 0, 1);
    }
    return is_cost_right(f, a, b, cost);
}

static bool lines_are_right(uint64_t seed, void *context)
{
    fixture *f = context;
    make(f, seed);
    bool is_right = true;
    for (uint64_t line = 0; line < LINES && is_right; ++line) {
        is_right = is_line_right(f, 5000 + 100 * line);
    }
    drop(f);
    return is_right;
}

static void hex_walk_agrees_with_measuring_every_wall(void **state)
{
    (void)state;
    fixture f = {0};
    gen_property("hex walk", WORLDS, lines_are_right, &f);
    if (f.all > 100 * LINES) {
        assert_in_range(f.walkable, f.all / 20, f.all - f.all / 20);
    }
}

/* At places all around one wall, with radii close to their distance from it. */
static bool spots_are_right(uint64_t seed, void *context)
{
    fixture *f = context;
    f->seed = seed;
    f->layout = (wend_hex_layout)pick(f, 3, 4);
    f->width = 7;
    f->height = 7;
    f->is_rows = f->layout == WEND_HEX_ODD_ROWS || f->layout == WEND_HEX_EVEN_ROWS;
    memset(f->costs, 1, sizeof f->costs);
    f->costs[3 * 7 + 3] = WEND_COST_WALL;
    open_world(f, WEND_WRAP_NONE);
    const point wall = centre(f, 3, 3);
    bool is_right = true;
    for (uint64_t k = 0; k < 400 && is_right; ++k) {
        const point at = {wall.u - 32 + pick(f, 2 * k, 65), wall.v - 48 + pick(f, 2 * k + 1, 97)};
        const int64_t radius = pick(f, 9000 + k, 24 * SCALE);
        const wendi_segment walk = {at.u * SCALE, at.v * SCALE, at.u * SCALE, at.v * SCALE, radius};
        const bool got = wendi_segment_is_clear(f->space, &walk);
        const bool expected = can_walk(f, at, at, radius);
        is_right = got == expected || complain(f, "spot", at, wall, got, expected);
    }
    drop(f);
    return is_right;
}

static void hex_walk_on_the_spot_agrees_with_measuring(void **state)
{
    (void)state;
    fixture f = {0};
    f.cell_size = 1.0;
    gen_property("hex walk on the spot", WORLDS / 2, spots_are_right, &f);
}

/* What the walk test calls clear is, place by place, open ground of the grid. */
static bool sampled_lines_are_open(uint64_t seed, void *context)
{
    fixture *f = context;
    make(f, seed);
    bool is_right = true;
    for (uint64_t line = 0; line < LINES && is_right; ++line) {
        const wend_vec2 a = metres(f, random_point(f, 9000 + 100 * line));
        const wend_vec2 b = metres(f, random_end(f, 9010 + 100 * line, random_point(f, line)));
        if (!wend_space_can_walk(f->space, a, b, 0.0, NULL)) {
            continue;
        }
        for (int k = 0; k <= 64 && is_right; ++k) {
            const wend_vec2 at = wend_vec2_lerp(a, b, k / 64.0);
            is_right = wend_space_is_open(f->space, wend_grid_node_at(f->grid, at));
        }
    }
    drop(f);
    return is_right;
}

static void hex_walk_leads_over_open_ground_only(void **state)
{
    (void)state;
    fixture f = {0};
    gen_property("hex walk, sampled", WORLDS / 2, sampled_lines_are_open, &f);
}

/* A disc fits in a cell where it can walk on the spot, with the radius that clearance names. */
static bool agrees_with_clearance(uint64_t seed, void *context)
{
    fixture *f = context;
    make(f, seed);
    wend_clearance_def def = wend_clearance_def_default();
    wend_clearance *clearance = NULL;
    def.grid = f->grid;
    def.max_clearance = 6;
    bool is_right = wend_clearance_create(&def, &clearance) == WEND_OK;
    wend_grid_info info;
    wend_grid_get_info(f->grid, &info);
    for (wend_node node = 0; node < (wend_node)(f->width * f->height) && is_right; ++node) {
        const int32_t x = (int32_t)node % f->width;
        const int32_t y = (int32_t)node / f->width;
        const double radius = wend_clearance_disc(clearance, x, y);
        const wend_vec2 at = wend_space_position(f->space, node);
        /* Clearance looks over the seam, walks do not. */
        if (info.wrap == WEND_WRAP_NONE && radius > 0.0) {
            const double more = radius + 3.0 / 65536 * f->cell_size;
            is_right =
                wend_space_can_walk(f->space, at, at, radius, NULL) &&
                (radius >= 6 * f->cell_size || !wend_space_can_walk(f->space, at, at, more, NULL));
        }
    }
    wend_clearance_destroy(clearance);
    drop(f);
    return is_right;
}

static void hex_walk_on_the_spot_agrees_with_clearance(void **state)
{
    (void)state;
    fixture f = {0};
    gen_property("hex walk and clearance", WORLDS / 2, agrees_with_clearance, &f);
}

/* ---- smoothing ---- */

typedef struct way {
    wend_node nodes[CELLS_MAX];
    size_t count;
} way;

static wend_node beside(const fixture *f, wend_node node, int32_t direction)
{
    const wend_hex hex = wend_grid_hex(f->grid, node);
    int32_t x;
    int32_t y;
    wend_hex_to_offset(f->layout, wend_hex_neighbour(hex, direction), &x, &y);
    return wend_grid_node(f->grid, x, y); /* not over seams */
}

/* Random steps, mostly in one direction for a while. */
static void aimless_way(const fixture *f, way *w)
{
    const wend_node start = pick(f, 40, (uint32_t)(f->width * f->height));
    w->count = 0;
    if (!wend_space_is_open(f->space, start)) {
        return;
    }
    w->nodes[w->count++] = start;
    int32_t direction = 0;
    for (uint64_t i = 0; i < 100; ++i) {
        if (pick(f, 3000 + i, 3) == 0) {
            direction = (int32_t)pick(f, 4000 + i, 6);
        }
        const wend_node to = beside(f, w->nodes[w->count - 1], direction);
        if (wend_space_is_open(f->space, to)) {
            w->nodes[w->count++] = to;
        }
    }
}

/* A cheapest way on a map without seams; nothing where there is none. */
static void shortest_way(const fixture *f, way *w)
{
    wend_search_query query = wend_search_query_default();
    const uint32_t cells = (uint32_t)(f->width * f->height);
    w->count = 0;
    wend_search *search = searches_on(f->space);
    query.start = pick(f, 41, cells);
    query.goal = pick(f, 42, cells);
    if (wend_search_find(search, &query) == WEND_OK) {
        assert_int_equal(wend_path_from_search(f->path, search), WEND_OK);
        assert_int_equal(wend_path_cells(f->path, f->space, w->nodes, CELLS_MAX, &w->count),
                         WEND_OK);
    }
    wend_search_destroy(search);
    for (size_t i = 1; i < w->count; ++i) {
        const wend_hex a = wend_grid_hex(f->grid, w->nodes[i - 1]);
        const wend_hex b = wend_grid_hex(f->grid, w->nodes[i]);
        w->count = wend_hex_distance(a, b) == 1 ? w->count : 0;
    }
}

static wend_cost step_cost(const fixture *f, wend_node to)
{
    return WEND_COST_ONE * f->costs[to];
}

/* Does the leg go over cells of the original way, in one direction, at their cost? */
static bool is_part_of(const fixture *f, const way *original, const wend_leg *leg)
{
    for (size_t i = 0; i + 1 < original->count; ++i) {
        if (original->nodes[i] != leg->from) {
            continue;
        }
        const point a = node_point(f, original->nodes[i]);
        const point b = node_point(f, original->nodes[i + 1]);
        wend_cost cost = 0;
        for (size_t j = i + 1; j < original->count; ++j) {
            const point c = node_point(f, original->nodes[j - 1]);
            const point d = node_point(f, original->nodes[j]);
            if (d.u - c.u != b.u - a.u || d.v - c.v != b.v - a.v) {
                break;
            }
            cost += step_cost(f, original->nodes[j]);
            if (original->nodes[j] == leg->to && cost == leg->cost) {
                return true;
            }
        }
    }
    return false;
}

static bool is_walk(const fixture *f, const wend_leg *leg, int64_t radius)
{
    const point a = node_point(f, leg->from);
    const point b = node_point(f, leg->to);
    const double length = length_of(a, b) * f->cell_size;
    const int64_t keeps = radius > f->agent ? radius : f->agent;
    /* From metres the radius may lose one unit, as it is rounded down. */
    return can_walk(f, a, b, keeps == 0 ? 0 : keeps - 1) && fabs(leg->length - length) <= 1e-9 &&
           is_cost_right(f, a, b, leg->cost);
}

static bool are_legs_right(const fixture *f, const way *original, int64_t radius)
{
    wend_node at = original->nodes[0];
    for (size_t i = 0; i < wend_path_leg_count(f->path); ++i) {
        const wend_leg leg = wend_path_leg(f->path, i);
        const point a = node_point(f, leg.from);
        const point b = node_point(f, leg.to);
        if (leg.from != at || leg.behaviour != WEND_BEHAVIOUR_WALK || leg.edge != WEND_EDGE_NONE ||
            wend_vec2_distance(leg.from_point, metres(f, a)) > 1e-9 ||
            wend_vec2_distance(leg.to_point, metres(f, b)) > 1e-9 ||
            !(is_part_of(f, original, &leg) || is_walk(f, &leg, radius))) {
            return complain(f, "leg", a, b, (double)i, (double)radius);
        }
        at = leg.to;
    }
    return at == original->nodes[original->count - 1];
}

static bool is_smoothing_right(fixture *f, const way *original, wend_smoothing smoothing,
                               int64_t radius)
{
    assert_int_equal(wendi_path_build(f->path, f->space, original->nodes, NULL, original->count),
                     WEND_OK);
    const wend_cost first = wend_path_cost(f->path);
    /* Twice: a smoothed path can be smoothed again. */
    for (int round = 0; round < 2; ++round) {
        const wend_cost cost = wend_path_cost(f->path);
        const double length = wend_path_length(f->path);
        const size_t legs = wend_path_leg_count(f->path);
        const double r = (double)radius / (2 * HALF * SCALE) * f->cell_size;
        if (wend_path_smooth(f->path, f->space, r, smoothing) != WEND_OK ||
            wend_path_cost(f->path) > cost || wend_path_leg_count(f->path) > legs ||
            wend_path_length(f->path) > length * (1.0 + 1e-12) ||
            !are_legs_right(f, original, radius)) {
            return false;
        }
    }
    const bool is_quick = smoothing == WEND_SMOOTHING_QUICK;
    f->before += is_quick ? wend_cost_to_double(first) : 0.0;
    *(is_quick ? &f->quick : &f->precise) += wend_cost_to_double(wend_path_cost(f->path));
    return true;
}

static bool is_way_right(fixture *f, const way *original)
{
    static const int64_t radii[] = {0, 4 * SCALE, 8 * SCALE, 18918, 16 * SCALE};
    wend_node cells[CELLS_MAX];
    size_t count = 0;
    if (original->count == 0) {
        return true;
    }
    if (wendi_path_build(f->path, f->space, original->nodes, NULL, original->count) != WEND_OK ||
        wend_path_cells(f->path, f->space, cells, CELLS_MAX, &count) != WEND_OK ||
        count != original->count || memcmp(cells, original->nodes, count * sizeof cells[0]) != 0) {
        return false;
    }
    for (size_t i = 0; i < sizeof radii / sizeof radii[0]; ++i) {
        if (!is_smoothing_right(f, original, WEND_SMOOTHING_QUICK, radii[i]) ||
            !is_smoothing_right(f, original, WEND_SMOOTHING_PRECISE, radii[i])) {
            return false;
        }
    }
    return true;
}

static bool keeps_promises(uint64_t seed, void *context)
{
    fixture *f = context;
    way original;
    make(f, seed);
    shortest_way(f, &original);
    bool is_right = is_way_right(f, &original);
    aimless_way(f, &original);
    is_right = is_right && is_way_right(f, &original);
    drop(f);
    return is_right;
}

static void hex_smooth_never_dearer_longer_or_nearer_to_walls(void **state)
{
    (void)state;
    fixture f = {0};
    gen_property("smoothing on hexes", WORLDS, keeps_promises, &f);
    print_message("cost %.0f before, %.0f quick, %.0f precise\n", f.before, f.quick, f.precise);
    if (f.all == 0 && f.before > 10000.0) {
        assert_true(f.quick < f.before * 0.9);
        assert_true(f.precise < f.quick);
    }
}

/* The same in spaces of round agents, whose ways keep away from walls already. */
static bool keeps_promises_to_discs(uint64_t seed, void *context)
{
    fixture *f = context;
    f->agent = 1 + wend_random_below(seed, 1, 94, 24 * SCALE);
    return keeps_promises(seed, f);
}

static void hex_smooth_of_round_agents_is_never_nearer_to_walls(void **state)
{
    (void)state;
    fixture f = {0};
    gen_property("smoothing of discs on hexes", WORLDS / 2, keeps_promises_to_discs, &f);
    assert_true(f.quick < f.before || f.before < 10000.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hex_walk_agrees_with_measuring_every_wall),
        cmocka_unit_test(hex_walk_on_the_spot_agrees_with_measuring),
        cmocka_unit_test(hex_walk_leads_over_open_ground_only),
        cmocka_unit_test(hex_walk_on_the_spot_agrees_with_clearance),
        cmocka_unit_test(hex_smooth_never_dearer_longer_or_nearer_to_walls),
        cmocka_unit_test(hex_smooth_of_round_agents_is_never_nearer_to_walls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
