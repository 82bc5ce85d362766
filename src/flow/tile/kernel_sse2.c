/* All passes for any x86-64. */
#include "flow/tile/kernel_lanes_sse2.h"

#include "flow/tile/kernel_bands.h"

#include "flow/tile/kernel_entries.h"
#include "flow/tile/kernels.h"

const wendi_tile_kernel wendi_tile_kernel_sse2 = {"sse2", integrate_tile, directions_tile,
                                                  border_least_improvement, border_prune};
