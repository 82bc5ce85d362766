/* near_kernels.h: the makes of the looks around a body that this processor can run. All of them
 * give the same bits. */
#ifndef WENDI_CROWD_NEAR_KERNELS_H
#define WENDI_CROWD_NEAR_KERNELS_H

#include "crowd/meet.h"

typedef struct wendi_near_kernel {
    const char *name;
    /** As wendi_near_look. */
    void (*look)(const wend_crowd *crowd, uint32_t at, wendi_around reach, wendi_nearby *others);
    /** As wendi_near_look_far. */
    void (*look_far)(const wend_crowd *crowd, uint32_t at, wendi_around reach,
                     wendi_nearby *others);
    /** As wendi_meet_listen. */
    void (*listen)(const wend_crowd *crowd, uint32_t at, const wendi_nearby *others,
                   wendi_advice *out);
} wendi_near_kernel;

/** The best make for index 0, lesser ones after it; NULL beyond the last. A few instructions: the C
 * library asked the processor when it started. */
const wendi_near_kernel *wendi_near_kernel_at(int32_t index);

/** As wendi_meet_listen, to others that the look of the same kernel found. */
void wendi_meet_listen_plain(const wend_crowd *crowd, uint32_t at, const wendi_nearby *others,
                             wendi_advice *out);
void wendi_meet_listen_avx2(const wend_crowd *crowd, uint32_t at, const wendi_nearby *others,
                            wendi_advice *out);

extern const wendi_near_kernel wendi_near_kernel_plain, wendi_near_kernel_avx2;

#endif
