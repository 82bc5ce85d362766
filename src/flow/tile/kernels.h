/* The kernels of the passes that this processor can run. */
#ifndef WENDI_FLOW_TILE_KERNELS_H
#define WENDI_FLOW_TILE_KERNELS_H

#include "flow/tile/border.h"
#include "flow/tile/integrate.h"

/* A kernel for 16-bit costs. */
typedef struct wendi_tile_kernel {
    const char *name;
    /** As wendi_tile_integrate. */
    bool (*integrate)(const wendi_tile_shape *shape, const uint8_t *cost, uint16_t *d,
                      bool has_diagonals);
    /** As wendi_tile_directions for costs of 16 bits and steps of 12 and 17 units (or 12 and 0). */
    void (*directions)(const wendi_tile_directions_input *in, uint8_t *out);
    /** As wendi_border_line_least_improvement and wendi_border_line_prune. */
    uint32_t (*least_improvement)(const wendi_border_line *line);
    void (*prune)(const wendi_border_line *line, uint16_t *out);
} wendi_tile_kernel;

/** The best kernel for index 0, slower ones after it; NULL beyond the last, and where there is
 * none. A few instructions: the C library reads the processor's features at start. */
const wendi_tile_kernel *wendi_tile_kernel_at(int32_t index);

extern const wendi_tile_kernel wendi_tile_kernel_sse2, wendi_tile_kernel_avx2,
    wendi_tile_kernel_neon;

/** As wendi_tile_integrate, where there is no kernel: in 32 bits and back, row after row, much
 * faster than one cell at a time. A cost beyond 16 bits lowers none that fits. */
bool wendi_tile_integrate_rows(const wendi_tile_shape *shape, const uint8_t *cost, uint16_t *d,
                               bool has_diagonals);
/** True if an open cell is unreached although a cell beside it is reached: a sum saturated. */
bool wendi_tile_has_saturated(const wendi_tile_shape *shape, const uint8_t *cost, const uint16_t *d,
                              bool has_diagonals);
/** The passes over a border one cell at a time. */
uint32_t wendi_border_line_least_improvement_scalar(const wendi_border_line *line);
void wendi_border_line_prune_scalar(const wendi_border_line *line, uint16_t *out);
/** The direction pass one cell at a time. */
void wendi_tile_directions_scalar(const wendi_tile_directions_input *in, uint8_t *directions);

#endif
