/* Search node records of cells: cost and origin of each.
 * Cost: 12 bytes a cell (16 with depths); a new query clears nothing but once in 67 million
 * queries. */
#include "route/search/search.h"

#include <string.h>

static wend_result reserve_arcs(wendi_cell_records *records, uint32_t count,
                                const wend_allocator *allocator)
{
    if (count <= records->arc_capacity) {
        return WEND_OK;
    }
    uint32_t *grown =
        wendi_resize(allocator, records->arcs, records->arc_capacity * sizeof records->arcs[0],
                     count * sizeof records->arcs[0]);
    if (grown == NULL) {
        return WEND_ERROR_MEMORY;
    }
    records->arcs = grown;
    records->arc_capacity = count;
    return WEND_OK;
}

wend_result wendi_cell_records_begin(wendi_cell_records *records, const wend_space *space,
                                     bool with_depths, const wend_allocator *allocator)
{
    const size_t count = space->slot_count;
    if (records->costs == NULL) {
        uint64_t *costs = wendi_alloc(allocator, count * sizeof costs[0]);
        uint32_t *meta = wendi_alloc_zero(allocator, count * sizeof meta[0]);
        if (costs == NULL || meta == NULL) {
            wendi_free(allocator, costs, count * sizeof costs[0]);
            wendi_free(allocator, meta, count * sizeof meta[0]);
            return WEND_ERROR_MEMORY;
        }
        records->costs = costs;
        records->meta = meta;
        records->slot_count = space->slot_count;
    }
    if (with_depths && records->depths == NULL) {
        records->depths = wendi_alloc(allocator, count * sizeof records->depths[0]);
        if (records->depths == NULL) {
            return WEND_ERROR_MEMORY;
        }
    }
    if (reserve_arcs(records, space->links.end_count, allocator) != WEND_OK) {
        return WEND_ERROR_MEMORY;
    }
    records->generation += WENDI_META_GENERATION;
    if (records->generation == 0) {
        memset(records->meta, 0, count * sizeof records->meta[0]);
        records->generation = WENDI_META_GENERATION;
    }
    return WEND_OK;
}

void wendi_cell_records_destroy(wendi_cell_records *records, const wend_allocator *allocator)
{
    const size_t count = records->slot_count;
    wendi_free(allocator, records->costs,
               records->costs != NULL ? count * sizeof records->costs[0] : 0);
    wendi_free(allocator, records->meta,
               records->meta != NULL ? count * sizeof records->meta[0] : 0);
    wendi_free(allocator, records->depths,
               records->depths != NULL ? count * sizeof records->depths[0] : 0);
    wendi_free(allocator, records->arcs, records->arc_capacity * sizeof records->arcs[0]);
    memset(records, 0, sizeof *records);
}

size_t wendi_cell_records_bytes(const wendi_cell_records *records)
{
    const size_t slot = (records->costs != NULL ? sizeof(uint64_t) + sizeof(uint32_t) : 0) +
                        (records->depths != NULL ? sizeof(uint32_t) : 0);
    return slot * records->slot_count + records->arc_capacity * sizeof records->arcs[0];
}
