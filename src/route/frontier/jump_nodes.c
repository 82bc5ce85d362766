/* Search nodes of jump point search, found by cell.
 * Cost: constant a look-up; growing doubles, so constant a node on average. */
#include "route/frontier/jump_nodes.h"

#include <string.h>

bool wendi_jump_nodes_grow(wendi_jump_nodes *nodes, const wend_allocator *allocator)
{
    wendi_jump_node *grown = wendi_key_table_grow_with(&nodes->keys, nodes->items, &nodes->capacity,
                                                       sizeof nodes->items[0], allocator);
    if (grown == NULL) {
        return false;
    }
    nodes->items = grown;
    return true;
}

static void free_growth(wendi_jump_growth *growth, const wend_allocator *allocator)
{
    wendi_free(allocator, growth->items, growth->capacity * sizeof growth->items[0]);
    wendi_key_table_destroy(&growth->keys, allocator);
    memset(growth, 0, sizeof *growth);
}

static wend_result begin_growth(wendi_jump_nodes *nodes, const wend_allocator *allocator)
{
    wendi_jump_growth *growth = &nodes->growth;
    if (!wendi_key_table_reserve(&growth->keys, &nodes->keys, allocator)) {
        return WEND_ERROR_MEMORY;
    }
    growth->capacity = wendi_key_table_capacity(&growth->keys);
    growth->items = wendi_alloc_items(allocator, growth->capacity, sizeof growth->items[0]);
    if (growth->items == NULL) {
        growth->capacity = 0;
        free_growth(growth, allocator);
        return WEND_ERROR_MEMORY;
    }
    return WEND_OK;
}

wend_result wendi_jump_nodes_make_room(wendi_jump_nodes *nodes, uint64_t *steps,
                                       const wend_allocator *allocator)
{
    enum { CLEARED_A_STEP = 512, MOVED_A_STEP = 16, SMALL = 1024 };
    wendi_jump_growth *growth = &nodes->growth;
    const uint32_t count = nodes->keys.count;
    if (count < nodes->capacity - nodes->capacity / 8 || nodes->capacity < SMALL) {
        return WEND_OK;
    }
    if (growth->items == NULL) {
        const wend_result begun = begin_growth(nodes, allocator);
        if (begun != WEND_OK) {
            return begun;
        }
    }
    const uint32_t entries = 2 * growth->capacity;
    for (; growth->cleared<entries && * steps> 0; --*steps) {
        const uint32_t left = entries - growth->cleared;
        const uint32_t part = left < CLEARED_A_STEP ? left : (uint32_t)CLEARED_A_STEP;
        memset(growth->keys.entries + growth->cleared, 0, part * sizeof growth->keys.entries[0]);
        growth->cleared += part;
    }
    for (; growth->cleared == entries && growth->moved<count && * steps> 0; --*steps) {
        for (uint32_t k = 0; k < MOVED_A_STEP && growth->moved < count; ++k, ++growth->moved) {
            const uint32_t cell = nodes->items[growth->moved].cell;
            growth->items[growth->moved] = nodes->items[growth->moved];
            (void)wendi_key_table_add(&growth->keys, wendi_key_table_slot(&growth->keys, cell),
                                      cell);
        }
    }
    if (growth->moved < count) {
        return WEND_IN_PROGRESS;
    }
    wendi_free(allocator, nodes->items, nodes->capacity * sizeof nodes->items[0]);
    wendi_key_table_destroy(&nodes->keys, allocator);
    nodes->items = growth->items;
    nodes->capacity = growth->capacity;
    nodes->keys = growth->keys;
    memset(growth, 0, sizeof *growth);
    return WEND_OK;
}

bool wendi_jump_nodes_clear(wendi_jump_nodes *nodes, const wend_allocator *allocator)
{
    free_growth(&nodes->growth, allocator);
    wendi_key_table_clear(&nodes->keys);
    return nodes->capacity > 0 || wendi_jump_nodes_grow(nodes, allocator);
}

void wendi_jump_nodes_destroy(wendi_jump_nodes *nodes, const wend_allocator *allocator)
{
    free_growth(&nodes->growth, allocator);
    wendi_free(allocator, nodes->items, nodes->capacity * sizeof nodes->items[0]);
    wendi_key_table_destroy(&nodes->keys, allocator);
    memset(nodes, 0, sizeof *nodes);
}

size_t wendi_jump_nodes_bytes(const wendi_jump_nodes *nodes)
{
    return (nodes->capacity + nodes->growth.capacity) * sizeof nodes->items[0] +
           wendi_key_table_memory_bytes(&nodes->keys) +
           wendi_key_table_memory_bytes(&nodes->growth.keys);
}

bool wendi_jump_records_begin(wendi_jump_records *records, uint32_t id_count,
                              const wend_allocator *allocator)
{
    const uint32_t capacity = id_count + 2;
    if (records->capacity < capacity) {
        wendi_jump_records_destroy(records, allocator);
        records->items = wendi_alloc_zero(allocator, capacity * sizeof records->items[0]);
        if (records->items == NULL) {
            return false;
        }
        records->capacity = capacity;
    } else if (records->generation == 0 - (uint32_t)WENDI_JUMP_GENERATION) {
        memset(records->items, 0, records->capacity * sizeof records->items[0]);
        records->generation = 0;
    }
    records->generation += WENDI_JUMP_GENERATION;
    return true;
}

void wendi_jump_records_destroy(wendi_jump_records *records, const wend_allocator *allocator)
{
    wendi_free(allocator, records->items, records->capacity * sizeof records->items[0]);
    memset(records, 0, sizeof *records);
}

size_t wendi_jump_records_bytes(const wendi_jump_records *records)
{
    return records->capacity * sizeof records->items[0];
}
