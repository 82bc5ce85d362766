/* takes: how many bodies there may be.
 * gives: memory for a tick.
 * cost:  about 1100 bytes a body, of which contacts, half of it, are mostly never touched. */
#include "crowd/work.h"

#include "base/memory.h"

#include <string.h>

typedef struct part {
    size_t offset; /* of the pointer in wendi_work */
    size_t bytes;  /* for each body */
} part;

static const part PARTS[] = {
    {offsetof(wendi_work, seen), sizeof(wendi_seen)},
    {offsetof(wendi_work, done), sizeof(wendi_done)},
    {offsetof(wendi_work, is_held), sizeof(bool)},
    {offsetof(wendi_work, prefer_x), sizeof(double)},
    {offsetof(wendi_work, prefer_y), sizeof(double)},
    {offsetof(wendi_work, flow_x), sizeof(double)},
    {offsetof(wendi_work, flow_y), sizeof(double)},
    {offsetof(wendi_work, flow_left), sizeof(double)},
    {offsetof(wendi_work, flow_why), sizeof(uint8_t)},
    {offsetof(wendi_work, flow_memo), sizeof(wend_flow_memo)},
    {offsetof(wendi_work, walls), sizeof(wendi_near_wall) * WENDI_WALLS_MOST},
    {offsetof(wendi_work, throw_x), sizeof(double)},
    {offsetof(wendi_work, throw_y), sizeof(double)},
    {offsetof(wendi_work, moved_x), sizeof(double)},
    {offsetof(wendi_work, moved_y), sizeof(double)},
    {offsetof(wendi_work, shift_x), sizeof(double)},
    {offsetof(wendi_work, shift_y), sizeof(double)},
    {offsetof(wendi_work, carried_x), sizeof(double)},
    {offsetof(wendi_work, carried_y), sizeof(double)},
    {offsetof(wendi_work, thrown), sizeof(uint8_t)},
    {offsetof(wendi_work, stack), sizeof(uint32_t)},
    {offsetof(wendi_work, x), sizeof(uint32_t)},
    {offsetof(wendi_work, y), sizeof(uint32_t)},
    {offsetof(wendi_work, vx), sizeof(float)},
    {offsetof(wendi_work, vy), sizeof(float)},
    {offsetof(wendi_work, wish_x), sizeof(float)},
    {offsetof(wendi_work, wish_y), sizeof(float)},
    {offsetof(wendi_work, way_x), sizeof(float)},
    {offsetof(wendi_work, way_y), sizeof(float)},
    {offsetof(wendi_work, radius), sizeof(float)},
    {offsetof(wendi_work, speed), sizeof(float)},
    {offsetof(wendi_work, weight), sizeof(float)},
    {offsetof(wendi_work, own_x), sizeof(float)},
    {offsetof(wendi_work, own_y), sizeof(float)},
    {offsetof(wendi_work, aim), sizeof(wendi_xy)},
    {offsetof(wendi_work, next), sizeof(wendi_xy)},
    {offsetof(wendi_work, gone), sizeof(wendi_xy)},
    {offsetof(wendi_work, floor), sizeof(uint32_t)},
    {offsetof(wendi_work, layer), sizeof(uint32_t)},
    {offsetof(wendi_work, avoids), sizeof(uint32_t)},
    {offsetof(wendi_work, touches), sizeof(uint32_t)},
    {offsetof(wendi_work, priority), sizeof(int32_t)},
    {offsetof(wendi_work, marks), sizeof(uint8_t)},
    {offsetof(wendi_work, contact_count), sizeof(uint8_t)},
    {offsetof(wendi_work, wall_count), sizeof(uint8_t)},
    {offsetof(wendi_work, moved), sizeof(uint8_t)},
    {offsetof(wendi_work, next_moved), sizeof(uint8_t)},
    {offsetof(wendi_work, is_there), sizeof(bool)},
    {offsetof(wendi_work, contacts), sizeof(wendi_contact) * WENDI_CONTACTS_MOST},
    {offsetof(wendi_work, contact_begin), sizeof(uint32_t)},
    {offsetof(wendi_work, home_x), sizeof(float)},
    {offsetof(wendi_work, home_y), sizeof(float)},
    {offsetof(wendi_work, aside_x), sizeof(float)},
    {offsetof(wendi_work, aside_y), sizeof(float)},
    {offsetof(wendi_work, behind), sizeof(float)},
    {offsetof(wendi_work, carry_x), sizeof(float)},
    {offsetof(wendi_work, carry_y), sizeof(float)},
    {offsetof(wendi_work, pace), sizeof(float)},
    {offsetof(wendi_work, known), sizeof(float)},
    {offsetof(wendi_work, reach), sizeof(float)},
};

enum { PART_COUNT = sizeof PARTS / sizeof PARTS[0] };

_Static_assert((uint32_t)WEND_CROWD_BODIES_MAX <= UINT32_MAX / (uint32_t)WENDI_CONTACTS_MOST,
               "contact_begin counts the contacts of all bodies");

/* In 64 bits: of the largest limit these are more bytes than some machines can count. */
static uint64_t lines_of(uint64_t bytes)
{
    const uint64_t line = WENDI_CACHE_LINE;
    return (bytes + line - 1) / line * line;
}

static uint64_t part_bytes(const part *p, uint32_t limit)
{
    return lines_of((uint64_t)p->bytes * limit);
}

uint64_t wendi_work_bytes_for(uint32_t limit)
{
    const uint64_t blocks = limit / WENDI_CROWD_BLOCK + 1;
    uint64_t bytes = WENDI_CACHE_LINE + lines_of(blocks * sizeof(wendi_block));
    for (size_t i = 0; i < PART_COUNT; ++i) {
        bytes += part_bytes(&PARTS[i], limit);
    }
    return bytes;
}

wend_result wendi_work_create(wendi_work *work, uint32_t limit, const wend_allocator *a)
{
    *work = (wendi_work){.limit = limit, .allocator = *a};
    const uint64_t bytes = wendi_work_bytes_for(limit);
    work->memory = bytes > SIZE_MAX ? NULL : wendi_alloc_zero(a, (size_t)bytes);
    if (work->memory == NULL) {
        return WEND_ERROR_MEMORY;
    }
    work->memory_bytes = (size_t)bytes;
    const size_t line = WENDI_CACHE_LINE;
    unsigned char *at = (unsigned char *)work->memory + (line - (uintptr_t)work->memory % line);
    for (size_t i = 0; i < PART_COUNT; ++i) {
        memcpy((unsigned char *)work + PARTS[i].offset, &at, sizeof at);
        at += (size_t)part_bytes(&PARTS[i], limit);
    }
    memcpy(&work->blocks, &at, sizeof at);
    return WEND_OK;
}

void wendi_work_free(wendi_work *work)
{
    wendi_free(&work->allocator, work->memory, work->memory_bytes);
    *work = (wendi_work){.allocator = work->allocator};
}

size_t wendi_work_bytes(const wendi_work *work)
{
    return work->memory_bytes;
}
