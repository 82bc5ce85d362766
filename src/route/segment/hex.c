/* Clearance of segments over hexes.
 * Cost: length * (radius + 1) hexes read; an exact test for each wall met. */
#include "route/segment/hex.h"

#include "base/math/clamp.h"

#include <string.h>

/* Hexes along one axis, last included; none where last < first. */
typedef struct hex_range {
    int32_t first, last;
} hex_range;

/* Rounded down, for a divisor above 0. */
static int64_t divide_down(int64_t value, int64_t by)
{
    return value / by - (value % by < 0 ? 1 : 0);
}

/* ---- positions ---- */

/* The square root of 3, rounded to nearest. */
static const double SQRT_3 = 1.7320508075688772;

/* To the nearest unit, halves up; false outside 0 ... limit, and for NaN. */
static bool to_units(double cells, double units_per_cell, int64_t limit, int64_t *units)
{
    const double exact = cells * units_per_cell;
    if (!(exact >= 0.0 && exact <= (double)limit)) {
        return false;
    }
    *units = (int64_t)(exact + 0.5);
    return true;
}

bool wendi_hex_to_units(const wend_space *space, wend_vec2 position, int64_t *along,
                        int64_t *across)
{
    const double x = (position.x - space->origin.x) / space->cell_size;
    const double y = (position.y - space->origin.y) / space->cell_size;
    const bool is_rows = space->row_mask != 0;
    const double cell = (double)WENDI_SEGMENT_CELL;
    /* A moved line juts out by half a cell; the tips of the last line by a third of a line. The
     * parts of this rectangle outside of the map's hexes are rejected by the clearance test. */
    return to_units(is_rows ? x : y, cell, (2 * wendi_hex_line_length(space) + 1) * WENDI_HEX_HALF,
                    along) &&
           to_units(is_rows ? y : x, cell * SQRT_3,
                    (3 * wendi_hex_line_count(space) + 1) * WENDI_HEX_HALF, across);
}

void wendi_hex_centre(const wend_space *space, wend_node node, int64_t *along, int64_t *across)
{
    const uint32_t width = (uint32_t)space->width;
    const int32_t x = (int32_t)(node % width);
    const int32_t y = (int32_t)(node / width);
    const wendi_hex_cell hex = {space->row_mask != 0 ? y : x, space->row_mask != 0 ? x : y};
    *along = wendi_hex_along(space, hex);
    *across = wendi_hex_across(hex);
}

double wendi_segment_hex_length(const wendi_segment *w)
{
    const int64_t du = w->bx - w->ax;
    const int64_t dv = w->by - w->ay;
    return wend_sqrt((double)(3 * du * du + dv * dv) / 3.0) / (double)WENDI_SEGMENT_CELL;
}

/* ---- what can come near ---- */

/* A radius in units across, rounded up: the square root of 3 is below 7/4. */
static int64_t reach_across(const wendi_segment *w)
{
    return w->radius + (w->radius * 3 + 3) / 4;
}

/* The lines whose closed hexes touch [low, high], those just outside of the map included. */
static hex_range lines_touching(const wend_space *space, int64_t low, int64_t high)
{
    const int64_t pitch = 3 * WENDI_HEX_HALF;
    const int64_t first = divide_down(low - 4 * WENDI_HEX_HALF - 1, pitch) + 1;
    const int64_t last = divide_down(high, pitch);
    const hex_range range = {(int32_t)wendi_max_i64(first, -1),
                             (int32_t)wendi_min_i64(last, wendi_hex_line_count(space))};
    return range;
}

/* Likewise the hexes of a line. */
static hex_range cells_touching(const wend_space *space, int32_t line, int64_t low, int64_t high)
{
    const int64_t begin = wendi_hex_line_is_moved(space, line) ? WENDI_HEX_HALF : 0;
    const int64_t first = divide_down(low - begin - 1, WENDI_SEGMENT_CELL);
    const int64_t last = divide_down(high - begin, WENDI_SEGMENT_CELL);
    const hex_range range = {(int32_t)wendi_max_i64(first, -1),
                             (int32_t)wendi_min_i64(last, wendi_hex_line_length(space))};
    return range;
}

/* The segment's coordinate along the lines where it is `across`, rounded towards its beginning. */
static int64_t along_at(const wendi_segment *w, int64_t across)
{
    return w->ax + (w->bx - w->ax) * (across - w->ay) / (w->by - w->ay);
}

/* The hexes of a line that can come near: those within radius of the part of the segment that lies
 * within radius of the line. One unit wider, for the rounding of along_at. */
static hex_range cells_near(const wend_space *space, const wendi_segment *w, int32_t line)
{
    int64_t u0 = w->ax;
    int64_t u1 = w->bx;
    if (w->ay != w->by) {
        const int64_t low = wendi_min_i64(w->ay, w->by);
        const int64_t high = wendi_max_i64(w->ay, w->by);
        const int64_t top = 3 * (int64_t)line * WENDI_HEX_HALF;
        const int64_t reach = reach_across(w);
        u0 = along_at(w, wendi_clamp_i64(top - reach, low, high));
        u1 = along_at(w, wendi_clamp_i64(top + 4 * WENDI_HEX_HALF + reach, low, high));
    }
    return cells_touching(space, line, wendi_min_i64(u0, u1) - w->radius - 1,
                          wendi_max_i64(u0, u1) + w->radius + 1);
}

static bool is_hex_far(const wend_space *space, const wendi_segment *w, int32_t line, int32_t place)
{
    const wendi_hex_cell hex = {line, place};
    return !wendi_segment_is_near_hex(w, wendi_hex_along(space, hex), wendi_hex_across(hex));
}

/* Walls all along: a line just outside of the map. */
static bool is_far_from_all(const wend_space *space, const wendi_segment *w, int32_t line,
                            hex_range places)
{
    int32_t place = places.first;
    while (place <= places.last && is_hex_far(space, w, line, place)) {
        ++place;
    }
    return place > places.last;
}

/* The first wall of a line from an index on, `end` if there is none before it. */
static int32_t next_wall(const wend_space *space, int32_t line, int32_t place, int32_t end)
{
    if (space->row_mask == 0) {
        const uint8_t *cell = space->walls + ((size_t)place + 1) * space->stride + (size_t)line + 1;
        while (place < end && *cell != WEND_COST_WALL) {
            cell += space->stride;
            ++place;
        }
        return place;
    }
    const uint8_t *cells = space->walls + ((size_t)line + 1) * space->stride + 1;
    const uint8_t *wall = memchr(cells + place, WEND_COST_WALL, (size_t)(end - place));
    return wall == NULL ? end : (int32_t)(wall - cells);
}

static bool is_line_clear(const wend_space *space, const wendi_segment *w, int32_t line)
{
    const int32_t end = wendi_hex_line_length(space);
    const hex_range near = cells_near(space, w, line);
    if (line < 0 || line >= wendi_hex_line_count(space)) {
        return is_far_from_all(space, w, line, near);
    }
    if ((near.first < 0 && !is_hex_far(space, w, line, -1)) ||
        (near.last >= end && !is_hex_far(space, w, line, end))) {
        return false;
    }
    const int32_t last = near.last < end ? near.last : end - 1;
    for (int32_t place = near.first < 0 ? 0 : near.first; place <= last; ++place) {
        place = next_wall(space, line, place, last + 1);
        if (place <= last && !is_hex_far(space, w, line, place)) {
            return false;
        }
    }
    return true;
}

/* All that is outside lies behind the hexes just outside of the map, so these are enough. */
bool wendi_segment_hex_is_clear(const wend_space *space, const wendi_segment *w)
{
    const int64_t reach = reach_across(w);
    const hex_range lines = lines_touching(space, wendi_min_i64(w->ay, w->by) - reach,
                                           wendi_max_i64(w->ay, w->by) + reach);
    /* From the segment's beginning, because most obstacles are near it. */
    const bool is_upwards = w->by < w->ay;
    const int32_t step = is_upwards ? -1 : 1;
    int32_t line = is_upwards ? lines.last : lines.first;
    for (; line >= lines.first && line <= lines.last; line += step) {
        if (!is_line_clear(space, w, line)) {
            return false;
        }
    }
    return true;
}
