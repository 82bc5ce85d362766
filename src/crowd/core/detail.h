/* Levels of detail: which bodies move in a tick, and how many ticks each of them makes up for.
 *
 *   level    0  0  3  3  3  1     every (2^level)th tick
 *   ticked   9  9  7  7  7  8     ticks of the crowd that the body has walked
 *   stride   1  1  0  0  0  1     in this tick: ticks that it walks at once; 0 = it stands still
 *
 * A body of stride k takes part in the passes of a tick as one that is k times as fast: the passes
 * over sorted bodies need not know. Bodies of stride 0 are in them as discs that stand where they
 * are and want to move as they last did. Without levels all strides are 1. */
#ifndef WENDI_CROWD_CORE_DETAIL_H
#define WENDI_CROWD_CORE_DETAIL_H

#include "base/core/visitor.h"
#include "wend/detail.h"

typedef struct wendi_detail {
    bool is_on;
    bool is_ending; /* the next tick makes up for all that was left out, then it is off */
    uint32_t level_most, region_count;
    double margin, band;
    wend_detail_region regions[WEND_DETAIL_REGIONS_MAX];
    uint32_t limit;
    uint8_t *level;   /* [limit] */
    uint8_t *stride;  /* [limit] */
    uint32_t *ticked; /* [limit] the low bits */
    wend_allocator allocator;
} wendi_detail;

/** Off. @return WEND_OK, WEND_ERROR_MEMORY. */
wend_result wendi_detail_create(wendi_detail *detail, uint32_t limit, const wend_allocator *a);
void wendi_detail_free(wendi_detail *detail);
size_t wendi_detail_memory_bytes(const wendi_detail *detail);

/** Refuses a region with a number out of its range: "function: regions[2].radius is -1, and must be from
 * 0 to 1073741824". @param message may be NULL. @return WEND_OK, WEND_ERROR_ARGUMENT. */
wend_result wendi_detail_check_region(const wend_detail_region *region, uint32_t index,
                                      uint32_t floor_count, const char *function,
                                      wend_message *message);
/** Visits settings, levels and ticks of the first `high` bodies, in a crowd of so many ticks. */
void wendi_detail_visit(wendi_detail *detail, uint32_t high, uint32_t floor_count, uint64_t tick,
                        wendi_visitor *v);

/** The body is at full detail in the next tick. */
static inline void wendi_detail_wake(wendi_detail *detail, uint32_t body)
{
    detail->level[body] = 0;
}

/** Likewise; a new body, or one that was put elsewhere, has nothing to make up for. */
static inline void wendi_detail_restart(wendi_detail *detail, uint32_t body, uint64_t tick)
{
    detail->level[body] = 0;
    detail->ticked[body] = (uint32_t)tick;
}

#endif
