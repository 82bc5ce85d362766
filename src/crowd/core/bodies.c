/* The columns of bodies: memory, allocation of indices, hash and bytes.
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
    /* visited apart */
    {offsetof(wendi_bodies, headway), KIND_F64},
    /* only on a mesh */
    {offsetof(wendi_bodies, z), KIND_F64},
    {offsetof(wendi_bodies, height), KIND_F64},
    {offsetof(wendi_bodies, polygon), KIND_U32},
    {offsetof(wendi_bodies, goal_z), KIND_F64},
    {offsetof(wendi_bodies, link_x), KIND_F64},
    {offsetof(wendi_bodies, link_y), KIND_F64},
    {offsetof(wendi_bodies, link_z), KIND_F64},
    {offsetof(wendi_bodies, link_speed), KIND_F64},
};

enum {
    ALL_COLUMN_COUNT = sizeof COLUMNS / sizeof COLUMNS[0],
    MESH_COLUMN_COUNT = 8,
    COLUMN_COUNT = ALL_COLUMN_COUNT - MESH_COLUMN_COUNT, /* of any crowd */
    HEADWAY_COLUMN = COLUMN_COUNT - 1                    /* the last of those */
};

static size_t column_count(bool is_on_mesh)
{
    return is_on_mesh ? ALL_COLUMN_COUNT : COLUMN_COUNT;
}

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

uint64_t wendi_bodies_bytes_needed(uint32_t limit, bool is_on_mesh)
{
    uint64_t bytes = 0;
    for (size_t i = 0; i < column_count(is_on_mesh); ++i) {
        bytes += column_bytes(&COLUMNS[i], limit);
    }
    return bytes;
}

wend_result wendi_bodies_create(wendi_bodies *bodies, uint32_t limit, bool is_on_mesh,
                                const wend_allocator *a)
{
    *bodies = (wendi_bodies){.limit = limit, .free = WENDI_NONE, .allocator = *a};
    const uint64_t bytes = wendi_bodies_bytes_needed(limit, is_on_mesh);
    unsigned char *block = bytes > SIZE_MAX ? NULL : wendi_alloc_zero(a, (size_t)bytes);
    if (block == NULL) {
        return WEND_ERROR_MEMORY;
    }
    bodies->block = block;
    bodies->block_bytes = (size_t)bytes;
    for (size_t i = 0; i < column_count(is_on_mesh); ++i) {
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
    for (size_t i = 0; i < column_count(bodies->z != NULL); ++i) {
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

bool wendi_bodies_are_finite(const wendi_bodies *bodies, uint32_t index)
{
    for (size_t c = 0; c < column_count(bodies->z != NULL); ++c) {
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

/* Tickets are no part of a crowd's state: after loading, pending queries are sent again under new
 * ones, unless the source still has them. Those tickets are saved separately (tick/save.c). The hash
 * leaves tickets out, and here they are saved as 0. */
static void visit_tickets(wendi_visitor *v, uint32_t count)
{
    for (uint32_t i = 0; i < count && !wendi_visitor_is_hashing(v); ++i) {
        uint64_t none = 0;
        wendi_visit_u64(v, &none);
    }
}

static void visit_column(wendi_visitor *v, const wendi_bodies *bodies, const body_column *c)
{
    void *column = start_of(bodies, c);
    if (c->offset == offsetof(wendi_bodies, ticket)) {
        visit_tickets(v, bodies->high);
        return;
    }
    switch (c->what) {
    case KIND_U8:
        wendi_visit_u8_array(v, column, bodies->high);
        break;
    case KIND_U32:
        wendi_visit_u32_array(v, column, bodies->high);
        break;
    case KIND_U64:
        wendi_visit_u64_array(v, column, bodies->high);
        break;
    case KIND_F64:
    default:
        wendi_visit_f64_array(v, column, bodies->high);
        break;
    }
}

void wendi_bodies_visit(wendi_bodies *bodies, wendi_visitor *v)
{
    wendi_visit_u32(v, &bodies->high);
    wendi_visit_u32(v, &bodies->free);
    if (!wendi_visitor_is_hashing(v)) {
        wendi_visit_u32(v, &bodies->count);
    }
    wendi_visit_expect(v, bodies->high <= bodies->limit, NULL);
    for (size_t c = 0; c < HEADWAY_COLUMN && !wendi_visitor_has_failed(v); ++c) {
        visit_column(v, bodies, &COLUMNS[c]);
    }
    if (!wendi_visitor_has_failed(v) && wendi_visitor_is_reading(v)) {
        wendi_visit_expect(v, is_list_sound(bodies), NULL);
    }
}

bool wendi_bodies_have_headway(const wendi_bodies *bodies)
{
    for (uint32_t i = 0; i < bodies->high; ++i) {
        if (bodies->headway[i] > 0 && wendi_bodies_is_alive(bodies, i)) {
            return true;
        }
    }
    return false;
}

void wendi_bodies_visit_headway(wendi_bodies *bodies, wendi_visitor *v)
{
    visit_column(v, bodies, &COLUMNS[HEADWAY_COLUMN]);
}

void wendi_bodies_visit_mesh(wendi_bodies *bodies, wendi_visitor *v)
{
    for (size_t c = COLUMN_COUNT; c < ALL_COLUMN_COUNT && !wendi_visitor_has_failed(v); ++c) {
        /* The pieces that obstacles leave of polygons may have other numbers in a loaded mesh. */
        const bool is_polygon = COLUMNS[c].offset == offsetof(wendi_bodies, polygon);
        if (!is_polygon || !wendi_visitor_is_hashing(v)) {
            visit_column(v, bodies, &COLUMNS[c]);
        }
    }
}
