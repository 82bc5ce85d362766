/* All passes for x86-64 with AVX2; this file alone is compiled for it. */
#include "flow/tile/kernel_lanes_avx2.h"

#include "flow/tile/kernel_bands_avx2.h"

#include "flow/tile/kernel_entries.h"
#include "flow/tile/kernels.h"

const wendi_tile_kernel wendi_tile_kernel_avx2 = {"avx2", integrate_tile, directions_tile,
                                                  border_least_improvement, border_prune};
