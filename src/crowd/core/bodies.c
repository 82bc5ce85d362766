/* bodies.c: the columns of bodies: memory, allocation of indices, hash and bytes.
 * Cost: adding and removing are constant; hash, save and load pass over all columns. */
#include "crowd/core/bodies.h"

#include "base/core/memory.h"

#include <string.h>

typedef enum column_kind { KIND_U8, KIND_U32, KIND_U64, KIND_F64 } column_kind;

typedef struct body_column {
    size_t offset; /* of the pointer in wendi_bodies */
    column_kind what;
} body_column;

static const body_column COLUMNS[] = {
    {offsetof(wendi_bodies, generation), KIND_U32},
    {offsetof(wendi_bodies, link), KIND_U32},
    {offsetof(wendi_bodies, x), KIND_F64},
    {offsetof(wendi_bodies, y), KIND_F64},
    {offsetof(wendi_bodies, vx), KIND_F64},
    {offsetof(wendi_bodies, vy), KIND_F64},
    {offsetof(wendi_bodies, push_x), KIND_F64},
    {offsetof(wendi_bodies, push_y), KIND_F64},
    {offsetof(wendi_bodies, heading_x), KIND_F64},
    {offsetof(wendi_bodies, heading_y), KIND_F64},
    {offsetof(wendi_bodies, floor), KIND_U32},
    {offsetof(wendi_bodies, radius), KIND_F64},
    {offsetof(wendi_bodies, speed), KIND_F64},
    {offsetof(wendi_bodies, max_speed), KIND_F64},
    {offsetof(wendi_bodies, acceleration), KIND_F64},
    {offsetof(wendi_bodies, turn_rate), KIND_F64},
    {offsetof(wendi_bodies, turn_radius), KIND_F64},
    {offsetof(wendi_bodies, mass), KIND_F64},
    {offsetof(wendi_bodies, crowd_class), KIND_U32},
    {offsetof(wendi_bodies, layer), KIND_U32},
    {offsetof(wendi_bodies, avoids), KIND_U32},
    {offsetof(wendi_bodies, touches), KIND_U32},
    {offsetof(wendi_bodies, group), KIND_U32},
    {offsetof(wendi_bodies, flags), KIND_U32},
    {offsetof(wendi_bodies, priority), KIND_U32},
    {offsetof(wendi_bodies, user), KIND_U64},
    {offsetof(wendi_bodies, goal), KIND_U8},
    {offsetof(wendi_bodies, state), KIND_U8},
    {offsetof(wendi_bodies, goal_x), KIND_F64},
    {offsetof(wendi_bodies, goal_y), KIND_F64},
    {offsetof(wendi_bodies, goal_floor), KIND_U32},
    {offsetof(wendi_bodies, home_x), KIND_F64},
    {offsetof(wendi_bodies, home_y), KIND_F64},
    {offsetof(wendi_bodies, goal_vector_x), KIND_F64},
    {offsetof(wendi_bodies, goal_vector_y), KIND_F64},
    {offsetof(wendi_bodies, order_index), KIND_U32},
    {offsetof(wendi_bodies, order_generation), KIND_U32},
    {offsetof(wendi_bodies, goal_group), KIND_U64},
    {offsetof(wendi_bodies, goal_group_radius), KIND_F64},
    {offsetof(wendi_bodies, leg), KIND_U32},
    {offsetof(wendi_bodies, leg_reported), KIND_U32},
    {offsetof(wendi_bodies, ticket), KIND_U64},
    {offsetof(wendi_bodies, distance_left), KIND_F64},
    {offsetof(wendi_bodies, distance_left_least), KIND_F64},
    {offsetof(wendi_bodies, wait), KIND_U32},
    {offsetof(wendi_bodies, leg_ticks), KIND_U32},
    {offsetof(wendi_bodies, leg_free), KIND_F64},
    {offsetof(wendi_bodies, stuck), KIND_U8},
    {offsetof(wendi_bodies, stuck_ticks), KIND_U32},
    {offsetof(wendi_bodies, slow), KIND_F64},
    {offsetof(wendi_bodies, patience), KIND_F64},
    {offsetof(wendi_bodies, avoid_vx), KIND_F64},
    {offsetof(wendi_bodies, avoid_vy), KIND_F64},
    {offsetof(wendi_bodies, sidestep_x), KIND_F64},
    {offsetof(wendi_bodies, sidestep_y), KIND_F64},
    {offsetof(wendi_bodies, follow_speed), KIND_F64},
    {offsetof(wendi_bodies, contact_vx), KIND_F64},
    {offsetof(wendi_bodies, contact_vy), KIND_F64},
};

enum { COLUMN_COUNT = sizeof COLUMNS / sizeof COLUMNS[0] };

static size_t bytes_of(column_kind what)
{
    static const size_t BYTES[] = {1, 4, 8, 8};
    return BYTES[what];
}

/* The columns' pointers have several types: they are read and written as bytes. */
static unsigned char *start_of(const wendi_bodies *bodies, const body_column *c)
{
    unsigned char *start = NULL;
    memcpy(&start, (const unsigned char *)bodies + c->offset, sizeof start);
    return start;
}

static size_t column_bytes(const body_column *c, uint32_t limit)
{
    return (bytes_of(c->what) * limit + 63) / 64 * 64;
}

uint64_t wendi_bodies_bytes_needed(uint32_t limit)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < COLUMN_COUNT; ++i) {
        bytes += column_bytes(&COLUMNS[i], limit);
    }
    return bytes;
}

wend_result wendi_bodies_create(wendi_bodies *bodies, uint32_t limit, const wend_allocator *a)
{
    *bodies = (wendi_bodies){.limit = limit, .free = WENDI_NONE, .allocator = *a};
    const uint64_t bytes = wendi_bodies_bytes_needed(limit);
    unsigned char *block = bytes > SIZE_MAX ? NULL : wendi_alloc_zero(a, (size_t)bytes);
    if (block == NULL) {
        return WEND_ERROR_MEMORY;
    }
    bodies->block = block;
    bodies->block_bytes = (size_t)bytes;
    for (size_t i = 0; i < COLUMN_COUNT; ++i) {
        memcpy((unsigned char *)bodies + COLUMNS[i].offset, &block, sizeof block);
        block += column_bytes(&COLUMNS[i], limit);
    }
    return WEND_OK;
}

void wendi_bodies_free(wendi_bodies *bodies)
{
    wendi_free(&bodies->allocator, bodies->block, bodies->block_bytes);
    bodies->block = NULL;
    bodies->limit = 0;
}

uint32_t wendi_bodies_allocate(wendi_bodies *bodies)
{
    uint32_t index = bodies->free;
    if (index != WENDI_NONE) {
        bodies->free = bodies->link[index];
    } else if (bodies->high < bodies->limit) {
        index = bodies->high++;
    } else {
        return WENDI_NONE;
    }
    const uint32_t generation = bodies->generation[index];
    for (size_t i = 0; i < COLUMN_COUNT; ++i) {
        const size_t bytes = bytes_of(COLUMNS[i].what);
        memset(start_of(bodies, &COLUMNS[i]) + index * bytes, 0, bytes);
    }
    bodies->generation[index] = generation + 1;
    bodies->count++;
    return index;
}

void wendi_bodies_release(wendi_bodies *bodies, uint32_t index)
{
    bodies->generation[index]++;
    bodies->link[index] = bodies->free;
    bodies->free = index;
    bodies->count--;
}

uint32_t wendi_bodies_find(const wendi_bodies *bodies, wend_body_id id)
{
    if (id.index1 == 0 || id.index1 > bodies->high || (id.generation & 1) == 0 ||
        bodies->generation[id.index1 - 1] != id.generation) {
        return WENDI_NONE;
    }
    return id.index1 - 1;
}

wend_body_id wendi_bodies_id(const wendi_bodies *bodies, uint32_t index)
{
    return (wend_body_id){index + 1, bodies->generation[index]};
}

/* ---- all columns ---- */

static uint64_t read_value(const unsigned char *at, column_kind what)
{
    uint32_t narrow = 0;
    uint64_t wide = 0;
    switch (what) {
    case KIND_U8:
        return *at;
    case KIND_U32:
        memcpy(&narrow, at, sizeof narrow);
        return narrow;
    case KIND_U64:
    case KIND_F64:
    default:
        memcpy(&wide, at, sizeof wide);
        return wide;
    }
}

static void write_value(unsigned char *at, column_kind what, uint64_t value)
{
    const uint32_t narrow = (uint32_t)value;
    switch (what) {
    case KIND_U8:
        *at = (unsigned char)value;
        break;
    case KIND_U32:
        memcpy(at, &narrow, sizeof narrow);
        break;
    case KIND_U64:
    case KIND_F64:
    default:
        memcpy(at, &value, sizeof value);
        break;
    }
}

uint64_t wendi_hash_f64(uint64_t hash, double value)
{
    uint64_t bits = 0;
    memcpy(&bits, &value, sizeof bits);
    return wend_hash_u64(hash, bits);
}

/* Tickets are not part of a crowd's state: after loading, pending queries are sent again under new
 * ones. The hash leaves them out, and they are saved as 0. */
static bool is_ticket(const body_column *c)
{
    return c->offset == offsetof(wendi_bodies, ticket);
}

uint64_t wendi_bodies_hash(const wendi_bodies *bodies, uint64_t hash)
{
    hash = wend_hash_u64(hash, bodies->high);
    hash = wend_hash_u64(hash, bodies->free);
    for (size_t c = 0; c < COLUMN_COUNT; ++c) {
        const size_t bytes = bytes_of(COLUMNS[c].what);
        const unsigned char *at = start_of(bodies, &COLUMNS[c]);
        for (uint32_t i = 0; !is_ticket(&COLUMNS[c]) && i < bodies->high; ++i) {
            hash = wend_hash_u64(hash, read_value(at + i * bytes, COLUMNS[c].what));
        }
    }
    return hash;
}

bool wendi_bodies_are_finite(const wendi_bodies *bodies, uint32_t index)
{
    for (size_t c = 0; c < COLUMN_COUNT; ++c) {
        /* The time for a leg at hardly any speed may be infinite. */
        if (COLUMNS[c].what != KIND_F64 || COLUMNS[c].offset == offsetof(wendi_bodies, leg_free)) {
            continue;
        }
        double value = 0;
        memcpy(&value, start_of(bodies, &COLUMNS[c]) + index * sizeof value, sizeof value);
        if (!(value >= -1e301 && value <= 1e301)) {
            return false;
        }
    }
    return true;
}

void wendi_bodies_write(const wendi_bodies *bodies, wendi_writer *writer)
{
    wendi_write_u32(writer, bodies->high);
    wendi_write_u32(writer, bodies->free);
    wendi_write_u32(writer, bodies->count);
    for (size_t c = 0; c < COLUMN_COUNT; ++c) {
        const size_t bytes = bytes_of(COLUMNS[c].what);
        const unsigned char *at = start_of(bodies, &COLUMNS[c]);
        for (uint32_t i = 0; i < bodies->high; ++i) {
            const uint64_t value =
                is_ticket(&COLUMNS[c]) ? 0 : read_value(at + i * bytes, COLUMNS[c].what);
            if (COLUMNS[c].what == KIND_U8) {
                wendi_write_u8(writer, (uint8_t)value);
            } else if (COLUMNS[c].what == KIND_U32) {
                wendi_write_u32(writer, (uint32_t)value);
            } else {
                wendi_write_u64(writer, value);
            }
        }
    }
}

static uint64_t read_one(wendi_reader *reader, column_kind what)
{
    if (what == KIND_U8) {
        return wendi_read_u8(reader);
    }
    return what == KIND_U32 ? wendi_read_u32(reader) : wendi_read_u64(reader);
}

/* True if the list of free indices holds every free index once, and nothing else. */
static bool is_list_sound(const wendi_bodies *bodies)
{
    uint32_t there = 0;
    for (uint32_t i = 0; i < bodies->high; ++i) {
        there += bodies->generation[i] & 1;
    }
    uint32_t seen = 0;
    for (uint32_t at = bodies->free; at != WENDI_NONE; at = bodies->link[at]) {
        if (at >= bodies->high || (bodies->generation[at] & 1) != 0 || ++seen > bodies->high) {
            return false;
        }
    }
    return there == bodies->count && seen == bodies->high - there;
}

bool wendi_bodies_read(wendi_bodies *bodies, wendi_reader *reader)
{
    bodies->high = wendi_read_u32(reader);
    bodies->free = wendi_read_u32(reader);
    bodies->count = wendi_read_u32(reader);
    if (reader->has_failed || bodies->high > bodies->limit) {
        return false;
    }
    for (size_t c = 0; c < COLUMN_COUNT && !reader->has_failed; ++c) {
        const size_t bytes = bytes_of(COLUMNS[c].what);
        unsigned char *at = start_of(bodies, &COLUMNS[c]);
        for (uint32_t i = 0; i < bodies->high; ++i) {
            write_value(at + i * bytes, COLUMNS[c].what, read_one(reader, COLUMNS[c].what));
        }
    }
    return !reader->has_failed && is_list_sound(bodies);
}

void wendi_bodies_swap(wendi_bodies *a, wendi_bodies *b)
{
    const wendi_bodies kept = *a;
    *a = *b;
    *b = kept;
}
