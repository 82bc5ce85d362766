/* The direction of each cell, scalar.
 * Cost: some 15 ns a cell; for kernels see kernel_directions.h. */
#include "flow/tile/integrate.h"

#include "flow/tile/kernels.h"
#include "flow/tile/tile.h"

#include <stddef.h>

const int32_t wendi_flow_dx[8] = {1, 1, 0, -1, -1, -1, 0, 1};
const int32_t wendi_flow_dy[8] = {0, 1, 1, 1, 0, -1, -1, -1};

static uint8_t flow_at(const wendi_tile_directions_input *in, int32_t index)
{
    if (in->cost[index] == WENDI_TILE_WALL) {
        return WENDI_FLOW_NONE;
    }
    int32_t neighbours[8];
    uint32_t open = 0;
    int32_t least = in->cost[index];
    int32_t most = least;
    for (int32_t k = 0; k < 8; k++) {
        neighbours[k] = index + wendi_flow_dy[k] * in->shape.stride + wendi_flow_dx[k];
        const int32_t cost = in->cost[neighbours[k]];
        open |= (uint32_t)(cost != WENDI_TILE_WALL) << k;
        least = cost < least ? cost : least;
        most = cost > most ? cost : most;
    }

    /* A diagonal step needs both cells beside the corner. */
    const uint32_t twice = open | open << 8;
    const uint32_t beside = (twice >> 1) & (twice >> 7);
    const uint32_t steps = open & (in->diagonal != 0 ? beside | 0x55U : 0x55U);

    const uint8_t given = in->flags != NULL ? in->flags[index] : 0;
    uint8_t direction = given & WENDI_FLOW_DIRECTION_MASK;
    if (direction == 0) {
        uint64_t best = in->d != NULL ? WENDI_TILE_UNREACHED : WENDI_TILE_WIDE_UNREACHED;
        direction = WENDI_FLOW_NONE;
        for (int32_t k = 0; k < 8; k++) {
            const int32_t to = neighbours[k];
            const uint64_t value = in->d != NULL ? in->d[to] : in->wide[to];
            const uint64_t step = k % 2 == 0 ? in->straight : in->diagonal;
            const uint64_t cost = value + step * in->cost[to];
            if ((steps >> k & 1) != 0 && cost < best) {
                best = cost;
                direction = (uint8_t)k;
            }
        }
    }
    const bool is_even = WENDI_EVEN_LEAST * most <= WENDI_EVEN_MOST * least;
    const uint8_t room = open == 255 && is_even ? WENDI_FLOW_ROOM : 0;
    const uint8_t los = given & (WENDI_FLOW_VISIBLE | WENDI_FLOW_LOS_CORNER);
    return (uint8_t)(direction | los | WENDI_FLOW_PATHABLE | room);
}

void wendi_tile_directions_scalar(const wendi_tile_directions_input *in, uint8_t *directions)
{
    for (int32_t y = 0; y < in->shape.height; y++) {
        for (int32_t x = 0; x < in->shape.width; x++) {
            directions[y * in->shape.width + x] = flow_at(in, wendi_tile_index(&in->shape, x, y));
        }
    }
}

void wendi_tile_directions(const wendi_tile_directions_input *in, uint8_t *flow)
{
    const wendi_tile_kernel *kernel = wendi_tile_kernel_at(0);
    const bool is_usual = in->d != NULL && in->straight == WENDI_FLOW_STRAIGHT &&
                          (in->diagonal == 0 || in->diagonal == WENDI_FLOW_DIAGONAL);
    if (kernel == NULL || !is_usual) {
        wendi_tile_directions_scalar(in, flow);
        return;
    }
    kernel->directions(in, flow);
}
