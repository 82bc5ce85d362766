/* Arrays of cells of 1 byte (costs) or 4 bytes (masks), through the same
 * functions. */
#ifndef WENDI_WORLD_CELLS_CELL_ARRAY_H
#define WENDI_WORLD_CELLS_CELL_ARRAY_H

#include "base/math/floating_point.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline const void *wendi_cells_at(const void *cells, uint32_t cell_bytes, size_t i)
{
    return (const unsigned char *)cells + i * cell_bytes;
}

static inline void *wendi_cells_to(void *cells, uint32_t cell_bytes, size_t i)
{
    return (unsigned char *)cells + i * cell_bytes;
}

static inline uint32_t wendi_cells_get(const void *cells, uint32_t cell_bytes, size_t i)
{
    return cell_bytes == 1 ? ((const uint8_t *)cells)[i] : ((const uint32_t *)cells)[i];
}

static inline void wendi_cells_fill(void *cells, uint32_t cell_bytes, size_t count, uint32_t value)
{
    if (cell_bytes == 1) {
        memset(cells, (int)value, count);
        return;
    }
    uint32_t *masks = cells;
    for (size_t i = 0; i < count; i++) {
        masks[i] = value;
    }
}

/* Number of cells from the first one that have this value in a row. */
static inline size_t wendi_cells_run(const void *cells, uint32_t cell_bytes, size_t count,
                                     uint32_t value)
{
    size_t i = 0;
    if (cell_bytes == 1) {
        const uint8_t *costs = cells;
        while (i < count && costs[i] == value) {
            i++;
        }
        return i;
    }
    const uint32_t *masks = cells;
    while (i < count && masks[i] == value) {
        i++;
    }
    return i;
}

/* True if all cells are equal. count >= 1. */
static inline bool wendi_cells_are_uniform(const void *cells, uint32_t cell_bytes, size_t count)
{
    return memcmp(cells, wendi_cells_at(cells, cell_bytes, 1), (count - 1) * cell_bytes) == 0;
}

#endif
