/* near_kernels.h: the makes of the looks around a body that this processor can run. All of them
 * give the same bits. */
#ifndef WENDI_CROWD_NEAR_KERNELS_H
#define WENDI_CROWD_NEAR_KERNELS_H

#include "crowd/meet.h"

typedef struct wendi_near_kernel {
    const char *name;
    /** Is nobody else within a distance? No where that takes more than a glance: at the edge of
     * the cells, and where rows hold more than WENDI_NEAR_LANES. Who is on other floors counts.
     * @param squared of a distance no larger than a cell. */
    bool (*is_alone)(const wend_crowd *crowd, uint32_t at, float squared);
    /** All that are near. */
    void (*look)(const wend_crowd *crowd, uint32_t at, wendi_around reach, wendi_nearby *others);
    /** Adds those further away that come towards the body. */
    void (*look_far)(const wend_crowd *crowd, uint32_t at, wendi_around reach,
                     wendi_nearby *others);
    /** What those that this kernel's looks found ask for. */
    void (*listen)(const wend_crowd *crowd, uint32_t at, const wendi_nearby *others,
                   wendi_advice *out);
} wendi_near_kernel;

/** The best make for index 0, lesser ones after it; NULL beyond the last. A few instructions: the C
 * library asked the processor when it started. */
const wendi_near_kernel *wendi_near_kernel_at(int32_t index);

/** Of the kernels: see listen. */
void wendi_meet_listen_plain(const wend_crowd *crowd, uint32_t at, const wendi_nearby *others,
                             wendi_advice *out);
void wendi_meet_listen_avx2(const wend_crowd *crowd, uint32_t at, const wendi_nearby *others,
                            wendi_advice *out);

extern const wendi_near_kernel wendi_near_kernel_plain, wendi_near_kernel_avx2;

#endif
