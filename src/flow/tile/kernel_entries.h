/* All passes, those over tiles instantiated for each stride; included like kernel_integrate.h,
 * after the lanes and the bands of the processor. */
#ifndef WENDI_FLOW_TILE_KERNEL_ENTRIES_H
#define WENDI_FLOW_TILE_KERNEL_ENTRIES_H

#include "flow/tile/kernel_border.h"
#include "flow/tile/kernel_directions.h"
#include "flow/tile/kernel_integrate.h"

static bool integrate_tile(const wendi_tile_shape *shape, const uint8_t *cost, uint16_t *d,
                           bool has_diagonals)
{
    switch (shape->stride) {
    case 16:
        return kernel_integrate(shape, cost, d, has_diagonals, 2);
    case 32:
        return kernel_integrate(shape, cost, d, has_diagonals, 4);
    default:
        return kernel_integrate(shape, cost, d, has_diagonals, 6);
    }
}

static void directions_tile(const wendi_tile_directions_input *in, uint8_t *out)
{
    switch (in->shape.stride) {
    case 16:
        kernel_directions(in, out, 2);
        break;
    case 32:
        kernel_directions(in, out, 4);
        break;
    default:
        kernel_directions(in, out, 6);
        break;
    }
}

#endif
