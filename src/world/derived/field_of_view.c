/* Lists the cells that are visible from a cell within a radius, exactly as wend/hex.h defines it.
 * Cost: linear in the cells within the radius; one bit for each, and the slopes of one ring.
 *
 * Rings around the viewer are visited from the inside out, in twelve wedges of hexes or eight of
 * squares. A ray has a slope: how far it goes sideways for each unit of depth.
 *
 *     squares: depth = d, side = c            hexes: d = ring, c = side, slopes 1/2 ... 1
 *     slopes 0 ... 1                                      (0,0)
 *         (0,0)                                             /   (1,1)
 *         (1,0) (1,1)                                      /  (2,1)(2,2)
 *         (2,0) (2,1) (2,2)                                 (3,2)(3,3)
 *
 * Slopes and the side c are linear in both coordinates of a cell, so hexes need no roots: a shear
 * keeps points of a line on a line. Corners are at whole halves (squares) and thirds (hexes), so all
 * slopes are fractions of small whole numbers and are compared exactly.
 *
 * Along a ray, rings never descend in these wedges, nor does c within a ring. So when cells are
 * visited by ring and by c, every cell that can hide a cell is visited before it. The open rays are
 * a list of closed intervals of slopes, ascending, which may be single slopes; a wall removes the
 * open interval between its outermost corners. All this happens in the unwrapped plane; only cells
 * found visible are mapped to the map. Source: the idea is symmetric shadow casting (Ford, 2017);
 * wedges whose order is exact, for squares and hexes alike, are ours. */
#include "base/core/memory.h"
#include "base/math/bits.h"
#include "wend/hex.h"
#include "world/cells/store.h"
#include "world/grid/read.h"

#include <string.h>

enum { RADIUS_MAX = 1024, CORNERS_MAX = 6 };

/* side / depth, depth above 0. */
typedef struct view_slope {
    int32_t side, depth;
} view_slope;

/* The slopes from low to high, both included. */
typedef struct slope_interval {
    view_slope low, high;
} slope_interval;

/* The shape of a grid's cells in (depth, side). */
typedef struct cell_shape {
    int32_t parts; /* Corners lie at whole multiples of 1 / parts around the centre. */
    int32_t corner_count;
    int8_t depth[CORNERS_MAX], side[CORNERS_MAX];
    slope_interval wedge;
    int32_t wedge_count;
} cell_shape;

static const cell_shape squares = {
    .parts = 2,
    .corner_count = 4,
    .depth = {-1, 1, 1, -1},
    .side = {-1, -1, 1, 1},
    .wedge = {{0, 1}, {1, 1}},
    .wedge_count = 8,
};

static const cell_shape hexes = {
    .parts = 3,
    .corner_count = 6,
    .depth = {2, 1, -1, -2, -1, 1},
    .side = {1, 2, 1, -1, -2, -1},
    .wedge = {{1, 2}, {1, 1}},
    .wedge_count = 12,
};

/* The rays that are still open, before and after a ring. */
typedef struct view_rays {
    slope_interval *before; /* [before_count] */
    slope_interval *after;  /* [after_count] */
    int32_t before_count, after_count;
    int32_t next; /* Index in `before`: the intervals below it are done for this ring. */
} view_rays;

/* The visible range of columns or rows: `count` from `low` on, continuing at 0 where the map
 * wraps. */
typedef struct view_range {
    int32_t low, count, side;
    bool wraps;
} view_range;

/* One field of view. */
typedef struct field_of_view {
    const wend_grid *grid;
    const cell_shape *cells;
    uint32_t movement_class;
    int32_t x, y; /* the viewer's cell */
    wend_hex hex;
    int32_t radius;
    view_range columns, rows;
    uint32_t row_words;
    uint64_t *seen; /* [rows.count][row_words], bit i: column number i of the range */
    view_rays rays;
} field_of_view;

/* Depth and side as steps on the map: squares in columns and rows, hexes in axial coordinates. */
typedef struct view_wedge {
    int32_t depth_x, depth_y, side_x, side_y;
} view_wedge;

/* ---- slopes ---- */

/* Below, at or above 0 as a is below, at or above b. Sides are below 2^15, depths below 2^12. */
static int32_t compare(view_slope a, view_slope b)
{
    return a.side * b.depth - b.side * a.depth;
}

static slope_interval shadow_of(const cell_shape *cells, int32_t depth, int32_t side)
{
    slope_interval shadow = {{INT16_MAX, 1}, {-INT16_MAX, 1}};
    for (int32_t i = 0; i < cells->corner_count; ++i) {
        const view_slope corner = {cells->parts * side + cells->side[i],
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

static void keep(view_rays *r, view_slope low, view_slope high)
{
    r->after[r->after_count++] = (slope_interval){low, high};
}

/* Keeps the intervals that end below a slope; later cells lie above it. */
static void pass(view_rays *r, view_slope below)
{
    while (r->next < r->before_count && compare(r->before[r->next].high, below) < 0) {
        keep(r, r->before[r->next].low, r->before[r->next].high);
        r->next++;
    }
}

/* True if a ray has this slope. */
static bool reaches(view_rays *r, view_slope at)
{
    pass(r, at);
    return r->next < r->before_count && compare(r->before[r->next].low, at) <= 0;
}

/* Removes the rays strictly within a shadow. @return true if there were any. */
static bool cast(view_rays *r, const slope_interval *shadow)
{
    bool is_hit = false;
    pass(r, shadow->low);
    while (r->next < r->before_count && compare(r->before[r->next].low, shadow->high) < 0) {
        slope_interval *now = &r->before[r->next];
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

static void start_rays(view_rays *r, const slope_interval *all)
{
    r->before[0] = *all;
    r->before_count = 1;
}

static void end_ring(view_rays *r)
{
    while (r->next < r->before_count) {
        r->after[r->after_count++] = r->before[r->next++];
    }
    slope_interval *swapped = r->before;
    r->before = r->after;
    r->before_count = r->after_count;
    r->after = swapped;
    r->after_count = 0;
    r->next = 0;
}

/* ---- rings ---- */

/* The index of a column or row of the map in the range. */
static uint32_t number_in(const view_range *s, int32_t at)
{
    return (uint32_t)(at < s->low ? at + s->side - s->low : at - s->low);
}

static void mark(field_of_view *v, int32_t x, int32_t y)
{
    const uint32_t column = number_in(&v->columns, x);
    const size_t row = number_in(&v->rows, y);
    v->seen[row * v->row_words + column / 64] |= UINT64_C(1) << column % 64;
}

/* Maps a column or row of the unwrapped plane to the map. @return false: it is not in range. */
static bool move_onto_map(const view_range *s, int32_t *at)
{
    if (*at >= 0 && *at < s->side) {
        return true;
    }
    *at %= s->side;
    *at += *at < 0 ? s->side : 0;
    return s->wraps;
}

/* The column and row of a cell of a wedge. @return true if it is on the map. */
static bool find(const field_of_view *v, const view_wedge *w, int32_t depth, int32_t side,
                 int32_t *x, int32_t *y)
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
    return move_onto_map(&v->columns, x) && move_onto_map(&v->rows, y);
}

static void visit_ring(field_of_view *v, const view_wedge *w, int32_t depth)
{
    const slope_interval *all = &v->cells->wedge;
    view_rays *r = &v->rays;
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
            const slope_interval shadow = shadow_of(v->cells, depth, side);
            is_seen = cast(r, &shadow);
        } else {
            is_seen = reaches(r, (view_slope){side, depth});
        }
        if (is_seen) {
            mark(v, x, y);
        }
    }
    end_ring(r);
}

static view_wedge wedge_of(const field_of_view *v, int32_t number)
{
    /* Each corner of the rings is the start of one wedge on either side. */
    const int32_t turn = number / 2;
    const int32_t other = number % 2 == 0 ? turn + 1 : turn - 1;
    if (v->cells == &hexes) {
        const wend_hex zero = {0, 0};
        const wend_hex depth = wend_hex_neighbour(zero, turn);
        const wend_hex far = wend_hex_neighbour(zero, other);
        return (view_wedge){depth.q, depth.r, far.q - depth.q, far.r - depth.r};
    }
    static const int32_t axis_x[4] = {0, 1, 0, -1};
    static const int32_t axis_y[4] = {-1, 0, 1, 0};
    return (view_wedge){axis_x[turn], axis_y[turn], axis_x[other & 3], axis_y[other & 3]};
}

/* ---- the list ---- */

/* An output array of nodes. */
typedef struct view_node_list {
    wend_node *nodes; /* [capacity] */
    size_t capacity, count;
} view_node_list;

/* Lists bits low ... high - 1 of a row; bit `low` is a node. */
static void list_bits(const uint64_t *row, uint32_t low, uint32_t high, wend_node node,
                      view_node_list *list)
{
    for (uint32_t k = low / 64; k * 64 < high; ++k) {
        uint64_t word = row[k];
        word &= k * 64 < low ? ~UINT64_C(0) << low % 64 : ~UINT64_C(0);
        word &= high - k * 64 < 64 ? ~(~UINT64_C(0) << high % 64) : ~UINT64_C(0);
        for (; word != 0; word &= word - 1) {
            if (list->count < list->capacity) {
                list->nodes[list->count] = node + k * 64 + wendi_ctz64(word) - low;
            }
            list->count++;
        }
    }
}

/* Length of the range up to the seam; all of it without a seam. */
static uint32_t before_seam(const view_range *s)
{
    return (uint32_t)(s->count < s->side - s->low ? s->count : s->side - s->low);
}

static void list_row(const field_of_view *v, uint32_t number, int32_t y, view_node_list *list)
{
    const uint64_t *row = &v->seen[(size_t)number * v->row_words];
    const wend_node first = (wend_node)y * (wend_node)v->columns.side;
    const uint32_t before = before_seam(&v->columns);
    list_bits(row, before, (uint32_t)v->columns.count, first, list);
    list_bits(row, 0, before, first + (wend_node)v->columns.low, list);
}

/* Ascending: the part behind a seam comes first. */
static size_t list_seen(const field_of_view *v, wend_node *nodes, size_t capacity)
{
    view_node_list list = {nodes, capacity, 0};
    const uint32_t before = before_seam(&v->rows);
    for (uint32_t i = before; i < (uint32_t)v->rows.count; ++i) {
        list_row(v, i, (int32_t)(i - before), &list);
    }
    for (uint32_t i = 0; i < before; ++i) {
        list_row(v, i, v->rows.low + (int32_t)i, &list);
    }
    return list.count;
}

static view_range stretch_of(int32_t at, int32_t radius, int32_t side, bool wraps)
{
    if (wraps && 2 * radius + 1 >= side) {
        return (view_range){0, side, side, true};
    }
    if (wraps) {
        const int32_t low = at - radius;
        return (view_range){low < 0 ? low + side : low, 2 * radius + 1, side, true};
    }
    const int32_t low = at > radius ? at - radius : 0;
    const int32_t high = at + radius < side ? at + radius : side - 1;
    return (view_range){low, high - low + 1, side, false};
}

static field_of_view view_of(const wend_grid *grid, uint32_t movement_class, wend_node from,
                             int32_t radius)
{
    field_of_view v = {.grid = grid, .movement_class = movement_class, .radius = radius};
    v.cells = grid->neighbours == WEND_NEIGHBOURS_6 ? &hexes : &squares;
    (void)wend_grid_cell(grid, from, &v.x, &v.y);
    v.hex = wend_grid_hex(grid, from);
    v.columns = stretch_of(v.x, radius, grid->width, (grid->wrap & WEND_WRAP_X) != 0);
    v.rows = stretch_of(v.y, radius, grid->height, (grid->wrap & WEND_WRAP_Y) != 0);
    v.row_words = (uint32_t)(v.columns.count - 1) / 64 + 1;
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
    field_of_view v = view_of(grid, movement_class, from, radius);
    /* Between two intervals lies the shadow of a wall, which is wider than 1 / (2 * radius + 2)
     * of the wedge: this many are enough. */
    const size_t intervals = 2 * (size_t)radius + 8;
    const size_t seen_words = (size_t)v.rows.count * v.row_words;
    const size_t bytes = seen_words * sizeof *v.seen + 2 * intervals * sizeof *v.rays.before;
    v.seen = wendi_alloc(&grid->allocator, bytes);
    if (v.seen == NULL) {
        return WEND_ERROR_MEMORY;
    }
    memset(v.seen, 0, seen_words * sizeof *v.seen);
    v.rays.before = (void *)(v.seen + seen_words);
    v.rays.after = v.rays.before + intervals;
    mark(&v, v.x, v.y);
    for (int32_t i = 0; i < v.cells->wedge_count; ++i) {
        const view_wedge w = wedge_of(&v, i);
        start_rays(&v.rays, &v.cells->wedge);
        for (int32_t depth = 1; depth <= v.radius && v.rays.before_count > 0; ++depth) {
            visit_ring(&v, &w, depth);
        }
    }
    *count = list_seen(&v, nodes, capacity);
    wendi_free(&grid->allocator, v.seen, bytes);
    return *count > capacity ? WEND_TRUNCATED : WEND_OK;
}
