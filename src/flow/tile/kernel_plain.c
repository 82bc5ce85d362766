/* No kernel, for processors and compilers without one; the scalar passes are used. */
#include "flow/tile/kernels.h"

#include <stddef.h>

const wendi_tile_kernel *wendi_tile_kernel_at(int32_t index)
{
    (void)index;
    return NULL;
}
