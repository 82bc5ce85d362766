/* Allocates, resizes and frees blocks through an allocator, and adds and multiplies sizes without
 * wrapping.
 * Cost: one call of the allocator each. */
#include "base/core/memory.h"

#include "base/core/counted_memory.h"

#include <stdlib.h>
#include <string.h>

void *wendi_resize(const wend_allocator *a, void *block, size_t old_bytes, size_t new_bytes)
{
    if (block == NULL && new_bytes == 0) {
        return NULL;
    }
    if (a != NULL && a->resize != NULL) {
        return a->resize(a->context, block, block == NULL ? 0 : old_bytes, new_bytes);
    }
    /* realloc(block, 0) may or may not free (C17 7.22.3.5): free explicitly. */
    if (new_bytes == 0) {
        free(block);
        return NULL;
    }
    return realloc(block, new_bytes);
}

void *wendi_alloc(const wend_allocator *a, size_t bytes)
{
    return wendi_resize(a, NULL, 0, bytes);
}

void *wendi_alloc_zero(const wend_allocator *a, size_t bytes)
{
    if ((a == NULL || a->resize == NULL) && bytes > 0) {
        return calloc(1, bytes); /* large blocks of calloc are not touched before they are used */
    }
    if (wendi_is_counted(a)) {
        return wendi_counted_alloc_zero(a, bytes);
    }
    void *block = wendi_alloc(a, bytes);
    if (block != NULL) {
        memset(block, 0, bytes);
    }
    return block;
}

void *wendi_alloc_items(const wend_allocator *a, size_t count, size_t item_bytes)
{
    size_t bytes;
    return wendi_size_multiply(count, item_bytes, &bytes) ? wendi_alloc(a, bytes) : NULL;
}

void *wendi_alloc_items_zero(const wend_allocator *a, size_t count, size_t item_bytes)
{
    size_t bytes;
    return wendi_size_multiply(count, item_bytes, &bytes) ? wendi_alloc_zero(a, bytes) : NULL;
}

void *wendi_resize_items(const wend_allocator *a, void *block, size_t old_count, size_t new_count,
                         size_t item_bytes)
{
    size_t bytes;
    return wendi_size_multiply(new_count, item_bytes, &bytes)
               ? wendi_resize(a, block, old_count * item_bytes, bytes)
               : NULL;
}

void wendi_free(const wend_allocator *a, void *block, size_t bytes)
{
    if (block != NULL) {
        (void)wendi_resize(a, block, bytes, 0);
    }
}

bool wendi_size_multiply(size_t a, size_t b, size_t *product)
{
    if (a != 0 && b > SIZE_MAX / a) {
        return false;
    }
    *product = a * b;
    return true;
}

bool wendi_size_add(size_t a, size_t b, size_t *sum)
{
    if (b > SIZE_MAX - a) {
        return false;
    }
    *sum = a + b;
    return true;
}
