/* The kernels of processors without one of their own: plain C. */
#include "crowd/avoidance/neighbours.h"

const wendi_neighbour_kernel *wendi_neighbour_kernel_at(int32_t index)
{
    return index == 0 ? &wendi_neighbour_kernel_plain : NULL;
}
