/* takes: a grid, a class whose walls block, a cell and a radius.
 * gives: the cells that are seen from it, exactly as wend/hex.h defines it.
 * cost:  the cells within the radius; one bit for each, and the slopes of one ring.
 *
 * Rings around the start are gone through from the inside out, in twelve wedges of hexes or eight
 * of squares. A ray leaves the start with a slope: how far it gets sideways for each unit of depth.
 *
 *     squares: depth = d, side = c            hexes: d = ring, c = side, slopes 1/2 ... 1
 *     slopes 0 ... 1                                      (0,0)
 *         (0,0)                                             /   (1,1)
 *         (1,0) (1,1)                                      /  (2,1)(2,2)
 *         (2,0) (2,1) (2,2)                                 (3,2)(3,3)
 *
 * Slopes and the side c are linear in both coordinates of a cell, so hexes need no roots: seen
 * straight or sheared, what lies on a line stays on it. Corners are at whole halves (squares) and
 * thirds (hexes), so all slopes are fractions of small whole numbers and are compared exactly.
 *
 * Along a ray, rings never descend in these wedges, nor does c within a ring. So when cells are
 * looked at by ring and by c, all that can hide a cell has been looked at before it. What rays are
 * left is a list of closed intervals of slopes, ascending, which may be single slopes; a wall takes
 * the open interval between its outermost corners away. Source: the idea is symmetric shadow
 * casting (Ford, 2017); wedges whose order is exact, for squares and hexes alike, are ours. */
#include "base/bits.h"
#include "base/memory.h"
#include "wend/hex.h"
#include "world/grid_private.h"
#include "world/grid_store.h"

#include <string.h>

enum { RADIUS_MAX = 1024, CORNERS_MAX = 6 };

/* side / depth, depth above 0. */
typedef struct slope {
    int32_t side, depth;
} slope;

/* The slopes from low to high, both included. */
typedef struct interval {
    slope low, high;
} interval;

/* What the cells of a grid look like in (depth, side). */
typedef struct shape {
    int32_t parts; /* Corners lie at whole multiples of 1 / parts around the centre. */
    int32_t corner_count;
    int8_t depth[CORNERS_MAX], side[CORNERS_MAX];
    interval wedge;
    int32_t wedge_count;
} shape;

static const shape squares = {
    .parts = 2,
    .corner_count = 4,
    .depth = {-1, 1, 1, -1},
    .side = {-1, -1, 1, 1},
    .wedge = {{0, 1}, {1, 1}},
    .wedge_count = 8,
};

static const shape hexes = {
    .parts = 3,
    .corner_count = 6,
    .depth = {2, 1, -1, -2, -1, 1},
    .side = {1, 2, 1, -1, -2, -1},
    .wedge = {{1, 2}, {1, 1}},
    .wedge_count = 12,
};

/* The rays that still go on, before and after a ring. */
typedef struct rays {
    interval *before; /* [before_count] */
    interval *after;  /* [after_count] */
    int32_t before_count, after_count;
    int32_t next; /* Of those before: what lies below it is done with for this ring. */
} rays;

/* One look around. */
typedef struct view {
    const wend_grid *grid;
    const shape *cells;
    uint32_t movement_class;
    int32_t x, y; /* Where from. */
    wend_hex hex;
    int32_t radius;
    int32_t low_x, low_y, high_x, high_y; /* The part of the map around, all included. */
    uint32_t row_words;
    uint64_t *seen; /* [high_y - low_y + 1][row_words] */
    rays rays;
} view;

/* Depth and side as steps of the map: squares in columns and rows, hexes in axial coordinates. */
typedef struct wedge {
    int32_t depth_x, depth_y, side_x, side_y;
} wedge;

/* ---- slopes ---- */

/* Below, at or above 0 as a is below, at or above b. Sides are below 2^15, depths below 2^12. */
static int32_t compare(slope a, slope b)
{
    return a.side * b.depth - b.side * a.depth;
}

static interval shadow_of(const shape *cells, int32_t depth, int32_t side)
{
    interval shadow = {{INT16_MAX, 1}, {-INT16_MAX, 1}};
    for (int32_t i = 0; i < cells->corner_count; ++i) {
        const slope corner = {cells->parts * side + cells->side[i],
                              cells->parts * depth + cells->depth[i]};
        if (compare(corner, shadow.low) < 0) {
            shadow.low = corner;
        }
        if (compare(corner, shadow.high) > 0) {
            shadow.high = corner;
        }
    }
    return shadow;
}

/* ---- rays ---- */

static void keep(rays *r, slope low, slope high)
{
    r->after[r->after_count++] = (interval){low, high};
}

/* Keeps the intervals that end below a slope; cells to come lie above it. */
static void pass(rays *r, slope below)
{
    while (r->next < r->before_count && compare(r->before[r->next].high, below) < 0) {
        keep(r, r->before[r->next].low, r->before[r->next].high);
        r->next++;
    }
}

/* Does a ray go through this slope? */
static bool reaches(rays *r, slope at)
{
    pass(r, at);
    return r->next < r->before_count && compare(r->before[r->next].low, at) <= 0;
}

/* Takes away what lies strictly within a shadow. @return was there anything? */
static bool cast(rays *r, const interval *shadow)
{
    bool is_hit = false;
    pass(r, shadow->low);
    while (r->next < r->before_count && compare(r->before[r->next].low, shadow->high) < 0) {
        interval *now = &r->before[r->next];
        is_hit = is_hit || compare(now->high, shadow->low) > 0;
        if (compare(now->low, shadow->low) <= 0) {
            keep(r, now->low, shadow->low);
        }
        if (compare(now->high, shadow->high) >= 0) {
            now->low = shadow->high;
            break;
        }
        r->next++;
    }
    return is_hit;
}

static void start_rays(rays *r, const interval *all)
{
    r->before[0] = *all;
    r->before_count = 1;
}

static void end_ring(rays *r)
{
    while (r->next < r->before_count) {
        r->after[r->after_count++] = r->before[r->next++];
    }
    interval *swapped = r->before;
    r->before = r->after;
    r->before_count = r->after_count;
    r->after = swapped;
    r->after_count = 0;
    r->next = 0;
}

/* ---- rings ---- */

static void mark(view *v, int32_t x, int32_t y)
{
    const uint32_t column = (uint32_t)(x - v->low_x);
    v->seen[(size_t)(y - v->low_y) * v->row_words + column / 64] |= UINT64_C(1) << column % 64;
}

/* The column and row of a cell of a wedge. @return is it on the map? */
static bool find(const view *v, const wedge *w, int32_t depth, int32_t side, int32_t *x, int32_t *y)
{
    const int32_t off_x = depth * w->depth_x + side * w->side_x;
    const int32_t off_y = depth * w->depth_y + side * w->side_y;
    if (v->cells == &hexes) {
        wend_hex_to_offset(v->grid->hex_layout, (wend_hex){v->hex.q + off_x, v->hex.r + off_y}, x,
                           y);
    } else {
        *x = v->x + off_x;
        *y = v->y + off_y;
    }
    return wendi_grid_is_inside(v->grid, *x, *y);
}

static void look_at_ring(view *v, const wedge *w, int32_t depth)
{
    const interval *all = &v->cells->wedge;
    rays *r = &v->rays;
    /* The first cell whose centre lies in the wedge. */
    int32_t side = (depth * all->low.side + all->low.depth - 1) / all->low.depth;
    for (; side <= depth && r->next < r->before_count; ++side) {
        int32_t x;
        int32_t y;
        if (!find(v, w, depth, side, &x, &y)) {
            continue;
        }
        bool is_seen;
        if (wendi_grid_cost(v->grid, v->movement_class, x, y) == WEND_COST_WALL) {
            const interval shadow = shadow_of(v->cells, depth, side);
            is_seen = cast(r, &shadow);
        } else {
            is_seen = reaches(r, (slope){side, depth});
        }
        if (is_seen) {
            mark(v, x, y);
        }
    }
    end_ring(r);
}

static wedge wedge_of(const view *v, int32_t number)
{
    /* Each corner of the rings is the start of one wedge on either side. */
    const int32_t turn = number / 2;
    const int32_t other = number % 2 == 0 ? turn + 1 : turn - 1;
    if (v->cells == &hexes) {
        const wend_hex zero = {0, 0};
        const wend_hex depth = wend_hex_neighbour(zero, turn);
        const wend_hex far = wend_hex_neighbour(zero, other);
        return (wedge){depth.q, depth.r, far.q - depth.q, far.r - depth.r};
    }
    static const int32_t axis_x[4] = {0, 1, 0, -1};
    static const int32_t axis_y[4] = {-1, 0, 1, 0};
    return (wedge){axis_x[turn], axis_y[turn], axis_x[other & 3], axis_y[other & 3]};
}

static void look_around(view *v)
{
    mark(v, v->x, v->y);
    for (int32_t i = 0; i < v->cells->wedge_count; ++i) {
        const wedge w = wedge_of(v, i);
        start_rays(&v->rays, &v->cells->wedge);
        for (int32_t depth = 1; depth <= v->radius && v->rays.before_count > 0; ++depth) {
            look_at_ring(v, &w, depth);
        }
    }
}

/* ---- the list ---- */

static size_t list(const view *v, wend_node *nodes, size_t capacity)
{
    size_t count = 0;
    for (int32_t y = v->low_y; y <= v->high_y; ++y) {
        const uint64_t *row = &v->seen[(size_t)(y - v->low_y) * v->row_words];
        const wend_node first = (wend_node)y * (wend_node)v->grid->width + (wend_node)v->low_x;
        for (uint32_t k = 0; k < v->row_words; ++k) {
            for (uint64_t word = row[k]; word != 0; word &= word - 1) {
                if (count < capacity) {
                    nodes[count] = first + k * 64 + wendi_ctz64(word);
                }
                count++;
            }
        }
    }
    return count;
}

static int32_t at_least(int32_t value, int32_t low)
{
    return value < low ? low : value;
}

static int32_t at_most(int32_t value, int32_t high)
{
    return value > high ? high : value;
}

static view view_of(const wend_grid *grid, uint32_t movement_class, wend_node from, int32_t radius)
{
    view v = {.grid = grid, .movement_class = movement_class, .radius = radius};
    v.cells = grid->neighbours == WEND_NEIGHBOURS_6 ? &hexes : &squares;
    (void)wend_grid_cell(grid, from, &v.x, &v.y);
    v.hex = wend_grid_hex(grid, from);
    v.low_x = at_least(v.x - radius, 0);
    v.low_y = at_least(v.y - radius, 0);
    v.high_x = at_most(v.x + radius, grid->width - 1);
    v.high_y = at_most(v.y + radius, grid->height - 1);
    v.row_words = (uint32_t)(v.high_x - v.low_x) / 64 + 1;
    return v;
}

wend_result wend_grid_field_of_view(const wend_grid *grid, uint32_t movement_class, wend_node from,
                                    int32_t radius, wend_node *nodes, size_t capacity,
                                    size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    if (grid == NULL || count == NULL || (nodes == NULL && capacity > 0) ||
        movement_class >= grid->class_count || !wend_grid_cell(grid, from, NULL, NULL) ||
        radius < 0 || radius > RADIUS_MAX) {
        return WEND_ERROR_ARGUMENT;
    }
    view v = view_of(grid, movement_class, from, radius);
    /* Between two intervals lies the shadow of a wall, which is wider than 1 / (2 * radius + 2) of
     * the wedge: this many are enough. */
    const size_t intervals = 2 * (size_t)radius + 8;
    const size_t seen_words = (size_t)(v.high_y - v.low_y + 1) * v.row_words;
    const size_t bytes = seen_words * sizeof *v.seen + 2 * intervals * sizeof *v.rays.before;
    v.seen = wendi_alloc(&grid->allocator, bytes);
    if (v.seen == NULL) {
        return WEND_ERROR_MEMORY;
    }
    memset(v.seen, 0, seen_words * sizeof *v.seen);
    v.rays.before = (void *)(v.seen + seen_words);
    v.rays.after = v.rays.before + intervals;
    look_around(&v);
    *count = list(&v, nodes, capacity);
    wendi_free(&grid->allocator, v.seen, bytes);
    return *count > capacity ? WEND_TRUNCATED : WEND_OK;
}
