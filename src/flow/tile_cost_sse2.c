/* takes: a tile.
 * gives: its costs and its flow, in registers that every x86-64 has.
 * cost:  see tile_kernel.h. */
#include "flow/tile_kernel_lanes_sse2.h"

#include "flow/tile_kernel_bands.h"

#include "flow/tile_kernel_entries.h"
#include "flow/tile_kernels.h"

const wendi_tile_kernel wendi_tile_kernel_sse2 = {"sse2", relax_tile, flow_tile};
