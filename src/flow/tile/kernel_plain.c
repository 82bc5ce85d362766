/* takes: a processor or a compiler that there is no kernel for.
 * gives: nothing, so that costs are found one cell at a time.
 * cost:  none. */
#include "flow/tile/kernels.h"

#include <stddef.h>

const wendi_tile_kernel *wendi_tile_kernel_at(int32_t index)
{
    (void)index;
    return NULL;
}
