/* Memory for fields, shared by tiles whose fields are equal, and their directions.
 * Cost: creating and releasing take constant time; sharing hashes the field's costs once. */
#include "flow/core/field_cache.h"

#include "flow/core/flow_private.h"
#include "flow/tile/integrate.h"

#include <string.h>

enum { TABLE_BITS_FIRST = 8 };

void wendi_field_cache_init(wendi_field_cache *fields, const wend_flow_def *def,
                            int32_t sector_size)
{
    const wendi_tile_shape shape = wendi_tile_shape_of(sector_size, sector_size);
    *fields = (wendi_field_cache){.allocator = def->allocator,
                                  .free_first = WENDI_FIELD_NONE,
                                  .cells = (size_t)sector_size * (size_t)sector_size,
                                  .values = (size_t)shape.count,
                                  .has_angles = def->has_angles,
                                  .oldest = WENDI_FIELD_NONE,
                                  .newest = WENDI_FIELD_NONE,
                                  .max_unused_bytes = def->max_unused_bytes,
                                  .max_unused_age = def->max_unused_age};
    for (size_t wide = 0; wide < 2; ++wide) {
        const size_t bytes =
            fields->values * (wide != 0 ? 4 : 2) + fields->cells * (def->has_angles ? 2 : 1);
        fields->pools[wide].block_bytes = (bytes + 63) / 64 * 64;
    }
}

static void destroy_pool(wendi_field_pool *pool, const wend_allocator *a)
{
    for (uint32_t i = 0; i < pool->chunk_count; ++i) {
        wendi_free(a, pool->chunks[i], pool->block_bytes * WENDI_FIELD_CHUNK);
    }
    wendi_free(a, pool->chunks, pool->chunk_capacity * sizeof *pool->chunks);
}

static size_t table_bytes(const wendi_field_cache *fields)
{
    return fields->table != NULL ? ((size_t)1 << fields->table_bits) * sizeof *fields->table : 0;
}

static size_t table_before_bytes(const wendi_field_cache *fields)
{
    return fields->table_before != NULL ? table_bytes(fields) / 2 : 0;
}

void wendi_field_cache_destroy(wendi_field_cache *fields)
{
    destroy_pool(&fields->pools[0], &fields->allocator);
    destroy_pool(&fields->pools[1], &fields->allocator);
    for (uint32_t i = 0; i < fields->capacity / WENDI_FIELD_RECORDS; ++i) {
        wendi_free(&fields->allocator, fields->records[i],
                   WENDI_FIELD_RECORDS * sizeof *fields->records[i]);
    }
    wendi_free(&fields->allocator, fields->records,
               fields->records_capacity * sizeof *fields->records);
    wendi_free(&fields->allocator, fields->table_before, table_before_bytes(fields));
    wendi_free(&fields->allocator, fields->table, table_bytes(fields));
}

size_t wendi_field_cache_memory_bytes(const wendi_field_cache *fields)
{
    size_t bytes = fields->capacity * sizeof **fields->records +
                   fields->records_capacity * sizeof *fields->records + table_bytes(fields) +
                   table_before_bytes(fields);
    for (size_t wide = 0; wide < 2; ++wide) {
        const wendi_field_pool *pool = &fields->pools[wide];
        bytes += pool->chunk_count * pool->block_bytes * WENDI_FIELD_CHUNK;
        bytes += pool->chunk_capacity * sizeof *pool->chunks;
    }
    return bytes;
}

/* ---- blocks ---- */

static void push_block(wendi_field_pool *pool, uint8_t *block)
{
    memcpy(block, &pool->free_first, sizeof pool->free_first);
    pool->free_first = block;
    ++pool->free_count;
}

static bool grow_chunk_list(wendi_field_pool *pool, const wend_allocator *a)
{
    const uint32_t capacity = pool->chunk_capacity == 0 ? 8 : pool->chunk_capacity * 2;
    uint8_t **chunks = wendi_resize(a, pool->chunks, pool->chunk_capacity * sizeof *chunks,
                                    capacity * sizeof *chunks);
    if (chunks == NULL) {
        return false;
    }
    pool->chunks = chunks;
    pool->chunk_capacity = capacity;
    return true;
}

/* ---- fields ---- */

/* Records never move: copying all of them as they become twice as many would take some 10 ms. */
static bool add_records(wendi_field_cache *fields)
{
    const uint32_t groups = fields->capacity / WENDI_FIELD_RECORDS;
    if (groups == fields->records_capacity) {
        const uint32_t capacity = groups == 0 ? 8 : groups * 2;
        wendi_field **records = wendi_resize(&fields->allocator, fields->records,
                                             groups * sizeof *records, capacity * sizeof *records);
        if (records == NULL) {
            return false;
        }
        fields->records = records;
        fields->records_capacity = capacity;
    }
    fields->records[groups] =
        wendi_alloc(&fields->allocator, WENDI_FIELD_RECORDS * sizeof **fields->records);
    if (fields->records[groups] == NULL) {
        return false;
    }
    fields->capacity += WENDI_FIELD_RECORDS;
    return true;
}

/* Reserves fields, so that creating them cannot fail. @return false: no memory. */
static bool reserve_fields(wendi_field_cache *fields, uint32_t count, bool is_wide)
{
    while (fields->capacity - fields->count < count) {
        if (!add_records(fields)) {
            return false;
        }
    }

    wendi_field_pool *pool = &fields->pools[is_wide];
    while (pool->free_count < count) {
        if (pool->chunk_count == pool->chunk_capacity &&
            !grow_chunk_list(pool, &fields->allocator)) {
            return false;
        }
        uint8_t *chunk = wendi_alloc(&fields->allocator, pool->block_bytes * WENDI_FIELD_CHUNK);
        if (chunk == NULL) {
            return false;
        }
        pool->chunks[pool->chunk_count++] = chunk;
        for (size_t i = WENDI_FIELD_CHUNK; i-- > 0;) {
            push_block(pool, chunk + i * pool->block_bytes);
        }
    }
    return true;
}

uint32_t wendi_field_cache_create_field(wendi_field_cache *fields, bool is_wide)
{
    if (!reserve_fields(fields, 1, is_wide)) {
        return WENDI_FIELD_NONE;
    }
    const bool is_fresh = fields->free_first == WENDI_FIELD_NONE;
    const uint32_t index = is_fresh ? fields->used++ : fields->free_first;
    wendi_field *field = wendi_field_at(fields, index);
    fields->free_first = is_fresh ? WENDI_FIELD_NONE : field->next;
    ++fields->count;

    wendi_field_pool *pool = &fields->pools[is_wide];
    uint8_t *block = pool->free_first;
    memcpy(&pool->free_first, block, sizeof pool->free_first);
    --pool->free_count;
    *field = (wendi_field){.serial = ++fields->serial,
                           .block = block,
                           .next = WENDI_FIELD_NONE,
                           .users = 1,
                           .older = WENDI_FIELD_NONE,
                           .newer = WENDI_FIELD_NONE,
                           .is_wide = is_wide};
    return index;
}

static void free_field(wendi_field_cache *fields, uint32_t index)
{
    wendi_field *field = wendi_field_at(fields, index);
    push_block(&fields->pools[field->is_wide], field->block);
    *field = (wendi_field){.next = fields->free_first};
    fields->free_first = index;
    --fields->count;
}

/* ---- table ---- */

/* While a table grows, each chain is in the old one until it is moved, or in two parts in the new one.
 */
static uint32_t *chain_of(const wendi_field_cache *fields, uint64_t hash)
{
    const uint64_t chain = hash >> (64 - fields->table_bits);
    return fields->table_before != NULL && chain / 2 >= fields->moved
               ? &fields->table_before[chain / 2]
               : &fields->table[chain];
}

/* Moves a chain, whose fields keep their order. The memory of the new table is not touched before. */
static void move_chain(wendi_field_cache *fields)
{
    uint32_t *to[2] = {&fields->table[(size_t)fields->moved * 2],
                       &fields->table[(size_t)fields->moved * 2 + 1]};
    uint32_t next = fields->table_before[fields->moved++];
    *to[0] = WENDI_FIELD_NONE;
    *to[1] = WENDI_FIELD_NONE;
    while (next != WENDI_FIELD_NONE) {
        wendi_field *field = wendi_field_at(fields, next);
        const uint64_t part = field->hash >> (64 - fields->table_bits) & 1;
        *to[part] = next;
        to[part] = &field->next;
        next = field->next;
        *to[part] = WENDI_FIELD_NONE;
    }
    if (fields->moved == (uint32_t)1 << (fields->table_bits - 1)) {
        wendi_free(&fields->allocator, fields->table_before, table_before_bytes(fields));
        fields->table_before = NULL;
    }
}

/* Twice as many chains. Fields move as others are added, two chains for each, so that no update has to
 * move all of them; they have moved long before the table grows again. */
static bool grow_table(wendi_field_cache *fields)
{
    const bool is_first = fields->table == NULL;
    const uint32_t bits = is_first ? TABLE_BITS_FIRST : fields->table_bits + 1;
    const size_t count = (size_t)1 << bits;
    uint32_t *table = wendi_alloc(&fields->allocator, count * sizeof *table);
    if (table == NULL) {
        return false;
    }
    if (is_first) {
        memset(table, 0xFF, count * sizeof *table);
    }
    while (fields->table_before != NULL) {
        move_chain(fields);
    }
    fields->table_before = fields->table;
    fields->moved = 0;
    fields->table = table;
    fields->table_bits = bits;
    return true;
}

static size_t cost_bytes(const wendi_field *field, const wendi_tile_shape *shape)
{
    return (size_t)shape->count * (field->is_wide ? 4 : 2);
}

/* Multiplication mixes eight bytes at a time well enough, as fields of equal hashes are compared.
 * The hash stays in this process, so byte order does not matter. */
static uint64_t hash_field(const wendi_field *field, const wendi_tile_shape *shape)
{
    const size_t bytes = cost_bytes(field, shape);
    uint64_t hash = field->ground * 0x9E3779B97F4A7C15u + (uint64_t)field->is_wide;
    uint64_t other = ~hash;
    const uint8_t *block = field->block;
    for (size_t i = 0; i < bytes; i += 16) {
        uint64_t words[2];
        memcpy(words, block + i, sizeof words);
        hash = (hash ^ words[0]) * 0xA0761D6478BD642Fu;
        hash ^= hash >> 29;
        other = (other ^ words[1]) * 0xE7037ED1A0B428DBu;
        other ^= other >> 31;
    }
    hash = (hash ^ other) * 0x8EBC6AF09C88C6E3u;
    return (hash ^ hash >> 32) | 1;
}

static uint64_t hash_portal(uint64_t ground, uint32_t portal)
{
    uint64_t hash = (ground ^ (uint64_t)portal << 32) * 0x9E3779B97F4A7C15u;
    hash = (hash ^ hash >> 29) * 0x8EBC6AF09C88C6E3u;
    return (hash ^ hash >> 32) | 1;
}

static uint32_t find_equal(const wendi_field_cache *fields, const wendi_field *field,
                           const wendi_tile_shape *shape)
{
    const size_t bytes = cost_bytes(field, shape);
    for (uint32_t i = *chain_of(fields, field->hash); i != WENDI_FIELD_NONE;
         i = wendi_field_at(fields, i)->next) {
        const wendi_field *other = wendi_field_at(fields, i);
        if (other->hash == field->hash && other->portal == 0 && other->ground == field->ground &&
            other->is_wide == field->is_wide && other->width == shape->width &&
            other->height == shape->height && memcmp(other->block, field->block, bytes) == 0) {
            return i;
        }
    }
    return WENDI_FIELD_NONE;
}

/* Makes room in the table. Without memory fields are not shared, which is slower but correct. */
static bool has_table(wendi_field_cache *fields)
{
    if (fields->table == NULL || fields->table_count >= (uint32_t)1 << fields->table_bits) {
        return grow_table(fields) || fields->table != NULL;
    }
    return true;
}

static void link_field(wendi_field_cache *fields, uint32_t index)
{
    wendi_field *field = wendi_field_at(fields, index);
    uint32_t *chain = chain_of(fields, field->hash);
    field->next = *chain;
    *chain = index;
    ++fields->table_count;
    for (int i = 0; i < 2 && fields->table_before != NULL; ++i) {
        move_chain(fields);
    }
}

uint32_t wendi_field_cache_find_portal(const wendi_field_cache *fields, uint64_t ground,
                                       uint32_t portal)
{
    if (fields->table == NULL) {
        return WENDI_FIELD_NONE;
    }
    uint32_t i = *chain_of(fields, hash_portal(ground, portal));
    while (i != WENDI_FIELD_NONE && (wendi_field_at(fields, i)->portal != portal ||
                                     wendi_field_at(fields, i)->ground != ground)) {
        i = wendi_field_at(fields, i)->next;
    }
    return i;
}

void wendi_field_cache_add_portal(wendi_field_cache *fields, uint32_t index, uint32_t portal,
                                  const wendi_tile_shape *shape)
{
    wendi_field *field = wendi_field_at(fields, index);
    field->width = (uint8_t)shape->width;
    field->height = (uint8_t)shape->height;
    if (has_table(fields)) {
        field->portal = portal;
        field->hash = hash_portal(field->ground, portal);
        link_field(fields, index);
    }
}

uint32_t wendi_field_cache_share(wendi_field_cache *fields, uint32_t index,
                                 const wendi_tile_shape *shape)
{
    wendi_field *field = wendi_field_at(fields, index);
    field->width = (uint8_t)shape->width;
    field->height = (uint8_t)shape->height;
    if (!has_table(fields)) {
        return index;
    }
    field->hash = hash_field(field, shape);
    const uint32_t other = find_equal(fields, field, shape);
    if (other != WENDI_FIELD_NONE) {
        field->hash = 0;
        free_field(fields, index);
        wendi_field_cache_retain(fields, other);
        ++fields->shared;
        return other;
    }
    link_field(fields, index);
    return index;
}

/* ---- users and age ---- */

static void unlink_unused(wendi_field_cache *fields, wendi_field *field)
{
    if (field->older != WENDI_FIELD_NONE) {
        wendi_field_at(fields, field->older)->newer = field->newer;
    } else {
        fields->oldest = field->newer;
    }
    if (field->newer != WENDI_FIELD_NONE) {
        wendi_field_at(fields, field->newer)->older = field->older;
    } else {
        fields->newest = field->older;
    }
    field->older = WENDI_FIELD_NONE;
    field->newer = WENDI_FIELD_NONE;
    --fields->unused_count;
    fields->unused_bytes -= fields->pools[field->is_wide].block_bytes;
}

static void append_unused(wendi_field_cache *fields, uint32_t index)
{
    wendi_field *field = wendi_field_at(fields, index);
    field->older = fields->newest;
    if (fields->newest != WENDI_FIELD_NONE) {
        wendi_field_at(fields, fields->newest)->newer = index;
    } else {
        fields->oldest = index;
    }
    fields->newest = index;
    ++fields->unused_count;
    fields->unused_bytes += fields->pools[field->is_wide].block_bytes;
}

void wendi_field_cache_retain(wendi_field_cache *fields, uint32_t index)
{
    wendi_field *field = wendi_field_at(fields, index);
    if (field->users++ == 0) {
        unlink_unused(fields, field);
    }
}

void wendi_field_cache_release(wendi_field_cache *fields, uint32_t index, uint32_t update)
{
    wendi_field *field = wendi_field_at(fields, index);
    if (--field->users > 0) {
        return;
    }
    if (field->hash == 0) {
        free_field(fields, index);
        return;
    }
    field->used_last = update;
    append_unused(fields, index);
}

static void evict_oldest(wendi_field_cache *fields)
{
    const uint32_t index = fields->oldest;
    unlink_unused(fields, wendi_field_at(fields, index));

    wendi_field *field = wendi_field_at(fields, index);
    uint32_t *link = chain_of(fields, field->hash);
    while (*link != index) {
        link = &wendi_field_at(fields, *link)->next;
    }
    *link = field->next;
    field->hash = 0;
    --fields->table_count;

    free_field(fields, index);
    ++fields->evicted;
}

void wendi_field_cache_evict(wendi_field_cache *fields, uint32_t update)
{
    while (fields->unused_count > 0) {
        const wendi_field *field = wendi_field_at(fields, fields->oldest);
        const bool is_old = update - field->used_last > fields->max_unused_age;
        if (!is_old && fields->unused_bytes <= fields->max_unused_bytes) {
            return;
        }
        evict_oldest(fields);
    }
}

/* ---- directions ---- */

void wendi_field_find_directions(const wend_flow *flow, const wendi_field *field,
                                 const wendi_cost_tile *ground, const uint8_t *flags)
{
    const wendi_tile_directions_input in = {
        .shape = wendi_tile_shape_of(field->width, field->height),
        .cost = ground->cost,
        .d = field->is_wide ? NULL : wendi_field_costs(field),
        .wide = field->is_wide ? wendi_field_wide_costs(field) : NULL,
        .straight = flow->straight,
        .diagonal = flow->diagonal,
        .flags = flags};
    uint8_t *directions = wendi_field_directions(&flow->fields, field);
    wendi_tile_directions(&in, directions);
    if (flow->has_angles) {
        wendi_tile_angles(&in, directions, wendi_field_angles(&flow->fields, field));
    }
}
