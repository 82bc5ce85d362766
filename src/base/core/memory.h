/* Every block of the library is allocated and freed here. */
#ifndef WENDI_BASE_CORE_MEMORY_H
#define WENDI_BASE_CORE_MEMORY_H

#include "base/math/floating_point.h"
#include "wend/base.h"

/** A new block of undefined content; NULL on failure or when bytes is 0. a may be NULL: libc. */
void *wendi_alloc(const wend_allocator *a, size_t bytes);

/** A new block of zeros; NULL on failure or when bytes is 0. */
void *wendi_alloc_zero(const wend_allocator *a, size_t bytes);

/** Changes a block's size. NULL on failure; the old block then stays valid and unchanged.
 * new_bytes 0 frees the block and gives NULL; block NULL (with old_bytes 0) allocates. */
void *wendi_resize(const wend_allocator *a, void *block, size_t old_bytes, size_t new_bytes);

/** The same for arrays of items: NULL also where their bytes do not fit into a size_t. */
void *wendi_alloc_items(const wend_allocator *a, size_t count, size_t item_bytes);
void *wendi_alloc_items_zero(const wend_allocator *a, size_t count, size_t item_bytes);
void *wendi_resize_items(const wend_allocator *a, void *block, size_t old_count, size_t new_count,
                         size_t item_bytes);

/** Frees a block; bytes is its current size. NULL is fine. */
void wendi_free(const wend_allocator *a, void *block, size_t bytes);

/** *product = a * b; false, and *product unchanged, when that does not fit. */
bool wendi_size_multiply(size_t a, size_t b, size_t *product);

/** *sum = a + b; false, and *sum unchanged, when that does not fit. */
bool wendi_size_add(size_t a, size_t b, size_t *sum);

#endif
