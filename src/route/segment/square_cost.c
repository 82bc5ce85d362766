/* The integral of the factors along a clear segment.
 * Cost: one step for each cell border crossed; constant where all open cells cost the same. */
#include "route/segment/hex.h"

/* One axis of the line: which cell it is in and how far, along this axis, the next border is.
 *
 *      cell 3   |  cell 4
 *    a ---------|-------->    next = units from a to the border, extent = units from a to b
 */
typedef struct axis {
    int64_t cell;
    int64_t side; /* along a border: -1, the other cell that is touched; else 0 */
    int64_t step; /* -1 or 1 */
    int64_t next;
    int64_t extent;
} axis;

static axis axis_begin(int64_t from, int64_t to)
{
    axis a = {.step = to < from ? -1 : 1, .extent = to < from ? from - to : to - from};
    int64_t within = from & (WENDI_SEGMENT_CELL - 1);
    a.cell = from >> WENDI_SEGMENT_SHIFT;
    if (within == 0) {
        /* On a border: going back means the cell before; going along it, both are touched. */
        a.cell -= to < from ? 1 : 0;
        a.side = to == from ? -1 : 0;
        a.next = WENDI_SEGMENT_CELL;
        return a;
    }
    a.next = to < from ? within : WENDI_SEGMENT_CELL - within;
    return a;
}

static void axis_cross(axis *a)
{
    a->cell += a->step;
    a->next += WENDI_SEGMENT_CELL;
}

static bool axis_is_done(const axis *a)
{
    return a->next >= a->extent;
}

/* The part of the line, 0 to 1, that lies before the axis's next border. */
static double axis_part(const axis *a)
{
    return (double)a->next / (double)a->extent;
}

static uint8_t factor_at(const wend_space *space, int64_t x, int64_t y)
{
    return space->walls[(size_t)((y + 1) * (int64_t)space->stride + x + 1)];
}

static uint8_t factor_under(const wend_space *space, const axis *x, const axis *y)
{
    uint8_t here = factor_at(space, x->cell, y->cell);
    uint8_t beside = factor_at(space, x->cell + x->side, y->cell + y->side);
    return here > beside ? here : beside;
}

/* Crosses the next border, or both where the line runs through a corner.
 * @return the part of the line before it. The order of the borders is decided in integers. */
static double cross_border(axis *x, axis *y)
{
    int64_t x_first = x->next * y->extent;
    int64_t y_first = y->next * x->extent;
    double part = x_first <= y_first ? axis_part(x) : axis_part(y);
    if (x_first <= y_first) {
        axis_cross(x);
    }
    if (y_first <= x_first) {
        axis_cross(y);
    }
    return part;
}

/* Mean factor along the line. Consecutive cells of one factor count as one piece, so that ground of
 * one factor gives exactly that factor. */
static double mean_factor(const wend_space *space, const wendi_segment *w)
{
    axis x = axis_begin(w->ax, w->bx);
    axis y = axis_begin(w->ay, w->by);
    uint8_t factor = factor_under(space, &x, &y);
    double sum = 0.0;
    double begin = 0.0;
    while (!axis_is_done(&x) || !axis_is_done(&y)) {
        double part = cross_border(&x, &y);
        uint8_t entered = factor_under(space, &x, &y);
        if (entered != factor) {
            sum += (double)factor * (part - begin);
            begin = part;
            factor = entered;
        }
    }
    return sum + (double)factor * (1.0 - begin);
}

wend_cost wendi_segment_cost(const wend_space *space, const wendi_segment *w)
{
    if (w->ax == w->bx && w->ay == w->by) {
        return 0;
    }
    double mean = (double)space->cost_min;
    /* Round agents may pass over cells in whose centre they do not fit, whatever those cost. */
    if (!space->is_uniform || space->walls != space->costs) {
        mean = space->is_hex ? wendi_segment_hex_mean_factor(space, w) : mean_factor(space, w);
    }
    return wend_cost_from_double(mean * wendi_segment_length(space, w));
}
