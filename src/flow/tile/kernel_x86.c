/* The kernels for this x86-64, best first. The processor is known before main. */
#include "flow/tile/kernels.h"

#include <stddef.h>

const wendi_tile_kernel *wendi_tile_kernel_at(int32_t index)
{
    const int32_t from_end = (__builtin_cpu_supports("avx2") ? 1 : 0) - index;
    if (from_end == 1) {
        return &wendi_tile_kernel_avx2;
    }
    return from_end == 0 ? &wendi_tile_kernel_sse2 : NULL;
}
