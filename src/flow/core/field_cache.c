/* takes: fields that tiles filled in.
 * gives: blocks of memory for them, and one field where several are equal.
 * cost:  taking and giving are constant; sharing hashes the field's D once. */
#include "flow/core/field_cache.h"

#include <string.h>

#include "base/core/memory.h"

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
                                  .memory_limit = def->memory_limit,
                                  .age_limit = def->age_limit};
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

void wendi_field_cache_destroy(wendi_field_cache *fields)
{
    destroy_pool(&fields->pools[0], &fields->allocator);
    destroy_pool(&fields->pools[1], &fields->allocator);
    wendi_free(&fields->allocator, fields->items, fields->capacity * sizeof *fields->items);
    wendi_free(&fields->allocator, fields->table, table_bytes(fields));
}

size_t wendi_field_cache_memory_bytes(const wendi_field_cache *fields)
{
    size_t bytes = fields->capacity * sizeof *fields->items + table_bytes(fields);
    for (size_t wide = 0; wide < 2; ++wide) {
        const wendi_field_pool *pool = &fields->pools[wide];
        bytes += pool->chunk_count * pool->block_bytes * WENDI_FIELD_CHUNK;
        bytes += pool->chunk_capacity * sizeof *pool->chunks;
    }
    return bytes;
}

/* ---- blocks ---- */

static uint8_t *take_block(wendi_field_pool *pool)
{
    uint8_t *block = pool->free_first;
    memcpy(&pool->free_first, block, sizeof pool->free_first);
    --pool->free_count;
    return block;
}

static void give_block(wendi_field_pool *pool, uint8_t *block)
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

static bool add_chunk(wendi_field_pool *pool, const wend_allocator *a)
{
    if (pool->chunk_count == pool->chunk_capacity && !grow_chunk_list(pool, a)) {
        return false;
    }
    uint8_t *chunk = wendi_alloc(a, pool->block_bytes * WENDI_FIELD_CHUNK);
    if (chunk == NULL) {
        return false;
    }
    pool->chunks[pool->chunk_count++] = chunk;
    for (size_t i = WENDI_FIELD_CHUNK; i-- > 0;) {
        give_block(pool, chunk + i * pool->block_bytes);
    }
    return true;
}

static bool reserve_blocks(wendi_field_pool *pool, const wend_allocator *a, uint32_t count)
{
    while (pool->free_count < count) {
        if (!add_chunk(pool, a)) {
            return false;
        }
    }
    return true;
}

/* ---- fields ---- */

static bool grow_items(wendi_field_cache *fields)
{
    const uint32_t capacity = fields->capacity == 0 ? 64 : fields->capacity * 2;
    wendi_field *items = wendi_resize(&fields->allocator, fields->items,
                                      fields->capacity * sizeof *items, capacity * sizeof *items);
    if (items == NULL) {
        return false;
    }
    fields->items = items;
    for (uint32_t i = capacity; i-- > fields->capacity;) {
        items[i] = (wendi_field){.next = fields->free_first};
        fields->free_first = i;
    }
    fields->capacity = capacity;
    return true;
}

bool wendi_field_cache_reserve(wendi_field_cache *fields, uint32_t count, bool is_wide)
{
    while (fields->capacity - fields->count < count) {
        if (!grow_items(fields)) {
            return false;
        }
    }
    return reserve_blocks(&fields->pools[is_wide], &fields->allocator, count);
}

uint32_t wendi_field_cache_create_field(wendi_field_cache *fields, bool is_wide)
{
    if (!wendi_field_cache_reserve(fields, 1, is_wide)) {
        return WENDI_FIELD_NONE;
    }
    const uint32_t index = fields->free_first;
    wendi_field *field = &fields->items[index];
    fields->free_first = field->next;
    ++fields->count;
    *field = (wendi_field){.block = take_block(&fields->pools[is_wide]),
                           .next = WENDI_FIELD_NONE,
                           .users = 1,
                           .older = WENDI_FIELD_NONE,
                           .newer = WENDI_FIELD_NONE,
                           .is_wide = is_wide};
    return index;
}

static void release(wendi_field_cache *fields, uint32_t index)
{
    wendi_field *field = &fields->items[index];
    give_block(&fields->pools[field->is_wide], field->block);
    *field = (wendi_field){.next = fields->free_first};
    fields->free_first = index;
    --fields->count;
}

/* ---- the table ---- */

static uint32_t *chain_of(const wendi_field_cache *fields, uint64_t hash)
{
    return &fields->table[hash >> (64 - fields->table_bits)];
}

static bool grow_table(wendi_field_cache *fields)
{
    const uint32_t bits = fields->table == NULL ? TABLE_BITS_FIRST : fields->table_bits + 1;
    const size_t count = (size_t)1 << bits;
    uint32_t *table = wendi_alloc(&fields->allocator, count * sizeof *table);
    if (table == NULL) {
        return false;
    }
    memset(table, 0xFF, count * sizeof *table);
    wendi_free(&fields->allocator, fields->table, table_bytes(fields));
    fields->table = table;
    fields->table_bits = bits;
    for (uint32_t i = 0; i < fields->capacity; ++i) {
        wendi_field *field = &fields->items[i];
        if (field->block != NULL && field->hash != 0) {
            uint32_t *chain = chain_of(fields, field->hash);
            field->next = *chain;
            *chain = i;
        }
    }
    return true;
}

static void unlink_field(wendi_field_cache *fields, uint32_t index)
{
    wendi_field *field = &fields->items[index];
    uint32_t *place = chain_of(fields, field->hash);
    while (*place != index) {
        place = &fields->items[*place].next;
    }
    *place = field->next;
    field->hash = 0;
    --fields->table_count;
}

static size_t d_bytes(const wendi_field *field, const wendi_tile_shape *shape)
{
    return (size_t)shape->count * (field->is_wide ? 4 : 2);
}

/* Values are whole and few: mixing eight bytes at a time by multiplication is enough, since equal
 * hashes are compared. It never leaves this process, so byte order is of no concern. */
static uint64_t hash_field(const wendi_field *field, const wendi_tile_shape *shape)
{
    const size_t bytes = d_bytes(field, shape);
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

static uint64_t hash_window(uint64_t ground, uint32_t window)
{
    uint64_t hash = (ground ^ (uint64_t)window << 32) * 0x9E3779B97F4A7C15u;
    hash = (hash ^ hash >> 29) * 0x8EBC6AF09C88C6E3u;
    return (hash ^ hash >> 32) | 1;
}

static uint32_t find_equal(const wendi_field_cache *fields, const wendi_field *field,
                           const wendi_tile_shape *shape)
{
    const size_t bytes = d_bytes(field, shape);
    for (uint32_t i = *chain_of(fields, field->hash); i != WENDI_FIELD_NONE;
         i = fields->items[i].next) {
        const wendi_field *other = &fields->items[i];
        if (other->hash == field->hash && other->window == 0 && other->ground == field->ground &&
            other->is_wide == field->is_wide && other->width == shape->width &&
            other->height == shape->height && memcmp(other->block, field->block, bytes) == 0) {
            return i;
        }
    }
    return WENDI_FIELD_NONE;
}

/* Is there a table to enter a field into? Without memory for one, fields are not shared: slower,
 * but right. */
static bool has_table(wendi_field_cache *fields)
{
    if (fields->table == NULL || fields->table_count >= (uint32_t)1 << fields->table_bits) {
        return grow_table(fields) || fields->table != NULL;
    }
    return true;
}

static void enter_chain(wendi_field_cache *fields, uint32_t index)
{
    wendi_field *field = &fields->items[index];
    uint32_t *chain = chain_of(fields, field->hash);
    field->next = *chain;
    *chain = index;
    ++fields->table_count;
}

uint32_t wendi_field_cache_find_portal(const wendi_field_cache *fields, uint64_t ground,
                                       uint32_t window)
{
    if (fields->table == NULL) {
        return WENDI_FIELD_NONE;
    }
    uint32_t i = *chain_of(fields, hash_window(ground, window));
    while (i != WENDI_FIELD_NONE &&
           (fields->items[i].window != window || fields->items[i].ground != ground)) {
        i = fields->items[i].next;
    }
    return i;
}

void wendi_field_cache_add_portal(wendi_field_cache *fields, uint32_t index, uint32_t window,
                                  const wendi_tile_shape *shape)
{
    wendi_field *field = &fields->items[index];
    field->width = (uint8_t)shape->width;
    field->height = (uint8_t)shape->height;
    if (has_table(fields)) {
        field->window = window;
        field->hash = hash_window(field->ground, window);
        enter_chain(fields, index);
    }
}

uint32_t wendi_field_cache_share(wendi_field_cache *fields, uint32_t index,
                                 const wendi_tile_shape *shape)
{
    wendi_field *field = &fields->items[index];
    field->width = (uint8_t)shape->width;
    field->height = (uint8_t)shape->height;
    if (!has_table(fields)) {
        return index;
    }
    field->hash = hash_field(field, shape);
    const uint32_t other = find_equal(fields, field, shape);
    if (other != WENDI_FIELD_NONE) {
        field->hash = 0;
        release(fields, index);
        wendi_field_cache_retain(fields, other);
        ++fields->shared;
        return other;
    }
    enter_chain(fields, index);
    return index;
}

/* ---- users and age ---- */

static void leave_unused(wendi_field_cache *fields, wendi_field *field)
{
    if (field->older != WENDI_FIELD_NONE) {
        fields->items[field->older].newer = field->newer;
    } else {
        fields->oldest = field->newer;
    }
    if (field->newer != WENDI_FIELD_NONE) {
        fields->items[field->newer].older = field->older;
    } else {
        fields->newest = field->older;
    }
    field->older = WENDI_FIELD_NONE;
    field->newer = WENDI_FIELD_NONE;
    --fields->unused_count;
    fields->unused_bytes -= fields->pools[field->is_wide].block_bytes;
}

static void enter_unused(wendi_field_cache *fields, uint32_t index)
{
    wendi_field *field = &fields->items[index];
    field->older = fields->newest;
    if (fields->newest != WENDI_FIELD_NONE) {
        fields->items[fields->newest].newer = index;
    } else {
        fields->oldest = index;
    }
    fields->newest = index;
    ++fields->unused_count;
    fields->unused_bytes += fields->pools[field->is_wide].block_bytes;
}

void wendi_field_cache_retain(wendi_field_cache *fields, uint32_t index)
{
    wendi_field *field = &fields->items[index];
    if (field->users++ == 0) {
        leave_unused(fields, field);
    }
}

void wendi_field_cache_release(wendi_field_cache *fields, uint32_t index, uint32_t update)
{
    wendi_field *field = &fields->items[index];
    if (--field->users > 0) {
        return;
    }
    if (field->hash == 0) {
        release(fields, index);
        return;
    }
    field->used_last = update;
    enter_unused(fields, index);
}

static void evict_oldest(wendi_field_cache *fields)
{
    const uint32_t index = fields->oldest;
    leave_unused(fields, &fields->items[index]);
    unlink_field(fields, index);
    release(fields, index);
    ++fields->evicted;
}

void wendi_field_cache_evict(wendi_field_cache *fields, uint32_t update)
{
    while (fields->unused_count > 0) {
        const wendi_field *field = &fields->items[fields->oldest];
        const bool is_old = update - field->used_last > fields->age_limit;
        if (!is_old && fields->unused_bytes <= fields->memory_limit) {
            return;
        }
        evict_oldest(fields);
    }
}
