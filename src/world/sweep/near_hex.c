/* Tests exactly whether a hex of a grid is nearer to a segment than a radius.
 * Cost: constant. */
#include "base/math/clamp.h"
#include "world/sweep/product_128.h"
#include "world/sweep/segment.h"

static int64_t magnitude(int64_t a)
{
    return a < 0 ? -a : a;
}

/* Three times a squared length. */
static int64_t square_of(int64_t du, int64_t dv)
{
    return 3 * du * du + dv * dv;
}

/* The corners of a hex, in halves of a cell. */
static const int8_t corners[6][2] = {{0, -2}, {1, -1}, {1, 1}, {0, 2}, {-1, 1}, {-1, -1}};

/* Twice the area between the segment and a point: 0 on its line. */
static int64_t cross(const wendi_segment *segment, int64_t u, int64_t v)
{
    return (segment->bx - segment->ax) * (v - segment->ay) -
           (segment->by - segment->ay) * (u - segment->ax);
}

/* True if [a, b] and [-extent, extent] are disjoint. */
static bool is_apart(int64_t a, int64_t b, int64_t extent)
{
    return wendi_min_i64(a, b) > extent || wendi_max_i64(a, b) < -extent;
}

/* True if all corners lie strictly on one side of the segment's line. */
static bool is_beside(const wendi_segment *segment, int64_t u, int64_t v)
{
    const int64_t half = WENDI_HEX_HALF;
    int64_t low = INT64_MAX;
    int64_t high = INT64_MIN;
    for (int i = 0; i < 6; ++i) {
        const int64_t side = cross(segment, u + corners[i][0] * half, v + corners[i][1] * half);
        low = wendi_min_i64(low, side);
        high = wendi_max_i64(high, side);
    }
    return low > 0 || high < 0;
}

/* True if the closed hex and the closed segment share a point. They do unless an axis separates
 * them: one of the hex's three, or the segment's normal. */
static bool intersects(const wendi_segment *segment, int64_t u, int64_t v)
{
    const int64_t half = WENDI_HEX_HALF;
    const int64_t au = segment->ax - u;
    const int64_t av = segment->ay - v;
    const int64_t bu = segment->bx - u;
    const int64_t bv = segment->by - v;
    return !is_apart(au, bu, half) && !is_apart(au + av, bu + bv, 2 * half) &&
           !is_apart(au - av, bu - bv, 2 * half) && !is_beside(segment, u, v);
}

/* True if a point outside of a hex, given relative to its centre, is nearer to it than the radius.
 * Tested in the quarter where both coordinates are above 0: beside the upright side, or around the
 * lower corner of the slanted side, beside it, or around the tip, as the point's foot on it decides
 * (see derived/clearance_tables.c). */
static bool is_end_near(int64_t du, int64_t dv, int64_t radius)
{
    const int64_t half = WENDI_HEX_HALF;
    const int64_t a = magnitude(du);
    const int64_t b = magnitude(dv);
    const int64_t limit = 3 * radius * radius;
    if (b <= half) {
        return a - half < radius;
    }
    const int64_t foot = b - half - 3 * (a - half);
    if (foot < 0) {
        return square_of(a - half, b - half) < limit;
    }
    if (foot > 4 * half) {
        return square_of(a, b - 2 * half) < limit;
    }
    return a + b - 2 * half < 2 * radius;
}

/* True if the corner is beside the segment, and nearer to its line than the radius. The distance's
 * square is cross^2 / square_of(segment); both sides are multiplied by the latter. */
static bool is_corner_near(const wendi_segment *segment, int64_t u, int64_t v)
{
    const int64_t du = segment->bx - segment->ax;
    const int64_t dv = segment->by - segment->ay;
    const int64_t along = 3 * du * (u - segment->ax) + dv * (v - segment->ay);
    const int64_t square = square_of(du, dv);
    if (along < 0 || along > square) {
        return false;
    }
    const uint64_t area = (uint64_t)magnitude(cross(segment, u, v));
    return wendi_product_128_is_less(
        wendi_product_128_of(area, area),
        wendi_product_128_of((uint64_t)(segment->radius * segment->radius), (uint64_t)square));
}

/* A segment and a hex that are disjoint are nearest at an end of the one or a corner of the other.
 */
bool wendi_segment_is_near_hex(const wendi_segment *segment, int64_t u, int64_t v)
{
    if (intersects(segment, u, v)) {
        return true;
    }
    if (segment->radius == 0) {
        return false;
    }
    if (is_end_near(segment->ax - u, segment->ay - v, segment->radius) ||
        is_end_near(segment->bx - u, segment->by - v, segment->radius)) {
        return true;
    }
    for (int i = 0; i < 6; ++i) {
        if (is_corner_near(segment, u + corners[i][0] * WENDI_HEX_HALF,
                           v + corners[i][1] * WENDI_HEX_HALF)) {
            return true;
        }
    }
    return false;
}
