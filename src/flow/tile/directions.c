/* takes: a tile whose costs were found.
 * gives: where to go from each of its cells.
 * cost:  one cell at a time some 15 ns for each cell; kernels see tile/kernel_directions.h. */
#include "flow/tile/integrate.h"

#include "flow/tile/kernels.h"

#include <stddef.h>

static bool is_wall(const wendi_tile_directions_input *in, int32_t index)
{
    return in->cost[index] == WENDI_TILE_WALL;
}

/* D, and what D is where no way was found. */
static uint64_t value_at(const wendi_tile_directions_input *in, int32_t index)
{
    return in->d != NULL ? in->d[index] : in->wide[index];
}

static uint64_t unreached(const wendi_tile_directions_input *in)
{
    return in->d != NULL ? WENDI_TILE_UNREACHED : WENDI_TILE_WIDE_UNREACHED;
}

static int32_t neighbour(const wendi_tile_directions_input *in, int32_t index, int32_t direction)
{
    return index + wendi_flow_dy[direction] * in->shape.stride + wendi_flow_dx[direction];
}

/* One bit for each direction in which the next cell is open. */
static uint32_t open_around(const wendi_tile_directions_input *in, int32_t index)
{
    uint32_t open = 0;
    for (int32_t direction = 0; direction < 8; direction++) {
        open |= (uint32_t)!is_wall(in, neighbour(in, index, direction)) << direction;
    }
    return open;
}

/* Those in which a step may lead: slanting ones need both cells beside the corner. */
static uint32_t steps_among(const wendi_tile_directions_input *in, uint32_t open)
{
    const uint32_t twice = open | open << 8;
    const uint32_t beside = (twice >> 1) & (twice >> 7);
    return open & (in->diagonal != 0 ? beside | 0x55U : 0x55U);
}

static uint8_t direction_of(const wendi_tile_directions_input *in, int32_t index, uint32_t steps)
{
    uint64_t best = unreached(in);
    uint8_t found = WENDI_FLOW_NONE;
    for (int32_t direction = 0; direction < 8; direction++) {
        if ((steps >> direction & 1) == 0) {
            continue;
        }
        const int32_t to = neighbour(in, index, direction);
        const uint32_t step = direction % 2 == 0 ? in->straight : in->diagonal;
        const uint64_t cost = value_at(in, to) + (uint64_t)step * in->cost[to];
        if (cost < best) {
            best = cost;
            found = (uint8_t)direction;
        }
    }
    return found;
}

static uint8_t flow_at(const wendi_tile_directions_input *in, int32_t index)
{
    if (is_wall(in, index)) {
        return WENDI_FLOW_NONE;
    }
    const uint8_t given = in->flags != NULL ? in->flags[index] : 0;
    const uint8_t seed = given & WENDI_FLOW_DIRECTION_MASK;
    const uint32_t open = open_around(in, index);
    const uint8_t direction = seed != 0 ? seed : direction_of(in, index, steps_among(in, open));
    const uint8_t room = open == 255 ? WENDI_FLOW_ROOM : 0;
    const uint8_t sight = given & (WENDI_FLOW_VISIBLE | WENDI_FLOW_LOS_CORNER);
    return (uint8_t)(direction | sight | WENDI_FLOW_PATHABLE | room);
}

void wendi_tile_directions_scalar(const wendi_tile_directions_input *in, uint8_t *flow)
{
    for (int32_t y = 0; y < in->shape.height; y++) {
        for (int32_t x = 0; x < in->shape.width; x++) {
            flow[y * in->shape.width + x] = flow_at(in, wendi_tile_index(&in->shape, x, y));
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
    kernel->flow(in, flow);
}
