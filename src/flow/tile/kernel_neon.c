/* All passes for NEON. */
#include "flow/tile/kernel_lanes_neon.h"

#include "flow/tile/kernel_bands.h"

#include "flow/tile/kernel_entries.h"
#include "flow/tile/kernels.h"

#include <stddef.h>

const wendi_tile_kernel wendi_tile_kernel_neon = {"neon", integrate_tile, directions_tile,
                                                  border_least_improvement, border_prune};

const wendi_tile_kernel *wendi_tile_kernel_at(int32_t index)
{
    return index == 0 ? &wendi_tile_kernel_neon : NULL;
}
