/* Growable arrays of numbers.
 *
 *   items  [ 7 | 3 | 9 | . | . | . ]      count = 3, capacity = 6
 *
 * A zeroed array is a valid empty one over libc. Growing doubles, so that pushing costs constant
 * time on average; clearing keeps the memory. Functions that return bool give false without
 * memory, and the array is then as before. `items` may be read and written directly up to `count`;
 * it is NULL while nothing was ever reserved. */
#ifndef WENDI_BASE_CORE_ARRAY_H
#define WENDI_BASE_CORE_ARRAY_H

#include "base/math/floating_point.h"
#include "wend/base.h"

typedef struct wendi_array_u8 {
    uint8_t *items;
    size_t count;
    size_t capacity;
    wend_allocator allocator;
} wendi_array_u8;

typedef struct wendi_array_u32 {
    uint32_t *items;
    size_t count;
    size_t capacity;
    wend_allocator allocator;
} wendi_array_u32;

typedef struct wendi_array_u64 {
    uint64_t *items;
    size_t count;
    size_t capacity;
    wend_allocator allocator;
} wendi_array_u64;

/** An empty array that will use this allocator (NULL = libc). Allocates nothing. */
void wendi_array_u8_init(wendi_array_u8 *array, const wend_allocator *allocator);
void wendi_array_u32_init(wendi_array_u32 *array, const wend_allocator *allocator);
void wendi_array_u64_init(wendi_array_u64 *array, const wend_allocator *allocator);

/** Reserves memory for `capacity` items in all; pushes up to there cannot fail afterwards. */
bool wendi_array_u8_reserve(wendi_array_u8 *array, size_t capacity);
bool wendi_array_u32_reserve(wendi_array_u32 *array, size_t capacity);
bool wendi_array_u64_reserve(wendi_array_u64 *array, size_t capacity);

/** Appends one item. */
bool wendi_array_u8_push(wendi_array_u8 *array, uint8_t item);
bool wendi_array_u32_push(wendi_array_u32 *array, uint32_t item);
bool wendi_array_u64_push(wendi_array_u64 *array, uint64_t item);

/** Appends [count] items, which must not lie in this array. items may be NULL when count is 0. */
bool wendi_array_u8_append(wendi_array_u8 *array, const uint8_t *items, size_t count);
bool wendi_array_u32_append(wendi_array_u32 *array, const uint32_t *items, size_t count);
bool wendi_array_u64_append(wendi_array_u64 *array, const uint64_t *items, size_t count);

/** Sets the count; new items are 0. */
bool wendi_array_u8_resize(wendi_array_u8 *array, size_t count);
bool wendi_array_u32_resize(wendi_array_u32 *array, size_t count);
bool wendi_array_u64_resize(wendi_array_u64 *array, size_t count);

/** Sets the count to 0 and keeps the memory. */
void wendi_array_u8_clear(wendi_array_u8 *array);
void wendi_array_u32_clear(wendi_array_u32 *array);
void wendi_array_u64_clear(wendi_array_u64 *array);

/** Frees the memory; the array is empty and usable again. */
void wendi_array_u8_free(wendi_array_u8 *array);
void wendi_array_u32_free(wendi_array_u32 *array);
void wendi_array_u64_free(wendi_array_u64 *array);

#endif
