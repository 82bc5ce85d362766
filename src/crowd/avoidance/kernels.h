/* avoidance/kernels.h: the makes of the looks around a body that this processor can run. All of
 * them give the same bits. */
#ifndef WENDI_CROWD_AVOIDANCE_KERNELS_H
#define WENDI_CROWD_AVOIDANCE_KERNELS_H

#include "crowd/avoidance/response.h"

typedef struct wendi_neighbour_kernel {
    const char *name;
    /** Is nobody else within a distance? No where that takes more than a glance: at the edge of
     * the cells, and where rows hold more than WENDI_NEIGHBOUR_LANES. Who is on other floors
     * counts.
     * @param squared of a distance no larger than a cell. */
    bool (*is_alone)(const wend_crowd *crowd, uint32_t at, float squared);
    /** All that are near. */
    void (*find_near)(const wend_crowd *crowd, uint32_t at, wendi_neighbour_range reach,
                      wendi_neighbours *others);
    /** Adds those further away that come towards the body. */
    void (*find_ahead)(const wend_crowd *crowd, uint32_t at, wendi_neighbour_range reach,
                       wendi_neighbours *others);
    /** What those that this kernel's looks found ask for. */
    void (*respond)(const wend_crowd *crowd, uint32_t at, const wendi_neighbours *others,
                    wendi_avoidance_response *out);
} wendi_neighbour_kernel;

/** The best make for index 0, lesser ones after it; NULL beyond the last. A few instructions: the C
 * library asked the processor when it started. */
const wendi_neighbour_kernel *wendi_neighbour_kernel_at(int32_t index);

/** Of the kernels: see listen. */
void wendi_avoidance_respond_plain(const wend_crowd *crowd, uint32_t at,
                                   const wendi_neighbours *others, wendi_avoidance_response *out);
void wendi_avoidance_respond_avx2(const wend_crowd *crowd, uint32_t at,
                                  const wendi_neighbours *others, wendi_avoidance_response *out);

extern const wendi_neighbour_kernel wendi_neighbour_kernel_plain, wendi_neighbour_kernel_avx2;

#endif
