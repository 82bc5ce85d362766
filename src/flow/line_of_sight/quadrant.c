/* Takes: a tile, where it lies from the goal, and light in directions from there.
 * Gives: the same turned to one quarter, and light turned back, joined where axes cut it.
 * Cost: a product or two for each bound of a beam. */
#include "flow/line_of_sight/quadrant.h"

wendi_los_quadrant wendi_los_quadrant_of(const wendi_los_input *in, bool is_left, bool is_up)
{
    const int32_t width = in->shape.width;
    const int32_t height = in->shape.height;
    const int32_t x = is_left ? -(in->left + width * WENDI_LOS_CELL) : in->left;
    const int32_t y = is_up ? -(in->top + height * WENDI_LOS_CELL) : in->top;
    wendi_los_quadrant quarter = {.is_left = is_left, .is_up = is_up};
    quarter.skip_x = x < 0 ? -x / WENDI_LOS_CELL : 0;
    quarter.skip_y = y < 0 ? -y / WENDI_LOS_CELL : 0;
    quarter.columns = width - quarter.skip_x;
    quarter.rows = height - quarter.skip_y;
    quarter.x = x + quarter.skip_x * WENDI_LOS_CELL;
    quarter.y = y + quarter.skip_y * WENDI_LOS_CELL;
    quarter.far_x = x + width * WENDI_LOS_CELL;
    quarter.far_y = y + height * WENDI_LOS_CELL;
    return quarter;
}

/* ---- light that comes in ---- */

static bool is_clockwise(const wendi_los_quadrant *quarter)
{
    return quarter->is_left != quarter->is_up;
}

static wendi_los_wedge wedge_of(const wendi_los_quadrant *quarter, const wendi_los_beam *beam)
{
    const int32_t sx = quarter->is_left ? -1 : 1;
    const int32_t sy = quarter->is_up ? -1 : 1;
    if (is_clockwise(quarter)) {
        return (wendi_los_wedge){beam->low_x * sx, beam->low_y * sy, beam->high_x * sx,
                                 beam->high_y * sy};
    }
    return (wendi_los_wedge){beam->high_x * sx, beam->high_y * sy, beam->low_x * sx,
                             beam->low_y * sy};
}

/* Cuts a wedge to another; bounds that reach the other's become its, so that one direction is
 * always said in the same numbers. False: nothing with width is left. */
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

/* Adds what comes through one side, lowest slope first, to what came through a lower one. */
static int32_t enter_side(const wendi_los_quadrant *quarter, const wendi_los_beams *light,
                          const wendi_los_wedge *side, wendi_los_wedge *wedges, int32_t count)
{
    const int32_t light_count = light == NULL ? 0 : light->count;
    for (int32_t i = 0; i < light_count; ++i) {
        const int32_t at = is_clockwise(quarter) ? i : light_count - 1 - i;
        wendi_los_wedge wedge = wedge_of(quarter, &light->beams[at]);
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

int32_t wendi_los_quadrant_enter(const wendi_los_input *in, const wendi_los_quadrant *quarter,
                                 wendi_los_wedge wedges[WENDI_LOS_ENTERING_MAX])
{
    int32_t count = 0;
    if (quarter->x <= 0 && quarter->y <= 0) {
        wedges[0] = (wendi_los_wedge){0, 1, 1, 0};
        return in->holds_goal ? 1 : 0;
    }
    if (quarter->x > 0) {
        const wendi_los_wedge side = {quarter->x, quarter->far_y, quarter->x,
                                      wendi_los_row_y(quarter, 0)};
        count = enter_side(quarter, in->in[quarter->is_left ? 1 : 3], &side, wedges, count);
    }
    if (quarter->y > 0) {
        const wendi_los_wedge side = {wendi_los_column_x(quarter, 0), quarter->y, quarter->far_x,
                                      quarter->y};
        count = enter_side(quarter, in->in[quarter->is_up ? 2 : 0], &side, wedges, count);
    }
    return count;
}

/* ---- light that goes out ---- */

/* Of two directions less than half a turn apart. */
static int64_t turn(int32_t ax, int32_t ay, int32_t bx, int32_t by)
{
    return (int64_t)ax * by - (int64_t)ay * bx;
}

/* Puts a beam in its place; the two parts of one that an axis cut become one again. */
static void add(wendi_los_beams *light, const wendi_los_beam *beam)
{
    wendi_los_beam *beams = light->beams;
    int32_t at = light->count;
    while (at > 0 && turn(beam->low_x, beam->low_y, beams[at - 1].low_x, beams[at - 1].low_y) > 0) {
        at--;
    }
    if (at > 0 && turn(beams[at - 1].high_x, beams[at - 1].high_y, beam->low_x, beam->low_y) == 0) {
        beams[at - 1].high_x = beam->high_x;
        beams[at - 1].high_y = beam->high_y;
        return;
    }
    if (at < light->count &&
        turn(beam->high_x, beam->high_y, beams[at].low_x, beams[at].low_y) == 0) {
        beams[at].low_x = beam->low_x;
        beams[at].low_y = beam->low_y;
        return;
    }
    if (light->count == WENDI_LOS_BEAMS_MAX) {
        return;
    }
    for (int32_t i = light->count++; i > at; --i) {
        beams[i] = beams[i - 1];
    }
    beams[at] = *beam;
}

static void leave_side(const wendi_los_quadrant *quarter, wendi_los_wedge wedge,
                       const wendi_los_wedge *side, wendi_los_beams *light)
{
    if (!cut(&wedge, side)) {
        return;
    }
    /* Turning is its own opposite. */
    const wendi_los_beam same = {wedge.low_x, wedge.low_y, wedge.high_x, wedge.high_y};
    const wendi_los_wedge back = wedge_of(quarter, &same);
    const wendi_los_beam beam = {back.low_x, back.low_y, back.high_x, back.high_y};
    add(light, &beam);
}

void wendi_los_quadrant_leave(const wendi_los_quadrant *quarter, const wendi_los_wedge *wedge,
                              wendi_los_beams out[4])
{
    const int32_t x = quarter->far_x;
    const int32_t y = quarter->far_y;
    const wendi_los_wedge right = {x, y, x, wendi_los_row_y(quarter, 0)};
    const wendi_los_wedge bottom = {wendi_los_column_x(quarter, 0), y, x, y};
    leave_side(quarter, *wedge, &right, &out[quarter->is_left ? 3 : 1]);
    leave_side(quarter, *wedge, &bottom, &out[quarter->is_up ? 0 : 2]);
}
