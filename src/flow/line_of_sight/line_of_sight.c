/* The cells of a tile that see a goal, and the beams that leave it.
 * Cost: some ns for each row of each wedge, a division for each corner that cuts one; for a single
 * point two products for each run of blockers between the tile's near corner and the point. */
#include "flow/line_of_sight/line_of_sight.h"

#include "base/math/bits.h"
#include "flow/line_of_sight/quadrant.h"

enum {
    PAST = 2 * WENDI_TILE_SIDE,        /* A column right of all tiles. */
    PENDING = 64,                      /* Most pending wedges; further ones are shadowed. */
    LEAVING = 2 * WENDI_LOS_BEAMS_MAX, /* Most wedges that leave a quadrant; likewise. */
};

/* ---- bounds of wedges, row by row ---- */

/* A ray from the goal and the column where it crosses the upper border of a row, with the distance
 * from that column's left border. Going down a row adds a step, as in Bresenham's line. */
typedef struct los_ray {
    int32_t x, y;
    int32_t column, step;
    int32_t rest, step_rest, whole; /* rest, step_rest < whole */
} los_ray;

/* Sets the step of the slope; the column is still to be set. */
static los_ray los_ray_of(int32_t x, int32_t y)
{
    if (y == 0) {
        return (los_ray){.x = x, .y = y, .column = PAST, .whole = 1};
    }
    const int32_t step = (int32_t)((uint32_t)x / (uint32_t)y);
    return (los_ray){.x = x,
                     .y = y,
                     .step = step,
                     .step_rest = (x - step * y) * WENDI_LOS_CELL,
                     .whole = y * WENDI_LOS_CELL};
}

/* A ray through the left border of a column where it crosses the row's upper one; never along an
 * axis, as such bounds leave nothing. */
static los_ray los_ray_at(int32_t x, int32_t y, int32_t column)
{
    los_ray made = los_ray_of(x, y);
    made.column = column;
    return made;
}

/* A ray that enters from outside, at the first row. Where an axis cuts that row, its upper border
 * lies behind the goal: the line is extended back to there, left of all cells. */
static los_ray los_ray_entering(const wendi_los_quadrant *quadrant, int32_t x, int32_t y)
{
    los_ray made = los_ray_of(x, y);
    if (x == 0 || y == 0) {
        return made;
    }
    const int64_t offset = (int64_t)quadrant->y * x - (int64_t)quadrant->x * y;
    int64_t column = offset / made.whole;
    int64_t rest = offset % made.whole;
    if (rest < 0) {
        rest += made.whole;
        column--;
    }
    made.column = (int32_t)column;
    made.rest = (int32_t)rest;
    return made;
}

static inline void go_down(los_ray *at)
{
    at->column += at->step;
    at->rest += at->step_rest;
    const bool is_over = at->rest >= at->whole;
    at->column += is_over ? 1 : 0;
    at->rest -= is_over ? at->whole : 0;
}

/* The first column whose left border is not left of the ray. */
static inline int32_t column_after(const los_ray *at)
{
    return at->column + (at->rest != 0 ? 1 : 0);
}

/* ---- one quadrant ---- */

typedef struct pending_wedge {
    los_ray low, high; /* where they cross the row's upper border */
    int32_t row;
} pending_wedge;

typedef struct quadrant_view {
    const wendi_los_quadrant *quadrant;
    uint32_t blockers[WENDI_TILE_SIDE]; /* of each row, in the quadrant's columns */
    uint32_t visible[WENDI_TILE_SIDE];  /* cells whose part in the quadrant is visible from all
                                         * points, */
    uint32_t partly_visible[WENDI_TILE_SIDE]; /* from some points */
    pending_wedge pending[PENDING];
    int32_t pending_count, leaving_count;
    wendi_los_wedge leaving[LEAVING]; /* highest slope first */
} quadrant_view;

/* The columns of a quadrant in [from, to). */
static inline uint32_t columns_between(const wendi_los_quadrant *quadrant, int32_t from, int32_t to)
{
    const int32_t end = quadrant->columns;
    from = from < 0 ? 0 : from > end ? end : from;
    to = to < 0 ? 0 : to > end ? end : to;
    return wendi_los_low_bits(to) & ~wendi_los_low_bits(from);
}

/* The part of a wedge that passes a run of blockers on its left continues in the next row. */
static void keep_left_part(quadrant_view *view, const los_ray *low, int32_t column, int32_t row)
{
    const int32_t x = wendi_los_column_x(view->quadrant, column);
    const int32_t y = wendi_los_row_y(view->quadrant, row + 1);
    if (wendi_los_slope_less(low->x, low->y, x, y) && view->pending_count < PENDING) {
        view->pending[view->pending_count++] =
            (pending_wedge){*low, los_ray_at(x, y, column), row + 1};
    }
}

/* Cuts a wedge at the blockers of a row. Each run of them, from the left, cuts the wedge: the part
 * below its slopes becomes pending, the part above continues. `low` and `high` cross the row's
 * lower border; high_top is where `high` crosses the upper one.
 * @return false: nothing is left. */
static bool cut_at_blockers(quadrant_view *view, los_ray *low, const los_ray *high,
                            int32_t high_top, int32_t row, uint32_t touched, uint32_t visible)
{
    const wendi_los_quadrant *quadrant = view->quadrant;
    for (uint32_t hit = view->blockers[row] & touched; hit != 0;
         hit = view->blockers[row] & touched) {
        const int32_t from = (int32_t)wendi_ctz64(hit);
        const int32_t to = from + (int32_t)wendi_ctz64(~((uint64_t)hit >> from));
        view->partly_visible[row] |= touched & wendi_los_low_bits(from);
        view->visible[row] |= visible & wendi_los_low_bits(from);
        keep_left_part(view, low, from, row);
        const int32_t x = wendi_los_column_x(quadrant, to);
        const int32_t y = wendi_los_row_y(quadrant, row);
        if (!wendi_los_slope_less(x, y, high->x, high->y)) {
            return false;
        }
        *low = los_ray_at(x, y, to);
        go_down(low);
        touched &= ~wendi_los_low_bits(to);
        visible = columns_between(quadrant, column_after(low), high_top);
    }
    view->partly_visible[row] |= touched;
    view->visible[row] |= visible;
    return true;
}

/* Follows a wedge through the rows until it leaves the tile or is used up. */
static void follow_wedge(quadrant_view *view, los_ray low, los_ray high, int32_t row)
{
    const wendi_los_quadrant *quadrant = view->quadrant;
    for (; row < quadrant->rows && low.column < quadrant->columns; ++row) {
        const int32_t low_top = low.column;
        const int32_t high_top = high.column;
        go_down(&low);
        go_down(&high);
        const uint32_t touched = columns_between(quadrant, low_top, column_after(&high));
        const uint32_t visible = columns_between(quadrant, column_after(&low), high_top);
        if ((view->blockers[row] & touched) == 0) {
            view->partly_visible[row] |= touched;
            view->visible[row] |= visible;
        } else if (!cut_at_blockers(view, &low, &high, high_top, row, touched, visible)) {
            return;
        }
    }
    if (view->leaving_count < LEAVING) {
        view->leaving[view->leaving_count++] = (wendi_los_wedge){low.x, low.y, high.x, high.y};
    }
}

/* Highest slopes first, so that leaving wedges are in order. */
static void follow_wedges(quadrant_view *view, const wendi_los_wedge *wedges, int32_t count)
{
    const wendi_los_quadrant *quadrant = view->quadrant;
    for (int32_t i = count - 1; i >= 0; --i) {
        const los_ray low = los_ray_entering(quadrant, wedges[i].low_x, wedges[i].low_y);
        const los_ray high = los_ray_entering(quadrant, wedges[i].high_x, wedges[i].high_y);
        follow_wedge(view, low, high, 0);
        while (view->pending_count > 0) {
            const pending_wedge next = view->pending[--view->pending_count];
            follow_wedge(view, next.low, next.high, next.row);
        }
    }
}

/* ---- a tile ---- */

typedef struct tile_view {
    uint32_t visible[WENDI_TILE_SIDE], partly_visible[WENDI_TILE_SIDE];
} tile_view;

/* A cell that an axis cuts is visible if each of its parts is. */
static void add_quadrant(tile_view *tile, const wendi_tile_shape *shape, const quadrant_view *view)
{
    const wendi_los_quadrant *quadrant = view->quadrant;
    const int32_t width = shape->width;
    const uint32_t covered =
        wendi_los_from_quadrant(quadrant, width, wendi_los_low_bits(quadrant->columns));
    for (int32_t i = 0; i < quadrant->rows; ++i) {
        const int32_t row = wendi_los_tile_row(quadrant, shape->height, i);
        tile->visible[row] &= wendi_los_from_quadrant(quadrant, width, view->visible[i]) | ~covered;
        tile->partly_visible[row] |=
            wendi_los_from_quadrant(quadrant, width, view->partly_visible[i]);
    }
}

static void scan_quadrant(tile_view *tile, const wendi_los_input *in,
                          const wendi_los_quadrant *quadrant, const wendi_los_wedge *wedges,
                          int32_t count, wendi_los_beams out[4])
{
    quadrant_view view;
    view.quadrant = quadrant;
    view.pending_count = 0;
    view.leaving_count = 0;
    for (int32_t i = 0; i < quadrant->rows; ++i) {
        view.blockers[i] = wendi_los_blockers(in, quadrant, i);
        view.visible[i] = 0;
        view.partly_visible[i] = 0;
    }
    follow_wedges(&view, wedges, count);
    add_quadrant(tile, &in->shape, &view);
    for (int32_t i = 0; i < view.leaving_count; ++i) {
        wendi_los_quadrant_leave(quadrant, &view.leaving[i], out);
    }
}

/* Little-endian; compilers make one store of it. */
static inline void store_u64(uint8_t *at, uint64_t word)
{
    at[0] = (uint8_t)word;
    at[1] = (uint8_t)(word >> 8);
    at[2] = (uint8_t)(word >> 16);
    at[3] = (uint8_t)(word >> 24);
    at[4] = (uint8_t)(word >> 32);
    at[5] = (uint8_t)(word >> 40);
    at[6] = (uint8_t)(word >> 48);
    at[7] = (uint8_t)(word >> 56);
}

/* A byte of 1 for each of eight bits. */
static uint64_t spread(uint32_t bits)
{
    const uint64_t apart = (bits & 255) * (uint64_t)0x0101010101010101u & 0x8040201008040201u;
    return (apart + 0x7f7f7f7f7f7f7f7fu) >> 7 & 0x0101010101010101u;
}

/* The sum of eight bytes. */
static int32_t sum_of(uint64_t bytes)
{
    const uint64_t low = 0x00ff00ff00ff00ffu;
    const uint64_t pairs = (bytes & low) + (bytes >> 8 & low);
    return (int32_t)(pairs * 0x0001000100010001u >> 48);
}

/* Eight cells at a time; bytes beyond the last cell of a row keep their value. Visible cells are
 * counted in each of the eight bytes: at most 4 * 32. */
static int32_t set_flags(const wendi_los_input *in, const tile_view *tile, uint8_t *flags)
{
    uint64_t counts = 0;
    for (int32_t y = 0; y < in->shape.height; ++y) {
        const uint32_t partly_visible = tile->partly_visible[y];
        const uint32_t visible = tile->visible[y] & partly_visible;
        if (partly_visible == 0) {
            continue;
        }
        uint8_t *row = flags + wendi_tile_index(&in->shape, 0, y);
        for (int32_t x = 0; x < in->shape.width; x += 8) {
            const uint64_t visible_bytes = spread(visible >> x);
            const uint64_t corner_bytes = spread((partly_visible & ~visible) >> x);
            const uint64_t set =
                visible_bytes * WENDI_FLOW_VISIBLE | corner_bytes * WENDI_FLOW_LOS_CORNER;
            store_u64(row + x, wendi_load_u64(row + x) | set);
            counts += visible_bytes;
        }
    }
    return sum_of(counts);
}

int32_t wendi_los_tile(const wendi_los_input *in, uint8_t *flags, wendi_los_beams out[4])
{
    wendi_los_quadrant quarters[4];
    wendi_los_wedge wedges[4][WENDI_LOS_ENTERING_MAX];
    int32_t counts[4] = {0, 0, 0, 0};
    int32_t total = 0;
    for (int32_t i = 0; i < 4; ++i) {
        out[i].count = 0;
        quarters[i] = wendi_los_quadrant_of(in, (i & 1) != 0, (i & 2) != 0);
        if (quarters[i].columns > 0 && quarters[i].rows > 0) {
            counts[i] = wendi_los_quadrant_enter(in, &quarters[i], wedges[i]);
            total += counts[i];
        }
    }
    if (total == 0) {
        return 0;
    }
    tile_view tile;
    for (int32_t y = 0; y < in->shape.height; ++y) {
        tile.visible[y] = UINT32_MAX;
        tile.partly_visible[y] = 0;
    }
    for (int32_t i = 0; i < 4; ++i) {
        if (quarters[i].columns > 0 && quarters[i].rows > 0) {
            scan_quadrant(&tile, in, &quarters[i], wedges[i], counts[i], out);
        }
    }
    return set_flags(in, &tile, flags);
}

/* ---- a tile without blockers ---- */

/* Nothing cuts the wedges: they leave as they entered, highest slopes first. */
bool wendi_los_open_tile(const wendi_los_input *in, wendi_los_beams out[4])
{
    bool has_any = false;
    for (int32_t i = 0; i < 4; ++i) {
        out[i].count = 0;
    }
    for (int32_t i = 0; i < 4; ++i) {
        wendi_los_wedge wedges[WENDI_LOS_ENTERING_MAX];
        const wendi_los_quadrant quadrant = wendi_los_quadrant_of(in, (i & 1) != 0, (i & 2) != 0);
        if (quadrant.columns <= 0 || quadrant.rows <= 0) {
            continue;
        }
        const int32_t count = wendi_los_quadrant_enter(in, &quadrant, wedges);
        for (int32_t k = count - 1; k >= 0; --k) {
            wendi_los_quadrant_leave(&quadrant, &wedges[k], out);
        }
        has_any = has_any || count > 0;
    }
    return has_any;
}

/* All directions through a side. @return its distance beyond (or before) the goal. */
static int32_t side_beam(const wendi_los_input *in, int32_t side, wendi_los_beam *beam)
{
    const int32_t left = in->left;
    const int32_t top = in->top;
    const int32_t right = left + in->shape.width * WENDI_LOS_CELL;
    const int32_t bottom = top + in->shape.height * WENDI_LOS_CELL;
    const int32_t beyond[4] = {-top, right, bottom, -left};
    const wendi_los_beam directions[4] = {{left, top, right, top},
                                          {right, top, right, bottom},
                                          {right, bottom, left, bottom},
                                          {left, bottom, left, top}};
    *beam = directions[side];
    if (beyond[side] < 0) {
        *beam = (wendi_los_beam){beam->high_x, beam->high_y, beam->low_x, beam->low_y};
    }
    return beyond[side];
}

static bool covers_side(const wendi_los_beams *through, const wendi_los_beam *side)
{
    for (int32_t i = 0; through != NULL && i < through->count; ++i) {
        const wendi_los_beam *beam = &through->beams[i];
        if ((int64_t)beam->low_x * side->low_y >= (int64_t)beam->low_y * side->low_x &&
            (int64_t)side->high_x * beam->high_y >= (int64_t)side->high_y * beam->high_x) {
            return true;
        }
    }
    return false;
}

bool wendi_los_fully_visible_tile(const wendi_los_input *in, wendi_los_beams out[4])
{
    bool is_outside = false;
    int32_t beyond[4];
    wendi_los_beam beams[4];
    for (int32_t i = 0; i < 4; ++i) {
        beyond[i] = side_beam(in, i, &beams[i]);
        if (beyond[i] < 0) {
            is_outside = true;
            if (!covers_side(in->in[i], &beams[i])) {
                return false;
            }
        }
    }
    if (!is_outside && !in->holds_goal) {
        return false;
    }
    for (int32_t i = 0; i < 4; ++i) {
        out[i].count = 0;
        if (beyond[i] > 0) {
            out[i].beams[out[i].count++] = beams[i];
        }
    }
    return true;
}

/* The segment to a point, turned by next to nothing to either side. The point is visible if one of
 * the two meets no blocker. */
typedef struct los_segment {
    int32_t x, y;
    bool is_low_clear, is_high_clear; /* turned to lower slopes, to higher ones */
} los_segment;

/* A run of blockers from its upper left to its lower right corner. It begins above the point, or
 * both lie on the axis. A segment that only touches it does so at the corner on its own side, or
 * along an axis at a whole edge: before its end, because the run begins before that. */
static void block_by_run(los_segment *at, int32_t left, int32_t top, int32_t right, int32_t bottom)
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

static bool is_visible_in(const wendi_los_input *in, const wendi_los_quadrant *quadrant,
                          los_segment at)
{
    wendi_los_wedge wedges[WENDI_LOS_ENTERING_MAX];
    const int32_t count = wendi_los_quadrant_enter(in, quadrant, wedges);
    for (int32_t i = 0; i < count; ++i) {
        const wendi_los_wedge *wedge = &wedges[i];
        const bool is_above = wendi_los_slope_less(wedge->low_x, wedge->low_y, at.x, at.y);
        const bool is_below = wendi_los_slope_less(at.x, at.y, wedge->high_x, wedge->high_y);
        const bool is_high = !wendi_los_slope_less(wedge->high_x, wedge->high_y, at.x, at.y);
        const bool is_low = !wendi_los_slope_less(at.x, at.y, wedge->low_x, wedge->low_y);
        at.is_low_clear = at.is_low_clear || (is_above && is_high);
        at.is_high_clear = at.is_high_clear || (is_below && is_low);
    }

    for (int32_t i = 0; i < quadrant->rows && (at.is_low_clear || at.is_high_clear); ++i) {
        const int32_t top = wendi_los_row_y(quadrant, i);
        if (top >= at.y && at.y != 0) {
            break;
        }
        uint32_t blockers = wendi_los_blockers(in, quadrant, i);
        while (blockers != 0) {
            const int32_t from = (int32_t)wendi_ctz64(blockers);
            const int32_t to = from + (int32_t)wendi_ctz64(~((uint64_t)blockers >> from));
            block_by_run(&at, wendi_los_column_x(quadrant, from), top,
                         wendi_los_column_x(quadrant, to), wendi_los_row_y(quadrant, i + 1));
            blockers &= ~wendi_los_low_bits(to);
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
        const los_segment at = {is_left ? -x : x, is_up ? -y : y, false, false};
        if (at.x < 0 || at.y < 0) {
            continue;
        }
        const wendi_los_quadrant quadrant = wendi_los_quadrant_of(in, is_left, is_up);
        if (quadrant.columns > 0 && quadrant.rows > 0 && is_visible_in(in, &quadrant, at)) {
            return true;
        }
    }
    return false;
}
