/* takes: the processor that this runs on, an x86-64.
 * gives: its kernels, best first.
 * cost:  one look at what the compiler's library found out before main. */
#include "crowd/avoidance/kernels.h"

const wendi_neighbour_kernel *wendi_neighbour_kernel_at(int32_t index)
{
    const int32_t from_end = (__builtin_cpu_supports("avx2") ? 1 : 0) - index;
    if (from_end == 1) {
        return &wendi_neighbour_kernel_avx2;
    }
    return from_end == 0 ? &wendi_neighbour_kernel_plain : NULL;
}
