/* An allocator that counts its bytes and refuses to exceed a limit.
 *
 *     wendi_counted_memory memory = {.below = allocator, .limit = most};
 *     wend_allocator counted = wendi_counted_allocator(&memory);
 *
 * Blocks of zeros come from calloc where `below` is libc, so large ones are not touched before they
 * are used. Used by one thread at a time, as the object whose memory it is. */
#ifndef WENDI_BASE_CORE_COUNTED_MEMORY_H
#define WENDI_BASE_CORE_COUNTED_MEMORY_H

#include "base/core/memory.h"

typedef struct wendi_counted_memory {
    wend_allocator below;
    size_t bytes;   /* allocated now */
    size_t limit;   /* most bytes */
    size_t refused; /* bytes that the last refused call would have led to; 0 = none was refused */
} wendi_counted_memory;

/** The allocator; valid as long as the object stays where it is. */
wend_allocator wendi_counted_allocator(wendi_counted_memory *memory);

/** A new block of zeros; NULL on failure. @param a one from wendi_counted_allocator. */
void *wendi_counted_alloc_zero(const wend_allocator *a, size_t bytes);
bool wendi_is_counted(const wend_allocator *a);

/** Counts bytes that come from elsewhere as if they had been allocated. An allocator that does not
 * count always allows them. @return false: more than the limit; nothing is counted. */
bool wendi_counted_charge(const wend_allocator *a, size_t bytes);
void wendi_counted_discharge(const wend_allocator *a, size_t bytes);

#endif
