/* Runs a scenario once for every pattern of failing allocations: about 2 n runs for n
 * allocations. */
#include "support/fault.h"

#include "support/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILL_NEW = 0x7F, FILL_FREED = 0xDD, FILL_GUARD = 0x5C, GUARD_BYTES = 16 };

static const uint64_t MAGIC_LIVE = 0x77656e645f6c6976;
static const uint64_t MAGIC_FREED = 0x77656e645f676f6e;

/* Before each block; its size keeps the block aligned as malloc's. */
typedef struct fault_header {
    _Alignas(max_align_t) uint64_t magic;
    size_t bytes;
} fault_header;

static void stop_if(bool is_wrong, const char *what)
{
    if (is_wrong) {
        fprintf(stderr, "fault_heap: %s\n", what);
        abort();
    }
}

static bool guard_is_whole(const unsigned char *guard)
{
    for (size_t i = 0; i < GUARD_BYTES; ++i) {
        if (guard[i] != FILL_GUARD) {
            return false;
        }
    }
    return true;
}

static fault_header *header_of(void *block, size_t old_bytes)
{
    fault_header *header = (fault_header *)block - 1;
    stop_if(header->magic == MAGIC_FREED, "a block is given back twice");
    stop_if(header->magic != MAGIC_LIVE, "a block that never came from here");
    stop_if(header->bytes != old_bytes, "the old size is wrong");
    stop_if(!guard_is_whole((unsigned char *)block + old_bytes), "a write past the end of a block");
    return header;
}

static void *block_new(fault_heap *heap, size_t bytes)
{
    if (bytes > SIZE_MAX / 2) {
        return NULL;
    }
    fault_header *header = malloc(sizeof *header + bytes + GUARD_BYTES);
    if (header == NULL) {
        return NULL;
    }
    unsigned char *block = (unsigned char *)(header + 1);
    header->magic = MAGIC_LIVE;
    header->bytes = bytes;
    memset(block, FILL_NEW, bytes);
    memset(block + bytes, FILL_GUARD, GUARD_BYTES);
    atomic_fetch_add(&heap->live_blocks, 1);
    atomic_fetch_add(&heap->live_bytes, bytes);
    return block;
}

static void block_end(fault_heap *heap, void *block, size_t old_bytes)
{
    fault_header *header = header_of(block, old_bytes);
    header->magic = MAGIC_FREED;
    memset(block, FILL_FREED, old_bytes);
    atomic_fetch_sub(&heap->live_blocks, 1);
    atomic_fetch_sub(&heap->live_bytes, old_bytes);
    free(header);
}

static bool must_fail(fault_heap *heap)
{
    size_t call = atomic_fetch_add(&heap->calls, 1);
    bool fails = (heap->mode == FAULT_ONCE && call == heap->fail_at) ||
                 (heap->mode == FAULT_KEEP && call >= heap->fail_at);
    if (fails) {
        atomic_fetch_add(&heap->failures, 1);
    }
    return fails;
}

static void *fault_resize(void *context, void *block, size_t old_bytes, size_t new_bytes)
{
    fault_heap *heap = context;
    stop_if(block == NULL && old_bytes != 0, "no block, but an old size");
    if (new_bytes > old_bytes && must_fail(heap)) {
        return NULL;
    }
    void *moved = NULL;
    if (new_bytes > 0) {
        moved = block_new(heap, new_bytes);
        if (moved == NULL) {
            return NULL;
        }
        if (block != NULL) {
            memcpy(moved, block, old_bytes < new_bytes ? old_bytes : new_bytes);
        }
    }
    if (block != NULL) {
        block_end(heap, block, old_bytes);
    }
    return moved;
}

void fault_heap_init(fault_heap *heap)
{
    heap->mode = FAULT_NONE;
    heap->fail_at = 0;
    atomic_init(&heap->calls, 0);
    atomic_init(&heap->failures, 0);
    atomic_init(&heap->live_blocks, 0);
    atomic_init(&heap->live_bytes, 0);
}

void fault_heap_arm(fault_heap *heap, fault_mode mode, size_t fail_at)
{
    heap->mode = mode;
    heap->fail_at = fail_at;
    atomic_store(&heap->calls, 0);
    atomic_store(&heap->failures, 0);
}

wend_allocator fault_heap_allocator(fault_heap *heap)
{
    return (wend_allocator){fault_resize, heap};
}

/* One run; did it meet a failure? */
static bool run_once(fault_fn fn, void *context, fault_mode mode, size_t fail_at, size_t *calls)
{
    fault_heap heap;
    fault_heap_init(&heap);
    fault_heap_arm(&heap, mode, fail_at);
    wend_result result = fn(fault_heap_allocator(&heap), context);
    size_t failures = atomic_load(&heap.failures);
    const char *how = mode == FAULT_ONCE ? "alone" : "and all after it";
    if (atomic_load(&heap.live_blocks) != 0) {
        fail_msg("failing call %zu %s: %zu blocks, %zu bytes never given back", fail_at, how,
                 atomic_load(&heap.live_blocks), atomic_load(&heap.live_bytes));
    }
    if (result < 0 && (result != WEND_ERROR_MEMORY || failures == 0)) {
        fail_msg("failing call %zu %s (%zu failures): result %d", fail_at, how, failures,
                 (int)result);
    }
    *calls = atomic_load(&heap.calls);
    return failures > 0;
}

size_t fault_run(fault_fn fn, void *context)
{
    const fault_mode modes[] = {FAULT_ONCE, FAULT_KEEP};
    size_t calls = 0;
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; ++i) {
        size_t fail_at = 0;
        while (run_once(fn, context, modes[i], fail_at, &calls)) {
            ++fail_at;
        }
    }
    return calls;
}
