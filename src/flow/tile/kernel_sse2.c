/* takes: a tile.
 * gives: its costs and its flow, in registers that every x86-64 has.
 * cost:  see tile/kernel_integrate.h. */
#include "flow/tile/kernel_lanes_sse2.h"

#include "flow/tile/kernel_bands.h"

#include "flow/tile/kernel_entries.h"
#include "flow/tile/kernels.h"

const wendi_tile_kernel wendi_tile_kernel_sse2 = {"sse2", relax_tile, flow_tile};
