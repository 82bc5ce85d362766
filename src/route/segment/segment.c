/* Clearance of segments over a grid: whether a disc can move straight from one position to another,
 * and at what cost.
 * Cost: length * (radius + 1) cells read, most of them by memchr; an exact test for each wall met.
 */
#include "route/segment/hex.h"

#include "base/math/bits.h"
#include "base/math/clamp.h"

#include <string.h>

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
static int64_t x_at(const wendi_segment *w, int64_t y)
{
    return w->ax + (w->bx - w->ax) * (y - w->ay) / (w->by - w->ay);
}

/* The columns of a row in which cells can come near: those within radius of the part of the segment
 * that lies within radius of the row. One unit wider, for the rounding of x_at. */
static cell_range columns_near(const wend_space *space, const wendi_segment *w, int32_t row)
{
    int64_t x0 = w->ax;
    int64_t x1 = w->bx;
    if (w->ay != w->by) {
        int64_t y_low = wendi_min_i64(w->ay, w->by);
        int64_t y_high = wendi_max_i64(w->ay, w->by);
        x0 = x_at(w, wendi_clamp_i64(row * WENDI_SEGMENT_CELL - w->radius, y_low, y_high));
        x1 = x_at(w, wendi_clamp_i64((row + 1) * WENDI_SEGMENT_CELL + w->radius, y_low, y_high));
    }
    return cells_touching(wendi_min_i64(x0, x1) - w->radius - 1,
                          wendi_max_i64(x0, x1) + w->radius + 1, space->width);
}

static bool is_row_clear(const wend_space *space, const wendi_segment *w, int32_t row)
{
    cell_range columns = columns_near(space, w, row);
    const uint8_t *cells = space->walls + ((size_t)row + 1) * space->stride + 1;
    int32_t column = columns.first;
    while (column <= columns.last) {
        const uint8_t *wall =
            memchr(cells + column, WEND_COST_WALL, (size_t)columns.last + 1 - (size_t)column);
        if (wall == NULL) {
            return true;
        }
        column = (int32_t)(wall - cells);
        if (wendi_segment_is_near_square(w, column * WENDI_SEGMENT_CELL,
                                         row * WENDI_SEGMENT_CELL)) {
            return false;
        }
        ++column;
    }
    return true;
}

/* The map is convex: its border is far enough from the segment if it is from both ends. */
static bool keeps_inside(const wend_space *space, const wendi_segment *w)
{
    int64_t gap = w->radius == 0 ? 1 : w->radius;
    return wendi_min_i64(w->ax, w->bx) >= gap && wendi_min_i64(w->ay, w->by) >= gap &&
           wendi_max_i64(w->ax, w->bx) <= space->width * WENDI_SEGMENT_CELL - gap &&
           wendi_max_i64(w->ay, w->by) <= space->height * WENDI_SEGMENT_CELL - gap;
}

bool wendi_segment_is_clear(const wend_space *space, const wendi_segment *w)
{
    if (space->is_hex) {
        return wendi_segment_hex_is_clear(space, w);
    }
    if (!keeps_inside(space, w)) {
        return false;
    }
    cell_range rows = cells_touching(wendi_min_i64(w->ay, w->by) - w->radius,
                                     wendi_max_i64(w->ay, w->by) + w->radius, space->height);
    /* From the segment's beginning, because most obstacles are near it. */
    bool is_upwards = w->by < w->ay;
    int32_t step = is_upwards ? -1 : 1;
    int32_t row = is_upwards ? rows.last : rows.first;
    for (; row >= rows.first && row <= rows.last; row += step) {
        if (!is_row_clear(space, w, row)) {
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

double wendi_segment_length(const wend_space *space, const wendi_segment *w)
{
    if (space->is_hex) {
        return wendi_segment_hex_length(w);
    }
    int64_t dx = w->bx - w->ax;
    int64_t dy = w->by - w->ay;
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
