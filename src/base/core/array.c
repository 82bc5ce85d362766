/* Growable arrays of 8, 32 and 64 bits.
 * Cost: a push is constant on average, with one call of the allocator for each doubling. */
#include "base/core/array.h"

#include "base/core/memory.h"

#include <string.h>

enum { FIRST_CAPACITY = 16 };

/* Grows a block to `needed` items or more and updates *capacity; NULL when that fails. */
static void *grown(const wend_allocator *allocator, void *block, size_t *capacity, size_t needed,
                   size_t item_bytes)
{
    size_t doubled = *capacity > SIZE_MAX / 2 ? SIZE_MAX : *capacity * 2;
    size_t wanted = doubled > needed ? doubled : needed;
    wanted = wanted > FIRST_CAPACITY ? wanted : FIRST_CAPACITY;
    void *larger = wendi_resize_items(allocator, block, *capacity, wanted, item_bytes);
    if (larger != NULL) {
        *capacity = wanted;
    }
    return larger;
}

static wend_allocator allocator_or_libc(const wend_allocator *allocator)
{
    wend_allocator libc = {NULL, NULL};
    return allocator == NULL ? libc : *allocator;
}

/* ---- 8 bits ---- */

void wendi_array_u8_init(wendi_array_u8 *array, const wend_allocator *allocator)
{
    array->items = NULL;
    array->count = 0;
    array->capacity = 0;
    array->allocator = allocator_or_libc(allocator);
}

bool wendi_array_u8_reserve(wendi_array_u8 *array, size_t capacity)
{
    if (capacity <= array->capacity) {
        return true;
    }
    uint8_t *items =
        grown(&array->allocator, array->items, &array->capacity, capacity, sizeof *array->items);
    if (items == NULL) {
        return false;
    }
    array->items = items;
    return true;
}

bool wendi_array_u8_push(wendi_array_u8 *array, uint8_t item)
{
    if (array->count == array->capacity && !wendi_array_u8_reserve(array, array->count + 1)) {
        return false;
    }
    array->items[array->count++] = item;
    return true;
}

bool wendi_array_u8_append(wendi_array_u8 *array, const uint8_t *items, size_t count)
{
    size_t total;
    if (!wendi_size_add(array->count, count, &total) || !wendi_array_u8_reserve(array, total)) {
        return false;
    }
    if (count > 0) {
        memcpy(array->items + array->count, items, count * sizeof *items);
    }
    array->count = total;
    return true;
}

bool wendi_array_u8_resize(wendi_array_u8 *array, size_t count)
{
    if (!wendi_array_u8_reserve(array, count)) {
        return false;
    }
    if (count > array->count) {
        memset(array->items + array->count, 0, (count - array->count) * sizeof *array->items);
    }
    array->count = count;
    return true;
}

void wendi_array_u8_clear(wendi_array_u8 *array)
{
    array->count = 0;
}

void wendi_array_u8_free(wendi_array_u8 *array)
{
    wendi_free(&array->allocator, array->items, array->capacity * sizeof *array->items);
    wendi_array_u8_init(array, &array->allocator);
}

/* ---- 32 bits ---- */

void wendi_array_u32_init(wendi_array_u32 *array, const wend_allocator *allocator)
{
    array->items = NULL;
    array->count = 0;
    array->capacity = 0;
    array->allocator = allocator_or_libc(allocator);
}

bool wendi_array_u32_reserve(wendi_array_u32 *array, size_t capacity)
{
    if (capacity <= array->capacity) {
        return true;
    }
    uint32_t *items =
        grown(&array->allocator, array->items, &array->capacity, capacity, sizeof *array->items);
    if (items == NULL) {
        return false;
    }
    array->items = items;
    return true;
}

bool wendi_array_u32_push(wendi_array_u32 *array, uint32_t item)
{
    if (array->count == array->capacity && !wendi_array_u32_reserve(array, array->count + 1)) {
        return false;
    }
    array->items[array->count++] = item;
    return true;
}

bool wendi_array_u32_append(wendi_array_u32 *array, const uint32_t *items, size_t count)
{
    size_t total;
    if (!wendi_size_add(array->count, count, &total) || !wendi_array_u32_reserve(array, total)) {
        return false;
    }
    if (count > 0) {
        memcpy(array->items + array->count, items, count * sizeof *items);
    }
    array->count = total;
    return true;
}

bool wendi_array_u32_resize(wendi_array_u32 *array, size_t count)
{
    if (!wendi_array_u32_reserve(array, count)) {
        return false;
    }
    if (count > array->count) {
        memset(array->items + array->count, 0, (count - array->count) * sizeof *array->items);
    }
    array->count = count;
    return true;
}

void wendi_array_u32_clear(wendi_array_u32 *array)
{
    array->count = 0;
}

void wendi_array_u32_free(wendi_array_u32 *array)
{
    wendi_free(&array->allocator, array->items, array->capacity * sizeof *array->items);
    wendi_array_u32_init(array, &array->allocator);
}

/* ---- 64 bits ---- */

void wendi_array_u64_init(wendi_array_u64 *array, const wend_allocator *allocator)
{
    array->items = NULL;
    array->count = 0;
    array->capacity = 0;
    array->allocator = allocator_or_libc(allocator);
}

bool wendi_array_u64_reserve(wendi_array_u64 *array, size_t capacity)
{
    if (capacity <= array->capacity) {
        return true;
    }
    uint64_t *items =
        grown(&array->allocator, array->items, &array->capacity, capacity, sizeof *array->items);
    if (items == NULL) {
        return false;
    }
    array->items = items;
    return true;
}

bool wendi_array_u64_push(wendi_array_u64 *array, uint64_t item)
{
    if (array->count == array->capacity && !wendi_array_u64_reserve(array, array->count + 1)) {
        return false;
    }
    array->items[array->count++] = item;
    return true;
}

bool wendi_array_u64_append(wendi_array_u64 *array, const uint64_t *items, size_t count)
{
    size_t total;
    if (!wendi_size_add(array->count, count, &total) || !wendi_array_u64_reserve(array, total)) {
        return false;
    }
    if (count > 0) {
        memcpy(array->items + array->count, items, count * sizeof *items);
    }
    array->count = total;
    return true;
}

bool wendi_array_u64_resize(wendi_array_u64 *array, size_t count)
{
    if (!wendi_array_u64_reserve(array, count)) {
        return false;
    }
    if (count > array->count) {
        memset(array->items + array->count, 0, (count - array->count) * sizeof *array->items);
    }
    array->count = count;
    return true;
}

void wendi_array_u64_clear(wendi_array_u64 *array)
{
    array->count = 0;
}

void wendi_array_u64_free(wendi_array_u64 *array)
{
    wendi_free(&array->allocator, array->items, array->capacity * sizeof *array->items);
    wendi_array_u64_init(array, &array->allocator);
}
