/* Indices with generations. Cost: constant a call, but for growth. */
#include "base/core/slots.h"

#include "base/core/memory.h"

#include <string.h>

void wendi_slots_init(wendi_slots *slots)
{
    memset(slots, 0, sizeof *slots);
    slots->free_first = WENDI_SLOT_NONE;
}

void wendi_slots_free(wendi_slots *slots, const wend_allocator *allocator)
{
    wendi_free(allocator, slots->next, slots->capacity * sizeof *slots->next);
    wendi_free(allocator, slots->generation, slots->capacity * sizeof *slots->generation);
    wendi_slots_init(slots);
}

bool wendi_slots_reserve(wendi_slots *slots, uint32_t capacity, const wend_allocator *allocator)
{
    if (capacity <= slots->capacity) {
        return true;
    }
    uint32_t *next = wendi_alloc_items(allocator, capacity, sizeof *next);
    if (next == NULL) {
        return false;
    }
    uint32_t *generation = wendi_resize_items(allocator, slots->generation, slots->capacity,
                                              capacity, sizeof *generation);
    if (generation == NULL) {
        wendi_free(allocator, next, capacity * sizeof *next);
        return false;
    }
    if (slots->limit > 0) {
        memcpy(next, slots->next, slots->limit * sizeof *next);
    }
    wendi_free(allocator, slots->next, slots->capacity * sizeof *slots->next);
    slots->next = next;
    slots->generation = generation;
    slots->capacity = capacity;
    return true;
}

uint32_t wendi_slots_limit_with(const wendi_slots *slots, uint32_t more)
{
    const uint32_t free_count = slots->limit - slots->count;
    return slots->limit + (more > free_count ? more - free_count : 0);
}

uint32_t wendi_slots_take(wendi_slots *slots)
{
    uint32_t index = slots->free_first;
    if (index != WENDI_SLOT_NONE) {
        slots->free_first = slots->next[index];
    } else {
        index = slots->limit++;
        slots->generation[index] = 1;
    }
    slots->next[index] = WENDI_SLOT_USED;
    slots->count++;
    return index;
}

void wendi_slots_release(wendi_slots *slots, uint32_t index)
{
    const uint32_t generation = slots->generation[index];
    slots->generation[index] = generation == UINT32_MAX ? 1 : generation + 1;
    slots->next[index] = slots->free_first;
    slots->free_first = index;
    slots->count--;
}

static void read_slots(wendi_visitor *v, wendi_slots *slots, uint32_t most, const char *reason,
                       const wend_allocator *allocator)
{
    uint32_t limit = 0, count = 0;
    wendi_visit_u32(v, &limit);
    wendi_visit_u32(v, &count);
    wendi_visit_expect(v,
                       limit <= most && count <= limit &&
                           (uint64_t)limit * 4 <= wendi_reader_remaining(v->reader),
                       reason);
    if (wendi_visitor_has_failed(v) ||
        !wendi_visit_expect_memory(v, wendi_slots_reserve(slots, limit, allocator))) {
        return;
    }
    slots->limit = limit;
    slots->count = count;
    for (uint32_t i = 0; i < limit; i++) {
        slots->next[i] = WENDI_SLOT_USED;
        wendi_visit_u32(v, &slots->generation[i]);
        wendi_visit_expect(v, slots->generation[i] != 0, reason);
    }
    uint32_t *link = &slots->free_first;
    for (uint32_t left = limit - count; left > 0 && !wendi_visitor_has_failed(v); left--) {
        uint32_t index = 0;
        wendi_visit_u32(v, &index);
        const bool is_sound = index < limit && slots->next[index] == WENDI_SLOT_USED;
        wendi_visit_expect(v, is_sound, reason);
        if (is_sound) {
            *link = index;
            link = &slots->next[index];
            *link = WENDI_SLOT_NONE;
        }
    }
}

void wendi_slots_visit(wendi_visitor *v, wendi_slots *slots, uint32_t most, const char *reason,
                       const wend_allocator *allocator)
{
    if (wendi_visitor_is_reading(v)) {
        read_slots(v, slots, most, reason, allocator);
        return;
    }
    uint32_t limit = slots->limit, count = slots->count;
    wendi_visit_u32(v, &limit);
    wendi_visit_u32(v, &count);
    for (uint32_t i = 0; i < slots->limit; i++) {
        uint32_t generation = slots->generation[i];
        wendi_visit_u32(v, &generation);
    }
    for (uint32_t i = slots->free_first; i != WENDI_SLOT_NONE; i = slots->next[i]) {
        uint32_t index = i;
        wendi_visit_u32(v, &index);
    }
}
