/* Clearance of segments over a grid: whether a disc can move straight from one position to
 * another, and at what cost.
 * Cost: length * (radius + 1) cells read, most of them by memchr; an exact test for each wall met.
 */
#include "route/segment/segment.h"
#include "base/math/bits.h"
#include "base/math/clamp.h"
#include "route/segment/hex.h"
#include <string.h>

/* ---- clearance ---- */

/* The range of cells, along one axis, whose closed squares touch [low, high]. */
typedef struct cell_range {
    int32_t first, last;
} cell_range;

static cell_range cells_touching(int64_t low, int64_t high, int32_t cell_count)
{
    /* low may lie a little below 0: shifting a negative number is not the same everywhere. */
    const int64_t bias = 4;
    int64_t first = ((low - 1 + bias * WENDI_SEGMENT_CELL) >> WENDI_SEGMENT_SHIFT) - bias;
    int64_t last = high >> WENDI_SEGMENT_SHIFT;
    cell_range range = {first < 0 ? 0 : (int32_t)first,
                        last >= cell_count ? cell_count - 1 : (int32_t)last};
    return range;
}

/* The segment's x where its y is `y`, rounded towards its beginning. */
static int64_t x_at(const wendi_segment *segment, int64_t y)
{
    return segment->ax +
           (segment->bx - segment->ax) * (y - segment->ay) / (segment->by - segment->ay);
}

static bool is_row_clear(const wend_space *space, const wendi_segment *segment, int32_t row)
{
    /* The columns of a row in which cells can come near: those within radius of the part of the
     * segment that lies within radius of the row. One unit wider, for the rounding of x_at. */
    int64_t x0 = segment->ax;
    int64_t x1 = segment->bx;
    if (segment->ay != segment->by) {
        int64_t y_low = wendi_min_i64(segment->ay, segment->by);
        int64_t y_high = wendi_max_i64(segment->ay, segment->by);
        x0 = x_at(segment,
                  wendi_clamp_i64(row * WENDI_SEGMENT_CELL - segment->radius, y_low, y_high));
        x1 = x_at(segment,
                  wendi_clamp_i64((row + 1) * WENDI_SEGMENT_CELL + segment->radius, y_low, y_high));
    }
    cell_range columns = cells_touching(wendi_min_i64(x0, x1) - segment->radius - 1,
                                        wendi_max_i64(x0, x1) + segment->radius + 1, space->width);

    const uint8_t *cells = space->walls + ((size_t)row + 1) * space->stride + 1;
    int32_t column = columns.first;
    while (column <= columns.last) {
        const uint8_t *wall =
            memchr(cells + column, WEND_COST_WALL, (size_t)columns.last + 1 - (size_t)column);
        if (wall == NULL) {
            return true;
        }
        column = (int32_t)(wall - cells);
        if (wendi_segment_is_near_square(segment, column * WENDI_SEGMENT_CELL,
                                         row * WENDI_SEGMENT_CELL)) {
            return false;
        }
        ++column;
    }
    return true;
}

/* The map is convex: its border is far enough from the segment if it is from both ends. */
static bool keeps_inside(const wend_space *space, const wendi_segment *segment)
{
    int64_t gap = segment->radius == 0 ? 1 : segment->radius;
    return wendi_min_i64(segment->ax, segment->bx) >= gap &&
           wendi_min_i64(segment->ay, segment->by) >= gap &&
           wendi_max_i64(segment->ax, segment->bx) <= space->width * WENDI_SEGMENT_CELL - gap &&
           wendi_max_i64(segment->ay, segment->by) <= space->height * WENDI_SEGMENT_CELL - gap;
}

bool wendi_segment_is_clear(const wend_space *space, const wendi_segment *segment)
{
    if (space->is_hex) {
        return wendi_segment_hex_is_clear(space, segment);
    }
    if (!keeps_inside(space, segment)) {
        return false;
    }
    cell_range rows =
        cells_touching(wendi_min_i64(segment->ay, segment->by) - segment->radius,
                       wendi_max_i64(segment->ay, segment->by) + segment->radius, space->height);
    /* From the segment's beginning, because most obstacles are near it. */
    bool is_upwards = segment->by < segment->ay;
    int32_t step = is_upwards ? -1 : 1;
    int32_t row = is_upwards ? rows.last : rows.first;
    for (; row >= rows.first && row <= rows.last; row += step) {
        if (!is_row_clear(space, segment, row)) {
            return false;
        }
    }
    return true;
}

/* Cells to units, to the nearest, halves up; false outside 0 ... cell_count, and for NaN. */
static bool to_units(double cells, int32_t cell_count, int64_t *units)
{
    if (!(cells >= 0.0 && cells <= (double)cell_count)) {
        return false;
    }
    *units = (int64_t)(cells * (double)WENDI_SEGMENT_CELL + 0.5);
    return true;
}

bool wendi_segment_radius(const wend_space *space, double metres, int64_t *radius)
{
    if (!(metres >= 0.0) || !wendi_is_finite(metres)) {
        return false;
    }
    const int64_t no_room = WEND_GRID_SIDE_MAX * WENDI_SEGMENT_CELL;
    const double cells = metres / space->cell_size;
    double units = (cells < space->radius ? space->radius : cells) * (double)WENDI_SEGMENT_CELL;
    if (units > (double)no_room) {
        *radius = no_room;
        return true;
    }
    int64_t whole = (int64_t)units;
    const bool is_up = !space->is_hex && units - (double)whole > 0.5;
    *radius = whole + (is_up ? 1 : 0);
    return true;
}

wendi_segment wendi_segment_between(const wend_space *space, wend_node from, wend_node to,
                                    int64_t radius)
{
    if (space->is_hex) {
        wendi_segment over_hexes = {.radius = radius};
        wendi_hex_centre(space, from, &over_hexes.ax, &over_hexes.ay);
        wendi_hex_centre(space, to, &over_hexes.bx, &over_hexes.by);
        return over_hexes;
    }
    const uint32_t width = (uint32_t)space->width;
    const int64_t half = WENDI_SEGMENT_CELL / 2;
    wendi_segment segment = {.ax = (from % width) * WENDI_SEGMENT_CELL + half,
                             .ay = (from / width) * WENDI_SEGMENT_CELL + half,
                             .bx = (to % width) * WENDI_SEGMENT_CELL + half,
                             .by = (to / width) * WENDI_SEGMENT_CELL + half,
                             .radius = radius};
    return segment;
}

double wendi_segment_length(const wend_space *space, const wendi_segment *segment)
{
    if (space->is_hex) {
        return wendi_segment_hex_length(segment);
    }
    int64_t dx = segment->bx - segment->ax;
    int64_t dy = segment->by - segment->ay;
    return wend_sqrt((double)(dx * dx + dy * dy)) / (double)WENDI_SEGMENT_CELL;
}

static bool place(const wend_space *space, wend_vec2 position, int64_t *x, int64_t *y)
{
    if (space->is_hex) {
        return wendi_hex_to_units(space, position, x, y);
    }
    return to_units((position.x - space->origin.x) / space->cell_size, space->width, x) &&
           to_units((position.y - space->origin.y) / space->cell_size, space->height, y);
}

bool wend_space_can_walk(const wend_space *space, wend_vec2 from, wend_vec2 to, double radius,
                         wend_cost *cost)
{
    if (cost != NULL) {
        *cost = WEND_COST_INFINITE;
    }
    wendi_segment segment;
    if (space == NULL || space->net != NULL ||
        !wendi_segment_radius(space, radius, &segment.radius) ||
        !place(space, from, &segment.ax, &segment.ay) ||
        !place(space, to, &segment.bx, &segment.by)) {
        return false;
    }
    /* Rounding moves positions by up to 0.58 units towards the corners of hexes, which must not
     * block a line around them at just the radius. (Towards sides the two errors cancel out.) */
    segment.radius -= space->is_hex && segment.radius > 1 ? 1 : 0;
    if (!wendi_segment_is_clear(space, &segment)) {
        return false;
    }
    if (cost != NULL) {
        *cost = wendi_segment_cost(space, &segment);
    }
    return true;
}

/* ---- costs ---- */

/* One axis of the line: which cell it is in and how far, along this axis, the next border is.
 *
 *      cell 3   |  cell 4
 *    a ---------|-------->    next = units from a to the border, extent = units from a to b
 */
typedef struct crossing_axis {
    int64_t cell;
    int64_t side; /* along a border: -1, the other cell that is touched; else 0 */
    int64_t step; /* -1 or 1 */
    int64_t next;
    int64_t extent;
} crossing_axis;

static crossing_axis axis_begin(int64_t from, int64_t to)
{
    crossing_axis a = {.step = to < from ? -1 : 1, .extent = to < from ? from - to : to - from};
    int64_t within = from & (WENDI_SEGMENT_CELL - 1);
    a.cell = from >> WENDI_SEGMENT_SHIFT;
    if (within == 0) {
        /* On a border: going back means the cell before; going along it, both are touched. */
        a.cell -= to < from ? 1 : 0;
        a.side = to == from ? -1 : 0;
        a.next = WENDI_SEGMENT_CELL;
        return a;
    }
    a.next = to < from ? within : WENDI_SEGMENT_CELL - within;
    return a;
}

static void axis_cross(crossing_axis *a)
{
    a->cell += a->step;
    a->next += WENDI_SEGMENT_CELL;
}

static bool axis_is_done(const crossing_axis *a)
{
    return a->next >= a->extent;
}

/* The part of the line, 0 to 1, that lies before the axis's next border. */
static double axis_part(const crossing_axis *a)
{
    return (double)a->next / (double)a->extent;
}

static uint8_t wall_factor_at(const wend_space *space, int64_t x, int64_t y)
{
    return space->walls[(size_t)((y + 1) * (int64_t)space->stride + x + 1)];
}

static uint8_t factor_under(const wend_space *space, const crossing_axis *x, const crossing_axis *y)
{
    uint8_t here = wall_factor_at(space, x->cell, y->cell);
    uint8_t beside = wall_factor_at(space, x->cell + x->side, y->cell + y->side);
    return here > beside ? here : beside;
}

/* Crosses the next border, or both where the line runs through a corner.
 * @return the part of the line before it. The order of the borders is decided in integers. */
static double cross_border(crossing_axis *x, crossing_axis *y)
{
    int64_t x_first = x->next * y->extent;
    int64_t y_first = y->next * x->extent;
    double part = x_first <= y_first ? axis_part(x) : axis_part(y);
    if (x_first <= y_first) {
        axis_cross(x);
    }
    if (y_first <= x_first) {
        axis_cross(y);
    }
    return part;
}

/* Mean factor along the line. Consecutive cells of one factor count as one piece, so that ground of
 * one factor gives exactly that factor. */
static double mean_factor(const wend_space *space, const wendi_segment *segment)
{
    crossing_axis x = axis_begin(segment->ax, segment->bx);
    crossing_axis y = axis_begin(segment->ay, segment->by);
    uint8_t factor = factor_under(space, &x, &y);
    double sum = 0.0;
    double begin = 0.0;
    while (!axis_is_done(&x) || !axis_is_done(&y)) {
        double part = cross_border(&x, &y);
        uint8_t entered = factor_under(space, &x, &y);
        if (entered != factor) {
            sum += (double)factor * (part - begin);
            begin = part;
            factor = entered;
        }
    }
    return sum + (double)factor * (1.0 - begin);
}

wend_cost wendi_segment_cost(const wend_space *space, const wendi_segment *segment)
{
    if (segment->ax == segment->bx && segment->ay == segment->by) {
        return 0;
    }
    double mean = (double)space->cost_min;
    /* Round agents may pass over cells in whose centre they do not fit, at any cost. */
    if (!space->is_uniform || space->walls != space->costs) {
        mean = space->is_hex ? wendi_segment_hex_mean_factor(space, segment)
                             : mean_factor(space, segment);
    }
    return wend_cost_from_double(mean * wendi_segment_length(space, segment));
}
