/* tile/kernels.h: the makes of the cost and the flow pass that this processor can run. */
#ifndef WENDI_FLOW_TILE_KERNELS_H
#define WENDI_FLOW_TILE_KERNELS_H

#include "flow/tile/integrate.h"

/* One make of the passes over costs of 16 bits. */
typedef struct wendi_tile_kernel {
    const char *name;
    /** As wendi_tile_integrate. */
    bool (*relax)(const wendi_tile_shape *shape, const uint8_t *cost, uint16_t *d,
                  bool has_diagonals);
    /** As wendi_tile_directions for costs of 16 bits and steps of 12 and 17 units (or 12 and 0). */
    void (*flow)(const wendi_tile_directions_input *in, uint8_t *flow);
} wendi_tile_kernel;

/** The best make for index 0, lesser ones after it; NULL beyond the last, and where there are none
 * but the plain ones. A few instructions: the C library asked the processor when it started. */
const wendi_tile_kernel *wendi_tile_kernel_at(int32_t index);

extern const wendi_tile_kernel wendi_tile_kernel_sse2, wendi_tile_kernel_avx2,
    wendi_tile_kernel_neon;

/** As wendi_tile_integrate, where there is no kernel: in 32 bits and back, row after row, much
 * sooner than one cell at a time. A cost that does not fit 16 bits adds to none that does. */
bool wendi_tile_integrate_rows(const wendi_tile_shape *shape, const uint8_t *cost, uint16_t *d,
                               bool has_diagonals);
/** Is an open cell left out although a cell beside it was reached? Then a sum saturated. */
bool wendi_tile_has_saturated(const wendi_tile_shape *shape, const uint8_t *cost, const uint16_t *d,
                              bool has_diagonals);
/** The flow pass one cell at a time. */
void wendi_tile_directions_scalar(const wendi_tile_directions_input *in, uint8_t *flow);

#endif
