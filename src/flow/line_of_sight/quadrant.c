/* Turns a tile and beams to one quadrant around the goal, and beams back, joined where axes cut
 * them.
 * Cost: a product or two for each bound of a beam. */
#include "flow/line_of_sight/quadrant.h"

wendi_los_quadrant wendi_los_quadrant_of(const wendi_los_input *in, bool is_left, bool is_up)
{
    const int32_t width = in->shape.width;
    const int32_t height = in->shape.height;
    const int32_t x = is_left ? -(in->left + width * WENDI_LOS_CELL) : in->left;
    const int32_t y = is_up ? -(in->top + height * WENDI_LOS_CELL) : in->top;
    wendi_los_quadrant quadrant = {.is_left = is_left, .is_up = is_up};
    quadrant.skip_x = x < 0 ? -x / WENDI_LOS_CELL : 0;
    quadrant.skip_y = y < 0 ? -y / WENDI_LOS_CELL : 0;
    quadrant.columns = width - quadrant.skip_x;
    quadrant.rows = height - quadrant.skip_y;
    quadrant.x = x + quadrant.skip_x * WENDI_LOS_CELL;
    quadrant.y = y + quadrant.skip_y * WENDI_LOS_CELL;
    quadrant.far_x = x + width * WENDI_LOS_CELL;
    quadrant.far_y = y + height * WENDI_LOS_CELL;
    return quadrant;
}

/* ---- entering beams ---- */

static bool is_clockwise(const wendi_los_quadrant *quadrant)
{
    return quadrant->is_left != quadrant->is_up;
}

static wendi_los_wedge wedge_of(const wendi_los_quadrant *quadrant, const wendi_los_beam *beam)
{
    const int32_t sx = quadrant->is_left ? -1 : 1;
    const int32_t sy = quadrant->is_up ? -1 : 1;
    if (is_clockwise(quadrant)) {
        return (wendi_los_wedge){beam->low_x * sx, beam->low_y * sy, beam->high_x * sx,
                                 beam->high_y * sy};
    }
    return (wendi_los_wedge){beam->high_x * sx, beam->high_y * sy, beam->low_x * sx,
                             beam->low_y * sy};
}

/* Clips a wedge to another one; bounds that reach the other's become equal to them, so that one
 * direction always has the same coordinates. @return false: nothing with width is left. */
static bool cut(wendi_los_wedge *wedge, const wendi_los_wedge *by)
{
    if (!wendi_los_slope_less(by->low_x, by->low_y, wedge->low_x, wedge->low_y)) {
        wedge->low_x = by->low_x;
        wedge->low_y = by->low_y;
    }
    if (!wendi_los_slope_less(wedge->high_x, wedge->high_y, by->high_x, by->high_y)) {
        wedge->high_x = by->high_x;
        wedge->high_y = by->high_y;
    }
    return wendi_los_slope_less(wedge->low_x, wedge->low_y, wedge->high_x, wedge->high_y);
}

/* Appends the wedges through one side, lowest slope first, to those of a lower side. */
static int32_t enter_side(const wendi_los_quadrant *quadrant, const wendi_los_beams *through,
                          const wendi_los_wedge *side, wendi_los_wedge *wedges, int32_t count)
{
    const int32_t beam_count = through == NULL ? 0 : through->count;
    for (int32_t i = 0; i < beam_count; ++i) {
        const int32_t at = is_clockwise(quadrant) ? i : beam_count - 1 - i;
        wendi_los_wedge wedge = wedge_of(quadrant, &through->beams[at]);
        if (!cut(&wedge, side)) {
            continue;
        }
        if (count > 0 && !wendi_los_slope_less(wedges[count - 1].high_x, wedges[count - 1].high_y,
                                               wedge.low_x, wedge.low_y)) {
            wedges[count - 1].high_x = wedge.high_x;
            wedges[count - 1].high_y = wedge.high_y;
        } else {
            wedges[count++] = wedge;
        }
    }
    return count;
}

int32_t wendi_los_quadrant_enter(const wendi_los_input *in, const wendi_los_quadrant *quadrant,
                                 wendi_los_wedge wedges[WENDI_LOS_ENTERING_MAX])
{
    int32_t count = 0;
    if (quadrant->x <= 0 && quadrant->y <= 0) {
        wedges[0] = (wendi_los_wedge){0, 1, 1, 0};
        return in->holds_goal ? 1 : 0;
    }
    if (quadrant->x > 0) {
        const wendi_los_wedge side = {quadrant->x, quadrant->far_y, quadrant->x,
                                      wendi_los_row_y(quadrant, 0)};
        count = enter_side(quadrant, in->in[quadrant->is_left ? 1 : 3], &side, wedges, count);
    }
    if (quadrant->y > 0) {
        const wendi_los_wedge side = {wendi_los_column_x(quadrant, 0), quadrant->y, quadrant->far_x,
                                      quadrant->y};
        count = enter_side(quadrant, in->in[quadrant->is_up ? 2 : 0], &side, wedges, count);
    }
    return count;
}

/* ---- leaving beams ---- */

/* Cross product of two directions less than half a turn apart. */
static int64_t cross(int32_t ax, int32_t ay, int32_t bx, int32_t by)
{
    return (int64_t)ax * by - (int64_t)ay * bx;
}

/* Inserts a beam in order; the two parts of a beam that an axis cut are joined again. */
static void add_beam(wendi_los_beams *through, const wendi_los_beam *beam)
{
    wendi_los_beam *beams = through->beams;
    int32_t at = through->count;
    while (at > 0 &&
           cross(beam->low_x, beam->low_y, beams[at - 1].low_x, beams[at - 1].low_y) > 0) {
        at--;
    }
    if (at > 0 &&
        cross(beams[at - 1].high_x, beams[at - 1].high_y, beam->low_x, beam->low_y) == 0) {
        beams[at - 1].high_x = beam->high_x;
        beams[at - 1].high_y = beam->high_y;
        return;
    }
    if (at < through->count &&
        cross(beam->high_x, beam->high_y, beams[at].low_x, beams[at].low_y) == 0) {
        beams[at].low_x = beam->low_x;
        beams[at].low_y = beam->low_y;
        return;
    }
    if (through->count == WENDI_LOS_BEAMS_MAX) {
        return;
    }
    for (int32_t i = through->count++; i > at; --i) {
        beams[i] = beams[i - 1];
    }
    beams[at] = *beam;
}

static void leave_side(const wendi_los_quadrant *quadrant, wendi_los_wedge wedge,
                       const wendi_los_wedge *side, wendi_los_beams *through)
{
    if (!cut(&wedge, side)) {
        return;
    }
    /* The transformation is its own inverse. */
    const wendi_los_beam same = {wedge.low_x, wedge.low_y, wedge.high_x, wedge.high_y};
    const wendi_los_wedge back = wedge_of(quadrant, &same);
    const wendi_los_beam beam = {back.low_x, back.low_y, back.high_x, back.high_y};
    add_beam(through, &beam);
}

void wendi_los_quadrant_leave(const wendi_los_quadrant *quadrant,
                              const wendi_los_wedge *pending_wedge, wendi_los_beams out[4])
{
    const int32_t x = quadrant->far_x;
    const int32_t y = quadrant->far_y;
    const wendi_los_wedge right = {x, y, x, wendi_los_row_y(quadrant, 0)};
    const wendi_los_wedge bottom = {wendi_los_column_x(quadrant, 0), y, x, y};
    leave_side(quadrant, *pending_wedge, &right, &out[quadrant->is_left ? 3 : 1]);
    leave_side(quadrant, *pending_wedge, &bottom, &out[quadrant->is_up ? 0 : 2]);
}
