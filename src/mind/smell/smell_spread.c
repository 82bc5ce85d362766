/* How a smell spreads: path lengths from a cell over open cells.
 * Cost: the cells reached, each expanded once.
 *
 * A straight step is 65536 units and a diagonal one 92682, so a cell is final when all cells of smaller
 * lengths / 65536 were expanded: three lists take turns as the queue. */
#include "mind/smell/smell.h"

#include "base/math/bits.h"

#include "world/cells/directions.h"

#include <string.h>

enum {
    NORTHWARD = 1 << WENDI_NORTH_WEST | 1 << WENDI_NORTH | 1 << WENDI_NORTH_EAST,
    EASTWARD = 1 << WENDI_NORTH_EAST | 1 << WENDI_EAST | 1 << WENDI_SOUTH_EAST,
    SOUTHWARD = 1 << WENDI_SOUTH_EAST | 1 << WENDI_SOUTH | 1 << WENDI_SOUTH_WEST,
    WESTWARD = 1 << WENDI_SOUTH_WEST | 1 << WENDI_WEST | 1 << WENDI_NORTH_WEST
};

wendi_smell_scratch wendi_smell_scratch_of(uint16_t *memory, uint32_t side)
{
    const size_t cells = (size_t)side * side;
    uint8_t *bytes = (uint8_t *)(memory + 3 * cells);
    return (wendi_smell_scratch){
        bytes, bytes + cells, {memory, memory + cells, memory + 2 * cells}};
}

static int32_t wrapped(int32_t at, int32_t size)
{
    const int32_t rest = at % size;
    return rest < 0 ? rest + size : rest;
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

/* Whether a cell is open, for the cells around (x, y); what lies outside is closed. */
static void copy_around(const wend_smell *smell, int32_t x, int32_t y, uint8_t open[9])
{
    const int32_t width = smell->info.width, height = smell->info.height;
    for (int32_t i = 0; i < 9; i++) {
        int32_t at_x = x + i % 3 - 1, at_y = y + i / 3 - 1;
        at_x = (smell->info.wrap & WEND_WRAP_X) != 0 ? wrapped(at_x, width) : at_x;
        at_y = (smell->info.wrap & WEND_WRAP_Y) != 0 ? wrapped(at_y, height) : at_y;
        const bool is_inside = at_x >= 0 && at_x < width && at_y >= 0 && at_y < height;
        open[i] = is_inside ? smell->open[(size_t)at_y * (size_t)width + (size_t)at_x] : 0;
    }
}

void wendi_smell_find_steps(const wend_smell *smell, int32_t x0, int32_t y0, int32_t x1, int32_t y1)
{
    const int32_t width = smell->info.width, height = smell->info.height;
    for (int32_t y = y0; y <= y1; y++) {
        for (int32_t x = x0; x <= x1; x++) {
            const int32_t at_x = (smell->info.wrap & WEND_WRAP_X) != 0 ? wrapped(x, width) : x;
            const int32_t at_y = (smell->info.wrap & WEND_WRAP_Y) != 0 ? wrapped(y, height) : y;
            uint8_t open[9];
            if (at_x >= 0 && at_x < width && at_y >= 0 && at_y < height) {
                copy_around(smell, at_x, at_y, open);
                smell->steps[(size_t)at_y * (size_t)width + (size_t)at_x] =
                    (uint8_t)(directions_of(&smell->info, at_x, at_y) &
                              open_steps(&smell->info, &open[4], 3));
            }
        }
    }
}

/* Copies the steps of the surroundings of a cell, without those that lead out of them. What lies outside
 * the map stays as it is: no step leads there. */
static void copy_steps(const wend_smell *smell, int32_t x, int32_t y, int32_t radius,
                       uint8_t *steps)
{
    const int32_t width = smell->info.width, height = smell->info.height, side = 2 * radius + 1;
    const bool wraps_x = (smell->info.wrap & WEND_WRAP_X) != 0;
    const bool wraps_y = (smell->info.wrap & WEND_WRAP_Y) != 0;
    for (int32_t i = 0; i < side; i++) {
        const int32_t row = wraps_y ? wrapped(y - radius + i, height) : y - radius + i;
        if (row < 0 || row >= height) {
            continue;
        }
        const uint8_t *from = &smell->steps[(size_t)row * (size_t)width];
        uint8_t *to = &steps[i * side];
        if (wraps_x) {
            for (int32_t k = 0; k < side; k++) {
                to[k] = from[wrapped(x - radius + k, width)];
            }
        } else {
            const int32_t low = x < radius ? radius - x : 0;
            const int32_t high = x + radius >= width ? width - x + radius : side;
            memcpy(&to[low], &from[x - radius + low], (size_t)(high - low));
        }
        to[0] = (uint8_t)(to[0] & ~WESTWARD);
        to[side - 1] = (uint8_t)(to[side - 1] & ~EASTWARD);
    }
    for (int32_t k = 0; k < side; k++) {
        steps[k] = (uint8_t)(steps[k] & ~NORTHWARD);
        steps[(side - 1) * side + k] = (uint8_t)(steps[(side - 1) * side + k] & ~SOUTHWARD);
    }
}

void wendi_smell_spread(const wend_smell *smell, uint32_t cell, uint32_t reach, uint32_t side,
                        const wendi_smell_scratch *scratch, uint32_t *window)
{
    const int32_t width = smell->info.width, radius = (int32_t)(side / 2);
    const int32_t x = (int32_t)(cell % (uint32_t)width), y = (int32_t)(cell / (uint32_t)width);
    const bool is_hex = smell->info.neighbours == WEND_NEIGHBOURS_6;
    const uint8_t *steps = scratch->steps;
    memset(window, 0xFF, (size_t)side * side * sizeof *window);
    if (smell->open[cell] == 0) {
        return;
    }
    if (side == 1) {
        window[0] = 0;
        return;
    }
    copy_steps(smell, x, y, radius, scratch->steps);
    int32_t offsets[WENDI_DIRECTIONS];
    uint32_t lengths[WENDI_DIRECTIONS], forward[WENDI_DIRECTIONS];
    for (uint32_t d = 0; d < WENDI_DIRECTIONS; d++) {
        offsets[d] = wendi_direction_y(d) * (int32_t)side + wendi_direction_x(d);
        lengths[d] = is_hex || d % 2 == 0 ? WENDI_SMELL_ONE : WENDI_SMELL_DIAGONAL;
        /* The three cells behind are nearer to the cell before: straight steps need no open corner. */
        const uint32_t back = (uint32_t)0x38 << d;
        forward[d] = is_hex ? 0xFF : ~(back | back >> WENDI_DIRECTIONS);
    }
    uint32_t counts[3] = {1, 0, 0}, waiting = 1;
    scratch->list[0][0] = (uint16_t)(side * side / 2);
    window[side * side / 2] = 0;
    for (uint32_t turn = 0; waiting > 0; turn++) {
        const uint16_t *list = scratch->list[turn % 3];
        const uint32_t count = counts[turn % 3];
        counts[turn % 3] = 0;
        waiting -= count;
        for (uint32_t i = 0; i < count; i++) {
            const int32_t from = list[i];
            const uint32_t length = window[from];
            if (length / WENDI_SMELL_ONE != turn || length + WENDI_SMELL_ONE >= reach) {
                continue; /* a shorter path was expanded before, or nothing is left behind it */
            }
            const uint32_t ahead = turn == 0 ? 0xFF : forward[scratch->arrivals[from]];
            for (uint32_t bits = steps[from] & ahead; bits != 0; bits &= bits - 1) {
                const uint32_t d = wendi_ctz64(bits);
                const uint32_t next = length + lengths[d];
                uint32_t *to = &window[from + offsets[d]];
                if (next < reach && next < *to) {
                    const bool is_waiting = *to / WENDI_SMELL_ONE == next / WENDI_SMELL_ONE;
                    const uint32_t which = next / WENDI_SMELL_ONE % 3;
                    *to = next;
                    scratch->arrivals[from + offsets[d]] = (uint8_t)d;
                    scratch->list[which][counts[which]] = (uint16_t)(from + offsets[d]);
                    counts[which] += is_waiting ? 0 : 1;
                    waiting += is_waiting ? 0 : 1;
                }
            }
        }
    }
}

uint32_t wendi_smell_step(const wend_smell *smell, uint32_t cell, uint32_t direction)
{
    const int32_t width = smell->info.width, height = smell->info.height;
    if ((smell->steps[cell] & (uint32_t)1 << direction) == 0) {
        return WEND_NODE_NONE;
    }
    const int32_t x = (int32_t)(cell % (uint32_t)width), y = (int32_t)(cell / (uint32_t)width);
    const int32_t to_x = wrapped(x + wendi_direction_x(direction), width);
    const int32_t to_y = wrapped(y + wendi_direction_y(direction), height);
    return (uint32_t)(to_y * width + to_x);
}
