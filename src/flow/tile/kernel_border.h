/* One side of a tile and the frame cells beyond it in registers, as in border.c; included like
 * kernel_integrate.h, after the lanes of the processor.
 *
 *   cells   0 1 2 ... 7 | 8 9 ... 15       a register has eight cells of a line; the cells one place
 *                                          before and after come from two registers that follow each
 *                                          other
 *
 * A line of a tile of up to 14 cells takes two registers, and no loop. */
#ifndef WENDI_FLOW_TILE_KERNEL_BORDER_H
#define WENDI_FLOW_TILE_KERNEL_BORDER_H

#include "flow/tile/border.h"
#include "flow/tile/kernel_integrate.h"

#include <string.h>

enum { BORDER_LANES = 8, BORDER_PARTS = WENDI_BORDER_VALUES / BORDER_LANES };

/* The cells 1 to count of the line, which are targets: all bits, else none. */
WENDI_ALWAYS_INLINE lanes border_places(int32_t count, int part)
{
    static const uint16_t first[BORDER_LANES] = {0,     65535, 65535, 65535,
                                                 65535, 65535, 65535, 65535};
    static const uint16_t bits[2 * WENDI_BORDER_VALUES] = {
        65535, 65535, 65535, 65535, 65535, 65535, 65535, 65535, 65535, 65535, 65535, 65535,
        65535, 65535, 65535, 65535, 65535, 65535, 65535, 65535, 65535, 65535, 65535, 65535,
        65535, 65535, 65535, 65535, 65535, 65535, 65535, 65535, 65535, 65535, 65535, 65535,
        65535, 65535, 65535, 65535, 65535, 65535, 65535, 65535, 65535, 65535, 65535, 65535};
    const lanes up_to_count =
        lanes_load(bits + WENDI_BORDER_VALUES - (count + 1) + part * BORDER_LANES);
    return part == 0 ? lanes_and(up_to_count, lanes_load(first)) : up_to_count;
}

/* Eight bytes of costs as lanes, and where they are walls all bits. */
WENDI_ALWAYS_INLINE lanes border_costs(const uint8_t *cost, int part, lanes *walls)
{
    const lanes bytes = lanes_load(cost + part / 2 * 2 * BORDER_LANES);
    const lanes blocked = bytes_equal(bytes, bytes_of(WENDI_TILE_WALL));
    *walls = part % 2 == 0 ? lanes_low_mask(blocked) : lanes_high_mask(blocked);
    return part % 2 == 0 ? lanes_low_bytes(bytes) : lanes_high_bytes(bytes);
}

/* 65535 in each lane of a that is not below b. */
WENDI_ALWAYS_INLINE lanes border_if_below(lanes a, lanes b, lanes value)
{
    return lanes_or(value, lanes_equal(lanes_sub(b, a), lanes_of(0)));
}

WENDI_ALWAYS_INLINE lanes border_max(lanes a, lanes b)
{
    return lanes_add_small(b, lanes_sub(a, b));
}

WENDI_ALWAYS_INLINE uint32_t border_least(const wendi_border_line *line, int parts)
{
    const lanes straight = lanes_of(line->straight), diagonal = lanes_of(line->diagonal);
    const lanes barred = lanes_of(line->diagonal == 0 ? 65535 : 0), none = lanes_of(0);
    lanes limits[BORDER_PARTS], sums[BORDER_PARTS], slanting_sums[BORDER_PARTS];
    lanes slanting[BORDER_PARTS + 2];
    slanting[0] = none;
    slanting[parts + 1] = none;
    for (int i = 0; i < parts; i++) {
        lanes in_walls, out_walls;
        const lanes place = border_places(line->count, i);
        const lanes cost = border_costs(line->in_cost, i, &in_walls);
        (void)border_costs(line->out_cost, i, &out_walls);
        const lanes in = lanes_load(line->in + i * BORDER_LANES);
        limits[i] =
            lanes_without(out_walls, lanes_and(place, lanes_load(line->out + i * BORDER_LANES)));
        slanting[i + 1] = lanes_without(in_walls, limits[i]);
        sums[i] = lanes_add(in, lanes_times(straight, cost));
        const lanes shut =
            lanes_or(lanes_or(out_walls, barred), lanes_equal(place, none)); /* none from corners */
        slanting_sums[i] = lanes_or(lanes_add(in, lanes_times(diagonal, cost)), shut);
    }
    lanes least = lanes_of(65535);
    for (int i = 0; i < parts; i++) {
        const lanes before = lanes_from_7(slanting[i], slanting[i + 1]);
        const lanes after = lanes_from_1(slanting[i + 1], slanting[i + 2]);
        const lanes by_straight = border_if_below(sums[i], limits[i], sums[i]);
        const lanes by_slanting =
            border_if_below(slanting_sums[i], border_max(before, after), sums[i]);
        least = lanes_min(least, lanes_min(by_straight, by_slanting));
    }
    if (!lanes_any(lanes_xor(least, lanes_of(65535)))) {
        return WENDI_BORDER_UNCHANGED;
    }
    uint16_t values[BORDER_LANES];
    lanes_store(values, least);
    uint16_t all = values[0];
    for (int i = 1; i < BORDER_LANES; i++) {
        all = values[i] < all ? values[i] : all;
    }
    return all;
}

WENDI_ALWAYS_INLINE void border_keep(const wendi_border_line *line, uint16_t *kept, int parts)
{
    const lanes straight = lanes_of(line->straight), diagonal = lanes_of(line->diagonal);
    const lanes barred = lanes_of(line->diagonal == 0 ? 65535 : 0), none = lanes_of(0);
    const lanes unreached = lanes_of(WENDI_TILE_UNREACHED);
    lanes targets[BORDER_PARTS], sums[BORDER_PARTS], slanting_sums[BORDER_PARTS];
    lanes slanting[BORDER_PARTS + 2];
    slanting[0] = none;
    slanting[parts + 1] = none;
    for (int i = 0; i < parts; i++) {
        lanes in_walls, out_walls;
        (void)border_costs(line->in_cost, i, &in_walls);
        const lanes cost = border_costs(line->out_cost, i, &out_walls);
        const lanes in = lanes_load(line->in + i * BORDER_LANES);
        const lanes out = lanes_load(line->out + i * BORDER_LANES);
        targets[i] =
            lanes_without(lanes_equal(in, unreached), lanes_and(border_places(line->count, i), in));
        slanting[i + 1] = lanes_without(out_walls, targets[i]);
        sums[i] = lanes_add(out, lanes_times(straight, cost));
        slanting_sums[i] =
            lanes_or(lanes_add(out, lanes_times(diagonal, cost)), lanes_or(in_walls, barred));
    }
    for (int i = 0; i < parts; i++) {
        const lanes before = lanes_from_7(slanting[i], slanting[i + 1]);
        const lanes after = lanes_from_1(slanting[i + 1], slanting[i + 2]);
        const lanes matters = lanes_or(
            lanes_equal(sums[i], targets[i]),
            lanes_or(lanes_equal(slanting_sums[i], before), lanes_equal(slanting_sums[i], after)));
        const lanes out = lanes_load(line->out + i * BORDER_LANES);
        lanes_store(kept + i * BORDER_LANES, lanes_or(out, lanes_without(matters, unreached)));
    }
}

/* The registers of a line, as many as its arrays have: 2, 4 or 6. */
static uint32_t border_least_improvement(const wendi_border_line *line)
{
    if (line->count <= 14) {
        return border_least(line, 2);
    }
    return line->count <= 30 ? border_least(line, 4) : border_least(line, 6);
}

static void border_prune(const wendi_border_line *line, uint16_t *out)
{
    uint16_t kept[WENDI_BORDER_VALUES];
    if (line->count <= 14) {
        border_keep(line, kept, 2);
    } else if (line->count <= 30) {
        border_keep(line, kept, 4);
    } else {
        border_keep(line, kept, 6);
    }
    memcpy(out, kept, ((size_t)line->count + 2) * sizeof *out);
}

#endif
