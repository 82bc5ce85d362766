/* The mean factor along a clear segment over hexes. Cost: one step for each hex crossed. */
#include "route/segment/hex.h"

enum { AXES = 3 };

/* A point, or a direction, and its coordinates along the three axes that a hex's sides bound. */
typedef struct point {
    int64_t u, v;
    int64_t axes[AXES];
} point;

static const int8_t extents[AXES] = {1, 2, 2}; /* of a hex along the axes, halves of a cell */

static point point_at(int64_t u, int64_t v)
{
    const point p = {u, v, {u, u + v, u - v}};
    return p;
}

/* Where the line is: in a hex, or along the border of two. */
typedef struct hex_crossing {
    const wend_space *space;
    point from, way;     /* way: from the segment's beginning to its end */
    wendi_hex_cell here; /* the hex */
    wendi_hex_cell side; /* the other one along a border, else the same */
} hex_crossing;

static point centre_of(const wend_space *space, wendi_hex_cell hex)
{
    return point_at(wendi_hex_along(space, hex), wendi_hex_across(hex));
}

/* True if a line through a point of the hex's border, or in it, continues within it. */
static bool goes_on(const hex_crossing *c, const point *p, wendi_hex_cell hex)
{
    const point centre = centre_of(c->space, hex);
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

/* Finds the one or two hexes in which the line goes on from a point, which lies in the map. */
static void enter(hex_crossing *c, const point *p)
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

/* Where the line leaves the hex: through the side of this axis, on this end of it, after `part` /
 * `whole` of the line. */
typedef struct hex_exit {
    int axis;
    int64_t sign;
    int64_t part, whole;
} hex_exit;

static hex_exit find_exit(const hex_crossing *c)
{
    const point centre = centre_of(c->space, c->here);
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
static bool leaves_by_corner(const hex_crossing *c, const hex_exit *out, point *corner)
{
    const point centre = centre_of(c->space, c->here);
    for (int end = 0; end < 2; ++end) {
        const int64_t scale = out->sign * WENDI_HEX_HALF;
        const point p = point_at(centre.u + side_ends[out->axis][end][0] * scale,
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
    point corner;
    if (leaves_by_corner(c, out, &corner)) {
        enter(c, &corner);
        return;
    }
    const point centre = centre_of(c->space, c->here);
    const int64_t scale = out->sign * WENDI_HEX_HALF;
    const int64_t u = centre.u + beyond[out->axis][0] * scale;
    c->here.line += (int32_t)(out->sign * beyond[out->axis][1] / 3);
    const bool is_moved = wendi_hex_line_is_moved(c->space, c->here.line);
    c->here.place = (int32_t)((u - (is_moved ? WENDI_HEX_HALF : 0)) >> WENDI_SEGMENT_SHIFT);
    c->side = c->here;
}

static uint8_t factor_under(const hex_crossing *c)
{
    const uint8_t here = wendi_hex_factor(c->space, c->here);
    const uint8_t beside = wendi_hex_factor(c->space, c->side);
    return here > beside ? here : beside;
}

/* Consecutive hexes of one factor count as one piece, so that ground of one factor gives exactly
 * that factor. */
double wendi_segment_hex_mean_factor(const wend_space *space, const wendi_segment *w)
{
    hex_crossing c = {.space = space,
                      .from = point_at(w->ax, w->ay),
                      .way = point_at(w->bx - w->ax, w->by - w->ay)};
    enter(&c, &c.from);
    uint8_t factor = factor_under(&c);
    double sum = 0.0;
    double begin = 0.0;
    for (hex_exit out = find_exit(&c); out.part < out.whole; out = find_exit(&c)) {
        step_out(&c, &out);
        const uint8_t entered = factor_under(&c);
        if (entered != factor) {
            const double part = (double)out.part / (double)out.whole;
            sum += (double)factor * (part - begin);
            begin = part;
            factor = entered;
        }
    }
    return sum + (double)factor * (1.0 - begin);
}
