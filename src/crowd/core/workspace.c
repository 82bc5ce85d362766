/* The memory of a tick.
 * Cost: about 1200 bytes a body, half of them contacts, which are mostly never touched. */
#include "crowd/core/workspace.h"
#include "wend/crowd.h"

#include "base/core/memory.h"

#include <string.h>

typedef struct workspace_part {
    size_t offset; /* of the pointer in wendi_workspace */
    size_t bytes;  /* for each body */
} workspace_part;

static const workspace_part PARTS[] = {
    {offsetof(wendi_workspace, snapshots), sizeof(wendi_body_snapshot)},
    {offsetof(wendi_workspace, results), sizeof(wendi_body_result)},
    {offsetof(wendi_workspace, is_held), sizeof(bool)},
    {offsetof(wendi_workspace, preferred_x), sizeof(double)},
    {offsetof(wendi_workspace, preferred_y), sizeof(double)},
    {offsetof(wendi_workspace, flow_x), sizeof(double)},
    {offsetof(wendi_workspace, flow_y), sizeof(double)},
    {offsetof(wendi_workspace, flow_left), sizeof(double)},
    {offsetof(wendi_workspace, flow_guidance), sizeof(uint8_t)},
    {offsetof(wendi_workspace, flow_memo), sizeof(wend_flow_memo)},
    {offsetof(wendi_workspace, walls), sizeof(wendi_wall_constraint) * WENDI_WALL_CONSTRAINTS_MOST},
    {offsetof(wendi_workspace, displace_x), sizeof(double)},
    {offsetof(wendi_workspace, displace_y), sizeof(double)},
    {offsetof(wendi_workspace, moved_x), sizeof(double)},
    {offsetof(wendi_workspace, moved_y), sizeof(double)},
    {offsetof(wendi_workspace, displaced_x), sizeof(double)},
    {offsetof(wendi_workspace, displaced_y), sizeof(double)},
    {offsetof(wendi_workspace, carried_x), sizeof(double)},
    {offsetof(wendi_workspace, carried_y), sizeof(double)},
    {offsetof(wendi_workspace, displace_state), sizeof(uint8_t)},
    {offsetof(wendi_workspace, stack), sizeof(uint32_t)},
    {offsetof(wendi_workspace, x), sizeof(uint32_t)},
    {offsetof(wendi_workspace, y), sizeof(uint32_t)},
    {offsetof(wendi_workspace, vx), sizeof(float)},
    {offsetof(wendi_workspace, vy), sizeof(float)},
    {offsetof(wendi_workspace, pref_vx), sizeof(float)},
    {offsetof(wendi_workspace, pref_vy), sizeof(float)},
    {offsetof(wendi_workspace, dir_x), sizeof(float)},
    {offsetof(wendi_workspace, dir_y), sizeof(float)},
    {offsetof(wendi_workspace, radius), sizeof(float)},
    {offsetof(wendi_workspace, speed), sizeof(float)},
    {offsetof(wendi_workspace, weight), sizeof(float)},
    {offsetof(wendi_workspace, avoid_vx), sizeof(float)},
    {offsetof(wendi_workspace, avoid_vy), sizeof(float)},
    {offsetof(wendi_workspace, target), sizeof(wendi_vec2_f32)},
    {offsetof(wendi_workspace, next), sizeof(wendi_vec2_f32)},
    {offsetof(wendi_workspace, travelled), sizeof(wendi_vec2_f32)},
    {offsetof(wendi_workspace, low), sizeof(int32_t)},
    {offsetof(wendi_workspace, high), sizeof(int32_t)},
    {offsetof(wendi_workspace, layer), sizeof(uint32_t)},
    {offsetof(wendi_workspace, avoids), sizeof(uint32_t)},
    {offsetof(wendi_workspace, touches), sizeof(uint32_t)},
    {offsetof(wendi_workspace, priority), sizeof(int32_t)},
    {offsetof(wendi_workspace, marks), sizeof(uint8_t)},
    {offsetof(wendi_workspace, stride), sizeof(uint8_t)},
    {offsetof(wendi_workspace, contact_count), sizeof(uint8_t)},
    {offsetof(wendi_workspace, wall_count), sizeof(uint8_t)},
    {offsetof(wendi_workspace, moved), sizeof(uint8_t)},
    {offsetof(wendi_workspace, next_moved), sizeof(uint8_t)},
    {offsetof(wendi_workspace, is_at_target), sizeof(bool)},
    {offsetof(wendi_workspace, contacts), sizeof(wendi_contact) * WENDI_CONTACTS_MOST},
    {offsetof(wendi_workspace, contact_begin), sizeof(uint32_t)},
    {offsetof(wendi_workspace, home_x), sizeof(float)},
    {offsetof(wendi_workspace, home_y), sizeof(float)},
    {offsetof(wendi_workspace, sidestep_x), sizeof(float)},
    {offsetof(wendi_workspace, sidestep_y), sizeof(float)},
    {offsetof(wendi_workspace, follow_speed), sizeof(float)},
    {offsetof(wendi_workspace, headway), sizeof(float)},
    {offsetof(wendi_workspace, contact_vx), sizeof(float)},
    {offsetof(wendi_workspace, contact_vy), sizeof(float)},
    {offsetof(wendi_workspace, pace), sizeof(float)},
    {offsetof(wendi_workspace, known), sizeof(float)},
    {offsetof(wendi_workspace, reach), sizeof(float)},
    {offsetof(wendi_workspace, place_first), sizeof(uint32_t)},
    {offsetof(wendi_workspace, place_next), sizeof(uint32_t)},
    {offsetof(wendi_workspace, is_gathered), sizeof(bool)},
    {offsetof(wendi_workspace, place_pairs), sizeof(wendi_sort_pair)},
    {offsetof(wendi_workspace, place_scratch), sizeof(wendi_sort_pair)},
    {offsetof(wendi_workspace, place_marks), sizeof(uint8_t) * WENDI_PLACE_MARKS},
    {offsetof(wendi_workspace, places), sizeof(wendi_place) * WENDI_PLACES_MOST},
    {offsetof(wendi_workspace, gate_x), sizeof(double)},
    {offsetof(wendi_workspace, gate_y), sizeof(double)},
    {offsetof(wendi_workspace, bucket_first), sizeof(uint32_t)},
    {offsetof(wendi_workspace, bucket_next), sizeof(uint32_t) * WENDI_PLACES_MOST},
};

enum { PART_COUNT = sizeof PARTS / sizeof PARTS[0] };

_Static_assert((uint32_t)WEND_CROWD_BODIES_MAX <= UINT32_MAX / (uint32_t)WENDI_CONTACTS_MOST,
               "contact_begin counts the contacts of all bodies");

/* In 64 bits: the largest limit needs more bytes than size_t holds on some machines. */
static uint64_t lines_of(uint64_t bytes)
{
    const uint64_t line = WENDI_CACHE_LINE;
    return (bytes + line - 1) / line * line;
}

static uint64_t part_bytes(const workspace_part *p, uint32_t limit)
{
    return lines_of((uint64_t)p->bytes * limit);
}

uint64_t wendi_workspace_bytes_needed(uint32_t limit)
{
    const uint64_t blocks = limit / WENDI_CROWD_BLOCK + 1;
    uint64_t bytes = WENDI_CACHE_LINE + lines_of(blocks * sizeof(wendi_block_summary));
    for (size_t i = 0; i < PART_COUNT; ++i) {
        bytes += part_bytes(&PARTS[i], limit);
    }
    return bytes;
}

wend_result wendi_workspace_create(wendi_workspace *work, uint32_t limit, const wend_allocator *a)
{
    *work = (wendi_workspace){.limit = limit, .allocator = *a};
    const uint64_t bytes = wendi_workspace_bytes_needed(limit);
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

void wendi_workspace_free(wendi_workspace *work)
{
    wendi_free(&work->allocator, work->memory, work->memory_bytes);
    *work = (wendi_workspace){.allocator = work->allocator};
}

size_t wendi_workspace_memory_bytes(const wendi_workspace *work)
{
    return work->memory_bytes;
}
