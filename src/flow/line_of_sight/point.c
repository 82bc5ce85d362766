/* Takes: a tile, the light that comes in, and a point.
 * Gives: whether the point is lit.
 * Cost: two products for each run of walls between the tile's near corner and the point. */
#include "base/math/bits.h"
#include "flow/line_of_sight/quadrant.h"

/* The segment to a point, seen from the two sides it can be turned to by next to nothing. It is lit
 * when one of those neighbours meets no wall. */
typedef struct segment {
    int32_t x, y;
    bool is_low_clear, is_high_clear; /* turned to lower slopes, to higher ones */
} segment;

static void enter(segment *at, const wendi_los_input *in, const wendi_los_quadrant *quarter)
{
    wendi_los_wedge wedges[WENDI_LOS_ENTERING_MAX];
    const int32_t count = wendi_los_quadrant_enter(in, quarter, wedges);
    for (int32_t i = 0; i < count; ++i) {
        const wendi_los_wedge *wedge = &wedges[i];
        const bool is_above = wendi_los_slope_less(wedge->low_x, wedge->low_y, at->x, at->y);
        const bool is_below = wendi_los_slope_less(at->x, at->y, wedge->high_x, wedge->high_y);
        const bool is_high = !wendi_los_slope_less(wedge->high_x, wedge->high_y, at->x, at->y);
        const bool is_low = !wendi_los_slope_less(at->x, at->y, wedge->low_x, wedge->low_y);
        at->is_low_clear = at->is_low_clear || (is_above && is_high);
        at->is_high_clear = at->is_high_clear || (is_below && is_low);
    }
}

/* A run of walls from its left upper corner to its right lower one; it begins above the point, or
 * both lie on the axis. A segment that only touches it does so at the corner on its own side, or
 * along an axis at a whole edge: before its end, because the run begins before that. */
static void meet(segment *at, int32_t left, int32_t top, int32_t right, int32_t bottom)
{
    if (left >= at->x && at->x != 0) {
        return;
    }
    const int64_t below = (int64_t)left * at->y - (int64_t)bottom * at->x;
    const int64_t above = (int64_t)right * at->y - (int64_t)top * at->x;
    if (below <= 0 && above >= 0) {
        at->is_low_clear = at->is_low_clear && below == 0;
        at->is_high_clear = at->is_high_clear && above == 0;
    }
}

static bool sees(const wendi_los_input *in, const wendi_los_quadrant *quarter, segment at)
{
    enter(&at, in, quarter);
    for (int32_t i = 0; i < quarter->rows && (at.is_low_clear || at.is_high_clear); ++i) {
        const int32_t top = wendi_los_row_y(quarter, i);
        if (top >= at.y && at.y != 0) {
            break;
        }
        uint32_t walls = wendi_los_blockers(in, quarter, i);
        while (walls != 0) {
            const int32_t from = (int32_t)wendi_ctz64(walls);
            const int32_t to = from + (int32_t)wendi_ctz64(~((uint64_t)walls >> from));
            meet(&at, wendi_los_column_x(quarter, from), top, wendi_los_column_x(quarter, to),
                 wendi_los_row_y(quarter, i + 1));
            walls &= ~wendi_los_low_bits(to);
        }
    }
    return at.is_low_clear || at.is_high_clear;
}

bool wendi_los_point(const wendi_los_input *in, int32_t x, int32_t y)
{
    if (x == 0 && y == 0) {
        return in->holds_goal;
    }
    for (int32_t i = 0; i < 4; ++i) {
        const bool is_left = (i & 1) != 0;
        const bool is_up = (i & 2) != 0;
        const segment at = {is_left ? -x : x, is_up ? -y : y, false, false};
        if (at.x < 0 || at.y < 0) {
            continue;
        }
        const wendi_los_quadrant quarter = wendi_los_quadrant_of(in, is_left, is_up);
        if (quarter.columns > 0 && quarter.rows > 0 && sees(in, &quarter, at)) {
            return true;
        }
    }
    return false;
}
