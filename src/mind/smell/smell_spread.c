/* How a smell spreads: path lengths from a cell over open cells.
 * Cost: the cells reached, each expanded once.
 *
 * A straight step is 65536 units and a diagonal one 92682, so a cell is final when all cells of smaller
 * lengths / 65536 were expanded: three lists take turns as the queue. */
#include "mind/smell/smell.h"

#include "base/math/bits.h"

#include "world/cells/directions.h"

#include <string.h>

enum { ROW = 256 }; /* entries of the lists: row * ROW + column */

wendi_smell_scratch wendi_smell_scratch_of(uint16_t *memory, uint32_t side)
{
    const size_t cells = (size_t)side * side;
    return (wendi_smell_scratch){(uint8_t *)(memory + 3 * cells),
                                 {memory, memory + cells, memory + 2 * cells}};
}

static int32_t wrapped(int32_t at, int32_t size)
{
    const int32_t rest = at % size;
    return rest < 0 ? rest + size : rest;
}

/* Copies the surroundings of a cell; what lies outside is closed. */
static void copy_open(const wend_smell *smell, int32_t x, int32_t y, int32_t radius, uint8_t *open)
{
    const int32_t width = smell->info.width, height = smell->info.height;
    const int32_t side = 2 * radius + 1, stride = side + 2;
    const bool wraps_x = (smell->info.wrap & WEND_WRAP_X) != 0;
    const bool wraps_y = (smell->info.wrap & WEND_WRAP_Y) != 0;
    memset(open, 0, (size_t)stride * (size_t)stride);
    for (int32_t dy = -radius; dy <= radius; dy++) {
        const int32_t row = wraps_y ? wrapped(y + dy, height) : y + dy;
        if (row < 0 || row >= height) {
            continue;
        }
        const uint8_t *from = &smell->open[(size_t)row * (size_t)width];
        uint8_t *to = &open[(dy + radius + 1) * stride + 1];
        if (wraps_x) {
            for (int32_t i = 0; i < side; i++) {
                to[i] = from[wrapped(x - radius + i, width)];
            }
        } else {
            const int32_t low = x < radius ? radius - x : 0;
            const int32_t high = x + radius >= width ? width - x + radius : side;
            memcpy(&to[low], &from[x - radius + low], (size_t)(high - low));
        }
    }
}

/* Bits of the directions in which the cells around are open and no corner is in the way. */
static uint32_t open_steps(const wend_grid_info *info, const uint8_t *at, int32_t stride)
{
    const uint32_t n = at[-stride], e = at[1], s = at[stride], w = at[-1];
    uint32_t diagonal = (uint32_t)at[1 - stride] << WENDI_NORTH_EAST |
                        (uint32_t)at[1 + stride] << WENDI_SOUTH_EAST |
                        (uint32_t)at[stride - 1] << WENDI_SOUTH_WEST |
                        (uint32_t)at[-1 - stride] << WENDI_NORTH_WEST;
    if (info->corner_rule == WEND_CORNER_NEVER && info->neighbours != WEND_NEIGHBOURS_6) {
        diagonal &= (n & e) << WENDI_NORTH_EAST | (s & e) << WENDI_SOUTH_EAST |
                    (s & w) << WENDI_SOUTH_WEST | (n & w) << WENDI_NORTH_WEST;
    } else if (info->corner_rule == WEND_CORNER_ONE_OPEN && info->neighbours != WEND_NEIGHBOURS_6) {
        diagonal &= (n | e) << WENDI_NORTH_EAST | (s | e) << WENDI_SOUTH_EAST |
                    (s | w) << WENDI_SOUTH_WEST | (n | w) << WENDI_NORTH_WEST;
    }
    return diagonal | n << WENDI_NORTH | e << WENDI_EAST | s << WENDI_SOUTH | w << WENDI_WEST;
}

/* Bits of the directions in which a cell has neighbours. */
static uint32_t directions_of(const wend_grid_info *info, int32_t x, int32_t y)
{
    if (info->neighbours == WEND_NEIGHBOURS_4) {
        return 0x55;
    }
    if (info->neighbours == WEND_NEIGHBOURS_8) {
        return 0xFF;
    }
    const bool is_rows = wendi_hex_is_rows(info->hex_layout);
    const uint32_t moved = wendi_hex_is_shifted(info->hex_layout, x, y);
    uint32_t bits = 0;
    for (uint32_t i = 0; i < 6; i++) {
        bits |= (uint32_t)1 << wendi_hex_to_eight(is_rows, moved, i);
    }
    return bits;
}

void wendi_smell_spread(const wend_smell *smell, uint32_t cell, uint32_t reach, uint32_t side,
                        const wendi_smell_scratch *scratch, uint32_t *window)
{
    const wend_grid_info *info = &smell->info;
    const int32_t width = info->width, radius = (int32_t)(side / 2), stride = (int32_t)side + 2;
    const int32_t x = (int32_t)(cell % (uint32_t)width), y = (int32_t)(cell / (uint32_t)width);
    const bool is_hex = info->neighbours == WEND_NEIGHBOURS_6;
    memset(window, 0xFF, (size_t)side * side * sizeof *window);
    if (smell->open[cell] == 0) {
        return;
    }
    if (side == 1) {
        window[0] = 0;
        return;
    }
    copy_open(smell, x, y, radius, scratch->open);
    const uint32_t plain = is_hex ? 0 : directions_of(info, x, y);
    int32_t offsets[WENDI_DIRECTIONS], entries[WENDI_DIRECTIONS];
    uint32_t steps[WENDI_DIRECTIONS];
    for (uint32_t d = 0; d < WENDI_DIRECTIONS; d++) {
        offsets[d] = wendi_direction_y(d) * (int32_t)side + wendi_direction_x(d);
        entries[d] = wendi_direction_y(d) * ROW + wendi_direction_x(d);
        steps[d] = is_hex || d % 2 == 0 ? WENDI_SMELL_ONE : WENDI_SMELL_DIAGONAL;
    }
    uint32_t counts[3] = {1, 0, 0}, waiting = 1;
    scratch->list[0][0] = (uint16_t)(radius * ROW + radius);
    window[side * side / 2] = 0;
    for (uint32_t turn = 0; waiting > 0; turn++) {
        const uint16_t *list = scratch->list[turn % 3];
        const uint32_t count = counts[turn % 3];
        counts[turn % 3] = 0;
        waiting -= count;
        for (uint32_t i = 0; i < count; i++) {
            const int32_t column = list[i] % ROW, row = list[i] / ROW;
            const int32_t from = row * (int32_t)side + column;
            const uint32_t length = window[from];
            if (length / WENDI_SMELL_ONE != turn || length + WENDI_SMELL_ONE >= reach) {
                continue; /* a shorter path was expanded before, or nothing is left behind it */
            }
            const uint8_t *at = &scratch->open[(row + 1) * stride + column + 1];
            uint32_t bits = open_steps(info, at, stride);
            bits &= is_hex ? directions_of(info, x + column - radius, y + row - radius) : plain;
            for (; bits != 0; bits &= bits - 1) {
                const uint32_t d = wendi_ctz64(bits);
                const uint32_t next = length + steps[d];
                uint32_t *to = &window[from + offsets[d]];
                if (next < reach && next < *to) {
                    const uint32_t old = *to;
                    *to = next;
                    if (old == WENDI_SMELL_FAR || old / WENDI_SMELL_ONE != next / WENDI_SMELL_ONE) {
                        const uint32_t which = next / WENDI_SMELL_ONE % 3;
                        scratch->list[which][counts[which]++] = (uint16_t)(list[i] + entries[d]);
                        waiting++;
                    }
                }
            }
        }
    }
}

uint32_t wendi_smell_step(const wend_smell *smell, uint32_t cell, uint32_t direction)
{
    const wend_grid_info *info = &smell->info;
    const int32_t x = (int32_t)(cell % (uint32_t)info->width);
    const int32_t y = (int32_t)(cell / (uint32_t)info->width);
    uint8_t open[25];
    copy_open(smell, x, y, 1, open);
    if ((directions_of(info, x, y) & open_steps(info, &open[12], 5) & (uint32_t)1 << direction) ==
        0) {
        return WEND_NODE_NONE;
    }
    const int32_t to_x = wrapped(x + wendi_direction_x(direction), info->width);
    const int32_t to_y = wrapped(y + wendi_direction_y(direction), info->height);
    return (uint32_t)(to_y * info->width + to_x);
}
