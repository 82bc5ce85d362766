/* takes: how many bodies there may be.
 * gives: memory for a tick.
 * cost:  about 400 bytes a body. */
#include "crowd/work.h"

#include "base/memory.h"

#include <string.h>

typedef struct part {
    size_t offset; /* of the pointer in wendi_work */
    size_t bytes;  /* for each body */
} part;

static const part PARTS[] = {
    {offsetof(wendi_work, is_held), sizeof(bool)},
    {offsetof(wendi_work, prefer_x), sizeof(double)},
    {offsetof(wendi_work, prefer_y), sizeof(double)},
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
    {offsetof(wendi_work, aim_x), sizeof(float)},
    {offsetof(wendi_work, aim_y), sizeof(float)},
    {offsetof(wendi_work, next_x), sizeof(float)},
    {offsetof(wendi_work, next_y), sizeof(float)},
    {offsetof(wendi_work, gone_x), sizeof(float)},
    {offsetof(wendi_work, gone_y), sizeof(float)},
    {offsetof(wendi_work, floor), sizeof(uint32_t)},
    {offsetof(wendi_work, layer), sizeof(uint32_t)},
    {offsetof(wendi_work, avoids), sizeof(uint32_t)},
    {offsetof(wendi_work, touches), sizeof(uint32_t)},
    {offsetof(wendi_work, priority), sizeof(int32_t)},
    {offsetof(wendi_work, marks), sizeof(uint8_t)},
    {offsetof(wendi_work, contact_count), sizeof(uint8_t)},
    {offsetof(wendi_work, wall_count), sizeof(uint8_t)},
    {offsetof(wendi_work, contacts), sizeof(uint32_t) * WENDI_CONTACTS_MOST},
    {offsetof(wendi_work, walls), sizeof(wendi_near_wall) * WENDI_WALLS_MOST},
    {offsetof(wendi_work, home_x), sizeof(float)},
    {offsetof(wendi_work, home_y), sizeof(float)},
    {offsetof(wendi_work, carry_x), sizeof(float)},
    {offsetof(wendi_work, carry_y), sizeof(float)},
    {offsetof(wendi_work, pace), sizeof(float)},
    {offsetof(wendi_work, known), sizeof(float)},
    {offsetof(wendi_work, is_in_wall), sizeof(bool)},
    {offsetof(wendi_work, overlap), sizeof(float)},
    {offsetof(wendi_work, pairs), sizeof(uint32_t)},
};

enum { PART_COUNT = sizeof PARTS / sizeof PARTS[0] };

static size_t part_bytes(const part *p, uint32_t limit)
{
    return (p->bytes * limit + 63) / 64 * 64;
}

wend_result wendi_work_create(wendi_work *work, uint32_t limit, const wend_allocator *a)
{
    *work = (wendi_work){.limit = limit, .allocator = *a};
    for (size_t i = 0; i < PART_COUNT; ++i) {
        work->block_bytes += part_bytes(&PARTS[i], limit);
    }
    unsigned char *at = wendi_alloc_zero(a, work->block_bytes);
    if (at == NULL) {
        work->block_bytes = 0;
        return WEND_ERROR_MEMORY;
    }
    work->block = at;
    for (size_t i = 0; i < PART_COUNT; ++i) {
        memcpy((unsigned char *)work + PARTS[i].offset, &at, sizeof at);
        at += part_bytes(&PARTS[i], limit);
    }
    return WEND_OK;
}

void wendi_work_free(wendi_work *work)
{
    wendi_free(&work->allocator, work->block, work->block_bytes);
    *work = (wendi_work){.allocator = work->allocator};
}

size_t wendi_work_bytes(const wendi_work *work)
{
    return work->block_bytes;
}
