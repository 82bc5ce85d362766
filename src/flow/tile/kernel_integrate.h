/* The cost pass in registers, written once for all processors. The file that
 * includes it includes the lanes and the bands of one of them first (kernel_lanes_*.h,
 * kernel_bands*.h).
 *
 * A row of 16 values is two registers: the even columns in one, the odd ones in the other, so that
 * one of a cell's two neighbours in the row is already in the cell's own lane.
 *
 *   columns 0 2 4 6 8 10 12 14      the left neighbours of the odd ones are the even ones,
 *   columns 1 3 5 7 9 11 13 15      the right ones are the even ones moved by one lane
 *
 * A sweep goes down or up the rows. Each row takes the costs over the row before it (straight and
 * diagonal), then those over cells one, and then one or two to its left and right. Sweeps alternate
 * until one changes nothing.
 *
 *   row before    . l a r .      l, a, r: cost + step, from where it is entered
 *                    \|/
 *   row           f n * n f      n: one cell away; f: two cells, with the steps of both
 *
 * The cost of a step, or that it is barred, is computed once for each cell that is entered. Blocked
 * cells of the row that is left bar corners too; those of the next row are added in the sweep.
 * Walls have cost 0, which nothing changes, and lead nowhere.
 *
 * Saturating sums take twice as long as wrapping ones, and few tiles hold costs of more than 15
 * bits. So there are two ranges: in the narrow one costs end at KERNEL_NARROW, barred steps take at
 * least 32768, and nothing wraps; the full one is used where that does not suffice. */
#ifndef WENDI_FLOW_TILE_KERNEL_INTEGRATE_H
#define WENDI_FLOW_TILE_KERNEL_INTEGRATE_H

#include "flow/tile/kernels.h"

#define WENDI_ALWAYS_INLINE static inline __attribute__((always_inline))

enum {
    KERNEL_PARTS = 6,                        /* Most registers of a row. */
    KERNEL_ROWS = WENDI_TILE_SIDE + 4,       /* With the frame and what fills the last band. */
    KERNEL_STEP = WENDI_FLOW_DIAGONAL * 254, /* The longest step. */
    KERNEL_BARRED = 32768,                   /* In the narrow range. */
    KERNEL_NARROW = 28000                    /* Unreached: with a barred step still 16 bits. */
};

typedef enum kernel_range { NARROW, FULL } kernel_range;

/* Number of registers in a row, and the range: compile-time constants after inlining. */
typedef struct kernel_kind {
    int parts;
    kernel_range range;
    uint16_t unreached, barred; /* Values of that range. */
} kernel_kind;

/* A row, or the cost of one kind of step from each of its cells: even columns, then odd ones. */
typedef struct kernel_row {
    lanes part[KERNEL_PARTS];
} kernel_row;

/* The same for all rows of a band. */
typedef struct kernel_band {
    band part[KERNEL_PARTS];
} kernel_band;

/* Vectors stored for each row: its costs, the costs of steps from it, and its walls. */
enum {
    VALUES,
    STRAIGHT,
    SLANT_LEFT,
    SLANT_RIGHT,
    NEAR_LEFT,
    NEAR_RIGHT,
    FAR_LEFT,
    FAR_RIGHT,
    WALL,
    KINDS
};

/* For each kind and each register of a row all rows one after the other, so that any two
 * neighbouring rows make a band. Rows count from the frame. */
typedef struct kernel {
    int32_t height;
    lanes rows[KINDS * KERNEL_PARTS][KERNEL_ROWS];
} kernel;

/* ---- bands: work that is done once for each row ---- */

WENDI_ALWAYS_INLINE kernel_band band_of(const kernel *k, int which, int32_t y,
                                        const kernel_kind kind)
{
    kernel_band b = {{band_lanes(0)}};
    for (int i = 0; i < kind.parts; i++) {
        b.part[i] = band_at(k->rows[which * kind.parts + i] + y);
    }
    return b;
}

WENDI_ALWAYS_INLINE void keep(kernel *k, int which, int32_t y, kernel_band b,
                              const kernel_kind kind)
{
    for (int i = 0; i < kind.parts; i++) {
        band_put(k->rows[which * kind.parts + i] + y, b.part[i]);
    }
}

WENDI_ALWAYS_INLINE kernel_band bar(kernel_band a, kernel_band b, const kernel_kind kind)
{
    for (int i = 0; i < kind.parts; i++) {
        a.part[i] = band_or(a.part[i], b.part[i]);
    }
    return a;
}

/* Moves values from one column to the right. The value that enters at the end only has to be
 * large, as all steps over the end are barred. */
WENDI_ALWAYS_INLINE kernel_band band_from_right(kernel_band a, const kernel_kind kind)
{
    const int count = kind.parts / 2;
    kernel_band to = {{band_lanes(0)}};
    for (int i = 0; i < count; i++) {
        to.part[i] = a.part[count + i];
        to.part[count + i] =
            band_from_1(a.part[i], i + 1 < count ? a.part[i + 1] : band_lanes(kind.barred));
    }
    return to;
}

WENDI_ALWAYS_INLINE kernel_band band_from_left(kernel_band a, const kernel_kind kind)
{
    const int count = kind.parts / 2;
    kernel_band to = {{band_lanes(0)}};
    for (int i = 0; i < count; i++) {
        to.part[count + i] = a.part[i];
        to.part[i] =
            band_from_7(i > 0 ? a.part[count + i - 1] : band_lanes(kind.barred), a.part[count + i]);
    }
    return to;
}

/* Barred in the columns outside [low, high). */
WENDI_ALWAYS_INLINE kernel_band outside(int32_t low, int32_t high, const kernel_kind kind)
{
    static const uint16_t twice[8] = {0, 2, 4, 6, 8, 10, 12, 14};
    kernel_band b = {{band_lanes(0)}};
    const int count = kind.parts / 2;
    for (int i = 0; i < kind.parts; i++) {
        /* Lanes hold columns from -1. */
        const int first = i < count ? 16 * i : 16 * (i - count) + 1;
        const band place = band_add(band_load(twice, twice), band_lanes((uint16_t)first));
        const band below = band_sub(band_lanes((uint16_t)(low + 1)), place);
        const band beyond = band_sub(place, band_lanes((uint16_t)high));
        const band inside = band_equal(band_or(below, beyond), band_lanes(0));
        b.part[i] = band_without(inside, band_lanes(kind.barred));
    }
    return b;
}

/* ---- costs of steps ---- */

/* Barred where a step in that direction does not lead into the tile; slant: barred if there are no
 * diagonal steps. */
typedef struct kernel_bars {
    kernel_band column, left, right;
    band slant;
} kernel_bars;

/* Two steps in one direction: barred if one of them is. */
WENDI_ALWAYS_INLINE kernel_band two_steps(kernel_band near, kernel_band next,
                                          const kernel_kind kind)
{
    for (int i = 0; i < kind.parts; i++) {
        const band sum = band_add(near.part[i], next.part[i]);
        near.part[i] = band_min(sum, band_lanes(kind.barred));
    }
    return near;
}

WENDI_ALWAYS_INLINE kernel_band steps_of(kernel_band factor, kernel_band wall, uint16_t length,
                                         const kernel_kind kind)
{
    for (int i = 0; i < kind.parts; i++) {
        factor.part[i] = band_or(band_times(factor.part[i], band_lanes(length)), wall.part[i]);
    }
    return factor;
}

/* The rows at `row` and `next` of the tile's costs. */
WENDI_ALWAYS_INLINE void prepare_rows(kernel *k, int32_t y, const uint8_t *row, const uint8_t *next,
                                      const kernel_bars *bars, const kernel_kind kind)
{
    const int count = kind.parts / 2;
    kernel_band wall = {{band_lanes(0)}};
    kernel_band factor = {{band_lanes(0)}};
    for (int i = 0; i < count; i++) {
        const band bytes = band_load(row + 16 * i, next + 16 * i);
        factor.part[i] = band_even_bytes(bytes);
        factor.part[count + i] = band_odd_bytes(bytes);
    }
    for (int i = 0; i < kind.parts; i++) {
        const band shut = band_equal(factor.part[i], band_lanes(WENDI_TILE_WALL));
        wall.part[i] = band_and(shut, band_lanes(kind.barred));
    }
    const kernel_band straight = steps_of(factor, wall, WENDI_FLOW_STRAIGHT, kind);
    kernel_band slanting = steps_of(factor, wall, WENDI_FLOW_DIAGONAL, kind);
    for (int i = 0; i < kind.parts; i++) {
        slanting.part[i] = band_or(slanting.part[i], bars->slant);
    }
    const kernel_band no_left = bar(band_from_left(wall, kind), bars->left, kind);
    const kernel_band no_right = bar(band_from_right(wall, kind), bars->right, kind);
    const kernel_band left = bar(straight, no_left, kind);
    const kernel_band right = bar(straight, no_right, kind);
    keep(k, WALL, y, wall, kind);
    keep(k, STRAIGHT, y, bar(straight, bars->column, kind), kind);
    keep(k, SLANT_LEFT, y, bar(slanting, no_left, kind), kind);
    keep(k, SLANT_RIGHT, y, bar(slanting, no_right, kind), kind);
    keep(k, NEAR_LEFT, y, left, kind);
    keep(k, NEAR_RIGHT, y, right, kind);
    keep(k, FAR_LEFT, y, two_steps(left, band_from_left(left, kind), kind), kind);
    keep(k, FAR_RIGHT, y, two_steps(right, band_from_right(right, kind), kind), kind);
}

WENDI_ALWAYS_INLINE void prepare(kernel *k, const wendi_tile_shape *shape, const uint8_t *cost,
                                 bool has_diagonals, const kernel_kind kind)
{
    kernel_bars bars;
    bars.column = outside(0, shape->width, kind);
    bars.left = outside(1, shape->width + 1, kind);
    bars.right = outside(-1, shape->width - 1, kind);
    bars.slant = band_lanes(has_diagonals ? 0 : kind.barred);
    const int32_t end = shape->height + 1;
    for (int32_t y = 0; y <= end; y += BAND_ROWS) {
        const uint8_t *row = cost + y * shape->stride;
        prepare_rows(k, y, row, y < end ? row + shape->stride : row, &bars, kind);
    }
}

/* ---- loading and storing costs ---- */

WENDI_ALWAYS_INLINE kernel_band load_values(const uint16_t *row, const uint16_t *next,
                                            const kernel_kind kind)
{
    const int count = kind.parts / 2;
    kernel_band b = {{band_lanes(0)}};
    for (int i = 0; i < count; i++) {
        const band low = band_load(row + 16 * i, next + 16 * i);
        const band high = band_load(row + 16 * i + 8, next + 16 * i + 8);
        b.part[i] = band_even(low, high);
        b.part[count + i] = band_odd(low, high);
    }
    return b;
}

WENDI_ALWAYS_INLINE void store_values(uint16_t *to, kernel_band b, const int row,
                                      const kernel_kind kind)
{
    const int count = kind.parts / 2;
    for (int i = 0; i < count; i++) {
        const band low = band_join_low(b.part[i], b.part[count + i]);
        const band high = band_join_high(b.part[i], b.part[count + i]);
        lanes_store(to + 16 * i, band_row(low, row));
        lanes_store(to + 16 * i + 8, band_row(high, row));
    }
}

/* Kinds of costs found: above the range; so high that the next step may exceed it; unreached. */
typedef struct kernel_seen {
    band over, high, without;
} kernel_seen;

WENDI_ALWAYS_INLINE void check_range(kernel_seen *seen, band values, band none, band shut,
                                     const kernel_kind kind)
{
    const band limit = band_lanes((uint16_t)(kind.unreached - KERNEL_STEP - 1));
    const band above = band_sub(values, limit);
    seen->high = band_or(seen->high, band_without(band_or(none, shut), above));
}

/* Loads the costs; walls of the tile get 0. */
WENDI_ALWAYS_INLINE void load_tile(kernel *k, const wendi_tile_shape *shape, const uint16_t *d,
                                   kernel_seen *seen, const kernel_kind kind)
{
    const kernel_band frame = outside(0, shape->width, kind);
    const int32_t end = shape->height + 1;
    for (int32_t y = 0; y <= end; y += BAND_ROWS) {
        const uint16_t *row = d + y * shape->stride;
        kernel_band values = load_values(row, y < end ? row + shape->stride : row, kind);
        const kernel_band wall = band_of(k, WALL, y, kind);
        for (int i = 0; i < kind.parts; i++) {
            const band none = band_equal(values.part[i], band_lanes(WENDI_TILE_UNREACHED));
            const band above = band_sub(values.part[i], band_lanes((uint16_t)(kind.unreached - 1)));
            const band shut = band_equal(wall.part[i], band_lanes(kind.barred));
            const band mine =
                band_equal(band_without(frame.part[i], wall.part[i]), band_lanes(kind.barred));
            seen->over = band_or(seen->over, band_without(none, above));
            check_range(seen, values.part[i], none, shut, kind);
            values.part[i] = band_min(values.part[i], band_lanes(kind.unreached));
            values.part[i] = band_without(mine, values.part[i]);
        }
        keep(k, VALUES, y, values, kind);
    }
}

/* Stores the costs; walls become unreached. */
WENDI_ALWAYS_INLINE void store_tile(const kernel *k, const wendi_tile_shape *shape, uint16_t *d,
                                    kernel_seen *seen, const kernel_kind kind)
{
    const kernel_band frame = outside(0, shape->width, kind);
    for (int32_t y = 1; y <= shape->height; y += BAND_ROWS) {
        kernel_band values = band_of(k, VALUES, y, kind);
        const kernel_band wall = band_of(k, WALL, y, kind);
        for (int i = 0; i < kind.parts; i++) {
            const band edge = band_equal(frame.part[i], band_lanes(kind.barred));
            const band shut = band_equal(wall.part[i], band_lanes(kind.barred));
            const band none = band_equal(values.part[i], band_lanes(kind.unreached));
            check_range(seen, values.part[i], none, shut, kind);
            seen->without = band_or(seen->without, band_without(band_or(shut, edge), none));
            const band empty = band_or(none, band_without(edge, shut));
            values.part[i] = band_or(values.part[i], empty);
        }
        store_values(d + y * shape->stride, values, 0, kind);
        if (BAND_ROWS == 2 && y < shape->height) {
            store_values(d + (y + 1) * shape->stride, values, 1, kind);
        }
    }
}

/* ---- rows: work that depends on the row before ---- */

WENDI_ALWAYS_INLINE kernel_row row_at(const kernel *k, int which, int32_t y, const kernel_kind kind)
{
    kernel_row row = {{lanes_of(0)}};
    for (int i = 0; i < kind.parts; i++) {
        row.part[i] = k->rows[which * kind.parts + i][y];
    }
    return row;
}

WENDI_ALWAYS_INLINE kernel_row row_add(kernel_row a, kernel_row b, const kernel_kind kind)
{
    for (int i = 0; i < kind.parts; i++) {
        a.part[i] = kind.range == NARROW ? lanes_add_small(a.part[i], b.part[i])
                                         : lanes_add(a.part[i], b.part[i]);
    }
    return a;
}

WENDI_ALWAYS_INLINE kernel_row row_or(kernel_row a, kernel_row b, const kernel_kind kind)
{
    for (int i = 0; i < kind.parts; i++) {
        a.part[i] = lanes_or(a.part[i], b.part[i]);
    }
    return a;
}

WENDI_ALWAYS_INLINE kernel_row row_min(kernel_row a, kernel_row b, const kernel_kind kind)
{
    for (int i = 0; i < kind.parts; i++) {
        a.part[i] = lanes_min(a.part[i], b.part[i]);
    }
    return a;
}

/* Moves half a row by one of its lanes, which is two columns. */
WENDI_ALWAYS_INLINE void half_from_right(lanes *half, const int count, const kernel_kind kind)
{
    for (int i = 0; i < count; i++) {
        half[i] = lanes_from_1(half[i], i + 1 < count ? half[i + 1] : lanes_of(kind.barred));
    }
}

WENDI_ALWAYS_INLINE void half_from_left(lanes *half, const int count, const kernel_kind kind)
{
    for (int i = count - 1; i >= 0; i--) {
        half[i] = lanes_from_7(i > 0 ? half[i - 1] : lanes_of(kind.barred), half[i]);
    }
}

WENDI_ALWAYS_INLINE kernel_row row_turned(kernel_row a, const kernel_kind kind)
{
    const int count = kind.parts / 2;
    kernel_row to = {{lanes_of(0)}};
    for (int i = 0; i < count; i++) {
        to.part[i] = a.part[count + i];
        to.part[count + i] = a.part[i];
    }
    return to;
}

/* Moves values from one column to the right. */
WENDI_ALWAYS_INLINE kernel_row row_from_right(kernel_row a, const kernel_kind kind)
{
    kernel_row to = row_turned(a, kind);
    half_from_right(to.part + kind.parts / 2, kind.parts / 2, kind);
    return to;
}

WENDI_ALWAYS_INLINE kernel_row row_from_left(kernel_row a, const kernel_kind kind)
{
    kernel_row to = row_turned(a, kind);
    half_from_left(to.part, kind.parts / 2, kind);
    return to;
}

/* Moves values from two columns to the right. */
WENDI_ALWAYS_INLINE kernel_row row_from_far_right(kernel_row a, const kernel_kind kind)
{
    half_from_right(a.part, kind.parts / 2, kind);
    half_from_right(a.part + kind.parts / 2, kind.parts / 2, kind);
    return a;
}

WENDI_ALWAYS_INLINE kernel_row row_from_far_left(kernel_row a, const kernel_kind kind)
{
    half_from_left(a.part, kind.parts / 2, kind);
    half_from_left(a.part + kind.parts / 2, kind.parts / 2, kind);
    return a;
}

/* Costs over cells one and two columns away in the row. */
WENDI_ALWAYS_INLINE kernel_row integrate_across(const kernel *k, int32_t y, kernel_row row,
                                                const kernel_kind kind)
{
    kernel_row left = row_add(row, row_at(k, NEAR_LEFT, y, kind), kind);
    kernel_row right = row_add(row, row_at(k, NEAR_RIGHT, y, kind), kind);
    left = row_from_right(left, kind);
    right = row_from_left(right, kind);
    const kernel_row near = row_min(left, right, kind);
    left = row_add(row, row_at(k, FAR_LEFT, y, kind), kind);
    right = row_add(row, row_at(k, FAR_RIGHT, y, kind), kind);
    left = row_from_far_right(left, kind);
    right = row_from_far_left(right, kind);
    return row_min(row_min(row, near, kind), row_min(left, right, kind), kind);
}

/* Lowers row y by the row before it (`from` away) and by its own cells. `before` is that row and
 * becomes this one. Returns the bits that changed. */
WENDI_ALWAYS_INLINE lanes integrate_row(kernel *k, int32_t y, int32_t from, kernel_row *before,
                                        const kernel_kind kind)
{
    const kernel_row old = row_at(k, VALUES, y, kind);
    const kernel_row wall = row_at(k, WALL, y, kind);
    kernel_row left = row_or(row_at(k, SLANT_LEFT, y + from, kind), wall, kind);
    kernel_row right = row_or(row_at(k, SLANT_RIGHT, y + from, kind), wall, kind);
    left = row_from_right(row_add(*before, left, kind), kind);
    right = row_from_left(row_add(*before, right, kind), kind);
    kernel_row row = row_add(*before, row_at(k, STRAIGHT, y + from, kind), kind);
    row = row_min(row_min(row, old, kind), row_min(left, right, kind), kind);
    row = integrate_across(k, y, row, kind);
    *before = row;
    lanes changed = lanes_of(0);
    for (int i = 0; i < kind.parts; i++) {
        k->rows[VALUES * kind.parts + i][y] = row.part[i];
        changed = lanes_or(changed, lanes_xor(row.part[i], old.part[i]));
    }
    return changed;
}

/* Sweeps all rows, downwards (turn 1) or upwards (-1). Returns true if one changed. */
WENDI_ALWAYS_INLINE bool sweep(kernel *k, int32_t turn, const kernel_kind kind)
{
    const int32_t first = turn > 0 ? 1 : k->height;
    kernel_row before = row_at(k, VALUES, first - turn, kind);
    lanes changed = lanes_of(0);
    for (int32_t i = 0; i < k->height; i++) {
        changed = lanes_or(changed, integrate_row(k, first + turn * i, -turn, &before, kind));
    }
    return lanes_any(changed);
}

/* ---- the pass ---- */

/* Integrates within one range. Returns false if it was not wide enough; costs found then are those
 * of paths, if not of the best ones. */
WENDI_ALWAYS_INLINE bool integrate_range(kernel *k, const wendi_tile_shape *shape,
                                         const uint8_t *cost, uint16_t *d, bool has_diagonals,
                                         const kernel_kind kind)
{
    kernel_seen seen = {band_lanes(0), band_lanes(0), band_lanes(0)};
    k->height = shape->height;
    prepare(k, shape, cost, has_diagonals, kind);
    load_tile(k, shape, d, &seen, kind);
    if (band_any(seen.over)) {
        return false;
    }
    int32_t turn = 1;
    sweep(k, turn, kind);
    do {
        turn = -turn;
    } while (sweep(k, turn, kind));
    store_tile(k, shape, d, &seen, kind);
    return !band_any(seen.high) || !band_any(seen.without) ||
           !wendi_tile_has_saturated(shape, cost, d, has_diagonals);
}

WENDI_ALWAYS_INLINE bool kernel_integrate(const wendi_tile_shape *shape, const uint8_t *cost,
                                          uint16_t *d, bool has_diagonals, const int parts)
{
    const kernel_kind narrow = {parts, NARROW, KERNEL_NARROW, KERNEL_BARRED};
    const kernel_kind full = {parts, FULL, WENDI_TILE_UNREACHED, 65535};
    kernel k;
    return integrate_range(&k, shape, cost, d, has_diagonals, narrow) ||
           integrate_range(&k, shape, cost, d, has_diagonals, full);
}

#endif
