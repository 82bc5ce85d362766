/* Indices with generations, from which ids are made.
 *
 *     next        | USED | 3 | USED | none |      free indices are chained, the last freed first
 *     generation  |  1   | 2 |  1   |  4   |      raised when an index is freed
 *
 * The items of the indices are the caller's, in arrays of its own. */
#ifndef WENDI_BASE_CORE_SLOTS_H
#define WENDI_BASE_CORE_SLOTS_H

#include "base/core/visitor.h"

static const uint32_t WENDI_SLOT_USED = UINT32_MAX, WENDI_SLOT_NONE = UINT32_MAX - 1;

typedef struct wendi_slots {
    uint32_t *next, *generation; /* [capacity] */
    uint32_t capacity, limit, count, free_first;
} wendi_slots;

void wendi_slots_init(wendi_slots *slots);
void wendi_slots_free(wendi_slots *slots, const wend_allocator *allocator);
/** Room for so many indices in all. @return false without memory, as before. */
bool wendi_slots_reserve(wendi_slots *slots, uint32_t capacity, const wend_allocator *allocator);
/** Indices that are in use or were, after so many more are taken. */
uint32_t wendi_slots_limit_with(const wendi_slots *slots, uint32_t more);
/** Takes an index, for which there must be room. */
uint32_t wendi_slots_take(wendi_slots *slots);
/** Frees an index. */
void wendi_slots_release(wendi_slots *slots, uint32_t index);
/** Hashes, writes or reads limit, generations and free indices. Reading takes at most `most`
 * indices, and sets `count` to those in use. @param reason of bytes that make no sense. */
void wendi_slots_visit(wendi_visitor *v, wendi_slots *slots, uint32_t most, const char *reason,
                       const wend_allocator *allocator);

static inline bool wendi_slots_is_used(const wendi_slots *slots, uint32_t index)
{
    return index < slots->limit && slots->next[index] == WENDI_SLOT_USED;
}

/** True if an id is one of an index in use. */
static inline bool wendi_slots_has(const wendi_slots *slots, uint32_t index1, uint32_t generation)
{
    return index1 != 0 && wendi_slots_is_used(slots, index1 - 1) &&
           slots->generation[index1 - 1] == generation;
}

#endif
