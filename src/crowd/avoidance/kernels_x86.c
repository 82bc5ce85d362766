/* The kernels that this x86-64 supports, best first.
 * Cost: reads what the compiler's library detected before main. */
#include "crowd/avoidance/neighbours.h"

const wendi_neighbour_kernel *wendi_neighbour_kernel_at(int32_t index)
{
    const int32_t from_end = (__builtin_cpu_supports("avx2") ? 1 : 0) - index;
    if (from_end == 1) {
        return &wendi_neighbour_kernel_avx2;
    }
    return from_end == 0 ? &wendi_neighbour_kernel_plain : NULL;
}
