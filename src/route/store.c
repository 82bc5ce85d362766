/* Takes: a space's size.
 * Gives: cost and origin of each slot, forgotten at once when a new query begins.
 * Cost: 12 bytes a slot (16 with depths); cleared once in 67 million queries. */
#include "route/search_private.h"

#include <string.h>

static wend_result reserve_arcs(wendi_store *store, uint32_t count, const wend_allocator *allocator)
{
    if (count <= store->arc_capacity) {
        return WEND_OK;
    }
    uint32_t *grown =
        wendi_resize(allocator, store->arcs, store->arc_capacity * sizeof store->arcs[0],
                     count * sizeof store->arcs[0]);
    if (grown == NULL) {
        return WEND_ERROR_MEMORY;
    }
    store->arcs = grown;
    store->arc_capacity = count;
    return WEND_OK;
}

wend_result wendi_store_begin(wendi_store *store, const wend_space *space, bool with_depths,
                              const wend_allocator *allocator)
{
    const size_t count = space->slot_count;
    if (store->costs == NULL) {
        uint64_t *costs = wendi_alloc(allocator, count * sizeof costs[0]);
        uint32_t *meta = wendi_alloc_zero(allocator, count * sizeof meta[0]);
        if (costs == NULL || meta == NULL) {
            wendi_free(allocator, costs, count * sizeof costs[0]);
            wendi_free(allocator, meta, count * sizeof meta[0]);
            return WEND_ERROR_MEMORY;
        }
        store->costs = costs;
        store->meta = meta;
        store->slot_count = space->slot_count;
    }
    if (with_depths && store->depths == NULL) {
        store->depths = wendi_alloc(allocator, count * sizeof store->depths[0]);
        if (store->depths == NULL) {
            return WEND_ERROR_MEMORY;
        }
    }
    if (reserve_arcs(store, space->links.end_count, allocator) != WEND_OK) {
        return WEND_ERROR_MEMORY;
    }
    store->generation += WENDI_META_GENERATION;
    if (store->generation == 0) {
        memset(store->meta, 0, count * sizeof store->meta[0]);
        store->generation = WENDI_META_GENERATION;
    }
    return WEND_OK;
}

void wendi_store_destroy(wendi_store *store, const wend_allocator *allocator)
{
    const size_t count = store->slot_count;
    wendi_free(allocator, store->costs, store->costs != NULL ? count * sizeof store->costs[0] : 0);
    wendi_free(allocator, store->meta, store->meta != NULL ? count * sizeof store->meta[0] : 0);
    wendi_free(allocator, store->depths,
               store->depths != NULL ? count * sizeof store->depths[0] : 0);
    wendi_free(allocator, store->arcs, store->arc_capacity * sizeof store->arcs[0]);
    memset(store, 0, sizeof *store);
}

size_t wendi_store_bytes(const wendi_store *store)
{
    const size_t slot = (store->costs != NULL ? sizeof(uint64_t) + sizeof(uint32_t) : 0) +
                        (store->depths != NULL ? sizeof(uint32_t) : 0);
    return slot * store->slot_count + store->arc_capacity * sizeof store->arcs[0];
}
