/* Takes: a tile, where the goal lies from it, and the light that comes in through its sides.
 * Gives: flags of the cells that are lit, and the light that goes out.
 * Cost: some ns for each row of each wedge of light, a division for each corner that cuts one. */
#include "flow/line_of_sight/line_of_sight.h"

#include "base/math/bits.h"
#include "flow/line_of_sight/quadrant.h"

enum {
    PAST = 2 * WENDI_ISLAND_TILE_SIDE, /* A column that is right of all tiles. */
    PENDING = 64,                      /* Most wedges that wait; what goes beyond is dark. */
    LEAVING = 2 * WENDI_LOS_BEAMS_MAX, /* Most wedges that leave a quarter; likewise. */
};

/* ---- the bounds of light, row by row ---- */

/* A ray from the goal and where it crosses the upper border of a row: in that column, that far
 * from the column's left border. Going down a row adds a step, as Bresenham's lines do. */
typedef struct ray {
    int32_t x, y;
    int32_t column, step;
    int32_t rest, step_rest, whole; /* rest, step_rest < whole */
} ray;

/* The slope's step; the place is still to be set. */
static ray ray_of(int32_t x, int32_t y)
{
    if (y == 0) {
        return (ray){.x = x, .y = y, .column = PAST, .whole = 1};
    }
    const int32_t step = (int32_t)((uint32_t)x / (uint32_t)y);
    return (ray){.x = x,
                 .y = y,
                 .step = step,
                 .step_rest = (x - step * y) * WENDI_LOS_CELL,
                 .whole = y * WENDI_LOS_CELL};
}

/* A ray through the left border of a column where it crosses the row's upper one; never along an
 * axis, as such bounds leave nothing. */
static ray ray_at(int32_t x, int32_t y, int32_t column)
{
    ray made = ray_of(x, y);
    made.column = column;
    return made;
}

/* A ray that comes in from outside, at the first row. Where an axis cuts that row its upper border
 * lies behind the goal: the line is followed back to there, left of all cells. */
static ray ray_entering(const wendi_los_quadrant *quarter, int32_t x, int32_t y)
{
    ray made = ray_of(x, y);
    if (x == 0 || y == 0) {
        return made;
    }
    const int64_t place = (int64_t)quarter->y * x - (int64_t)quarter->x * y;
    int64_t column = place / made.whole;
    int64_t rest = place % made.whole;
    if (rest < 0) {
        rest += made.whole;
        column--;
    }
    made.column = (int32_t)column;
    made.rest = (int32_t)rest;
    return made;
}

static inline void go_down(ray *at)
{
    at->column += at->step;
    at->rest += at->step_rest;
    const bool is_over = at->rest >= at->whole;
    at->column += is_over ? 1 : 0;
    at->rest -= is_over ? at->whole : 0;
}

/* The first column whose left border is not left of the ray. */
static inline int32_t column_after(const ray *at)
{
    return at->column + (at->rest != 0 ? 1 : 0);
}

/* ---- one quarter ---- */

typedef struct wedge {
    ray low, high; /* where they cross the row's upper border */
    int32_t row;
} wedge;

typedef struct quarter_light {
    const wendi_los_quadrant *quarter;
    uint32_t walls[WENDI_ISLAND_TILE_SIDE]; /* of each row, as the quarter numbers them */
    uint32_t full[WENDI_ISLAND_TILE_SIDE];  /* cells whose part in the quarter is lit all over, */
    uint32_t some[WENDI_ISLAND_TILE_SIDE];  /* at some places */
    wedge pending[PENDING];
    int32_t pending_count, leaving_count;
    wendi_los_wedge leaving[LEAVING]; /* highest slope first */
} quarter_light;

/* The columns of a quarter in [from, to). */
static inline uint32_t columns_between(const wendi_los_quadrant *quarter, int32_t from, int32_t to)
{
    const int32_t end = quarter->columns;
    from = from < 0 ? 0 : from > end ? end : from;
    to = to < 0 ? 0 : to > end ? end : to;
    return wendi_los_low_bits(to) & ~wendi_los_low_bits(from);
}

/* What passes a run of walls on its left goes on in the next row. */
static void pass_left(quarter_light *light, const ray *low, int32_t column, int32_t row)
{
    const int32_t x = wendi_los_column_x(light->quarter, column);
    const int32_t y = wendi_los_row_y(light->quarter, row + 1);
    if (wendi_los_slope_less(low->x, low->y, x, y) && light->pending_count < PENDING) {
        light->pending[light->pending_count++] = (wedge){*low, ray_at(x, y, column), row + 1};
    }
}

/* A row where walls stand in the light. Each run of them, from the left, cuts the wedge: what lies
 * below its slopes is put aside, what lies above is looked at further. `low` and `high` cross the
 * row's lower border, high_top is where `high` crosses the upper one.
 * Returns false when nothing is left. */
static bool cut_row(quarter_light *light, ray *low, const ray *high, int32_t high_top, int32_t row,
                    uint32_t touched, uint32_t full)
{
    const wendi_los_quadrant *quarter = light->quarter;
    for (uint32_t hit = light->walls[row] & touched; hit != 0; hit = light->walls[row] & touched) {
        const int32_t from = (int32_t)wendi_ctz64(hit);
        const int32_t to = from + (int32_t)wendi_ctz64(~((uint64_t)hit >> from));
        light->some[row] |= touched & wendi_los_low_bits(from);
        light->full[row] |= full & wendi_los_low_bits(from);
        pass_left(light, low, from, row);
        const int32_t x = wendi_los_column_x(quarter, to);
        const int32_t y = wendi_los_row_y(quarter, row);
        if (!wendi_los_slope_less(x, y, high->x, high->y)) {
            return false;
        }
        *low = ray_at(x, y, to);
        go_down(low);
        touched &= ~wendi_los_low_bits(to);
        full = columns_between(quarter, column_after(low), high_top);
    }
    light->some[row] |= touched;
    light->full[row] |= full;
    return true;
}

/* Follows a wedge of light through the rows until it has left, or nothing is left of it. */
static void follow(quarter_light *light, ray low, ray high, int32_t row)
{
    const wendi_los_quadrant *quarter = light->quarter;
    for (; row < quarter->rows && low.column < quarter->columns; ++row) {
        const int32_t low_top = low.column;
        const int32_t high_top = high.column;
        go_down(&low);
        go_down(&high);
        const uint32_t touched = columns_between(quarter, low_top, column_after(&high));
        const uint32_t full = columns_between(quarter, column_after(&low), high_top);
        if ((light->walls[row] & touched) == 0) {
            light->some[row] |= touched;
            light->full[row] |= full;
        } else if (!cut_row(light, &low, &high, high_top, row, touched, full)) {
            return;
        }
    }
    if (light->leaving_count < LEAVING) {
        light->leaving[light->leaving_count++] = (wendi_los_wedge){low.x, low.y, high.x, high.y};
    }
}

/* Highest slopes first, so that what leaves is in order. */
static void follow_all(quarter_light *light, const wendi_los_wedge *wedges, int32_t count)
{
    const wendi_los_quadrant *quarter = light->quarter;
    for (int32_t i = count - 1; i >= 0; --i) {
        const ray low = ray_entering(quarter, wedges[i].low_x, wedges[i].low_y);
        const ray high = ray_entering(quarter, wedges[i].high_x, wedges[i].high_y);
        follow(light, low, high, 0);
        while (light->pending_count > 0) {
            const wedge next = light->pending[--light->pending_count];
            follow(light, next.low, next.high, next.row);
        }
    }
}

/* ---- a tile ---- */

typedef struct tile_light {
    uint32_t full[WENDI_ISLAND_TILE_SIDE], some[WENDI_ISLAND_TILE_SIDE];
} tile_light;

/* A cell that an axis cuts is lit all over when each of its parts is. */
static void add_quarter(tile_light *tile, const wendi_tile_shape *shape, const quarter_light *light)
{
    const wendi_los_quadrant *quarter = light->quarter;
    const int32_t width = shape->width;
    const uint32_t covered =
        wendi_los_from_quadrant(quarter, width, wendi_los_low_bits(quarter->columns));
    for (int32_t i = 0; i < quarter->rows; ++i) {
        const int32_t row = wendi_los_tile_row(quarter, shape->height, i);
        tile->full[row] &= wendi_los_from_quadrant(quarter, width, light->full[i]) | ~covered;
        tile->some[row] |= wendi_los_from_quadrant(quarter, width, light->some[i]);
    }
}

static void light_quarter(tile_light *tile, const wendi_los_input *in,
                          const wendi_los_quadrant *quarter, const wendi_los_wedge *wedges,
                          int32_t count, wendi_los_beams out[4])
{
    quarter_light light;
    light.quarter = quarter;
    light.pending_count = 0;
    light.leaving_count = 0;
    for (int32_t i = 0; i < quarter->rows; ++i) {
        light.walls[i] = wendi_los_blockers(in, quarter, i);
        light.full[i] = 0;
        light.some[i] = 0;
    }
    follow_all(&light, wedges, count);
    add_quarter(tile, &in->shape, &light);
    for (int32_t i = 0; i < light.leaving_count; ++i) {
        wendi_los_quadrant_leave(quarter, &light.leaving[i], out);
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

/* Eight cells at a time; what lies behind the last cell of a row stays as it is. The cells that are
 * lit all over are counted in each of the eight places: at most 4 * 32. */
static int32_t set_flags(const wendi_los_input *in, const tile_light *tile, uint8_t *flags)
{
    uint64_t counts = 0;
    for (int32_t y = 0; y < in->shape.height; ++y) {
        const uint32_t some = tile->some[y];
        const uint32_t full = tile->full[y] & some;
        if (some == 0) {
            continue;
        }
        uint8_t *row = flags + wendi_tile_index(&in->shape, 0, y);
        for (int32_t x = 0; x < in->shape.width; x += 8) {
            const uint64_t full_bytes = spread(full >> x);
            const uint64_t corner_bytes = spread((some & ~full) >> x);
            const uint64_t set =
                full_bytes * WENDI_FLOW_VISIBLE | corner_bytes * WENDI_FLOW_LOS_CORNER;
            store_u64(row + x, wendi_load_u64(row + x) | set);
            counts += full_bytes;
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
    tile_light tile;
    for (int32_t y = 0; y < in->shape.height; ++y) {
        tile.full[y] = UINT32_MAX;
        tile.some[y] = 0;
    }
    for (int32_t i = 0; i < 4; ++i) {
        if (quarters[i].columns > 0 && quarters[i].rows > 0) {
            light_quarter(&tile, in, &quarters[i], wedges[i], counts[i], out);
        }
    }
    return set_flags(in, &tile, flags);
}

/* ---- a tile without walls ---- */

/* Nothing cuts the wedges: they leave as they came, highest slopes first. */
bool wendi_los_open_tile(const wendi_los_input *in, wendi_los_beams out[4])
{
    bool is_any = false;
    for (int32_t i = 0; i < 4; ++i) {
        out[i].count = 0;
    }
    for (int32_t i = 0; i < 4; ++i) {
        wendi_los_wedge wedges[WENDI_LOS_ENTERING_MAX];
        const wendi_los_quadrant quarter = wendi_los_quadrant_of(in, (i & 1) != 0, (i & 2) != 0);
        if (quarter.columns <= 0 || quarter.rows <= 0) {
            continue;
        }
        const int32_t count = wendi_los_quadrant_enter(in, &quarter, wedges);
        for (int32_t k = count - 1; k >= 0; --k) {
            wendi_los_quadrant_leave(&quarter, &wedges[k], out);
        }
        is_any = is_any || count > 0;
    }
    return is_any;
}

/* All directions through a side, which lies beyond (or before) the goal by so much. */
static int32_t side_of(const wendi_los_input *in, int32_t side, wendi_los_beam *beam)
{
    const int32_t left = in->left;
    const int32_t top = in->top;
    const int32_t right = left + in->shape.width * WENDI_LOS_CELL;
    const int32_t bottom = top + in->shape.height * WENDI_LOS_CELL;
    const int32_t beyond[4] = {-top, right, bottom, -left};
    const wendi_los_beam ways[4] = {{left, top, right, top},
                                    {right, top, right, bottom},
                                    {right, bottom, left, bottom},
                                    {left, bottom, left, top}};
    *beam = ways[side];
    if (beyond[side] < 0) {
        *beam = (wendi_los_beam){beam->high_x, beam->high_y, beam->low_x, beam->low_y};
    }
    return beyond[side];
}

static bool covers(const wendi_los_beams *light, const wendi_los_beam *side)
{
    for (int32_t i = 0; light != NULL && i < light->count; ++i) {
        const wendi_los_beam *beam = &light->beams[i];
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
        beyond[i] = side_of(in, i, &beams[i]);
        if (beyond[i] < 0) {
            is_outside = true;
            if (!covers(in->in[i], &beams[i])) {
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
