/* The direction pass in registers, for 16-bit costs and steps of 12 and 17
 * units. Included like kernel_integrate.h, after the bands of the processor (kernel_bands*.h).
 *
 * Each row first computes the cost of entering its cells straight, and diagonally from the left
 * and from the right. Then the eight steps out of each cell are compared with the best of them:
 * the first equal one is the direction. All rows of a band are processed at once. */
#ifndef WENDI_FLOW_TILE_KERNEL_DIRECTIONS_H
#define WENDI_FLOW_TILE_KERNEL_DIRECTIONS_H

#include "flow/tile/kernel_integrate.h"

#include <stddef.h>
#include <string.h>

enum { FLOW_ROWS = KERNEL_ROWS + 2, FLOW_BLOCKS = KERNEL_PARTS / 2 };

/* Costs of entering cells: for each register of a row all rows one after the other, so that any
 * two neighbouring rows make a band. Diagonal steps stand in the column where they begin. */
typedef struct direction_kernel {
    const wendi_tile_directions_input *in;
    lanes straight[KERNEL_PARTS][FLOW_ROWS];
    lanes from_left[KERNEL_PARTS][FLOW_ROWS], from_right[KERNEL_PARTS][FLOW_ROWS];
    lanes wall[FLOW_BLOCKS][FLOW_ROWS]; /* bytes */
    lanes cost[FLOW_BLOCKS][FLOW_ROWS]; /* bytes; walls 255 */
    lanes lack[FLOW_BLOCKS][FLOW_ROWS]; /* 255 - cost */
} direction_kernel;

/* Columns to the left, to the right of those of register i. */
WENDI_ALWAYS_INLINE band columns_left(const band *row, const int i)
{
    return band_from_7(i > 0 ? row[i - 1] : band_lanes(65535), row[i]);
}

WENDI_ALWAYS_INLINE band columns_right(const band *row, const int i, const int parts)
{
    return band_from_1(row[i], i + 1 < parts ? row[i + 1] : band_lanes(65535));
}

/* The band from row y on; rows count from the frame. Rows beyond the last repeat it. */
WENDI_ALWAYS_INLINE void enter_rows(direction_kernel *k, int32_t y, band slant, const int parts)
{
    const int32_t stride = k->in->shape.stride;
    const int32_t end = k->in->shape.height + 1;
    const int32_t row = (y < end ? y : end) * stride;
    const int32_t next = (y + 1 < end ? y + 1 : end) * stride;
    band wall[KERNEL_PARTS], slanting[KERNEL_PARTS];
    for (int i = 0; i < parts / 2; i++) {
        const band bytes = band_load(k->in->cost + row + 16 * i, k->in->cost + next + 16 * i);
        const band walls = band_equal_bytes(bytes, band_bytes(WENDI_TILE_WALL));
        band_put(k->wall[i] + y, walls);
        band_put(k->cost[i] + y, bytes);
        band_put(k->lack[i] + y, band_sub_bytes(band_bytes(255), bytes));
        wall[2 * i] = band_low_mask(walls);
        wall[2 * i + 1] = band_high_mask(walls);
        slanting[2 * i] = band_low_bytes(bytes);
        slanting[2 * i + 1] = band_high_bytes(bytes);
    }
    for (int i = 0; i < parts; i++) {
        const band here =
            band_or(band_load(k->in->d + row + 8 * i, k->in->d + next + 8 * i), wall[i]);
        const band straight = band_times(slanting[i], band_lanes(WENDI_FLOW_STRAIGHT));
        band_put(k->straight[i] + y, band_add(here, straight));
        slanting[i] = band_times(slanting[i], band_lanes(WENDI_FLOW_DIAGONAL));
        slanting[i] = band_or(band_add(here, slanting[i]), slant);
    }
    for (int i = 0; i < parts; i++) {
        band_put(k->from_left[i] + y, band_or(columns_right(slanting, i, parts), wall[i]));
        band_put(k->from_right[i] + y, band_or(columns_left(slanting, i), wall[i]));
    }
}

/* The eight steps out of the cells of register i of the rows from y on. */
WENDI_ALWAYS_INLINE void steps_out(const direction_kernel *k, int32_t y, const int i, band steps[8],
                                   const int parts)
{
    band wall[KERNEL_PARTS], straight[KERNEL_PARTS];
    for (int j = 0; j < parts / 2; j++) {
        const band walls = band_at(k->wall[j] + y);
        wall[2 * j] = band_low_mask(walls);
        wall[2 * j + 1] = band_high_mask(walls);
    }
    for (int j = 0; j < parts; j++) {
        straight[j] = band_at(k->straight[j] + y);
    }
    const band wall_left = columns_left(wall, i);
    const band wall_right = columns_right(wall, i, parts);
    steps[0] = columns_right(straight, i, parts);
    steps[1] = band_or(band_at(k->from_left[i] + y + 1), wall_right);
    steps[2] = band_at(k->straight[i] + y + 1);
    steps[3] = band_or(band_at(k->from_right[i] + y + 1), wall_left);
    steps[4] = columns_left(straight, i);
    steps[5] = band_or(band_at(k->from_right[i] + y - 1), wall_left);
    steps[6] = band_at(k->straight[i] + y - 1);
    steps[7] = band_or(band_at(k->from_left[i] + y - 1), wall_right);
}

WENDI_ALWAYS_INLINE band best_of(const band steps[8])
{
    const band a = band_min(band_min(steps[0], steps[1]), band_min(steps[2], steps[3]));
    const band b = band_min(band_min(steps[4], steps[5]), band_min(steps[6], steps[7]));
    return band_min(a, b);
}

/* Directions of 16 columns. */
WENDI_ALWAYS_INLINE band directions_of(const direction_kernel *k, int32_t y, const int block,
                                       const int parts)
{
    band low[8], high[8];
    steps_out(k, y, 2 * block, low, parts);
    steps_out(k, y, 2 * block + 1, high, parts);
    const band best_low = best_of(low);
    const band best_high = best_of(high);
    /* 15 - direction, so that the first of equals is the greatest; 0 stands for none. */
    band found = band_bytes(0);
    for (int i = 0; i < 8; i++) {
        const band is_best =
            band_of_masks(band_equal(low[i], best_low), band_equal(high[i], best_high));
        found = band_max_bytes(found, band_and(is_best, band_bytes((uint8_t)(15 - i))));
    }
    const band none = band_of_masks(band_equal(best_low, band_lanes(65535)),
                                    band_equal(best_high, band_lanes(65535)));
    return band_sub_bytes(band_bytes(WENDI_FLOW_NONE), band_without(none, found));
}

/* The greatest of nine bytes around each byte of the rows that are given. Beyond them lies 255. */
WENDI_ALWAYS_INLINE band greatest_around(const band *rows, const int block, const int parts)
{
    const band beyond = band_bytes(255);
    const band left = band_bytes_from_15(block > 0 ? rows[block - 1] : beyond, rows[block]);
    const band right =
        band_bytes_from_1(rows[block], block + 1 < parts / 2 ? rows[block + 1] : beyond);
    return band_max_bytes(band_max_bytes(left, right), rows[block]);
}

/* Lanes that are all ones where the costs are about the same. */
WENDI_ALWAYS_INLINE band even_of(band most, band least)
{
    const band high = band_times(most, band_lanes(WENDI_EVEN_LEAST));
    return band_equal(band_min(high, band_times(least, band_lanes(WENDI_EVEN_MOST))), high);
}

/* Bit 7 where all nine cells are open and cost about the same. */
WENDI_ALWAYS_INLINE band room_of(const direction_kernel *k, int32_t y, const int block,
                                 const int parts)
{
    band most[FLOW_BLOCKS], lack[FLOW_BLOCKS]; /* the greatest of three rows */
    for (int i = 0; i < parts / 2; i++) {
        const lanes *costs = k->cost[i] + y, *lacks = k->lack[i] + y;
        most[i] =
            band_max_bytes(band_max_bytes(band_at(costs - 1), band_at(costs)), band_at(costs + 1));
        lack[i] =
            band_max_bytes(band_max_bytes(band_at(lacks - 1), band_at(lacks)), band_at(lacks + 1));
    }
    const band high = greatest_around(most, block, parts);
    const band low = band_sub_bytes(band_bytes(255), greatest_around(lack, block, parts));
    const band is_even = band_of_masks(even_of(band_low_bytes(high), band_low_bytes(low)),
                                       even_of(band_high_bytes(high), band_high_bytes(low)));
    const band room = band_and(is_even, band_bytes(WENDI_FLOW_ROOM));
    return band_without(band_equal_bytes(high, band_bytes(WENDI_TILE_WALL)), room);
}

WENDI_ALWAYS_INLINE band cell_flow(const direction_kernel *k, int32_t y, const int block,
                                   band given, const int parts)
{
    const band seed = band_and(given, band_bytes(WENDI_FLOW_DIRECTION_MASK));
    const band free = band_equal_bytes(seed, band_bytes(0));
    band flow = band_or(band_and(directions_of(k, y, block, parts), free), seed);
    flow = band_or(flow, band_and(given, band_bytes(WENDI_FLOW_VISIBLE | WENDI_FLOW_LOS_CORNER)));
    flow = band_or(flow, band_or(room_of(k, y, block, parts), band_bytes(WENDI_FLOW_PATHABLE)));
    const band wall = band_at(k->wall[block] + y);
    return band_or(band_without(wall, flow), band_and(wall, band_bytes(WENDI_FLOW_NONE)));
}

/* Row `row` of the bands, from its first cell on: whole registers. */
WENDI_ALWAYS_INLINE void put_row(uint8_t *to, const band *rows, const int row, const int parts)
{
    for (int i = 0; i < parts / 2; i++) {
        const lanes next = i + 1 < parts / 2 ? band_row(rows[i + 1], row) : lanes_of(0);
        lanes_store(to + 16 * i, bytes_from_1(band_row(rows[i], row), next));
    }
}

/* Writes the cells of a row, and beyond its end where later rows overwrite that. */
WENDI_ALWAYS_INLINE void put_directions(uint8_t *flow, int32_t room, int32_t width,
                                        const band *rows, const int row, const int parts)
{
    if (room >= parts * 8) {
        put_row(flow, rows, row, parts);
        return;
    }
    uint8_t bytes[KERNEL_PARTS * 8] = {0};
    put_row(bytes, rows, row, parts);
    memcpy(flow, bytes, (size_t)width);
}

/* Directions of the rows from y on. */
WENDI_ALWAYS_INLINE void direction_rows(const direction_kernel *k, int32_t y, uint8_t *flow,
                                        const int parts)
{
    static const uint8_t no_flags[2 * KERNEL_PARTS * 8] = {0};
    const wendi_tile_shape *shape = &k->in->shape;
    const bool is_last = y + 1 >= shape->height;
    const uint8_t *flags = k->in->flags != NULL ? k->in->flags + (y + 1) * shape->stride : no_flags;
    const uint8_t *next = is_last ? flags : flags + shape->stride;
    band rows[FLOW_BLOCKS];
    for (int i = 0; i < parts / 2; i++) {
        rows[i] = cell_flow(k, y + 1, i, band_load(flags + 16 * i, next + 16 * i), parts);
    }
    const int32_t room = (shape->height - y) * shape->width;
    put_directions(flow + y * shape->width, room, shape->width, rows, 0, parts);
    if (BAND_ROWS == 2 && !is_last) {
        put_directions(flow + (y + 1) * shape->width, room - shape->width, shape->width, rows, 1,
                       parts);
    }
}

WENDI_ALWAYS_INLINE void kernel_directions(const wendi_tile_directions_input *in, uint8_t *flow,
                                           const int parts)
{
    const band slant = band_lanes(in->diagonal != 0 ? 0 : 65535);
    direction_kernel k;
    k.in = in;
    for (int32_t y = 0; y < in->shape.height + 1 + BAND_ROWS; y += BAND_ROWS) {
        enter_rows(&k, y, slant, parts);
    }
    for (int32_t y = 0; y < in->shape.height; y += BAND_ROWS) {
        direction_rows(&k, y, flow, parts);
    }
}

#endif
