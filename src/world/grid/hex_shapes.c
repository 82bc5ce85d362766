/* takes: hexes in axial coordinates, and a radius.
 * gives: the hexes of a line, a ring or a range.
 * cost:  linear in the hexes that are written; no memory. */
#include "wend/hex.h"

#include "base/math/clamp.h"

enum { AXIAL_MAX = 1 << 28 };

/* Where the hexes go: more than capacity are counted, not written. */
typedef struct sink {
    wend_hex *hexes;
    size_t capacity;
    size_t written;
} sink;

static bool is_full(const sink *to)
{
    return to->written == to->capacity;
}

static void put(sink *to, wend_hex hex)
{
    if (!is_full(to)) {
        to->hexes[to->written++] = hex;
    }
}

static bool is_in_range(wend_hex hex)
{
    return hex.q >= -AXIAL_MAX && hex.q <= AXIAL_MAX && hex.r >= -AXIAL_MAX && hex.r <= AXIAL_MAX;
}

/* Checks what all shapes take; *count is 0 afterwards. */
static bool accept(wend_hex hex, const wend_hex *hexes, size_t capacity, size_t *count)
{
    if (count != NULL) {
        *count = 0;
    }
    return count != NULL && (hexes != NULL || capacity == 0) && is_in_range(hex);
}

/* ---- lines ---- */

/* A whole number and what is above it, in parts of `parts`. */
typedef struct mixed {
    int64_t whole, rest;
} mixed;

static mixed divided(int64_t value, int64_t parts)
{
    mixed result = {value / parts, value % parts};
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

static int64_t magnitude(int64_t value)
{
    return value < 0 ? -value : value;
}

wend_result wend_hex_line(wend_hex a, wend_hex b, wend_hex *hexes, size_t capacity, size_t *count)
{
    if (!accept(a, hexes, capacity, count) || !is_in_range(b)) {
        return WEND_ERROR_ARGUMENT;
    }
    const int64_t q = (int64_t)b.q - a.q;
    const int64_t r = (int64_t)b.r - a.r;
    const int64_t steps =
        wendi_max_i64(wendi_max_i64(magnitude(q), magnitude(r)), magnitude(q + r));
    sink to = {hexes, capacity, 0};
    *count = (size_t)steps + 1;
    put(&to, a);
    /* Products stay below 2^30 * 2^30. */
    for (int64_t i = 1; i <= steps && !is_full(&to); ++i) {
        const mixed at_q = divided(q * i, steps);
        const mixed at_r = divided(r * i, steps);
        const wend_hex corner = nearest_corner(at_q.rest, at_r.rest, steps);
        put(&to,
            (wend_hex){a.q + (int32_t)at_q.whole + corner.q, a.r + (int32_t)at_r.whole + corner.r});
    }
    return *count > capacity ? WEND_TRUNCATED : WEND_OK;
}

/* ---- rings ---- */

static void put_ring(sink *to, wend_hex centre, int32_t radius)
{
    const wend_hex first = wend_hex_neighbour((wend_hex){0, 0}, 0);
    wend_hex hex = {centre.q + first.q * radius, centre.r + first.r * radius};
    if (radius == 0) {
        put(to, centre);
        return;
    }
    for (int32_t side = 0; side < WEND_HEX_DIRECTIONS; ++side) {
        /* From the corner in one direction to the one in the next. */
        for (int32_t k = 0; k < radius && !is_full(to); ++k) {
            put(to, hex);
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
    sink to = {hexes, capacity, 0};
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
    sink to = {hexes, capacity, 0};
    *count = 3 * (size_t)radius * ((size_t)radius + 1) + 1;
    for (int32_t ring = 0; ring <= radius && !is_full(&to); ++ring) {
        put_ring(&to, centre, ring);
    }
    return *count > capacity ? WEND_TRUNCATED : WEND_OK;
}
