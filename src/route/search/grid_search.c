/* Records, estimates and weights that all searches of cells share.
 * Cost: 12 bytes a cell (16 with depths); a new query clears nothing but once in 67 million
 * queries. In pages, time linear in the pages of the query before. */
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

/* Makes records of meta, which it frees without memory. */
static bool adopt(wendi_cell_records *records, uint32_t *meta, size_t count,
                  const wend_allocator *allocator)
{
    uint64_t *costs = wendi_alloc(allocator, count * sizeof costs[0]);
    if (costs == NULL) {
        wendi_free(allocator, meta, count * sizeof meta[0]);
        return false;
    }
    records->costs = costs;
    records->meta = meta;
    records->slot_count = (uint32_t)count;
    return true;
}

bool wendi_cell_records_reserve(wendi_cell_records *records, const wend_space *space,
                                const wend_allocator *allocator)
{
    if (records->costs != NULL) {
        return true;
    }
    const size_t count = space->slot_count;
    uint32_t *meta = wendi_alloc(allocator, count * sizeof meta[0]);
    if (meta == NULL || !adopt(records, meta, count, allocator)) {
        return false;
    }
    records->uncleared = space->slot_count;
    return true;
}

bool wendi_cell_records_clear(wendi_cell_records *records, uint64_t *steps)
{
    enum { SLOTS_A_STEP = 128 };
    const uint64_t wanted = (records->uncleared + SLOTS_A_STEP - 1) / SLOTS_A_STEP;
    const uint64_t done = wanted < *steps ? wanted : *steps;
    const uint32_t slots =
        done == wanted ? records->uncleared : (uint32_t)done * (uint32_t)SLOTS_A_STEP;
    if (slots > 0) {
        const uint32_t first = records->slot_count - records->uncleared;
        memset(records->meta + first, 0, slots * sizeof records->meta[0]);
        records->uncleared -= slots;
        *steps -= *steps == UINT64_MAX ? 0 : done;
    }
    return records->uncleared == 0;
}

wend_result wendi_cell_records_begin(wendi_cell_records *records, const wend_space *space,
                                     bool with_depths, const wend_allocator *allocator)
{
    const size_t count = space->slot_count;
    uint64_t steps = UINT64_MAX;
    if (records->is_paged) {
        wendi_cell_pages_clear(&records->pages);
        return wendi_cell_pages_reserve(&records->pages, space->slot_count, space->stride)
                   ? reserve_arcs(records, space->links.end_count, allocator)
                   : WEND_ERROR_MEMORY;
    }
    if (records->costs == NULL) {
        uint32_t *meta = wendi_alloc_zero(allocator, count * sizeof meta[0]);
        if (meta == NULL || !adopt(records, meta, count, allocator)) {
            return WEND_ERROR_MEMORY;
        }
    }
    (void)wendi_cell_records_clear(records, &steps);
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
    if (records->pages.pool != NULL) {
        wendi_cell_pages_destroy(&records->pages);
    }
    memset(records, 0, sizeof *records);
}

size_t wendi_cell_records_bytes(const wendi_cell_records *records)
{
    const size_t slot = (records->costs != NULL ? sizeof(uint64_t) + sizeof(uint32_t) : 0) +
                        (records->depths != NULL ? sizeof(uint32_t) : 0);
    return slot * records->slot_count + records->arc_capacity * sizeof records->arcs[0] +
           wendi_cell_pages_bytes(&records->pages);
}

/* ---- estimates ---- */

void wendi_grid_search_prepare(wend_search *search)
{
    wendi_heuristic_box_clear(&search->goal_heuristic.goals);
    for (size_t k = 0; k < search->goals.count; ++k) {
        wendi_heuristic_box_add(&search->goal_heuristic.goals, search->space,
                                search->goals.items[k].slot);
    }
    if (search->heuristic != WEND_HEURISTIC_CUSTOM) {
        wendi_grid_heuristic_prepare(&search->goal_heuristic, search->space, search->heuristic,
                                     true);
    }
}

uint64_t wendi_search_estimate(const wend_search *search, uint32_t slot, int32_t px, int32_t py)
{
    const wend_search_query *query = &search->query;
    if (search->heuristic == WEND_HEURISTIC_CUSTOM) {
        const wend_node goal = query->goal_kind == WEND_GOAL_NODE ? query->goal : WEND_NODE_NONE;
        return query->estimate(query->user, wendi_space_node(search->space, slot), goal);
    }
    return wendi_grid_heuristic_at(&search->goal_heuristic, px, py);
}

enum { NOISE_SHIFT = 3, NOISE_CELLS = 1 << NOISE_SHIFT };

/* The noise at a corner of the coarse raster, 16 bits. */
static uint32_t noise_at(const wend_search *search, uint32_t x, uint32_t y)
{
    return (uint32_t)(wend_random(search->query.noise_seed, (uint64_t)y << 32 | x, 0) >> 48);
}

/* Between the corners of the coarse raster around, in proportion. */
static uint32_t smooth_noise(const wend_search *search, uint32_t px, uint32_t py)
{
    const uint32_t x = px >> NOISE_SHIFT;
    const uint32_t y = py >> NOISE_SHIFT;
    const uint32_t right = px % NOISE_CELLS;
    const uint32_t below = py % NOISE_CELLS;
    const uint32_t top =
        noise_at(search, x, y) * (NOISE_CELLS - right) + noise_at(search, x + 1, y) * right;
    const uint32_t bottom =
        noise_at(search, x, y + 1) * (NOISE_CELLS - right) + noise_at(search, x + 1, y + 1) * right;
    return (top * (NOISE_CELLS - below) + bottom * below) >> 2 * NOISE_SHIFT;
}

uint64_t wendi_search_weight_at(const wend_search *search, int32_t px, int32_t py)
{
    if (search->noise == 0) {
        return search->weight;
    }
    const uint64_t part =
        (uint64_t)search->noise * smooth_noise(search, (uint32_t)px, (uint32_t)py);
    return search->weight * ((1u << 16) + (part >> 16)) >> 16;
}
