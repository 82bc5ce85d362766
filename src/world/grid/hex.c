/* Hexes in axial coordinates: offsets, neighbours, distances, positions, turns, lines, rings and
 * ranges.
 * Cost: constant time each; shapes are linear in the hexes written. */
#include "base/math/clamp.h"
#include "base/math/floating_point.h"
#include "world/cells/directions.h"
#include "world/grid/hex_line.h"

/* Half the square root of 3, and 1 over it. */
static const double half_sqrt_3 = 0.8660254037844386;
static const double sqrt_third = 0.5773502691896258;

static const wend_hex hex_steps[WEND_HEX_DIRECTIONS] = {{0, -1}, {1, -1}, {1, 0},
                                                        {0, 1},  {-1, 1}, {-1, 0}};

/* Sum of the half cells that the lines before this one are moved by, rounded as the layout does:
 * floor(line / 2) or floor((line + 1) / 2). */
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

/* The centre of hex (0, 0), in cells from the origin: its column's or row's outermost points
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
    /* The largest of the three; half of their sum is equal, but may overflow. */
    const int32_t q = magnitude(a.q - b.q);
    const int32_t r = magnitude(a.r - b.r);
    const int32_t s = magnitude(a.q - b.q + a.r - b.r);
    const int32_t most = q > r ? q : r;
    return most > s ? most : s;
}

wend_hex wend_hex_neighbour(wend_hex hex, int32_t direction)
{
    const int32_t rest = direction % WEND_HEX_DIRECTIONS;
    const wend_hex step = hex_steps[rest < 0 ? rest + WEND_HEX_DIRECTIONS : rest];
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

enum { AXIAL_MAX = 1 << 28 };

/* An output array of hexes; those beyond its capacity are counted, not written. */
typedef struct hex_list {
    wend_hex *hexes;
    size_t capacity;
    size_t written;
} hex_list;

static bool is_full(const hex_list *to)
{
    return to->written == to->capacity;
}

static void add_hex(hex_list *to, wend_hex hex)
{
    if (!is_full(to)) {
        to->hexes[to->written++] = hex;
    }
}

static bool is_in_range(wend_hex hex)
{
    return hex.q >= -AXIAL_MAX && hex.q <= AXIAL_MAX && hex.r >= -AXIAL_MAX && hex.r <= AXIAL_MAX;
}

/* Checks the arguments that all shapes share; *count is 0 afterwards. */
static bool accept(wend_hex hex, const wend_hex *hexes, size_t capacity, size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    return count != NULL && (hexes != NULL || capacity == 0) && is_in_range(hex);
}

/* ---- lines ---- */

/* A whole number and a fraction in units of 1 / parts. */
typedef struct hex_fraction {
    int64_t whole, rest;
} hex_fraction;

static hex_fraction divided(int64_t value, int64_t parts)
{
    hex_fraction result = {value / parts, value % parts};
    if (result.rest < 0) {
        result.rest += parts;
        result.whole--;
    }
    return result;
}

/* The hex nearest to a point that lies q / parts, r / parts above centre (0, 0). At step i a line
 * is on the ring of radius i, so the point is on a side of this triangle, between two centres:
 *
 *      (0,0)--(1,0)     of two that are equally far the one of larger q, then of larger r,
 *         \    /        is taken
 *         (0,1)
 */
static wend_hex nearest_corner(int64_t q, int64_t r, int64_t parts)
{
    const bool leans_q = q >= r;
    const int64_t reach = leans_q ? 2 * q + r : 2 * r + q;
    if (reach < parts) {
        return (wend_hex){0, 0};
    }
    return leans_q ? (wend_hex){1, 0} : (wend_hex){0, 1};
}

static int64_t magnitude_i64(int64_t value)
{
    return value < 0 ? -value : value;
}

/* The line's hex at a step. Products stay below 2^30 * 2^30. */
static wend_hex line_at(wend_hex a, int64_t q, int64_t r, int64_t step, int64_t steps)
{
    const hex_fraction at_q = divided(q * step, steps);
    const hex_fraction at_r = divided(r * step, steps);
    const wend_hex corner = nearest_corner(at_q.rest, at_r.rest, steps);
    return (wend_hex){a.q + (int32_t)at_q.whole + corner.q, a.r + (int32_t)at_r.whole + corner.r};
}

wend_hex wendi_hex_line_at(wend_hex a, wend_hex b, int32_t step)
{
    return step == 0
               ? a
               : line_at(a, (int64_t)b.q - a.q, (int64_t)b.r - a.r, step, wend_hex_distance(a, b));
}

wend_result wend_hex_line(wend_hex a, wend_hex b, wend_hex *hexes, size_t capacity, size_t *count)
{
    if (!accept(a, hexes, capacity, count) || !is_in_range(b)) {
        return WEND_ERROR_ARGUMENT;
    }
    const int64_t q = (int64_t)b.q - a.q;
    const int64_t r = (int64_t)b.r - a.r;
    const int64_t steps =
        wendi_max_i64(wendi_max_i64(magnitude_i64(q), magnitude_i64(r)), magnitude_i64(q + r));
    hex_list to = {hexes, capacity, 0};
    *count = (size_t)steps + 1;
    add_hex(&to, a);
    for (int64_t i = 1; i <= steps && !is_full(&to); ++i) {
        add_hex(&to, line_at(a, q, r, i, steps));
    }
    return *count > capacity ? WEND_TRUNCATED : WEND_OK;
}

/* ---- rings ---- */

static void put_ring(hex_list *to, wend_hex centre, int32_t radius)
{
    const wend_hex first = wend_hex_neighbour((wend_hex){0, 0}, 0);
    wend_hex hex = {centre.q + first.q * radius, centre.r + first.r * radius};
    if (radius == 0) {
        add_hex(to, centre);
        return;
    }
    for (int32_t side = 0; side < WEND_HEX_DIRECTIONS; ++side) {
        /* From the corner in one direction to the one in the next. */
        for (int32_t k = 0; k < radius && !is_full(to); ++k) {
            add_hex(to, hex);
            hex = wend_hex_neighbour(hex, side + 2);
        }
    }
}

wend_result wend_hex_ring(wend_hex centre, int32_t radius, wend_hex *hexes, size_t capacity,
                          size_t *count)
{
    if (!accept(centre, hexes, capacity, count) || radius < 0 || radius > WEND_HEX_RADIUS_MAX) {
        return WEND_ERROR_ARGUMENT;
    }
    hex_list to = {hexes, capacity, 0};
    *count = radius == 0 ? 1 : 6 * (size_t)radius;
    put_ring(&to, centre, radius);
    return *count > capacity ? WEND_TRUNCATED : WEND_OK;
}

wend_result wend_hex_range(wend_hex centre, int32_t radius, wend_hex *hexes, size_t capacity,
                           size_t *count)
{
    if (!accept(centre, hexes, capacity, count) || radius < 0 || radius > WEND_HEX_RADIUS_MAX) {
        return WEND_ERROR_ARGUMENT;
    }
    hex_list to = {hexes, capacity, 0};
    *count = 3 * (size_t)radius * ((size_t)radius + 1) + 1;
    for (int32_t ring = 0; ring <= radius && !is_full(&to); ++ring) {
        put_ring(&to, centre, ring);
    }
    return *count > capacity ? WEND_TRUNCATED : WEND_OK;
}
