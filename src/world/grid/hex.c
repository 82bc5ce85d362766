/* takes: hexes in axial coordinates, or columns and rows.
 * gives: neighbours, distances, positions and turns.
 * cost:  constant time. */
#include "wend/hex.h"
#include "base/math/floating_point.h"
#include "world/cells/directions.h"

/* Half the square root of 3, and 1 over it. */
static const double half_sqrt_3 = 0.8660254037844386;
static const double sqrt_third = 0.5773502691896258;

static const wend_hex steps[WEND_HEX_DIRECTIONS] = {{0, -1}, {1, -1}, {1, 0},
                                                    {0, 1},  {-1, 1}, {-1, 0}};

/* How many half cells the lines before this one add up to, rounded as the layout does: floor(line
 * / 2) or floor((line + 1) / 2). */
static int64_t half_of(int64_t line, bool is_even_moved)
{
    const int64_t rounded = line + (is_even_moved ? 1 : 0);
    return (rounded - (rounded & 1)) / 2;
}

/* The nearest number of 32 bits. */
static int32_t within_int32(int64_t number)
{
    return number < INT32_MIN ? INT32_MIN : number > INT32_MAX ? INT32_MAX : (int32_t)number;
}

static bool is_even_moved(wend_hex_layout layout)
{
    return layout == WEND_HEX_EVEN_ROWS || layout == WEND_HEX_EVEN_COLUMNS;
}

wend_hex wend_hex_from_offset(wend_hex_layout layout, int32_t x, int32_t y)
{
    const bool is_even = is_even_moved(layout);
    if (wendi_hex_is_rows(layout)) {
        return (wend_hex){within_int32(x - half_of(y, is_even)), y};
    }
    return (wend_hex){x, within_int32(y - half_of(x, is_even))};
}

void wend_hex_to_offset(wend_hex_layout layout, wend_hex hex, int32_t *x, int32_t *y)
{
    const bool is_even = is_even_moved(layout);
    const bool is_rows = wendi_hex_is_rows(layout);
    if (x != NULL) {
        *x = is_rows ? within_int32(hex.q + half_of(hex.r, is_even)) : hex.q;
    }
    if (y != NULL) {
        *y = is_rows ? hex.r : within_int32(hex.r + half_of(hex.q, is_even));
    }
}

/* Where hex (0, 0) has its centre, in cells from the origin: its column's or row's outermost points
 * touch the axis; the even layouts move it by half a cell more. */
static wend_vec2 first_centre(wend_hex_layout layout)
{
    const double along = is_even_moved(layout) ? 1.0 : 0.5;
    return wendi_hex_is_rows(layout) ? (wend_vec2){along, sqrt_third}
                                     : (wend_vec2){sqrt_third, along};
}

wend_vec2 wend_hex_position(wend_hex_layout layout, double cell_size, wend_vec2 origin,
                            wend_hex hex)
{
    const wend_vec2 first = first_centre(layout);
    const double q = hex.q;
    const double r = hex.r;
    const double x = wendi_hex_is_rows(layout) ? q + 0.5 * r : half_sqrt_3 * q;
    const double y = wendi_hex_is_rows(layout) ? half_sqrt_3 * r : r + 0.5 * q;
    return (wend_vec2){origin.x + (first.x + x) * cell_size, origin.y + (first.y + y) * cell_size};
}

/* The nearest whole number, halves up; in range by the caller's check. */
static int32_t nearest(double value)
{
    const double shifted = value + 0.5;
    const int32_t whole = (int32_t)shifted;
    return whole > shifted ? whole - 1 : whole;
}

/* The hex whose centre is nearest to fractional axial coordinates: the coordinate that was rounded
 * most follows from the two others. */
static wend_hex round_hex(double q, double r)
{
    const double s = -q - r;
    const int32_t whole_q = nearest(q);
    const int32_t whole_r = nearest(r);
    const int32_t whole_s = nearest(s);
    const double off_q = q > whole_q ? q - whole_q : whole_q - q;
    const double off_r = r > whole_r ? r - whole_r : whole_r - r;
    const double off_s = s > whole_s ? s - whole_s : whole_s - s;
    if (off_q > off_r && off_q > off_s) {
        return (wend_hex){-whole_r - whole_s, whole_r};
    }
    if (off_r > off_s) {
        return (wend_hex){whole_q, -whole_q - whole_s};
    }
    return (wend_hex){whole_q, whole_r};
}

wend_hex wend_hex_at(wend_hex_layout layout, double cell_size, wend_vec2 origin, wend_vec2 position)
{
    const wend_vec2 first = first_centre(layout);
    const double x = (position.x - origin.x) / cell_size - first.x;
    const double y = (position.y - origin.y) / cell_size - first.y;
    const bool is_rows = wendi_hex_is_rows(layout);
    const double along = (is_rows ? y : x) / half_sqrt_3;
    const double other = (is_rows ? x : y) - 0.5 * along;
    const double most = 1 << 28;
    /* Written so that NaN fails. */
    if (!(along > -most && along < most && other > -most && other < most)) {
        return (wend_hex){0, 0};
    }
    return is_rows ? round_hex(other, along) : round_hex(along, other);
}

void wend_hex_corners(wend_hex_layout layout, double cell_size, wend_vec2 centre,
                      wend_vec2 *corners)
{
    /* Clockwise (y down); columns from the upper right corner on, rows the same turned. */
    static const double across[6] = {0.0, 0.5, 0.5, 0.0, -0.5, -0.5};
    const double along[6] = {-sqrt_third, -0.5 * sqrt_third, 0.5 * sqrt_third,
                             sqrt_third,  0.5 * sqrt_third,  -0.5 * sqrt_third};
    if (corners == NULL) {
        return;
    }
    for (int i = 0; i < 6; ++i) {
        const int k = wendi_hex_is_rows(layout) ? i : 5 - i;
        const double x = wendi_hex_is_rows(layout) ? across[k] : along[k];
        const double y = wendi_hex_is_rows(layout) ? along[k] : across[k];
        corners[i] = (wend_vec2){centre.x + x * cell_size, centre.y + y * cell_size};
    }
}

/* ---- single hexes ---- */

static int32_t magnitude(int32_t value)
{
    return value < 0 ? -value : value;
}

int32_t wend_hex_distance(wend_hex a, wend_hex b)
{
    /* The largest of the three; half of their sum would be the same, but can be too large. */
    const int32_t q = magnitude(a.q - b.q);
    const int32_t r = magnitude(a.r - b.r);
    const int32_t s = magnitude(a.q - b.q + a.r - b.r);
    const int32_t most = q > r ? q : r;
    return most > s ? most : s;
}

wend_hex wend_hex_neighbour(wend_hex hex, int32_t direction)
{
    const int32_t rest = direction % WEND_HEX_DIRECTIONS;
    const wend_hex step = steps[rest < 0 ? rest + WEND_HEX_DIRECTIONS : rest];
    return (wend_hex){hex.q + step.q, hex.r + step.r};
}

wend_hex wend_hex_rotate(wend_hex hex, wend_hex centre, int32_t sixths)
{
    const int32_t rest = sixths % WEND_HEX_DIRECTIONS;
    const int32_t turns = rest < 0 ? rest + WEND_HEX_DIRECTIONS : rest;
    int32_t q = hex.q - centre.q;
    int32_t r = hex.r - centre.r;
    for (int32_t k = 0; k < turns; ++k) {
        const int32_t turned = q + r;
        q = -r;
        r = turned;
    }
    return (wend_hex){centre.q + q, centre.r + r};
}

wend_hex wend_hex_reflect(wend_hex hex, wend_hex centre, int32_t axis)
{
    const int32_t rest = axis % 3;
    const int32_t q = hex.q - centre.q;
    const int32_t r = hex.r - centre.r;
    const int32_t s = -q - r;
    switch (rest < 0 ? rest + 3 : rest) {
    case 0: /* Directions 0 and 3 stay: they have q = 0. */
        return (wend_hex){centre.q - q, centre.r - s};
    case 1: /* Directions 1 and 4: s = 0. */
        return (wend_hex){centre.q - r, centre.r - q};
    default: /* Directions 2 and 5: r = 0. */
        return (wend_hex){centre.q - s, centre.r - r};
    }
}
