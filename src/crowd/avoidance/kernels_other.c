/* takes: a processor that there is no kernel for.
 * gives: the one in plain C, of which compilers make what the processor has.
 * cost:  nothing. */
#include "crowd/avoidance/kernels.h"

const wendi_neighbour_kernel *wendi_neighbour_kernel_at(int32_t index)
{
    return index == 0 ? &wendi_neighbour_kernel_plain : NULL;
}
