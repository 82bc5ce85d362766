/* Clearance of segments over hexes.
 * Cost: length * (radius + 1) hexes read; an exact test for each wall met. */
#include "route/segment/hex.h"
#include "base/math/clamp.h"
#include <string.h>

/* A hex by its line (row, or column in layouts of columns) and its index in it. */
typedef struct wendi_hex_cell {
    int32_t line, place;
} wendi_hex_cell;

static int32_t wendi_hex_line_count(const wend_space *space)
{
    return space->row_mask != 0 ? space->height : space->width;
}

static int32_t wendi_hex_line_length(const wend_space *space)
{
    return space->row_mask != 0 ? space->width : space->height;
}

static bool wendi_hex_line_is_moved(const wend_space *space, int32_t line)
{
    return wendi_hex_is_shifted(space->hex_layout, line, line) != 0;
}

/* The centre of a hex, in units. */
static int64_t wendi_hex_along(const wend_space *space, wendi_hex_cell hex)
{
    const int64_t halves =
        2 * (int64_t)hex.place + (wendi_hex_line_is_moved(space, hex.line) ? 2 : 1);
    return halves * WENDI_HEX_HALF;
}

static int64_t wendi_hex_across(wendi_hex_cell hex)
{
    return (3 * (int64_t)hex.line + 2) * WENDI_HEX_HALF;
}

/* The factor walk tests see; a wall outside, also where the map wraps. */
static uint8_t wendi_hex_factor(const wend_space *space, wendi_hex_cell hex)
{
    if (hex.line < 0 || hex.place < 0 || hex.line >= wendi_hex_line_count(space) ||
        hex.place >= wendi_hex_line_length(space)) {
        return WEND_COST_WALL;
    }
    const int32_t x = space->row_mask != 0 ? hex.place : hex.line;
    const int32_t y = space->row_mask != 0 ? hex.line : hex.place;
    return space->walls[((size_t)y + 1) * space->stride + (size_t)x + 1];
}

/* ---- clearance ---- */

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

double wendi_segment_hex_length(const wendi_segment *segment)
{
    const int64_t du = segment->bx - segment->ax;
    const int64_t dv = segment->by - segment->ay;
    return wend_sqrt((double)(3 * du * du + dv * dv) / 3.0) / (double)WENDI_SEGMENT_CELL;
}

/* ---- nearby hexes ---- */

/* A radius in units across, rounded up: the square root of 3 is below 7/4. */
static int64_t reach_across(const wendi_segment *segment)
{
    return segment->radius + (segment->radius * 3 + 3) / 4;
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
static int64_t along_at(const wendi_segment *segment, int64_t across)
{
    return segment->ax +
           (segment->bx - segment->ax) * (across - segment->ay) / (segment->by - segment->ay);
}

static bool is_hex_far(const wend_space *space, const wendi_segment *segment, int32_t line,
                       int32_t place)
{
    const wendi_hex_cell hex = {line, place};
    return !wendi_segment_is_near_hex(segment, wendi_hex_along(space, hex), wendi_hex_across(hex));
}

/* Walls all along: a line just outside of the map. */
static bool is_far_from_all(const wend_space *space, const wendi_segment *segment, int32_t line,
                            hex_range places)
{
    int32_t place = places.first;
    while (place <= places.last && is_hex_far(space, segment, line, place)) {
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

static bool is_line_clear(const wend_space *space, const wendi_segment *segment, int32_t line)
{
    const int32_t end = wendi_hex_line_length(space);

    /* The hexes of a line that can come near: those within radius of the part of the segment that
     * lies within radius of the line. One unit wider, for the rounding of along_at. */
    int64_t u0 = segment->ax;
    int64_t u1 = segment->bx;
    if (segment->ay != segment->by) {
        const int64_t low = wendi_min_i64(segment->ay, segment->by);
        const int64_t high = wendi_max_i64(segment->ay, segment->by);
        const int64_t top = 3 * (int64_t)line * WENDI_HEX_HALF;
        const int64_t reach = reach_across(segment);
        u0 = along_at(segment, wendi_clamp_i64(top - reach, low, high));
        u1 = along_at(segment, wendi_clamp_i64(top + 4 * WENDI_HEX_HALF + reach, low, high));
    }
    const hex_range near = cells_touching(space, line, wendi_min_i64(u0, u1) - segment->radius - 1,
                                          wendi_max_i64(u0, u1) + segment->radius + 1);

    if (line < 0 || line >= wendi_hex_line_count(space)) {
        return is_far_from_all(space, segment, line, near);
    }
    if ((near.first < 0 && !is_hex_far(space, segment, line, -1)) ||
        (near.last >= end && !is_hex_far(space, segment, line, end))) {
        return false;
    }
    const int32_t last = near.last < end ? near.last : end - 1;
    for (int32_t place = near.first < 0 ? 0 : near.first; place <= last; ++place) {
        place = next_wall(space, line, place, last + 1);
        if (place <= last && !is_hex_far(space, segment, line, place)) {
            return false;
        }
    }
    return true;
}

/* All that is outside lies behind the hexes just outside of the map, so these are enough. */
bool wendi_segment_hex_is_clear(const wend_space *space, const wendi_segment *segment)
{
    const int64_t reach = reach_across(segment);
    const hex_range lines = lines_touching(space, wendi_min_i64(segment->ay, segment->by) - reach,
                                           wendi_max_i64(segment->ay, segment->by) + reach);
    /* From the segment's beginning, because most obstacles are near it. */
    const bool is_upwards = segment->by < segment->ay;
    const int32_t step = is_upwards ? -1 : 1;
    int32_t line = is_upwards ? lines.last : lines.first;
    for (; line >= lines.first && line <= lines.last; line += step) {
        if (!is_line_clear(space, segment, line)) {
            return false;
        }
    }
    return true;
}

/* ---- costs ---- */

enum { AXES = 3 };

/* A point, or a direction, and its coordinates along the three axes that a hex's sides bound. */
typedef struct hex_point {
    int64_t u, v;
    int64_t axes[AXES];
} hex_point;

static const int8_t extents[AXES] = {1, 2, 2}; /* of a hex along the axes, halves of a cell */

static hex_point point_at(int64_t u, int64_t v)
{
    const hex_point p = {u, v, {u, u + v, u - v}};
    return p;
}

/* Position of the line: in a hex, or along the border of two. */
typedef struct hex_crossing {
    const wend_space *space;
    hex_point from, way; /* way: from the segment's beginning to its end */
    wendi_hex_cell here; /* the hex */
    wendi_hex_cell side; /* the other one along a border, else the same */
} hex_crossing;

static hex_point centre_of(const wend_space *space, wendi_hex_cell hex)
{
    return point_at(wendi_hex_along(space, hex), wendi_hex_across(hex));
}

/* True if a line through a point of the hex's border, or in it, continues within it. */
static bool goes_on(const hex_crossing *c, const hex_point *p, wendi_hex_cell hex)
{
    const hex_point centre = centre_of(c->space, hex);
    for (int k = 0; k < AXES; ++k) {
        const int64_t off = p->axes[k] - centre.axes[k];
        const int64_t extent = extents[k] * WENDI_HEX_HALF;
        if (off > extent || off < -extent || (off == extent && c->way.axes[k] > 0) ||
            (off == -extent && c->way.axes[k] < 0)) {
            return false;
        }
    }
    return true;
}

/* Finds the one or two hexes in which the line continues from a point, which lies in the map. */
static void enter(hex_crossing *c, const hex_point *p)
{
    const int32_t line = (int32_t)(p->v / (3 * WENDI_HEX_HALF));
    bool is_first = true;
    for (int32_t above = 0; above < 2; ++above) {
        const bool is_moved = wendi_hex_line_is_moved(c->space, line - above);
        const int64_t u = p->u - (is_moved ? WENDI_HEX_HALF : 0) + WENDI_SEGMENT_CELL;
        const int32_t place = (int32_t)(u >> WENDI_SEGMENT_SHIFT) - 1;
        for (int32_t before = 0; before < 2; ++before) {
            const wendi_hex_cell hex = {line - above, place - before};
            if (goes_on(c, p, hex)) {
                c->side = hex;
                c->here = is_first ? hex : c->here;
                is_first = false;
            }
        }
    }
}

/* Finds where the line leaves the hex: through the side of this axis, on this end of it, after
 * `part` /
 * `whole` of the line. */
typedef struct hex_exit {
    int axis;
    int64_t sign;
    int64_t part, whole;
} hex_exit;

static hex_exit find_exit(const hex_crossing *c)
{
    const hex_point centre = centre_of(c->space, c->here);
    hex_exit out = {0, 0, 0, 0};
    for (int k = 0; k < AXES; ++k) {
        const int64_t along = c->way.axes[k];
        const int64_t sign = along < 0 ? -1 : 1;
        const int64_t whole = along * sign;
        const int64_t part =
            extents[k] * WENDI_HEX_HALF - sign * (c->from.axes[k] - centre.axes[k]);
        if (whole != 0 && (out.whole == 0 || part * out.whole < out.part * whole)) {
            out = (hex_exit){k, sign, part, whole};
        }
    }
    return out;
}

/* The ends of the sides across each axis, on its positive end, in halves of a cell; and where the
 * neighbour's centre lies. */
static const int8_t side_ends[AXES][2][2] = {
    {{1, -1}, {1, 1}}, {{1, 1}, {0, 2}}, {{0, -2}, {1, -1}}};
static const int8_t beyond[AXES][2] = {{2, 0}, {1, 3}, {1, -3}};

/* True if the line runs through one of the corners of the side it leaves by. */
static bool leaves_by_corner(const hex_crossing *c, const hex_exit *out, hex_point *corner)
{
    const hex_point centre = centre_of(c->space, c->here);
    for (int end = 0; end < 2; ++end) {
        const int64_t scale = out->sign * WENDI_HEX_HALF;
        const hex_point p = point_at(centre.u + side_ends[out->axis][end][0] * scale,
                                     centre.v + side_ends[out->axis][end][1] * scale);
        if (c->way.u * (p.v - c->from.v) == c->way.v * (p.u - c->from.u)) {
            *corner = p;
            return true;
        }
    }
    return false;
}

static void step_out(hex_crossing *c, const hex_exit *out)
{
    hex_point corner;
    if (leaves_by_corner(c, out, &corner)) {
        enter(c, &corner);
        return;
    }
    const hex_point centre = centre_of(c->space, c->here);
    const int64_t scale = out->sign * WENDI_HEX_HALF;
    const int64_t u = centre.u + beyond[out->axis][0] * scale;
    c->here.line += (int32_t)(out->sign * beyond[out->axis][1] / 3);
    const bool is_moved = wendi_hex_line_is_moved(c->space, c->here.line);
    c->here.place = (int32_t)((u - (is_moved ? WENDI_HEX_HALF : 0)) >> WENDI_SEGMENT_SHIFT);
    c->side = c->here;
}

static uint8_t factor_at_crossing(const hex_crossing *c)
{
    const uint8_t here = wendi_hex_factor(c->space, c->here);
    const uint8_t beside = wendi_hex_factor(c->space, c->side);
    return here > beside ? here : beside;
}

/* Consecutive hexes of one factor count as one piece, so that ground of one factor gives exactly
 * that factor. */
double wendi_segment_hex_mean_factor(const wend_space *space, const wendi_segment *segment)
{
    hex_crossing c = {.space = space,
                      .from = point_at(segment->ax, segment->ay),
                      .way = point_at(segment->bx - segment->ax, segment->by - segment->ay)};
    enter(&c, &c.from);
    uint8_t factor = factor_at_crossing(&c);
    double sum = 0.0;
    double begin = 0.0;
    for (hex_exit out = find_exit(&c); out.part < out.whole; out = find_exit(&c)) {
        step_out(&c, &out);
        const uint8_t entered = factor_at_crossing(&c);
        if (entered != factor) {
            const double part = (double)out.part / (double)out.whole;
            sum += (double)factor * (part - begin);
            begin = part;
            factor = entered;
        }
    }
    return sum + (double)factor * (1.0 - begin);
}
