/* Sorting that gives the same order on every machine.
 *
 * Stable radix sorts over memory of the caller; libc's qsort may order equal keys in any way,
 * and does. Nothing here allocates. */
#ifndef WENDI_BASE_CORE_SORT_H
#define WENDI_BASE_CORE_SORT_H

#include "base/math/floating_point.h"

#include <stddef.h>
#include <stdint.h>

/** A key to sort by, and its value. */
typedef struct wendi_sort_pair {
    uint64_t key;
    uint32_t value;
} wendi_sort_pair;

/** Sorts by rising key; equal keys keep their order.
 * @param pairs [count], sorted in place. @param scratch [count], of any content; NULL is fine for
 * count 0. Linear: two readings plus one pass for each key byte in which the keys differ. */
void wendi_sort_pairs(wendi_sort_pair *pairs, wendi_sort_pair *scratch, size_t count);

/** Sorts numbers upwards. @param values [count], in place. @param scratch [count]. */
void wendi_sort_u32(uint32_t *values, uint32_t *scratch, size_t count);

#endif
