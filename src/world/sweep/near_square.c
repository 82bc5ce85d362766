/* Tests exactly whether a square of a grid is nearer to a segment than a radius.
 * Cost: constant. */
#include "base/math/clamp.h"
#include "world/sweep/product_128.h"
#include "world/sweep/segment.h"

/* True if the closed cell and the closed segment share a point. They do unless an axis separates
 * them: x, y, or the segment's normal. */
static bool intersects(const wendi_segment *segment, int64_t x, int64_t y)
{
    const int64_t side = WENDI_SEGMENT_CELL;
    if (x > wendi_max_i64(segment->ax, segment->bx) ||
        x + side < wendi_min_i64(segment->ax, segment->bx) ||
        y > wendi_max_i64(segment->ay, segment->by) ||
        y + side < wendi_min_i64(segment->ay, segment->by)) {
        return false;
    }
    int64_t dx = segment->bx - segment->ax;
    int64_t dy = segment->by - segment->ay;
    int64_t corner = dx * (y - segment->ay) - dy * (x - segment->ax);
    int64_t low = corner + wendi_min_i64(0, dx * side) + wendi_min_i64(0, -dy * side);
    int64_t high = corner + wendi_max_i64(0, dx * side) + wendi_max_i64(0, -dy * side);
    return low <= 0 && high >= 0;
}

/* True if the end (px, py) is nearer to the cell than the radius. */
static bool is_end_near(int64_t px, int64_t py, int64_t radius, int64_t x, int64_t y)
{
    int64_t gap_x = wendi_max_i64(0, wendi_max_i64(x - px, px - x - WENDI_SEGMENT_CELL));
    int64_t gap_y = wendi_max_i64(0, wendi_max_i64(y - py, py - y - WENDI_SEGMENT_CELL));
    return gap_x * gap_x + gap_y * gap_y < radius * radius;
}

/* True if the corner (cx, cy) is beside the segment, and nearer to its line than the radius.
 * Distance is |cross| / length; both sides are squared and multiplied by length squared. */
static bool is_corner_near(const wendi_segment *segment, int64_t cx, int64_t cy)
{
    int64_t dx = segment->bx - segment->ax;
    int64_t dy = segment->by - segment->ay;
    int64_t along = dx * (cx - segment->ax) + dy * (cy - segment->ay);
    int64_t length_squared = dx * dx + dy * dy;
    if (along < 0 || along > length_squared) {
        return false;
    }
    const int64_t a = dx * (cy - segment->ay) - dy * (cx - segment->ax);
    uint64_t cross = a < 0 ? 0 - (uint64_t)a : (uint64_t)a;
    return wendi_product_128_is_less(
        wendi_product_128_of(cross, cross),
        wendi_product_128_of((uint64_t)(segment->radius * segment->radius),
                             (uint64_t)length_squared));
}

/* A segment and a square that are disjoint are nearest at an end of the one or a corner of the
 * other. */
bool wendi_segment_is_near_square(const wendi_segment *segment, int64_t x, int64_t y)
{
    const int64_t side = WENDI_SEGMENT_CELL;
    if (intersects(segment, x, y)) {
        return true;
    }
    if (segment->radius == 0) {
        return false;
    }
    return is_end_near(segment->ax, segment->ay, segment->radius, x, y) ||
           is_end_near(segment->bx, segment->by, segment->radius, x, y) ||
           is_corner_near(segment, x, y) || is_corner_near(segment, x + side, y) ||
           is_corner_near(segment, x, y + side) || is_corner_near(segment, x + side, y + side);
}
